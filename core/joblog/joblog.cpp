#include "core/joblog/joblog.h"
