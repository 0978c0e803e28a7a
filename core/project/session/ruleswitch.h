#pragma once


#include "core/project/session/projectstate.h"

namespace rocport {

/// The rules that a scan of this project leaves out: those that are off, except where changes of
/// theirs are decided, since those stay.
QStringList rulesLeftOut(const ProjectState& state);

/// Takes what rules that are off propose and nobody decided out of a scan, with the findings that
/// no change is left for. A change that a rule wants which is on stays.
void dropRulesOff(GuardedScan& shaped, const QStringList& rulesOff, const DecisionLog& decisions,
                  const QSet<QByteArray>& committed);

} // namespace rocport
