#pragma once

#include <QtGlobal>

namespace rocport {

/// What became of a step on the port's branch that a previous run of the program had begun and not
/// recorded.
struct BranchSettled
{
    enum class End : quint8 {
        Nothing,  ///< there was none
        Recorded, ///< the branch had moved: the step is now recorded in the project
        Dropped,  ///< the branch had not moved: nothing was done
    };
    End end = End::Nothing;
    int made = 0;      ///< commits
    int takenBack = 0; ///< commits undone
};

} // namespace rocport
