#pragma once

#include <QtGlobal>

namespace rocport {

/// What became of a step of the port's branch that a run before had begun and did not record.
struct BranchSettled
{
    enum class End : quint8 {
        Nothing,  ///< there was none
        Recorded, ///< the branch had moved: the project has it now
        Dropped,  ///< the branch had not moved: nothing was done
    };
    End end = End::Nothing;
    int made = 0;      ///< commits
    int takenBack = 0; ///< undoings
};

} // namespace rocport
