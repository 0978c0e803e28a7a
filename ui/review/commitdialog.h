#pragma once

#include "core/project/session.h"
#include "ui/theme/widgets.h"

#include <QDialog>
#include <QVector>

class QCheckBox;
class QPlainTextEdit;
class QVBoxLayout;

namespace rocport {

/// What a commit will hold, phase by phase with its message, where it goes, and the commits made so
/// far, each with Undo. Stays open until the commit is made or the user leaves.
class CommitDialog : public QDialog
{
    Q_OBJECT

public:
    CommitDialog(ProjectSession& session, ThemeProvider& provider, QWidget* parent = nullptr);

private:
    void refresh();
    void refreshPhases();
    void refreshCommits();
    void loadMessages();
    void showMessage(Phase phase);
    void updateButtons();
    void commit();
    void exportPatches();
    void showProblem(const QString& sentence);
    [[nodiscard]] QVector<Phase> chosen() const;

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    std::shared_ptr<const ProjectState> m_state;
    QVBoxLayout* m_phaseRows;
    QVBoxLayout* m_commitRows;
    QVector<QPair<Phase, QCheckBox*>> m_checks;
    QHash<int, QString> m_messages; // by phase
    TextLabel* m_phasesTitle;
    TextLabel* m_commitsTitle;
    QPlainTextEdit* m_message;
    TextLabel* m_problem;
    QPushButton* m_commit;
    QPushButton* m_export;
    int m_request = 0;
    Phase m_shownPhase = Phase::Environment;
    bool m_busy = false;
};

} // namespace rocport
