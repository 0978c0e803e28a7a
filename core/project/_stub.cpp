// replaced by the layer's own sources
#include "core/project/session.h"
