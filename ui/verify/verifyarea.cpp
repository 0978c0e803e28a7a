#include "ui/verify/verifyarea.h"
