#include "core/probe/probereport.h"
