#pragma once
#define HIPRAND_H_ // programs ask whether the header was read
#include "lanes/random/host.h"
