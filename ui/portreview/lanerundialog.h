#pragma once

#include "core/verify/verifyrun.h"
#include "ui/theme/widgets.h"

#include <QDialog>

namespace rocport {

class LanePane;
class TextTable;
class TextTableModel;

/// The newest run of a port under review on lanes, as the level Lanes of Verify shows runs: the
/// checks, and the first difference, the lanes and the errors of the current one.
class LaneRunDialog : public QDialog
{
    Q_OBJECT

public:
    LaneRunDialog(VerifyRun run, ThemeProvider& provider, QWidget* parent);

    /// Chooses the first check that failed about lines `first` to `last` of `file` in the base,
    /// where the hunk is that "Open change" leads back to.
    void choose(const QString& file, int first, int last);

Q_SIGNALS:
    void placeRequested(const QString& file, int line, bool original);

private:
    void showCheck(const QString& id);
    [[nodiscard]] const VerifyCheck* check(const QString& id) const;
    [[nodiscard]] bool isOfHunk(const VerifyCheck& one) const;

    const VerifyRun m_run;
    ThemeProvider& m_provider;
    QString m_file; ///< of the hunk, in the base
    int m_first = 0;
    int m_last = 0;
    TextTableModel* m_model;
    TextTable* m_table;
    LanePane* m_pane;
    MarkupLabel* m_detail;
};

} // namespace rocport
