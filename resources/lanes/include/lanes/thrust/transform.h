#pragma once

// The vendors' back ends bring their policies along, the one for C++ does not. They come last, as
// they include headers that need this one.

#include_next <thrust/transform.h>

#include "lanes/thrust/policies.h"
