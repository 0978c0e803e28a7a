#pragma once

#include "core/isolation/isolation.h"

namespace rocport {

/// Whether a Python file holds nothing but a documentation string, comments, `import torch` and a
/// canonical definition of is_rocm.
bool isFlagModule(const QByteArray& content);

/// proveFile() for Python.
IsolationProof provePython(const QByteArray& original, const QByteArray& ported);

} // namespace rocport
