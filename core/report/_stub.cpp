// replaced by the layer's own sources
#include "core/report/report.h"
