#pragma once

#include "core/base/place.h"
#include "core/project/session/projectreviews.h"
#include "ui/theme/uisettings.h"
#include "ui/theme/widgets.h"

#include <memory>
#include <optional>

class QSplitter;
class QStackedWidget;

namespace rocport {

class ArmCheck;
class HunkDetail;
class HunkDiff;
class HunkTree;
class KeyRow;
class MissingPanel;
class PortActions;
class PortCommands;
class PortDrafts;
struct PortDraft;
class PortHeader;
class PortNotice;
class ProjectSession;
class SyntaxRepository;
struct TaskInfo;
class ThreadsPanel;

/// The review of a port that was made elsewhere, in place of the project's own changes: header,
/// tree of hunks, diff with its comments, what is known of the current hunk, and what the port does
/// not touch. Shows ProjectReviews' state and decides through it only.
class PortReviewPage : public QWidget
{
    Q_OBJECT

public:
    /// Collaborators outlive it. Settings keys begin with "review/port-".
    PortReviewPage(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
                   SyntaxRepository& syntax, QWidget* parent = nullptr);
    ~PortReviewPage() override;

    [[nodiscard]] PortCommands& commands() const { return *m_commands; }
    /// Whether there is something to show: a review, one that is being opened, or why none is.
    [[nodiscard]] bool isInUse() const;
    /// What takes the focus.
    [[nodiscard]] QWidget* entry() const;
    /// Asks for the port to review.
    void askForPort();
    void setPhase(std::optional<Phase> phase);
    /// What was typed here and is not saved, one line each.
    [[nodiscard]] QStringList unsaved() const;
    /// "Port of row kernels", for the bar that leads back here.
    [[nodiscard]] QString title() const;

    [[nodiscard]] HunkTree& tree() const { return *m_tree; }
    [[nodiscard]] HunkDiff& diff() const { return *m_diff; }
    [[nodiscard]] MissingPanel& missing() const { return *m_missing; }

Q_SIGNALS:
    void inUseChanged(bool inUse);
    /// entry() is another widget.
    void entryChanged();
    void said(const QString& sentence);
    /// A place that the port does not change is to be shown.
    void placeRequested(const rocport::Place& place);
    void ruleRequested(const QString& id);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    // portreviewbuild.cpp
    void build();
    QWidget* buildContent();
    QWidget* buildReading();
    void buildOpening();
    void buildFailed();
    void buildEmpty();
    void buildKeys();
    void addCommands();
    void connectParts();

    void stateChanged();
    void openingChanged(bool opening);
    void noteTask();
    void showProgress(const TaskInfo& task);
    void openFailed(const Error& error);
    void failed(const Error& error);
    void newRevision(const QString& what);
    void finished(const QString& branch, const QByteArray& commit);
    void request(const ReviewRequest& request);
    void requestKept(const QByteArray& id);
    void tryAgain();
    void hunkChanged(const QByteArray& id);
    void setSince(bool since);
    void showMissing();
    void switchUnified();
    void showPlace(const Place& place);
    void openMenu(const QPoint& globalPos);
    void openFinish();
    void openComments(bool missing);
    void showStranded();
    void openDrafts();
    void commentWith(const QByteArray& hunk, const PortDraft& draft);
    void forgetDrafts();
    void updateCommands();
    void fitWidth();
    void fitThreads();
    void tellUse();

    ProjectSession& m_session;
    ProjectReviews& m_reviews;
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    std::shared_ptr<const ReviewState> m_state;
    std::unique_ptr<PortCommands> m_commands;
    std::unique_ptr<PortActions> m_actions;
    PortDrafts* m_drafts;
    std::unique_ptr<ArmCheck> m_armCheck;
    PortNotice* m_notice = nullptr;
    PortNotice* m_stranded = nullptr; ///< what was typed about hunks that are gone
    QStackedWidget* m_pages = nullptr;
    QWidget* m_content = nullptr;
    PortHeader* m_header = nullptr;
    QSplitter* m_columns = nullptr;
    QSplitter* m_rows = nullptr;
    HunkTree* m_tree = nullptr;
    HunkDiff* m_diff = nullptr;
    ThreadsPanel* m_threads = nullptr;
    HunkDetail* m_detail = nullptr;
    MissingPanel* m_missing = nullptr;
    KeyRow* m_keys = nullptr;
    EmptyState* m_opening = nullptr;
    ThinProgressBar* m_bar = nullptr;
    TextLabel* m_progress = nullptr;
    QWidget* m_openingPage = nullptr;
    QWidget* m_failedPage = nullptr;
    ErrorPanel* m_error = nullptr;
    EmptyState* m_empty = nullptr;
    std::optional<ReviewRequest> m_request; ///< last asked for; nothing: a kept review was
    QByteArray m_requestedKept;
    QString m_draftsOf; ///< project file of the drafts
    std::optional<Error> m_openError;
    std::optional<bool> m_missingWanted; ///< the user's choice
    int m_task = 0;                      ///< that opens a port; 0: none
    bool m_since = false;
    bool m_sinceWanted = false; ///< once a revision to compare with is there
    bool m_going = false;       ///< an undo or redo: what changed is shown
    bool m_inUse = false;
};

} // namespace rocport
