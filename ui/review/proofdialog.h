#pragma once

#include "core/base/cancel.h"
#include "core/project/proof/prooftexts.h"
#include "ui/review/difflayout.h"
#include "ui/theme/widgets.h"

#include <QDialog>

class QStackedWidget;

namespace rocport {

class DiffView;
class SyntaxRepository;

/// Why a change is proved or not: what an NVIDIA build sees of the file with the change, beside the
/// original, with differences marked; or beside the ported file, which shows what the proof leaves
/// out. A snapshot; makes no decisions.
class ProofDialog : public QDialog
{
    Q_OBJECT

public:
    /// `hunkKey`: a change of the session's state. Collaborators outlive the dialog.
    ProofDialog(ProjectSession& session, ThemeProvider& provider, SyntaxRepository& syntax,
                const QByteArray& hunkKey, QWidget* parent = nullptr);
    ~ProofDialog() override;

    [[nodiscard]] DiffView& diff() { return *m_diff; }

private:
    /// Both comparisons; made in a worker thread.
    struct Shown
    {
        ProofTexts texts;
        DiffLayout beside[2]; ///< the original or the port; the projection is always on the right
    };
    enum Page { WaitPage, DiffPage, TextPage };

    static Result<Shown> layOut(const Result<ProofTexts>& texts);
    QWidget* buildHead();
    void load(const QByteArray& hunkKey);
    void fill(const Result<Shown>& shown);
    void showBeside(int which);
    void step(int direction);
    void updateCount();

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    CancelToken m_cancel;
    std::shared_ptr<const Shown> m_shown;
    VerdictLabel* m_verdict;
    TextLabel* m_title;
    TextLabel* m_how;
    TextLabel* m_reason;
    TextLabel* m_count;
    SegmentedControl* m_beside;
    QPushButton* m_previous;
    QPushButton* m_next;
    QStackedWidget* m_pages;
    DiffView* m_diff;
    EmptyState* m_text;
    int m_difference = -1; ///< the one visited last
};

} // namespace rocport
