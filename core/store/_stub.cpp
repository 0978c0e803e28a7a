// replaced by the layer's own sources
#include "core/store/projectfile.h"
