#pragma once

#include "cuComplex.h"

#define CUSPARSEAPI // programs ask whether the header was read
#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VERSION 12600
#include "lanes/sparse/functions.h"
