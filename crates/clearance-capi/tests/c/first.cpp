// The second example of docs/c.md.
#include <iostream>
#include <vector>

#include <clearance/clearance.hpp>

int main() {
    std::vector<clearance::vec3> corners;
    for (int i = 0; i < 8; i++) {
        corners.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
    }
    clearance::hull cube(corners);
    auto falls = clearance::cast(cube, {}, clearance::ball(0.25), {0, 3, 0}, {0, -1, 0},
                                 clearance::meeting(10.0));
    std::cout << "meets at " << falls.low << " to " << falls.high << '\n';

    auto touch = clearance::contact_manifold(cube, {}, clearance::box({1, 1, 1}), {0.5, 1.99, 0.5});
    std::cout << touch.count << " points, the first " << touch.points[0].depth << " deep\n";

    std::cout << clearance::json(R"({"a":{"type":"sphere","radius":1},"b":{"type":"box",
        "half_extents":[1,1,1],"pose":{"translation":[3,0,0]}}})") << '\n';
    try {
        clearance::intersects(clearance::ball(-1.0), {}, cube, {});
        return 1;
    } catch (const clearance::error &wrong) {
        std::cout << "refused: " << wrong.what() << '\n';
    }
    return falls.meets() && touch.count == 4 && cube.corners().size() == 8 ? 0 : 1;
}
