// replaced by the layer's own sources
#include "core/translate/translate.h"
