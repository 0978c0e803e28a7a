#pragma once

#include "ui/review/explanationpane.h"

namespace rocport {

class ReviewDesk;

/// What is known about the current change; empty if there is none. `draft`: an edit of it was begun
/// and not saved.
Explanation explanationOfCurrent(const ReviewDesk& desk, bool draft);
/// What is known about the finding that led to the place shown; `backKey` is the key that leads
/// back to its row, if there is one.
Explanation explanationOf(const ReviewDesk& desk, const Finding& finding, const QString& backKey);

} // namespace rocport
