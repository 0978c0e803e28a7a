#pragma once

#include "core/base/repopath.h"
#include "core/joblog/knownfailures.h"
#include "core/project/nodes/remoteservice.h"
#include "ui/theme/glyph.h"

#include <QDateTime>
#include <QHash>

#include <chrono>
#include <optional>

namespace rocport {

/// "6:33", "1:02:03"; negative times are 0.
QString elapsedText(std::chrono::seconds time);
/// "2–5 minutes", "40 s": for sentences.
QString spokenTime(std::chrono::seconds time);
/// "Running", "Succeeded", …
QString jobStateName(JobState state);
Mark jobMark(JobState state);
/// How long a job has been running; nothing before it started.
std::optional<std::chrono::seconds> workTime(const JobStatus& status, const QDateTime& now);
/// Progress of a stage; null: nothing is known about it yet.
const StageProgress* progressOf(const JobStatus& status, const QString& stage);
/// The stage in progress, or the last that ended; -1: none has begun.
int currentStage(const JobEntry& job);
/// The second line of a job in the list: node, stage or state.
QString jobLine(const JobEntry& job);
/// Numbers of a project's jobs by id, from 1 in the order in which they were created. Replayed ones
/// have none.
QHash<QString, int> jobNumbers(const RemoteState& state);
/// "Job 3"; "Recorded job" for 0, the number of a replayed one.
QString jobName(int number);
/// A file in a compiler's or Python's message as a path in the repository; empty: outside it.
RepoPath repositoryPath(const JobEntry& job, const QString& file);
/// A line for a shell on the node that prints what all processes of the job are doing; empty: its
/// process is not known.
QString stackDumpCommand(const JobEntry& job);

/// The shell text of a job's stages in order, with secrets masked; empty: it runs nothing.
QString commandText(const JobSpec& job);

/// The notice above the log.
struct RunNotice
{
    enum class Kind : quint8 { None, Info, Warning, Failure };
    Kind kind = Kind::None;
    QString id; ///< what it is about; hiding it hides this only
    QString title, text;
    qint64 logLine = -1;     ///< the line of the log that shows it, from 0
    bool offersDump = false; ///< along with waiting and cancelling
    bool offersReattach = false;
};
/// The most useful thing to say about a job at the moment.
RunNotice noticeFor(const JobEntry& job, const QVector<FailureMatch>& failures,
                    const QDateTime& now);

/// The state of a matrix as that of one job: running while a cell does, failed if one did.
JobStatus matrixStatus(const Matrix& matrix);

} // namespace rocport
