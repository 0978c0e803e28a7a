// replaced by the layer's own sources
#include "core/text/clexer.h"
#include "core/text/editset.h"
#include "core/text/linediff.h"
#include "core/text/sourcebuffer.h"
