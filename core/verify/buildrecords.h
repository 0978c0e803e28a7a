#pragma once

#include "core/base/repopath.h"
#include "core/verify/namingline.h"

#include <QHash>
#include <QSet>
#include <QStringList>
#include <QVector>

namespace rocport {

/// A command of a build, as a stand-in for a compiler noted it.
struct BuildRecord
{
    QByteArray folder; ///< absolute, where it ran
    QByteArray tool;   ///< "nvcc"
    QVector<QByteArray> arguments;
};

/// Reads what stand-ins noted: folder, program, number of arguments and arguments, each with a zero
/// byte behind it. The text is a stranger's: at most 100 000 commands of 4096 arguments are read,
/// and nothing after what is none. `whole` says whether all was read.
QVector<BuildRecord> parseBuildRecords(const QByteArray& bytes, bool* whole = nullptr);

/// One source that a build compiles, and how.
struct RecordedUnit
{
    RepoPath path;
    QByteArray tool;
    bool asHip = false;        ///< by hipcc, or with -x hip
    QByteArray standard;       ///< "c++17"; empty: the compiler's own
    QSet<QByteArray> defines;  ///< "A" or "A=1"
    QSet<QByteArray> includes; ///< folders and files of the tree ("" is its top), from -I and so on
    QSet<QByteArray> gpus;     ///< of --offload-arch
    int times = 1;             ///< how often it is compiled to an object
};

/// The units among `records`, by path; those of a source that is compiled several times are one,
/// with what the first has. `root`: absolute folder of the tree; sources outside of it are left.
QVector<RecordedUnit> unitsOf(const QVector<BuildRecord>& records, const QByteArray& root);

/// What compiles them as a compilation database (JSON): the first command of each source below
/// `root`, up to 32 MiB of arguments in all.
QByteArray databaseOf(const QVector<BuildRecord>& records, const QByteArray& root);

/// What is to be said of a unit of the CUDA build.
struct UnitComparison
{
    RepoPath path;        ///< in the CUDA build
    RepoPath standIn;     ///< what the ROCm build compiles for it; empty: nothing
    QStringList problems; ///< half-sentences: "-DNAME is lost"
    NamingLine named;     ///< of a missing unit: where the build file names it, as far as known
    [[nodiscard]] bool isMissing() const { return standIn.isEmpty(); }
};

struct ComparisonInput
{
    QVector<RecordedUnit> cuda;
    QVector<RecordedUnit> rocm;
    QHash<RepoPath, RepoPath> siblings; ///< original -> file that stands for it
    QString guardMacro;
    QSet<RepoPath> guarded; ///< files of the port in which the guard macro stands
};

/// One entry for each unit of the CUDA build, by path.
QVector<UnitComparison> compareUnits(const ComparisonInput& input);

} // namespace rocport
