#pragma once

#include "tests/integration/growthcode.h"
#include "tests/integration/growthfiles.h"

namespace rocport::growth {

/// All ways in which files of any kind can be long.
inline QVector<Input> allInputs()
{
    return cInputs() + pythonInputs() + buildInputs() + shellInputs() + manifestInputs();
}

} // namespace rocport::growth
