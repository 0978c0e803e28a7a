#pragma once

#include "core/project/carry.h"

namespace rocport {

/// What becomes of the words about findings.
struct CarriedFindings
{
    QVector<Decision> decisions;
    int moved = 0;    ///< the place is the same, its finding has another id
    int reopened = 0; ///< the place changed: open, with the note of before
};

/// Carries what was said of findings over to a new scan. A finding is told from its like in the
/// same file by counting, and its file is part of its id; so places are followed through a
/// comparison of the two texts: a word goes with its place, one whose place changed becomes a note
/// on what stands there now, and no other place inherits it. Words about places that are gone stay
/// in the log as they are.
CarriedFindings carryFindings(const CarryInput& input);

} // namespace rocport
