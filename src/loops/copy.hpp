// For sources that are compiled once per instruction set only: names and arithmetic of the copy.
#pragma once

#define SWEETSPOT_CONCATENATE_(a, b) a##b
#define SWEETSPOT_CONCATENATE(a, b) SWEETSPOT_CONCATENATE_(a, b)
#define SWEETSPOT_STRINGIFY_(a) #a
#define SWEETSPOT_STRINGIFY(a) SWEETSPOT_STRINGIFY_(a)
/// The name of this copy of something: table_x86_64_v3.
#define SWEETSPOT_COPY(name) SWEETSPOT_CONCATENATE(name##_, SWEETSPOT_ARCH)

/// a b + c, fused where the instruction set has it: the same in the vector body of a loop and at its ends.
#ifdef __FMA__
#define SWEETSPOT_FMA(a, b, c) __builtin_fma(a, b, c)
#else
#define SWEETSPOT_FMA(a, b, c) ((a) * (b) + (c))
#endif
