#pragma once

#include "core/remote/job.h"
#include "core/remote/slurm.h"

#include <QByteArrayList>
#include <QHash>

namespace rocport {

/// Jobs that are handed to a node's queue at once, as one array. Each task is a job like any other,
/// with a folder, a log and results of its own. A value.
struct JobArray
{
    QString id; ///< of the form of a job's id
    /// Task i has the id arrayTaskId(id, i), `array` = id and `task` = i. All are on the same node,
    /// and go to its queue with the same settings; what runs, and in which image, differs. All that
    /// have a tree have the same.
    QVector<JobSpec> tasks;
    int atOnce = 0; ///< at most so many tasks run at the same time; 0: the queue decides
};

/// The most tasks that Rocport hands over at once. Slurm's own limit (MaxArraySize) is 1,001 unless
/// the cluster says otherwise.
inline constexpr int kMostArrayTasks = 400;

/// What is wrong with an array before it starts, a sentence each; empty: nothing.
QStringList arrayProblems(const JobArray& array);

/// The files of the array's own folder on the node, ready for makeTar(); none of its tasks. Empty:
/// the node's queue knows no arrays.
QVector<QPair<QString, QByteArray>> composeArrayFiles(const JobArray& array,
                                                      const QString& workspace);

/// How far a task is, as its folder on the node shows it.
enum class TaskLife : quint8 {
    Waiting, ///< its array was not handed to the queue yet
    Claimed, ///< the queue has it
    Running,
    Ended, ///< with an exit status
};

/// What a node says about an array.
struct ArrayReport
{
    QString queueId;        ///< Slurm's number of the array; empty: Slurm does not have it
    bool answered = false;  ///< Slurm did: what is not in `states` it has forgotten
    bool unstarted = false; ///< it is there, but nothing began to hand it over
    /// It was begun to hand it over, nothing does any more, and Slurm does not have it.
    bool unsubmitted = false;
    QHash<int, TaskLife> lives;
    QHash<int, SlurmState> states; ///< of each task that Slurm knows
};

/// Reads the lines of the agent's answer (docs/runs.md), without "@rocport ". They come from a
/// node: malformed ones are left out. Where squeue and sacct both know a task, squeue counts.
ArrayReport parseArrayReport(const QByteArrayList& lines);

} // namespace rocport
