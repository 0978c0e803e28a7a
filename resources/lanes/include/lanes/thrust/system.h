// The headers of the vendor's back end are this one.

#include "lanes/thrust/policies.h"
