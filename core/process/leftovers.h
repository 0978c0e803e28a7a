#pragma once

#include <QByteArray>

namespace rocport {

/// Ends what a program started and left running, also what it put into a session or a group of its
/// own: every process of this user whose environment has `variable`, "NAME=value", until none is
/// left. For what ran without a sandbox, with a value that no other program has. Linux only; on
/// other systems it does nothing.
void endLeftovers(const QByteArray& variable);

} // namespace rocport
