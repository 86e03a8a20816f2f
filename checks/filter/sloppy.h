// What the arithmetic of a device may do, on this processor: LOOSE makes quotients and roots wrong
// by up to 2 ulp, either way; FLUSH takes subnormal numbers for zero, given and computed.
#pragma once
#include <math.h>
#include <stdint.h>
#include <string.h>
#ifdef FLUSH
#include <immintrin.h>
inline void flush() {
    _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
    _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
}
#else
inline void flush() {}
#endif
#ifdef LOOSE
inline float loose(float a) {
    uint32_t bits;
    memcpy(&bits, &a, 4);
    uint32_t exponent = bits >> 23 & 255;
    if (exponent < 2 || exponent > 253) return a;
    bits += (bits * 2654435761u >> 20) % 5 - 2;
    memcpy(&a, &bits, 4);
    return a;
}
#define CLEARANCE_DIVIDE(a, b) loose((a) / (b))
#define CLEARANCE_ROOT(a) loose(sqrtf(a))
#endif
