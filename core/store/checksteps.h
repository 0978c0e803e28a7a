#pragma once

#include "core/base/words.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace rocport {

/// The key under which the log keeps what is said of a step of a phase's checklist: accepted is
/// done. No hunk has such a key. It goes with the step's text: other words are another step.
QByteArray stepKey(Phase phase, const QString& step);
/// The phase whose step a decision's key is about; nothing: it is about something else.
std::optional<Phase> phaseOfStepKey(const QByteArray& decisionKey);

} // namespace rocport
