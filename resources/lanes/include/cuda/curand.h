#pragma once
#include "lanes/random/host.h"
