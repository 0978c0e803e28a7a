#pragma once

#include "core/isolation/comparedtexts.h"

#include <functional>

namespace rocport {

/// Whether a Python file holds nothing but a docstring, comments, `import torch` and a canonical
/// definition of is_rocm.
bool isFlagModule(const QByteArray& content);

/// How messages number the lines of a module that is part of another file. Empty: by their own
/// numbers.
struct PythonLineNumbers
{
    std::function<int(int)> original;
    std::function<int(int)> ported;
};

/// proveFile() for Python.
IsolationProof provePython(const QByteArray& original, const QByteArray& ported,
                           const PythonLineNumbers& lines = {});

/// proveFile() for notebooks: the code of the cells as one module must project to the original's,
/// and everything outside the sources of code cells must be byte-identical.
IsolationProof proveNotebook(const QByteArray& original, const QByteArray& ported);

/// The texts that provePython() compares; `proof` is empty.
ComparedTexts comparedPython(const QByteArray& original, const QByteArray& ported);
/// The same for the modules of notebooks.
ComparedTexts comparedNotebook(const QByteArray& original, const QByteArray& ported);

} // namespace rocport
