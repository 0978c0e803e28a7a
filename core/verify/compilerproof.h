#pragma once

#include "core/base/words.h"
#include "core/verify/gate.h"
#include "core/verify/gatetree.h"

namespace rocport {

/// A Python file before and after the port.
struct PythonPair
{
    RepoPath path;
    QByteArray original;
    QByteArray ported;
};

/// Two trees to compare as compilers see them.
struct CompilerProofInput
{
    GateTree original;
    GateTree ported;
    QString repositoryRoot;     ///< for the absolute paths of compile_commands.json; may be empty
    QByteArray compileCommands; ///< of a build folder; empty: none
    QStringList includes;       ///< absolute include folders outside both trees
    QVector<PythonPair> python; ///< changed Python files, by path
};

struct CompilerProofOptions
{
    CompilerSearch search;
    int jobs = 0; ///< at once; 0: one per core
    std::chrono::milliseconds timeout = std::chrono::minutes(10);
    /// What compilers run in. Keeping the options keeps what was found out about it.
    std::shared_ptr<const Sandbox> sandbox = std::make_shared<const Sandbox>();
};

enum class CompilerProofStatus : quint8 { Differs, NotChecked, Agrees };

/// What a compiler's output says about one changed file.
struct CompilerFileProof
{
    RepoPath path;
    CompilerProofStatus status = CompilerProofStatus::NotChecked;
    QString reason; ///< one sentence: the evidence, the first difference, or why it was not checked
    QStringList units; ///< files that were compiled for it
    QString compiler;  ///< "nvcc 13.0", "Python 3.11.7"; empty: there is none
    /// Whether the comparison is complete, so that a difference alone means that the NVIDIA path is
    /// violated. nvcc sees one configuration only.
    [[nodiscard]] bool isWhole() const { return compiler.startsWith(QLatin1StringView("Python")); }
};

struct CompilerProof
{
    Nvcc nvcc;                        ///< empty: none was used
    QString python;                   ///< version of the Python that was used; empty: none
    QVector<CompilerFileProof> files; ///< changed files, by path
    QStringList notes;                ///< sentences about the proof as a whole
};

/// Compiles, for both trees and without the guard macro, every file that reaches a changed one. The
/// outputs are compared: device code (`nvcc -ptx`) byte for byte without comments, paths and line
/// information, and all tokens after preprocessing (`nvcc -E`). A changed file agrees when all
/// files that reach it agree in both; where a file does not compile to PTX here on either side,
/// preprocessing alone decides. Lines of the original are moved down to their place in the ported
/// file by empty lines, so that `__LINE__` and assert() agree. One configuration is compared: this
/// nvcc, its default definitions and the project's own. nvcc passes its arguments to a shell, so
/// files and folders have neutral names in the private folder, and of the build's arguments it gets
/// those that compilerarguments.h allows; a file for which a refused one matters is not checked,
/// with the reason. nvcc runs in the sandbox where that works; otherwise a note says so. Blocks:
/// for worker threads. Errors: FileNotFound (no nvcc), Cancelled, FileWriteFailed, DiskFull.
Result<CompilerProof> proveWithNvcc(const CompilerProofInput& input,
                                    const CompilerProofOptions& options,
                                    const ProcessRunner& runner, const CancelToken& cancel,
                                    const std::function<void(const GateProgress&)>& progress = {});

/// C, C++ and CUDA files whose texts differ between the two trees.
QVector<RepoPath> changedSources(const CompilerProofInput& input);

/// PTX without comments, .file and .loc, blank lines and names that hold a hash of the source's
/// path or text.
QByteArray normalisedPtx(const QByteArray& ptx);
/// 1-based line of `left` where the tokens of two preprocessed texts first differ (lines as counted
/// by their line markers); 0: all tokens are equal.
int preprocessedDifference(const QByteArray& left, const QByteArray& right);
/// `original` with empty lines where `ported` has more lines, so that equal lines have equal
/// numbers as far as possible.
QByteArray alignedLines(const QByteArray& original, const QByteArray& ported);

} // namespace rocport
