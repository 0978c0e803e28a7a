#pragma once

#include "core/lanes/kernelsignature.h"

#include <QByteArray>

namespace rocport {

/// A source without what PyTorch's headers are needed for on the host: functions, classes and
/// declarations that name its types or macros, what uses those, and main(). Functions and classes
/// with device code stay. Includes of PyTorch's headers name our stand-in. As many lines as before;
/// directives of the preprocessor stay. Any bytes.
QByteArray withoutTorchHost(const QByteArray& source);

/// Statements that stand behind the kernel's source and run `call`, which was written to its
/// folder, as a program's main().
QByteArray kernelMain(const KernelCall& call, const KernelSignature& kernel);

} // namespace rocport
