#pragma once

#include "cuComplex.h"

#define _CUFFT_H_ // programs ask whether the header was read
#define CUFFTAPI
#include "lanes/fft/functions.h"
