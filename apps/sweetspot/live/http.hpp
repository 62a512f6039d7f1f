// cpp-httplib, but for a macro of a header of the system that it includes: Eigen has parameters of that name.
#pragma once

#include <httplib.h>

#undef _res
