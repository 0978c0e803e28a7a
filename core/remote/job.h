#pragma once

#include "core/base/result.h"
#include "core/remote/node.h"

#include <QDateTime>
#include <QJsonObject>
#include <QString>
#include <QVector>

#include <chrono>

namespace rocport {

enum class StageKind : quint8 { Sync, Build, Load, Verify, Command, Probe };
QString stageKindId(StageKind kind); ///< "sync", "build", "load", "verify", "command", "probe"

/// One step of a job, as it runs on the node.
struct JobStage
{
    QString id;    ///< "build"; letters, digits, '-'; unique in its job
    QString title; ///< "Build with hipcc"
    StageKind kind = StageKind::Command;
    /// POSIX shell text, run by `sh` in the tree (in the job's folder where there is none). Its
    /// exit status is the stage's. Empty for Sync, which happens before the job starts.
    QString script;
    std::chrono::seconds expected{0}; ///< usual time; zero: unknown
    QString expectation;              ///< a sentence about it, for people; may be empty
    bool goOnAfterFailure = false;    ///< the next stage runs anyway
    /// What it compiles or tunes on first use (firstrun.h): "torch.compile", "triton", "aiter", …;
    /// empty: nothing known.
    QString component;
    bool coldCaches = false; ///< the node's caches for the component were empty before
};

/// A job as it was started. A value; never changes.
struct JobSpec
{
    QString id;    ///< made by newJobId(): "20261122-054501-3f9a"
    QString title; ///< "Build seqkernels"
    Node node;
    QVector<JobStage> stages;
    QString tree;       ///< name of the synchronised tree on the node; empty: none
    QByteArray portKey; ///< what the tree held: hash of the accepted port; empty: none
    QVector<QPair<QString, QString>> environment; ///< set for all stages
    QString setup;                     ///< shell text to run before the first stage (env.sh); may
                                       ///  be empty
    std::chrono::seconds timeLimit{0}; ///< zero: none; else at least ten minutes
    QVector<QPair<QString, QByteArray>> files; ///< put into the job's folder: name, bytes
    QDateTime created;                         ///< UTC
    /// The array that it is a task of, and its number there from 0 (jobarray.h); empty and -1:
    /// none. A task works on a copy of the tree, since others use the tree at the same time.
    QString array;
    int task = -1;
    QString purpose; ///< "run", "build", "load", "verify", "capture", "stability"
    /// What it was made from, in a form that its maker chooses: kept with the record, so that
    /// results can be read after a restart. Not sent to the node.
    QJsonObject origin;
};
QString newJobId();
/// For records: values of secret-looking variables are left out, and every other text is masked
/// (maskedText()). Not for running.
QJsonObject jobToJson(const JobSpec& job);
/// Checks every field, since a record may come from elsewhere. Errors: ParseFailed, `object` is the
/// field.
Result<JobSpec> jobFromJson(const QJsonObject& object);
/// Whether it has the form of a job id: 1 to 64 letters, digits and '-', not beginning with '-'.
bool isJobId(const QString& id);
/// The id of one task of an array: that of the array, '-' and the task's number.
QString arrayTaskId(const QString& array, int task);
/// What is wrong with a job before it starts, a sentence each; empty: nothing.
QStringList jobProblems(const JobSpec& job);

enum class JobState : quint8 {
    Preparing, ///< here: the script is being made
    Syncing,   ///< sources are being sent
    Queued,    ///< Slurm has it
    Running,
    Detached, ///< still running; nobody follows it, at the user's request
    Lost,     ///< still running as far as known; no contact, Rocport tries again
    Stopping, ///< asked to end
    Succeeded,
    Failed,    ///< a stage ended with another status than 0, or by a signal
    Cancelled, ///< ended at the user's request
    TimedOut,  ///< over its time limit
    Vanished,  ///< ended without a report: node rebooted, killed from outside, folder removed
};
QString jobStateId(JobState state); ///< "preparing", … as in JSON and the project file
Result<JobState> jobStateFromId(const QString& id);
bool isEnded(JobState state); ///< Succeeded and those after it

struct StageProgress
{
    QString id;
    QDateTime started, ended; ///< UTC by this machine's clock; invalid: not yet
    int exitCode = -1;        ///< 128 + n for signal n; -1: not ended
};

/// What is known about a job. A value.
struct JobStatus
{
    JobState state = JobState::Preparing;
    QString sentence; ///< what happened, where, what to do; empty when there is nothing to say
    int exitCode = -1;
    qint64 remotePid = 0;     ///< of the job's group on the node
    QString queueId;          ///< Slurm's job id, "123" or "123_4"; empty: none
    QString queueState;       ///< Slurm's newest word on it: "PENDING"; empty: none
    QString queueReason;      ///< why it waits there, as Slurm says it: "Resources"
    QDateTime started, ended; ///< UTC
    QDateTime lastContact;    ///< the node's newest answer
    QDateTime lastOutput;
    qint64 logBytes = 0; ///< bytes of the log that are here
    QByteArray logHash;  ///< SHA-256 in hex of the whole log; set once the job has ended and the
                         ///  log is complete
    QVector<StageProgress> stages;
};

QJsonObject statusToJson(const JobStatus& status);
/// Errors: ParseFailed, `object` is the field.
Result<JobStatus> statusFromJson(const QJsonObject& object);

/// A job and where its record is: a folder with job.json, status.json, log and results
/// (docs/runs.md). Runs recorded elsewhere look the same, with `replayed` set.
struct JobEntry
{
    JobSpec spec;
    JobStatus status;
    QString folder; ///< absolute, on this machine
    bool replayed = false;
};

enum class BuildKind : quint8 { None, HipccFiles, CMake, Make, Pip };

/// What a user asks for, before it becomes a job (composeJob()).
struct JobRequest
{
    QString nodeId;
    QString title;    ///< empty: derived from the rest
    bool sync = true; ///< send the sources with the accepted port
    BuildKind build = BuildKind::None;
    QStringList buildArguments; ///< of cmake, make or pip, one each
    QString command;            ///< a command line for sh, to be run in the tree; empty: none
    QVector<QPair<QString, QString>> environment;
    bool useProbedEnvironment = true; ///< source the newest probe's env.sh first
    std::chrono::seconds timeLimit{0};
};

/// What would run, shown before it runs.
struct JobPreview
{
    JobSpec spec;
    QString script;  ///< the whole script as sent to the node
    QString command; ///< what starts it there, for people ("docker run …", "sbatch …")
    QVector<QPair<QString, QString>> environment; ///< secret-looking values masked
    QStringList notes;                            ///< sentences
};

} // namespace rocport
