#pragma once

#include "core/base/place.h"
#include "core/project/session/projectstate.h"

#include <QObject>

#include <functional>

namespace rocport {

class ChangeList;
class ReviewCommands;
class ReviewDesk;
class ReviewQuestions;
class ShownFile;

/// Every way to a change, a file or a line: steps from change to change, places that others lead
/// to, the last place of an earlier session, and what is shown after another scan. Determines which
/// change is the current one; list and diff follow.
class ReviewNavigator : public QObject
{
    Q_OBJECT

public:
    /// All outlive it.
    ReviewNavigator(ReviewDesk& desk, ReviewCommands& commands, ChangeList& list, ShownFile& shown,
                    ReviewQuestions& questions, QObject* parent = nullptr);

    /// Makes a change the current one and shows it; -1: none is current.
    void goTo(int change);
    /// Selects a change and shows its file.
    void showHunk(const QByteArray& key);
    /// Shows a target file from its first open change on.
    void showFile(const RepoPath& path);
    /// Shows the file with the line marked, and makes the change that it belongs to, if any, the
    /// current one. Line 0: as showFile().
    void showPlace(const Place& place);
    /// Shows a change, or a target file if `change` is -1, even if the list leaves it out.
    void showFound(const RepoPath& path, int change);
    /// Shows the place and then asks; nothing is asked if the user goes to another place meanwhile.
    void askAt(const Place& place, const std::function<void()>& question);
    /// The target file in which a place is shown; empty: none.
    [[nodiscard]] RepoPath targetOf(const Place& place) const;

    /// Lists all changes of a rule, decided or not, grouped by rule, and shows the first open one;
    /// without a rule's id, those of the chosen phase.
    void listChanges(const QString& rule);
    /// Narrows the list; if the current change is not in it, the first one becomes current.
    void setPhase(std::optional<Phase> phase);

    /// Where the user is, for resume(): see ReviewPlace. Empty: nowhere.
    [[nodiscard]] QString place() const;
    /// Goes to what place() returned once there is a scan; to the first open change if that place
    /// no longer exists.
    void resume(const QString& place);
    /// To be called when another scan is shown, or none: continues with the change `key` that was
    /// current in the state `before`, else with the file `path`, else with the first open change.
    void goOn(const ProjectState* before, const QByteArray& key, const RepoPath& path);

    /// Updates which commands can be used now.
    void update() const;

Q_SIGNALS:
    /// Asks for the changes to be shown, not the findings.
    void changesRequested();
    /// What is shown is no longer what a finding led to.
    void leftPlace();
    /// No change is current now.
    void noneCurrent();

private:
    void addCommands();
    void change(int change, bool fromList);
    void showWithoutChange(const RepoPath& path);
    void step(int direction);
    void stepFile(int direction);
    void goToEnd(int direction);
    void lineReached(int change, int before);
    [[nodiscard]] bool goToResumed();
    [[nodiscard]] bool resumeAt(const RepoPath& path, int topLine, int change);

    ReviewDesk& m_desk;
    ReviewCommands& m_commands;
    ChangeList& m_list;
    ShownFile& m_shown;
    ReviewQuestions& m_questions;
    QString m_resume;  ///< a place to go to after the first scan
    int m_before = -1; ///< the change before a place that belongs to no change
};

} // namespace rocport
