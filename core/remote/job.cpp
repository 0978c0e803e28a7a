#include "core/remote/job.h"
