#pragma once

#include "core/base/repopath.h"
#include "core/verify/namingline.h"

#include <QHash>
#include <QSet>
#include <QStringList>
#include <QVector>

namespace rocport {

/// A command of a build, as recorded by a stand-in for a compiler.
struct BuildRecord
{
    QByteArray folder; ///< absolute, where it ran
    QByteArray tool;   ///< "nvcc"
    QVector<QByteArray> arguments;
};

/// Reads what stand-ins recorded: folder, program, number of arguments and arguments, each followed
/// by a zero byte. The text is untrusted: at most 100,000 commands of 4,096 arguments are read, and
/// nothing after the first malformed one. `whole` tells whether everything was read.
QVector<BuildRecord> parseBuildRecords(const QByteArray& bytes, bool* whole = nullptr);

/// One source that a build compiles, and how.
struct RecordedUnit
{
    RepoPath path;
    QByteArray tool;
    bool asHip = false;        ///< by hipcc, or with -x hip
    QByteArray standard;       ///< "c++17"; empty: the compiler's own
    QSet<QByteArray> defines;  ///< "A" or "A=1"
    QSet<QByteArray> includes; ///< folders and files in the tree ("" is its top level), from -I and
                               ///  the like
    QSet<QByteArray> gpus;     ///< of --offload-arch
    int times = 1;             ///< how often it is compiled to an object
};

/// The units among `records`, by path; a source that is compiled several times is one unit, with
/// the flags of the first. `root`: absolute folder of the tree; sources outside it are left out.
QVector<RecordedUnit> unitsOf(const QVector<BuildRecord>& records, const QByteArray& root);

/// The commands as a compilation database (JSON): the first command for each source below `root`,
/// up to 32 MiB of arguments in total.
QByteArray databaseOf(const QVector<BuildRecord>& records, const QByteArray& root);

/// What the comparison says about one unit of the CUDA build.
struct UnitComparison
{
    RepoPath path;        ///< in the CUDA build
    RepoPath standIn;     ///< what the ROCm build compiles in its place; empty: nothing
    QStringList problems; ///< clauses: "-DNAME is lost"
    NamingLine named;     ///< for a missing unit: where the build file names it, as far as known
    [[nodiscard]] bool isMissing() const { return standIn.isEmpty(); }
};

struct ComparisonInput
{
    QVector<RecordedUnit> cuda;
    QVector<RecordedUnit> rocm;
    QHash<RepoPath, RepoPath> siblings; ///< original -> file that replaces it
    QString guardMacro;
    QSet<RepoPath> guarded; ///< files of the port that contain the guard macro
};

/// One entry for each unit of the CUDA build, by path.
QVector<UnitComparison> compareUnits(const ComparisonInput& input);

} // namespace rocport
