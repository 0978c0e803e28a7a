#pragma once
#include "lanes/roctx.h"
