#pragma once

#include "core/project/nodes/remoteservice.h"
#include "core/tensor/elementtype.h"
#include "ui/theme/glyph.h"

namespace rocport {

Mark checkStateMark(CheckState state);
QString checkStateWord(CheckState state); ///< "Passed"
Mark tensorVerdictMark(TensorVerdict verdict);
QString tensorVerdictWord(TensorVerdict verdict); ///< "Shape differs"
/// Whether elements were compared, so that there are figures.
bool wasCompared(TensorVerdict verdict);
/// "src/main.cu:41"; without a line, as 0 is, the file alone.
QString fileAndLine(const QString& file, int line);
/// The comparison behind a check, of a copy that of the port that is shown first; null: none.
const TensorComparison* comparisonOf(const VerifyCheck& check);
QString laneVerdictWord(LaneVerdict verdict); ///< "In tolerance"
Mark laneVerdictMark(LaneVerdict verdict);
QString levelWord(VerifyLevel level);    ///< "Numerical"
QString levelTitle(VerifyLevel level);   ///< "L5 Numerical"
QString levelPurpose(VerifyLevel level); ///< what it does and needs, in a sentence or two
/// "22 passed, 1 failed, 2 skipped"; "No checks".
QString countSentence(const VerifyRun& run);
/// What a reader must know before trusting a run, one sentence each: not on an AMD GPU, out of
/// date.
QStringList caveatsOf(const VerifyRun& run, const QByteArray& portKey);
bool isOutOfDate(const VerifyRun& run, const QByteArray& portKey);
/// The level that a job of this purpose is for; nothing: none.
std::optional<VerifyLevel> levelOfPurpose(const QString& purpose);
/// The newest verification job that has not ended; null: none.
const JobEntry* runningVerification(const RemoteState& state);
/// "1.2e-03", as all tables of this area show figures; "0".
QString figure(double value);
/// "5e-02" if that is exact; else as figure().
QString shortFigure(double value);

} // namespace rocport
