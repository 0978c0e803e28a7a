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
    /// Folders with programs, as PATH has them.
    QStringList path;
    /// Folders where ROCm is installed, best first ("/opt/rocm").
    QStringList rocmRoots;
    /// Folders with CUDA, best first ("/usr/local/cuda").
    QStringList cudaRoots;
    /// Header folders of the system ("/usr/include").
    QStringList systemIncludes;
    /// What variables that compilers read name besides (LD_LIBRARY_PATH, CPATH, HIP_CLANG_PATH).
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
    Version headers;      ///< HIP's, of hip/hip_version.h (rocmOfHip()); empty: unknown
};

/// What compilers may touch in a sandbox: they read `folder` and where compilers and headers of
/// `search` are installed, and write to `folder`/tmp, `folder`/home and `folder`/out, which are
/// made.
SandboxFolders compilerFolders(const QString& folder, const CompilerSearch& search);

/// Bytes of memory that a compiler may take: three quarters of the machine's, at least 4 GiB and at
/// most 16 GiB. A text that makes it ask for more without end is stopped there.
qint64 compilerMemory();
/// Whether a compiler was ended by a signal, its own fault. A wrapper or a sandbox gives that as an
/// exit code over 128.
bool endedBySignal(const ProcessOutcome& outcome);

/// HIP_VERSION_MAJOR.MINOR of a header folder; empty when it cannot be read.
Version hipHeaderVersion(const QString& includes);

/// What all compilations of a gate share.
struct CompileSetup
{
    QStringList architectures;
    QString guardMacro;
    QString standard;        ///< "c++17"
    Version rocm;            ///< the release that the port is for
    bool defineGuard = true; ///< false: where it is to be defined, the file's arguments say so
};
/// Why these values, which come from a project file or a repository, cannot stand on a command
/// line. Errors: InvalidArgument.
Result<void> checkSetup(const CompileSetup& setup);

/// Arguments that come before those of a file. For clang: syntax and types of host and device code,
/// nothing is linked. For hipcc: a whole compilation.
QStringList hipArguments(const HipCompiler& compiler, const CompileSetup& setup);
/// Likewise, for the device code of one architecture down to assembly, where inline assembly is
/// read (clang only).
QStringList hipAssemblyArguments(const HipCompiler& compiler, const CompileSetup& setup,
                                 const QString& architecture);
/// The arguments for a file of plain C, which a HIP build leaves to its C compiler: no device code,
/// HIP's host headers, syntax and types only.
QStringList cArguments(const HipCompiler& compiler, const CompileSetup& setup);

/// Likewise for a file of C++ that a HIP build leaves to its host compiler.
QStringList hostArguments(const HipCompiler& compiler, const CompileSetup& setup);

/// The best compiler that compiles a kernel for all of `setup.architectures`: newest headers first,
/// hipcc before clang. Each candidate is tried on a small kernel. Errors: FileNotFound with what
/// was tried and why each was refused; Cancelled; InvalidArgument of checkSetup(). `folder`: where
/// the kernel is written to; empty: to a temporary folder.
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
