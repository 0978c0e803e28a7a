#pragma once

#include "core/project/port/port.h"
#include "core/project/session/projectstate.h"

#include <QStringList>

namespace rocport::test {

/// Everything that was decided, a line each and sorted: kinds, edits, notes, reasons, widths,
/// guards of the user's own, findings. Times and authors are left out.
QStringList decisionsPicture(const ProjectState& state);

/// The files of the port as decided, a line each: path and the digest of its bytes. `folder` holds
/// the scanned files. A line that begins with "error" where the port cannot be made.
QStringList portPicture(const ProjectState& state, const QString& folder);

/// What one has and the other has not, a line each; for messages.
QString difference(const QStringList& before, const QStringList& after);

} // namespace rocport::test
