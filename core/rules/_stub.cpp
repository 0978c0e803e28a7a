// replaced by the layer's own sources
#include "core/rules/analyse.h"
#include "core/rules/rule.h"
