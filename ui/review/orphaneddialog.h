#pragma once

#include "core/project/session/decisionmigration.h"
#include "core/project/session/session.h"
#include "ui/theme/widgets.h"

#include <QDialog>

class QListWidget;
class QPlainTextEdit;

namespace rocport {

/// Decisions whose change is no longer proposed, because the text changed or was removed: what was
/// decided, about which text, and what was edited. Nothing here is lost; it can be viewed, copied,
/// and removed from the list.
class OrphanedDialog : public QDialog
{
    Q_OBJECT

public:
    /// The session outlives the dialog.
    OrphanedDialog(ProjectSession& session, ThemeProvider& provider, QWidget* parent = nullptr);

    /// What is shown about one decision, as plain text.
    static QString describe(const OrphanedDecision& lost);

private:
    void fill();
    void showCurrent();
    void dismiss();

    ProjectSession& m_session;
    QVector<OrphanedDecision> m_shown;
    TextLabel* m_title;
    QListWidget* m_list;
    QPlainTextEdit* m_text;
    QPushButton* m_dismiss;
};

} // namespace rocport
