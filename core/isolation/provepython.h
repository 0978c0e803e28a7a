#pragma once

#include "core/isolation/comparedtexts.h"

#include <functional>

namespace rocport {

/// Whether a Python file holds nothing but a documentation string, comments, `import torch` and a
/// canonical definition of is_rocm.
bool isFlagModule(const QByteArray& content);

/// What the lines of a module are called in sentences, where it is part of another file. Empty:
/// their own numbers.
struct PythonLineNumbers
{
    std::function<int(int)> original;
    std::function<int(int)> ported;
};

/// proveFile() for Python.
IsolationProof provePython(const QByteArray& original, const QByteArray& ported,
                           const PythonLineNumbers& lines = {});

/// proveFile() for notebooks: their cells' code as one module projects to the original's, and
/// everything outside of the sources of code cells is byte-identical.
IsolationProof proveNotebook(const QByteArray& original, const QByteArray& ported);

/// The texts that provePython() compares; `proof` is empty.
ComparedTexts comparedPython(const QByteArray& original, const QByteArray& ported);
/// The same for the modules of notebooks.
ComparedTexts comparedNotebook(const QByteArray& original, const QByteArray& ported);

} // namespace rocport
