#pragma once

#include <QtGlobal>

namespace rocport {

/// What changed between two states; signals carry it so that views update only what they show.
enum class StateChange : quint8 {
    Everything,
    Decisions,
    Plan,
    Summaries,
    Commits,
    Exports,
    Target,
    Verification, ///< a check, proof, run or probe ended, or a tolerance changed
};

} // namespace rocport
