#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/theme/texttable.h"

namespace rocport {

/// Whether any check of `run` says how long it took.
bool areTimed(const VerifyRun& run);
/// Columns for the checks of a level; Numerical has the figures of tensors, Lanes those of copies,
/// the others a time if they are `timed`.
QVector<TextColumn> verifyCheckColumns(VerifyLevel level, bool timed);
/// A row's id is the check's.
QVector<TextRow> verifyCheckRows(const VerifyRun& run);
QVector<TextColumn> historyColumns();
/// A row's id is the run's; newest first.
QVector<TextRow> historyRows(const RemoteState& state);

/// Rows are checks, columns nodes or images; each cell is the newest result there.
struct VerifyMatrix
{
    QVector<TextColumn> columns;
    QVector<TextRow> rows;
};
VerifyMatrix verifyMatrix(const RemoteState& state);

} // namespace rocport
