#pragma once

#include <QString>

#include <optional>

namespace rocport {

/// The user's own folder in which the journals of `propose --write` are kept.
QString writeJournals();

/// Undoes what an interrupted `propose --write` left in `folder`, or completes it if all files were
/// written, and says so on standard error. An exit code if that fails; else nothing.
std::optional<int> settleInterrupted(const QString& folder);

/// Says on standard error that an interrupted write in `folder` has not been undone yet, for
/// commands that change nothing.
void noteInterrupted(const QString& folder);

} // namespace rocport
