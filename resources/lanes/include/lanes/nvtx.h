#pragma once

// Marks and ranges for a profiler, which is not there: nothing happens. The text is the one that
// ports are given, which looks for ROCTX. From C too.
#include "lanes/compat/nvtx.h"
