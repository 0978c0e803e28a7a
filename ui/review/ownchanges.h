#pragma once

#include "core/project/session/projectguards.h"
#include "core/project/session/session.h"

#include <QObject>

#include <optional>

namespace rocport {

class DiffView;
class ReviewDesk;
class ReviewQuestions;

/// Changes of the user's own: a guard around lines that are chosen, or an edit of lines where no
/// guard can stand. Each is asked for with a reason, and edited once it is shown.
class OwnChanges : public QObject
{
    Q_OBJECT

public:
    /// All outlive it.
    OwnChanges(ReviewDesk& desk, ReviewQuestions& questions, DiffView& diff,
               QObject* parent = nullptr);

    /// The selected bytes of the original: exact where a row shows the original, else whole lines
    /// of the change that the row belongs to. `caret`: the line of the caret where nothing is
    /// selected. Nothing: no line is shown there.
    [[nodiscard]] std::optional<ByteRange> selected(bool caret = false) const;

    /// Asks for a guard around the selected lines; `key` is the command's own, for who selected
    /// none.
    void guardSelection(const QString& key);
    /// Writes a change at the selection, else at the caret. A change that is proposed there is
    /// edited instead.
    void write();
    /// Asks for a guard around `check.lines`, or for a plain change of `wanted` where none can
    /// stand.
    void askGuard(const RepoPath& path, const SelectionCheck& check, const LineSpan& wanted);
    /// Takes the guard or change of the user's own that is current back.
    void remove();
    /// A change that was just made is edited as soon as its file is shown.
    void showNew();

Q_SIGNALS:
    /// This change, as an index into the model's changes, is to be the current one.
    void changeWanted(int change);
    /// The current change is to be edited, where that is possible.
    void editWanted();
    /// The change of this key was just made and is to be shown.
    void newWanted(const QByteArray& key);
    /// It is shown, and is to be edited.
    void newShown();
    /// A guard was made or taken back, and is not shown yet.
    void changed();

private:
    void askOnceChecked(const RepoPath& path, ByteRange range, const LineSpan& wanted);
    void askPlain(const RepoPath& path, const QString& problem, const LineSpan& lines);
    void make(const RepoPath& path, const LineSpan& lines, OwnChange kind);

    ReviewDesk& m_desk;
    ReviewQuestions& m_questions;
    DiffView& m_diff;
    QByteArray m_new; ///< key of the one that is to be edited once it is shown
};

} // namespace rocport
