#pragma once

#include "core/base/result.h"
#include "core/store/projectfile.h"

#include <QByteArray>
#include <QFuture>
#include <QObject>
#include <QSet>
#include <QString>
#include <QVector>

namespace rocport {

class OpenProject;
class RepoPath;
class StepRecorder;
enum class GuardWidth : quint8;
struct ByteRange;
struct LineSpan;
struct SelectionCheck;

/// How lines become a change of the user's own.
enum class OwnChange : quint8 {
    Guarded,  ///< only where a guard can stand
    Anywhere, ///< without a guard where none can
};

/// The guards of a session: how much they take in, and those that the user puts around lines. What
/// changes is a step of the history once the scan is laid out with it, and is shown. Lives in the
/// session's thread.
class ProjectGuards : public QObject
{
    Q_OBJECT

public:
    ProjectGuards(OpenProject& project, StepRecorder& recorder);

    /// Sets how much guards take in, for the project, a file or some changes, and shows it: changes
    /// inside a wider guard fold into one and take its decisions, narrower ones come back. Ends in
    /// StateChange::Everything, with ProjectScanner::guardsKept() where a wider guard could not be
    /// proved; from then on it is one step of the history, with what it did to decisions. Errors:
    /// ProjectReadOnly, NotPossibleNow (a change is committed; undo the commit first).
    Result<void> setWidth(GuardWidth width);
    Result<void> setWidth(const RepoPath& file, GuardWidth width);
    Result<void> setWidth(const QVector<QByteArray>& hunkKeys, GuardWidth width);
    /// Judges a selection of the original's bytes for a guard of the user's own. Errors:
    /// FileNotFound, FileUnreadable.
    QFuture<Result<SelectionCheck>> checkSelection(const RepoPath& file, ByteRange selection);
    /// Puts a guard around `lines` of a file's original: a copy for ROCm, to be edited in place,
    /// and the original. OwnChange::Anywhere: where no guard can stand, or for a kind of file that
    /// has none, the lines themselves, to be edited and proved as an edit is. Gives its key once it
    /// is shown. Errors: those of checkSelection(), InvalidArgument (no such lines; Guarded: they
    /// cannot be guarded; Anywhere: the file is not text), NotPossibleNow (they hold a committed
    /// change, or a change of the user's own), IsolationViolated (Guarded).
    QFuture<Result<QByteArray>> guardLines(const RepoPath& file, const LineSpan& lines,
                                           const QString& reason,
                                           OwnChange kind = OwnChange::Guarded);
    /// Takes a guard of the user's own back. Errors: InvalidArgument (there is none), and those of
    /// setWidth().
    Result<void> remove(const QByteArray& key);

    // For the history and the scan of the same session.

    /// Does what a step does to guards, or takes it back, here and in the file.
    void apply(const GuardStep& step, bool forward);
    /// How many steps are done that are not shown yet, and so are in no history.
    [[nodiscard]] qsizetype pending() const { return m_pending.size(); }
    /// Those steps; they are shown now.
    [[nodiscard]] QVector<DecisionBatch> takePending();
    /// Another project is open.
    void forgetPending()
    {
        m_pending.clear();
        m_walked = false;
    }
    /// What is laid out next is a step of the history, whose log says what was decided at those
    /// widths.
    void setWalked(bool walked) { m_walked = walked; }
    [[nodiscard]] bool isWalked() const { return m_walked; }
    /// Has the scan given its guards anew.
    void layOut() { Q_EMIT layoutNeeded(); }
    /// Does layOut() where an edit of a scanned change is another one than `before`: a
    /// wide guard holds the edits of what folds into it.
    void followEdits(const DecisionLog& before, const QVector<QByteArray>& keys);

Q_SIGNALS:
    /// The scan has to be given its guards anew.
    void layoutNeeded();

private:
    Result<void> applyWidths(const QString& label, const QVector<GuardSetting>& settings,
                             const QSet<QByteArray>& changed);
    /// Does a step and has it shown; it is entered into the history once it is.
    void change(const QString& label, const GuardStep& step);

    OpenProject& m_project;
    StepRecorder& m_recorder;
    QVector<DecisionBatch> m_pending; // steps that are not shown yet
    bool m_walked = false;            // what is being laid out is a step of the history
};

/// `widths` with a setting in it; without a width, the setting of its subject is taken out.
void setGuardSetting(QVector<GuardSetting>& widths, const GuardSetting& setting);
/// The settings that a step leads to, or that it came from.
QVector<GuardSetting> settingsOf(const GuardStep& step, bool forward);

} // namespace rocport
