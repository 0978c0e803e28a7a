#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/theme/texttable.h"

namespace rocport {

// What a probe found, as rows of tables.

QVector<TextColumn> auditColumns();
/// Findings, most severe first; a row's id is its index in ProbeReport::findings.
QVector<TextRow> auditRows(const ProbeReport& report);
QVector<TextColumn> factColumns();
QVector<TextRow> factRows(const ProbeReport& report);
QVector<TextColumn> variableColumns();
QVector<TextRow> variableRows(const ProbeReport& report);
QVector<TextColumn> checkColumns();
QVector<TextRow> checkRows(const ProbeReport& report);
QVector<TextColumn> stepColumns();
QVector<TextRow> stepRows(const ConnectionTest& test);
QVector<TextColumn> differenceColumns();
/// Those that matter come first.
QVector<TextRow> differenceRows(const QVector<ProbeDifference>& differences);
QVector<TextColumn> imageColumns();
/// One row per digest, newest first.
QVector<TextRow> imageRows(const QVector<ImageRecord>& images);

} // namespace rocport
