#pragma once

#include "core/project/session/session.h"
#include "ui/review/gatemodel.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

class QPushButton;
class QStackedWidget;
class QTreeView;

namespace rocport {

struct CompilerProof;

/// What a compile check on this machine uses: programs of the environment, and those that the
/// settings "compile/compiler" and "compile/rocm-path" name.
GateOptions gateOptionsOf(const UiSettings& settings);

/// Results of the compile check: files, failed first, and their errors, each leading to the change
/// or the line. Starts checks and proofs by compilers as tasks of the session; they run in the
/// background and are shown in the status bar. The settings "compile/compiler",
/// "compile/rocm-path", "compile/nvcc" and "compile/python" name programs and folders; empty: the
/// best one found.
class GatePanel : public QWidget
{
    Q_OBJECT

public:
    /// Collaborators outlive the panel.
    GatePanel(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
              QWidget* parent = nullptr);

    /// Starts a compile check of what is accepted now.
    void check();
    /// Starts one that runs the project's build files, in a sandbox, to find out what is compiled.
    void checkWhole();
    /// Starts a proof by compilers.
    void prove();
    [[nodiscard]] GateModel& model() { return *m_model; }
    [[nodiscard]] QString summary() const { return m_summary->text(); }

Q_SIGNALS:
    /// An error in a change was selected.
    void hunkRequested(const QByteArray& key);
    /// A file, or an error in original text, was selected; line 0: the file.
    void placeRequested(const rocport::Place& place);
    void closeRequested();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void stateChanged();
    void compilersProved(const CompilerProof& proof);
    void activate(const QModelIndex& index);
    void updateSummary();

    ProjectSession& m_session;
    UiSettings& m_settings;
    GateModel* m_model;
    PanelHeader* m_header;
    TextLabel* m_title;
    ElidedLabel* m_summary;
    Chip* m_stale;
    QPushButton* m_again;
    QPushButton* m_whole;
    QPushButton* m_prove;
    QPushButton* m_close;
    ElidedLabel* m_note;
    QStackedWidget* m_stack;
    QTreeView* m_tree;
    EmptyState* m_empty;
    QString m_nvcc; ///< the result of the newest proof by compilers
    QStringList m_compilerNotes;
};

} // namespace rocport
