#pragma once

#include "core/base/cancel.h"
#include "core/base/finding.h"
#include "core/base/result.h"
#include "core/process/process.h"
#include "core/scan/sourcetree.h"
#include "core/verify/compilers.h"
#include "core/verify/linemap.h"

#include <QDateTime>
#include <QHash>
#include <QSet>

#include <functional>
#include <memory>
#include <optional>

namespace rocport {

/// One file of the port, with the way back to its original.
struct GateFileInput
{
    RepoPath path;
    RepoPath source;    ///< file it was made from; empty for a generated one
    QByteArray content; ///< as a commit would write it
    LineMap map;
    bool isSibling = false; ///< replaces `source` in a build for AMD GPUs
};

/// A change that was proposed but is not part of the port.
struct OpenChange
{
    QByteArray key;
    QString title;
    RepoPath source; ///< the original that it is for
    int firstLine = 1;
    int lastLine = 1; ///< inclusive; firstLine - 1 for a pure insertion before firstLine
};

/// What a build compiled when it was recorded. The gate compiles these units and no others, with
/// what GateInput::compileCommands has for each and nothing else from the build files.
struct RecordedUnits
{
    QHash<RepoPath, bool> asHip; ///< units below the tree; false: a host compiler's
    /// Folder that the build wrote headers to, absolute; compilers may read it. They do not see
    /// other folders of `place`.
    QString buildFolder;
    QString place; ///< private folder of the recording, with `buildFolder` below it
};

/// The accepted port: a tree, and the files that the port writes.
struct GateInput
{
    std::shared_ptr<const SourceTree> tree;
    QVector<GateFileInput> port;
    QHash<QByteArray, QString> titles; ///< hunk key -> title, for display
    QVector<OpenChange> open;          ///< what was proposed but is not in `port`
    /// Files for which changes are proposed but none accepted: not compiled, with that reason.
    QSet<RepoPath> undecided;
    TargetSettings target;
    Strategy strategy = Strategy::CompatHeader;
    QString repositoryRoot;     ///< for the absolute paths of compile_commands.json
    QByteArray compileCommands; ///< that file from a build folder; empty: none
    std::optional<RecordedUnits> recorded;
};

struct GateOptions
{
    CompilerSearch search;
    int jobs = 0;              ///< at once; 0: one per core
    bool headersAlone = false; ///< compile each header of the port by itself too
    std::chrono::milliseconds timeout = std::chrono::minutes(10); ///< for one compilation
    /// What compilers run in. Keeping the options keeps what was found out about it.
    std::shared_ptr<const Sandbox> sandbox = std::make_shared<const Sandbox>();
};

enum class GateStatus : quint8 { Failed, NotChecked, Passed };
QString gateStatusId(GateStatus status); ///< "failed", "not-checked", "passed"

/// A compiler's message, traced back to the text that the user decides about.
struct GateDiagnostic
{
    Severity severity = Severity::Critical; ///< Critical: error, Warning: warning
    QString message;
    RepoPath path;   ///< in the ported tree; empty: about the command, or only in headers outside
    int line = 0;    ///< 1-based, there
    int column = 0;  ///< 1-based, in bytes; 0: unknown
    QString outside; ///< where the compiler points, if that is a header outside the port
                     ///< ("path:line")
    RepoPath originalPath; ///< empty: the file was generated
    int originalLine = 0;  ///< 1-based; 0: none
    bool ofBuild = false;  ///< about what a recorded build does with the file, not a compiler's
                           ///  message
    QByteArray hunkKey;    ///< the change that made the line; empty: original text
    /// For an error in original text: the changes that were proposed for the line but not accepted.
    /// Empty: nothing was proposed there.
    QVector<QByteArray> openKeys;
    QStringList includedFrom; ///< "path:line", nearest first
    QStringList notes;        ///< the notes that belong to it, as "path:line: text"
};

struct GateFile
{
    RepoPath path;
    RepoPath source; ///< original; empty for a generated file
    GateStatus status = GateStatus::NotChecked;
    QString reason; ///< NotChecked: why. Failed: the first error. Passed: empty, or with what it
                    ///< was compiled.
    bool isHeader = false;
    bool changed = false; ///< by the port
    QVector<GateDiagnostic> diagnostics;
    QString command; ///< for people; empty when it was not run
    qint64 elapsedMs = 0;
};

/// Whether the message is an error in original text for which no change was proposed.
bool nothingWasProposed(const GateDiagnostic& message);

/// The line of the first error in the file itself, 1-based, in the port; 0: none.
int firstErrorLine(const GateFile& file);

/// The outcome of a compile gate. A value.
struct GateResult
{
    bool compilerFound = false;
    bool whole = false; ///< of a recorded build, which need not compile anything
    HipCompiler compiler;
    QStringList architectures;
    QVector<GateFile> files;           ///< failed first, then not checked, then passed; by path
    QStringList notes;                 ///< sentences about the check as a whole
    QHash<QByteArray, QString> titles; ///< of hunks that diagnostics name
    QDateTime time;                    ///< UTC, of the end
    qint64 elapsedMs = 0;

    [[nodiscard]] int count(GateStatus status) const;
};

/// Failed first, then not checked, then passed; by path.
void sortGateFiles(QVector<GateFile>& files);

struct GateProgress
{
    int done = 0;
    int total = 0; ///< 0 while preparing
    QString currentFile;
};

/// Compiles every file of the port that a build for AMD GPUs compiles, in a private temporary
/// folder that is removed afterwards. The repository is only read. Files and folders that a
/// compiler gets have neutral names there, and of the build's arguments it gets those that
/// compilerarguments.h allows; a file for which a refused one matters is not checked, with the
/// reason. Compilers run in the sandbox where that works; otherwise a note says so. Blocks: for
/// worker threads. `progress` is called from several threads. Errors: Cancelled (all compilers have
/// ended then), FileWriteFailed and DiskFull for the temporary folder, InvalidArgument (not a guard
/// macro, or not an architecture), those of reading the tree. A missing compiler is a result in
/// which nothing is checked.
Result<GateResult> runGate(const GateInput& input, const GateOptions& options,
                           const ProcessRunner& runner, const CancelToken& cancel,
                           const std::function<void(const GateProgress&)>& progress = {});

} // namespace rocport
