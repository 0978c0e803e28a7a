#pragma once

#include "core/report/report.h"

namespace rocport {

/// The title, one line, for a pull request of the port.
QString handOffTitle(const ReportModel& report);
/// Its text, as Markdown, from facts: the commits, what is proved about the NVIDIA path, what was
/// accepted against the verdict, what is left, and what no machine has shown.
QString handOffText(const ReportModel& report);

} // namespace rocport
