#pragma once

#include "core/project/session/projectreviews.h"

#include <QObject>

class QMenu;

namespace rocport {

class HunkDiff;
class HunkTree;
class PortCommands;
class ThreadsPanel;

/// What can be done to the hunks of a port review by key, button and menu: decide, edit, comment,
/// undo, and go from one to the next. Decides through ProjectReviews only.
class PortActions : public QObject
{
    Q_OBJECT

public:
    /// What it needs of the page; all outlive it.
    struct Parts
    {
        ProjectReviews& reviews;
        PortCommands& commands;
        HunkTree& tree;
        HunkDiff& diff;
        ThreadsPanel& threads;
    };
    explicit PortActions(const Parts& parts, QObject* parent = nullptr);

    /// Says which commands can be used now.
    void update() const;
    /// Goes to the first hunk that an undone or redone step was about.
    void showChanged(const ReviewState& before, const ReviewState& now);
    /// Fills the menu of the tree and of the diff.
    void fillMenu(QMenu& menu) const;
    /// Decides the current hunk as an edit with what the rules would write.
    void useRuleText();

Q_SIGNALS:
    /// A step is about to be undone or redone; false: it was not.
    void goingBack(bool going);
    void said(const QString& sentence);

private:
    void addCommands();
    void addGoing();
    void decide(DecisionKind kind);
    void decideAll(const QVector<QByteArray>& ids, DecisionKind kind, const QString& none);
    void acceptEqual();
    void acceptSameRule();
    void acceptNames();
    void goTo(const QByteArray& id, const QString& none);
    [[nodiscard]] QVector<QByteArray>
    openOf(const std::function<bool(const ReviewHunk&)>& wanted) const;
    [[nodiscard]] QString whyNone() const;
    [[nodiscard]] QString whyNotCurrent() const;
    [[nodiscard]] QString whyNotWritable() const;
    void updateDeciding() const;
    [[nodiscard]] const ReviewHunk* current() const;

    ProjectReviews& m_reviews;
    PortCommands& m_commands;
    HunkTree& m_tree;
    HunkDiff& m_diff;
    ThreadsPanel& m_threads;
};

} // namespace rocport
