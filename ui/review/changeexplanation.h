#pragma once

#include "ui/review/explanationpane.h"

namespace rocport {

class ReviewDesk;

/// What is known about the current change; nothing where none is current. `draft`: an edit of it
/// was begun and not saved.
Explanation explanationOfCurrent(const ReviewDesk& desk, bool draft);
/// What is known about the finding that led to the place shown; `backKey` goes back to its row, if
/// there is such a key.
Explanation explanationOf(const ReviewDesk& desk, const Finding& finding, const QString& backKey);

} // namespace rocport
