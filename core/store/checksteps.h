#pragma once

#include "core/base/words.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace rocport {

/// The key under which the log keeps the decision about a step of a phase's checklist; accepted
/// means done. No hunk has such a key. It depends on the step's text: a different wording is a
/// different step.
QByteArray stepKey(Phase phase, const QString& step);
/// The phase whose step a decision's key refers to; nothing: it refers to something else.
std::optional<Phase> phaseOfStepKey(const QByteArray& decisionKey);

} // namespace rocport
