#include "core/tensor/comparison.h"
