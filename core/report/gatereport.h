#pragma once

#include "core/verify/gate.h"

namespace rocport {

/// The outcome of a compile gate as text for a terminal: one line per file, then its errors with
/// the original line and the change that made it. UTF-8, LF.
QByteArray renderGateText(const GateResult& result);
/// As JSON ("format": 1), for scripts.
QByteArray renderGateJson(const GateResult& result);
/// As SARIF 2.1.0, rule verify-build: errors and warnings at their original lines; files that were
/// not checked are notifications.
QByteArray renderGateSarif(const GateResult& result);
/// "12 passed, 1 failed, 3 not checked" in words for people.
QString gateSummary(const GateResult& result);

} // namespace rocport
