#pragma once

#include "core/verify/gate.h"
#include "core/verify/verifyrun.h"

namespace rocport {

/// A compile check on this machine as a run of level L2: one check per file. `portKey`: portKeyOf()
/// of the port that was compiled. Without a compiler nothing in it has passed or failed.
VerifyRun gateRun(const GateResult& gate, const QByteArray& portKey);

} // namespace rocport
