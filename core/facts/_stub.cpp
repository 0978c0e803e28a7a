// replaced by the layer's own sources
#include "core/facts/facts.h"
