#pragma once

#include "core/remote/jobarray.h"

#include <functional>

namespace rocport {

/// One column of a matrix: where, in what and for what the checks run. Empty fields are those of
/// the node and the project.
struct MatrixPlace
{
    QString image;        ///< container image
    QString partition;    ///< of Slurm
    QString architecture; ///< "gfx942"

    /// "rocm/pytorch:6.4, mi300x, gfx942"; empty where all fields are.
    [[nodiscard]] QString title() const;
    friend bool operator==(const MatrixPlace&, const MatrixPlace&) = default;
};

/// Checks by places, each cell of which is a job. A value.
struct MatrixPlan
{
    QString id;
    QString title;
    QStringList checks; ///< titles of the rows
    QStringList places; ///< of the columns
    /// Slurm gives all tasks of an array one partition: there is one array for each that is named.
    QVector<JobArray> arrays;

    [[nodiscard]] qsizetype cells() const;
};

/// Makes the job of one check, by its number, at a place. The node has the place's image and
/// partition. Its id and title are replaced.
using ComposeCell =
    std::function<Result<JobSpec>(qsizetype check, const MatrixPlace& place, const Node& node)>;

/// The node with the image and the partition of a place.
Node nodeAt(const Node& node, const MatrixPlace& place);

/// Plans a matrix; nothing is run. `atOnce` tasks of each array run at the same time at most; 0:
/// Slurm decides. Every job says in its origin which cell it is, so that matrices are found again
/// by matricesOf(). Errors: InvalidArgument (no check, no place, two with the same title,
/// arrayProblems()), and those of `compose`.
Result<MatrixPlan> planMatrix(const QString& title, const QStringList& checks,
                              const QVector<MatrixPlace>& places, const Node& node, int atOnce,
                              const ComposeCell& compose);

/// A cell as a matrix shows it.
struct MatrixCell
{
    QString jobId; ///< empty: its record is missing
    JobStatus status;
    QString words;            ///< matrixCellWords(), or what its check found
    bool checkFailed = false; ///< the job succeeded, but what it brought back is not right

    [[nodiscard]] bool succeeded() const
    {
        return status.state == JobState::Succeeded && !checkFailed;
    }
};

/// A matrix that was started, found by the records of its jobs.
struct Matrix
{
    QString id;
    QString title;
    QString nodeId, nodeName;
    QStringList checks, places;
    QDateTime created;
    bool replayed = false;
    /// By row and column.
    QVector<QVector<MatrixCell>> cells;
    QStringList arrays;

    [[nodiscard]] qsizetype count() const; ///< of cells with a job
    [[nodiscard]] qsizetype ended() const;
    [[nodiscard]] qsizetype count(JobState state) const;
    [[nodiscard]] qsizetype succeeded() const;
    /// "4 of 6 ended, 3 succeeded, 1 failed, 1 running, 1 waiting".
    [[nodiscard]] QString sentence() const;
};

/// The matrix that a job is a cell of; empty: none.
QString matrixIdOf(const JobSpec& job);
/// The matrices that jobs belong to, newest first. Records may come from elsewhere: what is not of
/// the form is left out.
QVector<Matrix> matricesOf(const QVector<JobEntry>& jobs);

/// How a cell is, in a few words for its place in the table: "Waiting: no node is free yet",
/// "Running", "Done", "Failed, status 3", "Over its time limit", "Node lost".
QString matrixCellWords(const JobStatus& status);

} // namespace rocport
