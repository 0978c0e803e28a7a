#include "ui/runs/runsarea.h"
