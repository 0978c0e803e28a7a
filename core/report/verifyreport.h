#pragma once

#include "core/verify/verifyrun.h"

namespace rocport {

/// A run as text for a terminal: what it was, one line per check (failed ones first), and what it
/// does not show. UTF-8, LF.
QByteArray renderVerifyText(const VerifyRun& run);
/// "12 passed, 1 failed, 3 skipped".
QString verifySummary(const VerifyRun& run);
/// How a job's log is named: "log 1a2b…", its hash; or that there is none, because the log may be
/// incomplete here.
QString logName(const QByteArray& hash, qsizetype digits = 64);

} // namespace rocport
