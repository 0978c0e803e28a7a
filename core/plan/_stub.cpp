// replaced by the layer's own sources
#include "core/plan/plan.h"
