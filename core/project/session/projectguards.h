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
    Guarded,  ///< only where a guard is possible
    Anywhere, ///< without a guard where none is possible
};

/// The guards of a session: how wide they are, and those that the user puts around lines. A change
/// becomes a step of the history once the scan has been laid out with it and is shown. Lives in the
/// session's thread.
class ProjectGuards : public QObject
{
    Q_OBJECT

public:
    ProjectGuards(OpenProject& project, StepRecorder& recorder);

    /// Sets how wide guards are, for the project, a file or some changes, and shows it: changes
    /// inside a wider guard fold into one and take its decisions; narrower ones reappear.
    /// StateChange::Everything follows, with ProjectScanner::guardsKept() if a wider guard could
    /// not be proved; from then on it is one step of the history, with its effect on decisions.
    /// Errors: ProjectReadOnly, NotPossibleNow (a change is committed; undo the commit first).
    Result<void> setWidth(GuardWidth width);
    Result<void> setWidth(const RepoPath& file, GuardWidth width);
    Result<void> setWidth(const QVector<QByteArray>& hunkKeys, GuardWidth width);
    /// Checks whether a guard of the user's own can be put around a selection of the original's
    /// bytes. Errors: FileNotFound, FileUnreadable.
    QFuture<Result<SelectionCheck>> checkSelection(const RepoPath& file, ByteRange selection);
    /// Puts a guard around `lines` of a file's original: a copy for ROCm, to be edited in place,
    /// and the original. OwnChange::Anywhere: where no guard is possible, or for a kind of file
    /// without guards, the lines themselves, to be edited and proved like an edit. Returns its key
    /// once it is shown. Errors: those of checkSelection(), InvalidArgument (no such lines;
    /// Guarded: they cannot be guarded; Anywhere: the file is not text), NotPossibleNow (they
    /// contain a committed change, or a change of the user's own), IsolationViolated (Guarded).
    QFuture<Result<QByteArray>> guardLines(const RepoPath& file, const LineSpan& lines,
                                           const QString& reason,
                                           OwnChange kind = OwnChange::Guarded);
    /// Removes a guard of the user's own. Errors: InvalidArgument (there is none), and those of
    /// setWidth().
    Result<void> remove(const QByteArray& key);

    // For the history and the scan of the same session.

    /// Applies what a step does to guards, or undoes it, in the state and in the file.
    void apply(const GuardStep& step, bool forward);
    /// How many steps have been made that are not shown yet, and so are not in the history.
    [[nodiscard]] qsizetype pending() const { return m_pending.size(); }
    /// Takes those steps; they are shown now.
    [[nodiscard]] QVector<DecisionBatch> takePending();
    /// To be called when another project is open.
    void forgetPending()
    {
        m_pending.clear();
        m_walked = false;
    }
    /// Whether what is laid out next is a step of the history, whose log says what was decided at
    /// those widths.
    void setWalked(bool walked) { m_walked = walked; }
    [[nodiscard]] bool isWalked() const { return m_walked; }
    /// Asks for the scan's guards to be laid out again.
    void layOut() { Q_EMIT layoutNeeded(); }
    /// Calls layOut() if an edit of a scanned change differs from the one in `before`: a wide guard
    /// contains the edits of what folds into it.
    void followEdits(const DecisionLog& before, const QVector<QByteArray>& keys);

Q_SIGNALS:
    /// The scan's guards have to be laid out again.
    void layoutNeeded();

private:
    Result<void> applyWidths(const QString& label, const QVector<GuardSetting>& settings,
                             const QSet<QByteArray>& changed);
    /// Makes a step and has it shown; then it is entered into the history.
    void change(const QString& label, const GuardStep& step);

    OpenProject& m_project;
    StepRecorder& m_recorder;
    QVector<DecisionBatch> m_pending; // steps that are not shown yet
    bool m_walked = false;            // what is being laid out belongs to a step of the history
};

/// Puts a setting into `widths`; without a width, the setting for its subject is removed.
void setGuardSetting(QVector<GuardSetting>& widths, const GuardSetting& setting);
/// The settings that a step leads to, or that it started from.
QVector<GuardSetting> settingsOf(const GuardStep& step, bool forward);

} // namespace rocport
