#pragma once

#include "core/isolation/isolation.h"

namespace rocport {

/// proveFile() for Python.
IsolationProof provePython(const QByteArray& original, const QByteArray& ported);

} // namespace rocport
