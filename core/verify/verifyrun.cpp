#include "core/verify/verifyrun.h"
