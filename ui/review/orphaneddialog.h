#pragma once

#include "core/project/session/decisionmigration.h"
#include "core/project/session/session.h"
#include "ui/theme/widgets.h"

#include <QDialog>

class QListWidget;
class QPlainTextEdit;

namespace rocport {

/// Decisions whose change is proposed no more, because the text changed or went away: what was
/// decided, about which text, and what was edited. Nothing here is lost; it can be looked at,
/// copied, and taken off the list.
class OrphanedDialog : public QDialog
{
    Q_OBJECT

public:
    /// The session outlives the dialog.
    OrphanedDialog(ProjectSession& session, ThemeProvider& provider, QWidget* parent = nullptr);

    /// What is shown of one decision, as plain text.
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
