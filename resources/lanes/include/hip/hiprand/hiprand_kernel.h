#pragma once
#include "lanes/random/device.h"
