#include "ui/nodes/nodesarea.h"
