#include "core/remote/node.h"
