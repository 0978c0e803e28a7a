#pragma once

#include "core/probe/probereport.h"

#include <QByteArray>

namespace rocport {

/// A probe as text for a terminal.
QByteArray renderProbeText(const ProbeReport& report);
/// The same as Markdown, for reports and bug reports.
QByteArray renderProbeMarkdown(const ProbeReport& report);
/// probeToJson() as text.
QByteArray renderProbeJson(const ProbeReport& report);

/// What changed between two probes; what matters comes first.
QByteArray renderProbeDifferencesText(const QVector<ProbeDifference>& differences);
/// {"differences": […]} with group, label, before, after and matters.
QByteArray renderProbeDifferencesJson(const QVector<ProbeDifference>& differences);

} // namespace rocport
