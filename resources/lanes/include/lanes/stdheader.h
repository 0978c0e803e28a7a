// The headers of cuda/std are this one.

#include "lanes/std.h"
