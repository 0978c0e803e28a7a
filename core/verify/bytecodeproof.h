#pragma once

#include "core/verify/compilerproof.h"

namespace rocport {

/// A Python interpreter that is used to compile, never to run what it compiles.
struct PythonInterpreter
{
    QString program;
    QString version; ///< "3.11.7"
};
/// Finds CompilerSearch::python, else python3 in PATH. Errors: FileNotFound, ProcessFailed,
/// Cancelled.
Result<PythonInterpreter> findPython(const CompilerSearch& search, const ProcessRunner& runner,
                                     const CancelToken& cancel);

/// Compares the code objects that CPython makes from the original and from the port's NVIDIA
/// projection: instructions, constants by type and value, names, flags and exception tables of all
/// functions and classes. Line numbers, columns and file names are ignored. Each pair has its own
/// interpreter (`python3 -I -S -c SCRIPT`, with the texts on standard input and limited memory and
/// time) that only compiles: no code of the repository is imported or run. A text that this
/// interpreter cannot parse is not checked. `runner` decides on the sandbox. Blocks: for worker
/// threads. Errors: Cancelled, ProcessFailed.
Result<QVector<CompilerFileProof>>
proveByBytecode(const QVector<PythonPair>& pairs, const PythonInterpreter& python,
                const CompilerProofOptions& options, const ProcessRunner& runner,
                const CancelToken& cancel,
                const std::function<void(const GateProgress&)>& progress = {});

/// proveWithNvcc() for what nvcc compiles and proveByBytecode() for Python, as far as the input has
/// them, each in the sandbox where that works. If one of the compilers is missing, its files are
/// not checked, with that reason. Errors: those of both, and FileNotFound if there is nothing left
/// to check with.
Result<CompilerProof>
proveByCompiling(const CompilerProofInput& input, const CompilerProofOptions& options,
                 const ProcessRunner& runner, const CancelToken& cancel,
                 const std::function<void(const GateProgress&)>& progress = {});

} // namespace rocport
