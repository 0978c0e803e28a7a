#pragma once

#include "core/remote/job.h"
#include "core/verify/gate.h"
#include "core/verify/linemap.h"
#include "core/verify/verifyrun.h"

namespace rocport {

/// What a compile check says of a file, as the state of a check: not checked is not run.
CheckState checkStateOf(GateStatus status);

/// What a node noted about one file that it compiled (docs/verification-levels.md).
struct CompileRecord
{
    QByteArray path;   ///< in the tree
    int exitCode = -1; ///< 128 + n of signal n
    qint64 elapsedMs = 0;
    QString command;   ///< for people
    QByteArray output; ///< of the compiler, its first 256 KiB
};
/// Reads results/compile.jsonl, which a node wrote and nobody trusts: lines that are no record, or
/// too long, are passed over and counted in `skipped`. At most 100,000 records.
struct CompileRecords
{
    QVector<CompileRecord> records;
    int skipped = 0;
};
CompileRecords parseCompileRecords(const QByteArray& bytes);

/// A file of the port, with the way back to its original.
struct NodeBuildFile
{
    RepoPath path;
    RepoPath original; ///< empty: it was generated
    LineMap map;
};

/// A build that ended, or was left off, on a node.
struct NodeBuildInput
{
    JobSpec job;
    JobStatus status;
    BuildKind kind = BuildKind::HipccFiles;
    QByteArray records;           ///< results/compile.jsonl; of HipccFiles
    QByteArray log;               ///< of the job, or its end; of the other kinds
    QVector<NodeBuildFile> files; ///< that were to be compiled; with HipccFiles one check each
    QString treeFolder;           ///< of the tree on the node, absolute; may be empty
    QStringList architectures;    ///< built for
};

/// L2 on a node: the run with its checks, and each file's messages led back to what the user
/// decides about.
struct NodeBuild
{
    VerifyRun run;
    QVector<GateFile> files; ///< in the order of the checks of HipccFiles; else one, without path
    QHash<QString, qsizetype> fileOfCheck; ///< id of a check -> index in `files`
};
NodeBuild judgeNodeBuild(const NodeBuildInput& input);

/// judgeNodeBuild() with records and log read from the job's folder here (at most 64 MiB and the
/// last 16 MiB; links are not followed). A file that is missing is an empty one. Errors:
/// FileUnreadable, FileTooLarge.
Result<NodeBuild> readNodeBuild(const QString& jobFolder, NodeBuildInput input);

} // namespace rocport
