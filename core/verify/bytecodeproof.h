#pragma once

#include "core/verify/compilerproof.h"

namespace rocport {

/// A Python that compiles and runs nothing of what it compiles.
struct PythonInterpreter
{
    QString program;
    QString version; ///< "3.11.7"
};
/// CompilerSearch::python, else python3 of PATH. Errors: FileNotFound, ProcessFailed, Cancelled.
Result<PythonInterpreter> findPython(const CompilerSearch& search, const ProcessRunner& runner,
                                     const CancelToken& cancel);

/// Compares the code objects that CPython makes of the original and of the port's NVIDIA
/// projection: instructions, constants by type and value, names, flags, exception tables, of all
/// functions and classes. Line numbers, columns and file names are set aside. Each pair has an
/// interpreter of its own (`python3 -I -S -c SCRIPT`, the texts come by standard input, memory and
/// time are limited) that only compiles: no code of the repository is imported or run. A text that
/// this interpreter cannot parse is not checked. `runner` decides on the sandbox. Waits: for worker
/// threads. Errors: Cancelled, ProcessFailed.
Result<QVector<CompilerFileProof>>
proveByBytecode(const QVector<PythonPair>& pairs, const PythonInterpreter& python,
                const CompilerProofOptions& options, const ProcessRunner& runner,
                const CancelToken& cancel,
                const std::function<void(const GateProgress&)>& progress = {});

/// proveWithNvcc() for what nvcc compiles and proveByBytecode() for Python, as the input has them,
/// each in the sandbox where it works.
/// Where one of the compilers is missing its files are not checked, with that reason; Errors
/// besides those of both: FileNotFound where nothing is left to check with.
Result<CompilerProof>
proveByCompiling(const CompilerProofInput& input, const CompilerProofOptions& options,
                 const ProcessRunner& runner, const CancelToken& cancel,
                 const std::function<void(const GateProgress&)>& progress = {});

} // namespace rocport
