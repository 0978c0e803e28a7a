#pragma once

#include "hip/hip_complex.h"

#define HIPFFT_H_ // programs ask whether the header was read
#include "lanes/fft/functions.h"
