#pragma once

// The vendors' back ends bring their policies along, the one for C++ does not.

#include "lanes/thrust/policies.h"
#include_next <thrust/sequence.h>
