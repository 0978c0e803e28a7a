#pragma once

#include "core/remote/job.h"
#include "core/verify/gate.h"
#include "core/verify/linemap.h"
#include "core/verify/verifyrun.h"

namespace rocport {

/// The result of a compile check for a file as the state of a check; NotChecked becomes NotRun.
CheckState checkStateOf(GateStatus status);

/// What a node recorded about one file that it compiled (docs/verification-levels.md).
struct CompileRecord
{
    QByteArray path;   ///< in the tree
    int exitCode = -1; ///< 128 + n for signal n
    qint64 elapsedMs = 0;
    QString command;   ///< for people
    QByteArray output; ///< of the compiler: the first 256 KiB
};
/// Reads results/compile.jsonl, which comes from a node and is not trusted: lines that are not a
/// record, or are too long, are skipped and counted in `skipped`. At most 100,000 records.
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

/// A build on a node that has ended or was broken off.
struct NodeBuildInput
{
    JobSpec job;
    JobStatus status;
    BuildKind kind = BuildKind::HipccFiles;
    QByteArray records;           ///< results/compile.jsonl; for HipccFiles
    QByteArray log;               ///< of the job, or the end of it; for the other kinds
    QVector<NodeBuildFile> files; ///< that were to be compiled; with HipccFiles one check each
    QString treeFolder;           ///< folder of the tree on the node, absolute; may be empty
    QStringList architectures;    ///< built for
};

/// L2 on a node: the run with its checks, and each file's messages traced back to what the user
/// decides about.
struct NodeBuild
{
    VerifyRun run;
    QVector<GateFile> files; ///< for HipccFiles in the order of the checks; else one without a path
    QHash<QString, qsizetype> fileOfCheck; ///< id of a check -> index in `files`
};
NodeBuild judgeNodeBuild(const NodeBuildInput& input);

/// judgeNodeBuild() with records and log read from the job's folder here (at most 64 MiB and the
/// last 16 MiB; links are not followed). A missing file counts as empty. Errors: FileUnreadable,
/// FileTooLarge.
Result<NodeBuild> readNodeBuild(const QString& jobFolder, NodeBuildInput input);

} // namespace rocport
