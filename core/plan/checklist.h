#pragma once

#include "core/base/words.h"

#include <QStringList>

namespace rocport {

/// Steps for a person in `phase`, one sentence each, Markdown with inline code: the list items of
/// resources/guides/phase-N.md.
QStringList phaseChecklist(Phase phase);

} // namespace rocport
