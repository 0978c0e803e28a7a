// replaced by the layer's own sources
#include "core/isolation/isolation.h"
