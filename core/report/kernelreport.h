#pragma once

#include "core/lanes/kernelresult.h"

namespace rocport {

/// What one kernel gave as text for a terminal: a table of its buffers, the comparison with a
/// bundle where there was one, and what it is no evidence of. UTF-8, LF.
QByteArray renderKernelText(const KernelResult& result);
/// As JSON ("format": 1), for scripts. `output` is what the kernel printed.
QByteArray renderKernelJson(const KernelResult& result, const QByteArray& output);

} // namespace rocport
