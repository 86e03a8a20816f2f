// clearance for C++17: values and exceptions over clearance.h.
//
//     auto found = clearance::proximity(clearance::ball(1), {}, clearance::box({1, 1, 1}), {{3, 0, 0}});
//     if (found.apart()) std::cout << found.length << " ± " << found.gap << '\n';
//
// A negative code becomes the exception clearance::error, which holds its sentence.

#ifndef CLEARANCE_HPP
#define CLEARANCE_HPP

#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clearance.h"

namespace clearance {

using vec3 = clearance_vec3;
using witness = clearance_witness;

// What a code below zero means.
class error : public std::invalid_argument {
  public:
    explicit error(int32_t code) : std::invalid_argument(clearance_message(code)), code(code) {}
    int32_t code;
};

inline int32_t checked(int32_t code) {
    if (code < 0) {
        throw error(code);
    }
    return code;
}

// A list of the caller's: an array, a std::vector, or a pointer and a count.
template <class T> class span {
  public:
    span() = default;
    span(const T *data, std::size_t size) : data_(data), size_(size) {}
    template <std::size_t N> span(const T (&list)[N]) : data_(list), size_(N) {}
    template <class List, class = decltype(std::declval<const List &>().data())>
    span(const List &list) : data_(list.data()), size_(list.size()) {}
    const T *data() const { return data_; }
    std::size_t size() const { return size_; }

  private:
    const T *data_ = nullptr;
    std::size_t size_ = 0;
};

// A rotation and a place; without rotation, and at the origin, unless given.
struct pose : clearance_pose {
    pose() : pose(vec3{0, 0, 0}) {}
    pose(vec3 position) : clearance_pose{0, 0, 0, 1, position} {}
    pose(double x, double y, double z) : pose(vec3{x, y, z}) {}
    pose(double qx, double qy, double qz, double qw, vec3 position)
        : clearance_pose{qx, qy, qz, qw, position} {}
};

// A convex hull, made once; copies share it.
class hull {
  public:
    explicit hull(span<vec3> points, double margin = 0.0) {
        clearance_hull *made = nullptr;
        checked(clearance_hull_new(points.data(), points.size(), margin, &made));
        held_.reset(made, clearance_hull_free);
    }
    span<vec3> corners() const {
        std::size_t count = 0;
        const vec3 *first = clearance_hull_corners(held_.get(), &count);
        return {first, count};
    }
    const clearance_hull *get() const { return held_.get(); }
    std::shared_ptr<const clearance_hull> share() const { return held_; }

  private:
    std::shared_ptr<clearance_hull> held_;
};

// A convex hull in one piece, which a file may hold; shapes borrow it.
class block {
  public:
    explicit block(span<vec3> points) {
        int32_t asked = clearance_hull_build(points.data(), points.size(), nullptr, 0, &used_);
        if (asked != CLEARANCE_NO_ROOM) {
            checked(asked);
        }
        words_.resize((used_ + sizeof(double) - 1) / sizeof(double));
        checked(clearance_hull_build(points.data(), points.size(), words_.data(),
                                     words_.size() * sizeof(double), &used_));
    }
    const void *data() const { return words_.data(); }
    std::size_t size() const { return used_; }

  private:
    std::vector<double> words_;
    std::size_t used_ = 0;
};

// A shape by value. It keeps its hull alive; points and blocks are the caller's.
class shape : public clearance_shape {
  public:
    shape(const clearance_shape &numbers) : clearance_shape(numbers) {}
    shape(const block &of)
        : clearance_shape(clearance_of_block(of.data(), static_cast<uint32_t>(of.size()))) {}
    shape(const hull &of) : clearance_shape(clearance_of_hull(of.get())), hull_(of.share()) {}

    // The same, grown all round. A hull's margin is given when it is made.
    shape grown(double by) const {
        shape other = *this;
        other.margin = by;
        return other;
    }

  private:
    std::shared_ptr<const clearance_hull> hull_;
};

inline shape ball(double radius) { return clearance_ball(radius); }
inline shape capsule(double half_height, double radius) {
    return clearance_capsule(half_height, radius);
}
inline shape box(vec3 half) { return clearance_box(half.x, half.y, half.z); }
inline shape cylinder(double half_height, double radius) {
    return clearance_cylinder(half_height, radius);
}
inline shape cone(double half_height, double radius) { return clearance_cone(half_height, radius); }
inline shape ellipsoid(vec3 radii) { return clearance_ellipsoid(radii.x, radii.y, radii.z); }
inline shape half_space(vec3 normal, double offset) {
    return clearance_half_space(normal, offset);
}
inline shape triangle(const vec3 (&corners)[3]) { return clearance_triangle(corners); }
inline shape points(span<vec3> points) {
    if (points.size() > std::numeric_limits<uint32_t>::max()) {
        throw error(CLEARANCE_NO_HULL);
    }
    return clearance_points(points.data(), static_cast<uint32_t>(points.size()));
}

// The memory of one pair from frame to frame.
struct warm : clearance_warm {
    warm() : clearance_warm{} {}
};

// A class, and the numbers that come with it.
template <class T> struct answer : T {
    int32_t code = CLEARANCE_UNDECIDED;
    bool apart() const { return code == CLEARANCE_APART; }
    bool meets() const { return code == CLEARANCE_MEET; }
    bool undecided() const { return code == CLEARANCE_UNDECIDED; }
};

// Whether they have a point in common; also true where that is too close to call.
inline bool intersects(const shape &a, const pose &pose_a, const shape &b, const pose &pose_b,
                       warm *memory = nullptr) {
    return checked(clearance_intersects(&a, &pose_a, &b, &pose_b, memory)) != CLEARANCE_APART;
}

inline answer<witness> proximity(const shape &a, const pose &pose_a, const shape &b,
                                 const pose &pose_b, warm *memory = nullptr) {
    answer<witness> found;
    found.code = checked(clearance_proximity(&a, &pose_a, &b, &pose_b, memory, &found));
    return found;
}

inline answer<witness> proximity_within(const shape &a, const pose &pose_a, const shape &b,
                                        const pose &pose_b, double cut_off,
                                        warm *memory = nullptr) {
    answer<witness> found;
    found.code = checked(
        clearance_proximity_within(&a, &pose_a, &b, &pose_b, cut_off, memory, &found));
    return found;
}

// When and how near counts as a hit.
struct meeting : clearance_meeting {
    explicit meeting(double max_time = 1.0, double target_distance = 0.0,
                     int32_t at_start = CLEARANCE_START_REPORT, uint32_t budget = 0,
                     double tolerance = 0.0)
        : clearance_meeting{max_time, target_distance, at_start, budget, tolerance} {}
};

// B moves by `velocity` in a unit of time, A rests.
inline answer<clearance_hit> cast(const shape &a, const pose &pose_a, const shape &b,
                                  const pose &pose_b, vec3 velocity,
                                  const meeting &until = meeting()) {
    answer<clearance_hit> found;
    clearance_sweep sweep{{0, 0, 0}, velocity, until};
    found.code = checked(clearance_cast(&a, &pose_a, &b, &pose_b, &sweep, &found));
    return found;
}

// A motion at constant velocities, from a pose.
inline clearance_motion steady(const pose &start, vec3 velocity, vec3 turning = {0, 0, 0}) {
    return {CLEARANCE_STEADY, start, pose(), velocity, turning, {0, 0, 0}};
}

// A motion from one pose to another in a unit of time.
inline clearance_motion between(const pose &start, const pose &end) {
    return {CLEARANCE_BETWEEN, start, end, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
}

inline answer<clearance_hit> time_of_impact(const shape &a, const clearance_motion &motion_a,
                                            const shape &b, const clearance_motion &motion_b,
                                            const meeting &until = meeting()) {
    answer<clearance_hit> found;
    found.code = checked(clearance_time_of_impact(&a, &motion_a, &b, &motion_b, &until, &found));
    return found;
}

inline answer<clearance_manifold> contact_manifold(const shape &a, const pose &pose_a,
                                                   const shape &b, const pose &pose_b,
                                                   double max_distance = 0.0) {
    answer<clearance_manifold> found;
    found.code = checked(
        clearance_contact_manifold(&a, &pose_a, &b, &pose_b, max_distance, &found));
    return found;
}

// How much two polytopes share.
inline answer<clearance_overlap> overlap_volume(const shape &a, const pose &pose_a, const shape &b,
                                                const pose &pose_b) {
    answer<clearance_overlap> found;
    found.code = checked(clearance_overlap_volume(&a, &pose_a, &b, &pose_b, &found));
    return found;
}

inline answer<clearance_ray_hit> cast_ray(const shape &of, const pose &at, vec3 origin,
                                          vec3 direction, double max_time = INFINITY,
                                          bool hollow = false) {
    answer<clearance_ray_hit> found;
    clearance_ray ray{origin, direction, max_time, hollow ? 1 : 0};
    found.code = checked(clearance_cast_ray(&of, &at, &ray, &found));
    return found;
}

inline answer<clearance_projection> project_point(const shape &of, const pose &at, vec3 point) {
    answer<clearance_projection> found;
    found.code = checked(clearance_project_point(&of, &at, point, &found));
    return found;
}

// The answer to a question in JSON, with what proves it if wanted; it says itself what is wrong.
inline std::string json(std::string_view question, bool certificate = false) {
    std::string answer(1024, '\0');
    for (;;) {
        std::size_t length = 0;
        int32_t code = clearance_json(question.data(), question.size(), certificate ? 1 : 0,
                                      answer.data(), answer.size() + 1, &length);
        if (code < 0 && code != CLEARANCE_TEXT) {
            throw error(code);
        }
        bool fits = length <= answer.size();
        answer.resize(length);
        if (fits) {
            return answer;
        }
    }
}

} // namespace clearance

#endif // CLEARANCE_HPP
