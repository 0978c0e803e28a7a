#pragma once

#include "core/project/session/projectguards.h"
#include "core/project/session/session.h"

#include <QObject>

#include <optional>

namespace rocport {

class DiffView;
class ReviewDesk;
class ReviewQuestions;

/// Changes of the user's own: a guard around selected lines, or an edit of lines where no guard is
/// possible. Each needs a reason, and is edited once it is shown.
class OwnChanges : public QObject
{
    Q_OBJECT

public:
    /// All outlive it.
    OwnChanges(ReviewDesk& desk, ReviewQuestions& questions, DiffView& diff,
               QObject* parent = nullptr);

    /// The selected bytes of the original: exact if a row shows the original, else whole lines of
    /// the change that the row belongs to. `caret`: the line of the caret if nothing is selected.
    /// Nothing: no line is shown there.
    [[nodiscard]] std::optional<ByteRange> selected(bool caret = false) const;

    /// Asks for a guard around the selected lines; `key` is the command's own, for a message if
    /// none are selected.
    void guardSelection(const QString& key);
    /// Makes a change at the selection, else at the caret. A change that is proposed there is
    /// edited instead.
    void write();
    /// Asks for a guard around `check.lines`, or for a plain change of `wanted` where none is
    /// possible.
    void askGuard(const RepoPath& path, const SelectionCheck& check, const LineSpan& wanted);
    /// Removes the guard or change of the user's own that is current.
    void remove();
    /// Edits a change that was just made as soon as its file is shown.
    void showNew();

Q_SIGNALS:
    /// Asks for this change, an index into the model's changes, to become the current one.
    void changeWanted(int change);
    /// Asks for the current change to be edited, if possible.
    void editWanted();
    /// The change with this key was just made; asks for it to be shown.
    void newWanted(const QByteArray& key);
    /// The new change is shown; asks for it to be edited.
    void newShown();
    /// A guard was made or removed, which is not shown yet.
    void changed();

private:
    void askOnceChecked(const RepoPath& path, ByteRange range, const LineSpan& wanted);
    void askPlain(const RepoPath& path, const QString& problem, const LineSpan& lines);
    void make(const RepoPath& path, const LineSpan& lines, OwnChange kind);

    ReviewDesk& m_desk;
    ReviewQuestions& m_questions;
    DiffView& m_diff;
    QByteArray m_new; ///< key of the one to edit once it is shown
};

} // namespace rocport
