#pragma once

#include "core/project/port/commitwishes.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/session.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

#include <QDialog>
#include <QHash>
#include <QMap>
#include <QVector>

#include <optional>

class QCheckBox;
class QComboBox;
class QPlainTextEdit;
class QTreeWidget;
class QTreeWidgetItem;
class QVBoxLayout;

namespace rocport {

/// What a commit will contain, phase by phase with its files, their line counts and its message;
/// who makes it; where it goes; and the commits made so far, each with Undo. Stays open until the
/// user closes it. What was typed and not committed is shown again the next time.
class CommitDialog : public QDialog
{
    Q_OBJECT

public:
    /// Settings keys begin with "review/commit-".
    CommitDialog(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
                 QWidget* parent = nullptr);
    ~CommitDialog() override;

private:
    /// What the user wants of one phase.
    struct Choice
    {
        bool wanted = false;
        CommitForm form = CommitForm::New;
    };

    // commitdialogbuild.cpp
    void build();
    QWidget* buildFiles();
    QWidget* buildMessage();
    QWidget* buildPeople();
    QWidget* buildCommits();
    QWidget* buildButtons();
    void refreshCommits();
    void addCommitRow(const RecordedCommit& commit, bool isNewest);

    void refresh();
    void resetChoices();
    void askPreview();
    void askCheckout();
    void adoptPreview(const CommitPreview& preview);
    void adoptPeople();
    void fillTree();
    void itemChanged(QTreeWidgetItem* item);
    void showPhase();
    void fillForms(const PhasePreview& phase);
    void formChosen();
    void messageTyped();
    void updateSignOff();
    void updateButtons();
    void commit();
    void focusWhatIsMissing();
    void forgetSent();
    void exportPatches();
    void showProblem(const QString& sentence);

    [[nodiscard]] const PhasePreview* previewOf(Phase phase) const;
    [[nodiscard]] CommitWishes wishes() const;
    [[nodiscard]] GitPerson typedAuthor() const;
    [[nodiscard]] GitPerson signer() const;
    /// The first phase that is to be committed without a message.
    [[nodiscard]] std::optional<Phase> phaseWithoutMessage() const;
    /// Why the commit cannot be made as it is; empty: it can.
    [[nodiscard]] QString hindrance() const;
    [[nodiscard]] QString messageKey(Phase phase) const;
    [[nodiscard]] QString settingsKey(const QString& name) const;

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    std::shared_ptr<const ProjectState> m_state;
    CommitPreview m_preview;
    bool m_previewed = false;        // m_preview is for the current choices
    QMap<int, Choice> m_choices;     // by phase
    QHash<QString, QString> m_typed; // messages by messageKey()
    QStringList m_sent;              // keys of the messages of a commit in progress
    Phase m_shownPhase = Phase::Environment;
    bool m_hasShown = false;
    bool m_peopleKnown = false;
    bool m_filling = false;
    bool m_busy = false;
    int m_request = 0;
    int m_checkoutRequest = 0;
    CancelToken m_checkoutAsked;

    QTreeWidget* m_tree = nullptr;
    TextLabel* m_total = nullptr;
    TextLabel* m_checkout = nullptr;
    TextLabel* m_messageTitle = nullptr;
    QComboBox* m_form = nullptr;
    TextLabel* m_formWhy = nullptr;
    QPlainTextEdit* m_message = nullptr;
    TextLabel* m_signOffLine = nullptr;
    QLineEdit* m_name = nullptr;
    QLineEdit* m_mail = nullptr;
    TextLabel* m_authorWhy = nullptr;
    TextLabel* m_unsigned = nullptr; ///< notes that git would sign and Rocport does not
    QCheckBox* m_signOff = nullptr;
    QVBoxLayout* m_commitRows = nullptr;
    TextLabel* m_commitsTitle = nullptr;
    QWidget* m_commits = nullptr;
    TextLabel* m_problem = nullptr;
    QPushButton* m_commit = nullptr;
    QPushButton* m_export = nullptr;
    QPushButton* m_handOff = nullptr;
};

/// Why a phase's commits cannot be rewritten, as a sentence; empty: they can, or there are none.
QString hindranceText(const PhasePreview& phase);

} // namespace rocport
