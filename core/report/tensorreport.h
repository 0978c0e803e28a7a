#pragma once

#include "core/tensor/comparison.h"

#include <QByteArray>

namespace rocport {

/// A comparison as text for a terminal: an aligned table, the worst tensor first, then a sentence
/// for each that did not pass, then the notes and a summary. UTF-8, LF.
QByteArray renderComparisonText(const FileComparison& comparison);
/// As JSON ("format": 1), for scripts; in the reference's order.
QByteArray renderComparisonJson(const FileComparison& comparison);
/// "12 tensors agree, 1 does not".
QString comparisonSummary(const FileComparison& comparison);
/// What the tightest tolerance says about the one in use: "passes with atol 3.1e-5, a 32nd of the
/// 1e-3 allowed". Empty if nothing can be said.
QString toleranceAdvice(const TensorComparison& comparison);

} // namespace rocport
