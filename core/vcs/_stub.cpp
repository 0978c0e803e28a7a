// replaced by the layer's own sources
#include "core/vcs/repository.h"
