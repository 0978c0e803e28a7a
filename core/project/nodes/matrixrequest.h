#pragma once

#include "core/remote/jobsteps.h"
#include "core/remote/matrix.h"
#include "core/verify/verifyrun.h"

#include <QJsonObject>

#include <optional>

namespace rocport {

/// One row of a matrix: what is checked.
struct MatrixCheck
{
    QString title; ///< "Build with CMake"; empty: made from the rest
    BuildKind build = BuildKind::None;
    QStringList buildArguments;
    QString command;                     ///< for sh, in the tree; empty: none
    std::optional<VerifyRequest> verify; ///< Load or Numerical, instead of a command
};

/// What a user asks for, before it becomes a matrix (composeMatrix()).
struct MatrixRequest
{
    QString nodeId;
    QString title; ///< empty: made from the numbers
    QVector<MatrixCheck> checks;
    QVector<MatrixPlace> places;
    /// Before each check that builds nothing itself, since each cell has a copy of the sources.
    BuildKind buildFirst = BuildKind::None;
    QStringList buildArguments; ///< of that build
    int atOnce = 0;             ///< cells of one array that run at the same time; 0: Slurm decides
    bool sync = true;           ///< send the sources with the accepted port first
    QVector<QPair<QString, QString>> environment;
};

/// "Build with CMake", "Load model:step", "Golden vectors of model:step", or the command.
QString matrixCheckTitle(const MatrixCheck& check);

/// Makes the matrix. Nothing is run; a golden bundle that a check names is read. `context` is that
/// of the node as it is. `buildOriginOf` is kept with cells that build (nodebuildplan.h). Errors:
/// those of planMatrix(), composeJob() and composeVerification().
Result<MatrixPlan> composeMatrix(const MatrixRequest& request, const JobContext& context,
                                 const QJsonObject& buildOriginOf = {});

/// Puts what verifications found into the cells of the jobs that they were: "Passed, 24 of 24",
/// "Failed, 2 of 24 checks", with "no AMD GPU" where it was none.
void addRuns(Matrix& matrix, const QVector<VerifyRun>& runs);

/// What would run, shown before it runs.
struct MatrixPreview
{
    struct Cell
    {
        QString check, place;
        QStringList stages; ///< titles: "Build with CMake", "Run the command"
        QString script;     ///< secrets masked
    };
    QString title;
    QVector<Cell> cells;
    QStringList commands; ///< what hands the arrays to Slurm, one each
    QStringList notes;    ///< sentences
};
MatrixPreview previewOf(const MatrixPlan& plan);

} // namespace rocport
