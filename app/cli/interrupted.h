#pragma once

#include <QString>

#include <optional>

namespace rocport {

/// The folder of the user's own in which the journals of `propose --write` are kept.
QString writeJournals();

/// Takes back what an interrupted `propose --write` left in `folder`, or ends it where all files
/// were written, and says so on standard error. An exit code where that fails; else nothing.
std::optional<int> settleInterrupted(const QString& folder);

/// Says on standard error that an interrupted write waits to be taken back in `folder`, for
/// commands that change nothing.
void noteInterrupted(const QString& folder);

} // namespace rocport
