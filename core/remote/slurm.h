#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVector>

#include <chrono>
#include <limits>

namespace rocport {

/// How Slurm is used, if jobs go through it.
struct SlurmSettings
{
    bool use = false;
    QString partition; ///< empty: the cluster's default; so are the next three
    QString account;
    QString gpus;        ///< for --gpus: "1", "mi300x:2"; empty: none requested
    QString timeLimit;   ///< in sbatch's form: "02:00:00"
    QStringList options; ///< further arguments of sbatch, one each

    friend bool operator==(const SlurmSettings&, const SlurmSettings&) = default;
};

/// One job, as it is submitted to Slurm.
struct SlurmJob
{
    QString name;          ///< --job-name
    QString workingFolder; ///< absolute, on the cluster
    QString output;        ///< file for standard output; Slurm expands its patterns (%A, %a)
    QString errors;        ///< for standard error; empty: with the output
    QString script;        ///< path of the script on the cluster
    QStringList arguments; ///< of the script
    QString nodeName;      ///< run only on this node of the cluster; empty: any
};

/// Argument lists, program first (Slurm 22.05 and newer: --gpus, --parsable).
QStringList sbatchCommand(const SlurmSettings& slurm, const SlurmJob& job);
/// One array of `tasks` tasks, numbered from 0, each of which runs the script with its number in
/// SLURM_ARRAY_TASK_ID. At most `atOnce` tasks run at the same time; 0: Slurm decides.
QStringList sbatchArrayCommand(const SlurmSettings& slurm, const SlurmJob& job, int tasks,
                               int atOnce = 0);
/// A path for --output and --error in which Slurm replaces nothing ("%" doubled).
QString slurmFileName(const QString& path);
/// A command that runs on a node allocated by Slurm while its caller waits.
QStringList srunCommand(const SlurmSettings& slurm, const QString& name, const QStringList& inner);
QStringList squeueCommand(const QStringList& ids);
QStringList sacctCommand(const QStringList& ids);
/// With a signal ("TERM"), only that is sent, to all steps and the script.
QStringList scancelCommand(const QString& id, const QString& signal = {});
/// Lists partitions, to choose from: "sinfo -h -o %R".
QStringList sinfoCommand();

enum class SlurmPhase : quint8 {
    Pending,
    Running, ///< includes starting and ending
    Succeeded,
    Failed,
    Cancelled,
    TimedOut,
    OutOfMemory,
    NodeFailed, ///< the node died, or Slurm took it back
    Unknown,    ///< an unknown state, given in `word`
};

/// What squeue or sacct says about one job or one task of an array.
struct SlurmState
{
    QString id; ///< "123", "123_4", or "123_[5-9]" for waiting tasks
    SlurmPhase phase = SlurmPhase::Unknown;
    QString word;     ///< Slurm's: "PENDING"
    QString reason;   ///< why it waits: "Resources"; empty: none given
    QString nodes;    ///< where it runs or ran
    int exitCode = 0; ///< from sacct
    int signal = 0;   ///< from sacct
    std::chrono::seconds elapsed{0};
};

/// The job id in the output of `sbatch --parsable` ("123" or "123;cluster"). Errors: ParseFailed.
Result<QString> parseSbatch(const QByteArray& output);
/// Parse the lines of squeueCommand() and sacctCommand(). Lines of another form are left out.
QVector<SlurmState> parseSqueue(const QByteArray& output);
QVector<SlurmState> parseSacct(const QByteArray& output);
/// The numbers of the tasks that an id names: 4 for "123_4", 5, 6 and 9 for "123_[5-6,9%2]". Empty:
/// it is not an array's. At most 10,000, and only those below `below`.
QVector<int> slurmTasks(const QString& id, int below = std::numeric_limits<int>::max());
SlurmPhase slurmPhase(const QString& word);
/// Why a job waits, in words for people; empty for an empty reason.
QString slurmReason(const QString& reason);
/// Why Slurm took no job, from what sbatch wrote (and, for arrays, the line MaxArraySize of
/// `scontrol show config`): a sentence that says what and what to do. Empty: sbatch said nothing.
QString slurmRefusal(const QByteArray& errors);
/// The state as a sentence for people.
QString slurmSentence(const SlurmState& state);

} // namespace rocport
