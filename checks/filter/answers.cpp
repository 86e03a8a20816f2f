// The kernels' answers to the pairs of a file, on this processor. `judge.py` writes and reads the
// files; `run.sh` builds this in all the ways in which a device may count.
#include "sloppy.h"

#include "filter.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace clearance;

template <class T> std::vector<T> read(FILE *file, size_t count) {
    std::vector<T> found(count);
    if (fread(found.data(), sizeof(T), count, file) != count) exit(2);
    return found;
}

template <class T> void write(FILE *file, const std::vector<T> &given) {
    if (fwrite(given.data(), sizeof(T), given.size(), file) != given.size()) exit(2);
}

int main(int, char **name) {
    FILE *in = fopen(name[1], "rb"), *out = fopen(name[2], "wb");
    if (!in || !out) return 2;
    auto sizes = read<long long>(in, 3);
    auto shapes = read<Shape>(in, size_t(sizes[0]));
    auto corners = read<float>(in, size_t(4 * sizes[1]));
    size_t n = size_t(sizes[2]);
    auto a = read<int>(in, n), b = read<int>(in, n);
    auto pa = read<float>(in, 7 * n), pb = read<float>(in, 7 * n);
    std::vector<signed char> found(n);
    std::vector<float> low(n), high(n);
    flush();
#define SIDE(x) x.data(), 1, 0, 0, p##x.data(), 7, 1, p##x.data() + 3, 7, 1, 0
    clearance_verdicts(shapes.data(), corners.data(), sizes[0], SIDE(a), SIDE(b), found.data(),
                       sizes[2]);
    clearance_bounds(shapes.data(), corners.data(), sizes[0], SIDE(a), SIDE(b), low.data(),
                     high.data(), sizes[2]);
    write(out, found);
    write(out, low);
    write(out, high);
    return fclose(out) ? 2 : 0;
}
