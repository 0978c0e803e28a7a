#pragma once

#include "core/project/nodes/remoteservice.h"
#include "core/tensor/elementtype.h"
#include "ui/theme/glyph.h"

namespace rocport {

Mark checkStateMark(CheckState state);
QString checkStateWord(CheckState state); ///< "Passed"
Mark tensorVerdictMark(TensorVerdict verdict);
QString tensorVerdictWord(TensorVerdict verdict); ///< "Shape differs"
/// Whether elements were held against each other, so that there are figures.
bool wasCompared(TensorVerdict verdict);
QString levelWord(VerifyLevel level); ///< "Numerical"
/// "22 passed, 1 failed, 2 skipped"; "No checks".
QString countSentence(const VerifyRun& run);
/// What a reader must know before believing a run, a sentence each: not on an AMD GPU, out of date.
QStringList caveatsOf(const VerifyRun& run, const QByteArray& portKey);
bool isOutOfDate(const VerifyRun& run, const QByteArray& portKey);
/// The level that a job of this purpose is for; nothing: none.
std::optional<VerifyLevel> levelOfPurpose(const QString& purpose);
/// A job of verification that has not ended, newest first; null: none.
const JobEntry* runningVerification(const RemoteState& state);
/// "1.2e-03" as all tables of this area write figures; "0".
QString figure(double value);
/// "5e-02" where that is all there is to it; else as figure().
QString shortFigure(double value);

} // namespace rocport
