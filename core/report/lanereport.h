#pragma once

#include "core/lanes/laneverify.h"

class QJsonObject;

namespace rocport {

QJsonObject laneComplaintToJson(const LaneComplaint& complaint);

/// Rows as an aligned table; columns that are very wide are not.
QString laneTable(const QVector<QStringList>& rows);

/// What runs on lanes gave as text for a terminal: a table of the copies, a sentence for each that
/// differs, what the runs complain of, and a summary that says what it is no evidence of. UTF-8,
/// LF.
QByteArray renderLanesText(const LaneVerification& result);
/// As JSON ("format": 1), for scripts.
QByteArray renderLanesJson(const LaneVerification& result);

} // namespace rocport
