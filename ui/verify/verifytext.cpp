#include "ui/verify/verifytext.h"

#include <QCoreApplication>

#include <cmath>

namespace rocport {

namespace {

QString say(const char* text)
{
    return QCoreApplication::translate("rocport::VerifyWords", text);
}

} // namespace

Mark checkStateMark(CheckState state)
{
    switch (state) {
    case CheckState::NotRun:
        return {Glyph::MarkTodo, &ThemeColours::control};
    case CheckState::Running:
        return {Glyph::MarkProgress, &ThemeColours::accent};
    case CheckState::Passed:
        return {Glyph::MarkDone, &ThemeColours::okFill};
    case CheckState::Failed:
        return {Glyph::MarkFailed, &ThemeColours::crit};
    case CheckState::Skipped:
        return {Glyph::MarkSkipped, &ThemeColours::control};
    }
    return {};
}

QString checkStateWord(CheckState state)
{
    switch (state) {
    case CheckState::NotRun:
        return say("Not run");
    case CheckState::Running:
        return say("Running");
    case CheckState::Passed:
        return say("Passed");
    case CheckState::Failed:
        return say("Failed");
    case CheckState::Skipped:
        return say("Skipped");
    }
    return {};
}

Mark tensorVerdictMark(TensorVerdict verdict)
{
    switch (verdict) {
    case TensorVerdict::Passed:
        return checkStateMark(CheckState::Passed);
    case TensorVerdict::Failed:
    case TensorVerdict::ShapeDiffers:
    case TensorVerdict::Missing:
        return checkStateMark(CheckState::Failed);
    case TensorVerdict::TypeDiffers:
    case TensorVerdict::Extra:
    case TensorVerdict::NotComparable:
        return {Glyph::MarkAttention, &ThemeColours::warn};
    }
    return {};
}

QString tensorVerdictWord(TensorVerdict verdict)
{
    switch (verdict) {
    case TensorVerdict::Passed:
        return say("Passed");
    case TensorVerdict::Failed:
        return say("Failed");
    case TensorVerdict::ShapeDiffers:
        return say("Shape differs");
    case TensorVerdict::TypeDiffers:
        return say("Type differs");
    case TensorVerdict::Missing:
        return say("Missing");
    case TensorVerdict::Extra:
        return say("Extra");
    case TensorVerdict::NotComparable:
        return say("Not comparable");
    }
    return {};
}

bool wasCompared(TensorVerdict verdict)
{
    return verdict == TensorVerdict::Passed || verdict == TensorVerdict::Failed ||
           verdict == TensorVerdict::TypeDiffers;
}

QString fileAndLine(const QString& file, int line)
{
    return line > 0 ? file + u':' + QString::number(line) : file;
}

const TensorComparison* comparisonOf(const VerifyCheck& check)
{
    if (check.comparison) {
        return &*check.comparison;
    }
    if (!check.lanes || check.lanes->ports.isEmpty()) {
        return nullptr;
    }
    const LanePortCopy* wrong = check.lanes->wrong();
    const LanePortCopy& shown = wrong == nullptr ? check.lanes->ports.first() : *wrong;
    return shown.comparison ? &*shown.comparison : nullptr;
}

QString laneVerdictWord(LaneVerdict verdict)
{
    switch (verdict) {
    case LaneVerdict::Equal:
        return say("Equal");
    case LaneVerdict::InTolerance:
        return say("In tolerance");
    case LaneVerdict::Differs:
        return say("Differs");
    case LaneVerdict::Missing:
        return say("Missing");
    case LaneVerdict::Extra:
        return say("Extra");
    case LaneVerdict::NotKept:
        return say("Not equal, not kept");
    }
    return {};
}

Mark laneVerdictMark(LaneVerdict verdict)
{
    return checkStateMark(isWrong(verdict) ? CheckState::Failed : CheckState::Passed);
}

QString levelWord(VerifyLevel level)
{
    switch (level) {
    case VerifyLevel::Static:
        return say("Static");
    case VerifyLevel::Build:
        return say("Build");
    case VerifyLevel::Lanes:
        return say("Lanes");
    case VerifyLevel::Load:
        return say("Load");
    case VerifyLevel::Numerical:
        return say("Numerical");
    }
    return {};
}

QString levelTitle(VerifyLevel level)
{
    return QStringLiteral("L%1 %2").arg(verifyLevelNumber(level)).arg(levelWord(level));
}

QString levelPurpose(VerifyLevel level)
{
    switch (level) {
    case VerifyLevel::Static:
        return say("Checks on this machine, without a node, for code left untranslated "
                   "and for changes to the NVIDIA path.");
    case VerifyLevel::Build:
        return say("Compiles every translated source with hipcc on a node.");
    case VerifyLevel::Lanes:
        return say("Runs a program on the CPU as the original on 32 lanes and as the "
                   "port on 64 and 32, and compares what comes back. Needs no node and "
                   "no GPU, and is no evidence of one.");
    case VerifyLevel::Load:
        return say("Runs forward and backward passes on the GPU and looks for NaN and Inf.");
    case VerifyLevel::Numerical:
        return say("Compares what the port computes with golden vectors, tensor by "
                   "tensor.");
    }
    return {};
}

QString countSentence(const VerifyRun& run)
{
    QStringList parts;
    const std::pair<CheckState, QString> words[] = {{CheckState::Passed, say("%1 passed")},
                                                    {CheckState::Failed, say("%1 failed")},
                                                    {CheckState::Skipped, say("%1 skipped")},
                                                    {CheckState::NotRun, say("%1 not run")}};
    for (const auto& [state, word] : words) {
        if (const int count = run.count(state); count > 0) {
            parts.append(word.arg(count));
        }
    }
    return parts.isEmpty() ? say("No checks") : parts.join(QStringLiteral(", "));
}

bool isOutOfDate(const VerifyRun& run, const QByteArray& portKey)
{
    return !run.byHand && !portKey.isEmpty() && run.portKey != portKey;
}

QStringList caveatsOf(const VerifyRun& run, const QByteArray& portKey)
{
    QStringList out;
    if (run.byHand) {
        return {say("Files were compared by hand. This is not a run of the port, so no level "
                    "changes.")};
    }
    if (run.part) {
        out.append(say("Only the files that were asked for were checked, so the level stays as it "
                       "was."));
    }
    if (isOutOfDate(run, portKey)) {
        out.append(say("Out of date: the accepted port has changed since this run."));
    }
    if (needsAmdGpu(run.level) && run.emulated) {
        out.append(say("On an emulated GPU: it has a grade of its own, and nothing here counts as "
                       "loaded or verified."));
    } else if (needsAmdGpu(run.level) && !run.onGpu) {
        out.append(run.device.isEmpty()
                       ? say("Not on an AMD GPU: no GPU was used, so nothing here counts as "
                             "loaded or verified.")
                       : say("Not on an AMD GPU: it ran on %1, so nothing here counts as loaded "
                             "or verified.")
                             .arg(run.device));
    }
    return out;
}

std::optional<VerifyLevel> levelOfPurpose(const QString& purpose)
{
    if (purpose == QStringLiteral("build")) {
        return VerifyLevel::Build;
    }
    if (purpose == QStringLiteral("lanes")) {
        return VerifyLevel::Lanes;
    }
    if (purpose == QStringLiteral("load")) {
        return VerifyLevel::Load;
    }
    if (purpose == QStringLiteral("verify") || purpose == QStringLiteral("capture") ||
        purpose == QStringLiteral("stability")) {
        return VerifyLevel::Numerical;
    }
    return std::nullopt;
}

const JobEntry* runningVerification(const RemoteState& state)
{
    for (const JobEntry& job : state.jobs) {
        if (!job.replayed && !isEnded(job.status.state) && levelOfPurpose(job.spec.purpose)) {
            return &job;
        }
    }
    return nullptr;
}

QString figure(double value)
{
    if (std::isnan(value)) {
        return QStringLiteral("NaN");
    }
    if (std::isinf(value)) {
        return value > 0 ? QStringLiteral("Inf") : QStringLiteral("-Inf");
    }
    return value == 0 ? QStringLiteral("0") : QString::number(value, 'e', 2);
}

QString shortFigure(double value)
{
    const QString text = figure(value);
    const QString brief = QString::number(value, 'e', 0);
    return brief.toDouble() == value && text != QStringLiteral("0") ? brief : text;
}

} // namespace rocport
