// replaced by the layer's own sources
#include "core/scan/scanner.h"
#include "core/scan/sourcetree.h"
