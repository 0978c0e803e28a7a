#pragma once

#include "core/base/cancel.h"
#include "core/base/words.h"
#include "core/process/process.h"
#include "core/process/sandbox.h"

#include <QStringList>

namespace rocport {

/// Where to look for compilers. A value; only fromEnvironment() reads the environment.
struct CompilerSearch
{
    QString compiler; ///< program that the user named; empty: look for one
    QString rocmPath; ///< ROCm folder (with include/, or include/ itself) that the user named
    QString nvcc;     ///< nvcc that the user named
    QString python;   ///< Python that the user named
    /// Folders with programs, as in PATH.
    QStringList path;
    /// Folders where ROCm is installed, best first ("/opt/rocm").
    QStringList rocmRoots;
    /// Folders with CUDA, best first ("/usr/local/cuda").
    QStringList cudaRoots;
    /// Header folders of the system ("/usr/include").
    QStringList systemIncludes;
    /// Folders named by other variables that compilers read (LD_LIBRARY_PATH, CPATH,
    /// HIP_CLANG_PATH).
    QStringList furtherFolders;

    /// PATH, ROCM_PATH, HIP_PATH, CUDA_HOME, CUDA_PATH, and the usual folders of Linux.
    static CompilerSearch fromEnvironment();
};

/// A compiler for HIP with the headers that it is used with.
struct HipCompiler
{
    QString program;      ///< absolute
    bool isHipcc = false; ///< the wrapper, which brings its own headers and flags
    QString version;      ///< first line of --version
    QString includes;     ///< folder that holds hip/hip_runtime.h; empty: the compiler's own
    Version headers;      ///< HIP's version, from hip/hip_version.h (rocmOfHip()); empty: unknown
};

/// What compilers may touch in a sandbox: they read `folder` and the places where compilers and
/// headers of `search` are installed, and write to `folder`/tmp, `folder`/home and `folder`/out,
/// which are created.
SandboxFolders compilerFolders(const QString& folder, const CompilerSearch& search);

/// Bytes of memory that a compiler may take: three quarters of the machine's, at least 4 GiB and at
/// most 16 GiB. A source that makes it allocate without end is stopped there.
qint64 compilerMemory();
/// Whether a compiler was ended by a signal, that is, crashed. A wrapper or a sandbox reports that
/// as an exit code over 128.
bool endedBySignal(const ProcessOutcome& outcome);
/// The signal that ended it, also where a sandbox tells it as a status of 128 and more; 0: none.
int signalOf(const ProcessOutcome& outcome);

/// HIP_VERSION_MAJOR.MINOR of a header folder; empty when it cannot be read.
Version hipHeaderVersion(const QString& includes);

/// What all compilations of a gate share.
struct CompileSetup
{
    QStringList architectures;
    QString guardMacro;
    QString standard;        ///< "c++17"
    Version rocm;            ///< the release that the port is for
    bool defineGuard = true; ///< false: each file's own arguments define it where needed
};
/// Checks that these values, which come from a project file or a repository, may be on a command
/// line. Errors: InvalidArgument.
Result<void> checkSetup(const CompileSetup& setup);

/// Arguments that come before those of a file. With clang, syntax and types of host and device code
/// are checked and nothing is linked; with hipcc, it is a full compilation.
QStringList hipArguments(const HipCompiler& compiler, const CompileSetup& setup);
/// The same for compiling the device code of one architecture to assembly, which checks inline
/// assembly (clang only).
QStringList hipAssemblyArguments(const HipCompiler& compiler, const CompileSetup& setup,
                                 const QString& architecture);
/// The arguments for a file of plain C, which a HIP build leaves to its C compiler: no device code,
/// HIP's host headers, syntax and types only.
QStringList cArguments(const HipCompiler& compiler, const CompileSetup& setup);

/// The same for a C++ file that a HIP build leaves to its host compiler.
QStringList hostArguments(const HipCompiler& compiler, const CompileSetup& setup);

/// The best compiler that compiles a kernel for all of `setup.architectures`: newest headers first,
/// hipcc before clang. Each candidate is tried on a small kernel. Errors: FileNotFound with what
/// was tried and why each was refused; Cancelled; InvalidArgument of checkSetup(). `folder`: where
/// the kernel is written; empty: a temporary folder.
Result<HipCompiler> findHipCompiler(const CompilerSearch& search, const CompileSetup& setup,
                                    const ProcessRunner& runner, const CancelToken& cancel,
                                    const QString& folder = {});

/// A CUDA compiler.
struct Nvcc
{
    QString program;
    QString version; ///< "13.0"
};
/// Errors: FileNotFound, ProcessFailed, Cancelled.
Result<Nvcc> findNvcc(const CompilerSearch& search, const ProcessRunner& runner,
                      const CancelToken& cancel);

} // namespace rocport
