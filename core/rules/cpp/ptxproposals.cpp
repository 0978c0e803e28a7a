// What becomes of inline PTX: findings, and HIP code of the same effect where there is one.
#include "core/base/cancelscope.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/rules/cpp/cpplanes.h"
#include "core/rules/cpp/cppsupplied.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

namespace {

/// Whether the counter of wall_clock64() is known to run at 100 MHz on all target architectures.
/// (LLVM 18, libc/src/time/gpu/time_utils.h.)
bool hasClockOf100MHz(const TargetSettings& target)
{
    return !target.architectures.isEmpty() &&
           std::all_of(target.architectures.begin(), target.architectures.end(),
                       [](const QString& one) {
                           return one == u"gfx942" || one.startsWith(u"gfx10") ||
                                  one.startsWith(u"gfx11") || one.startsWith(u"gfx12");
                       });
}

/// What stands for the statement on ROCm, with the strategy in use; empty: nothing certain.
QByteArray ptxReplacement(const PtxStatement& one, const CppInput& input, int& link)
{
    const TargetSettings& target = input.context.target;
    const LaneMasks* masks = input.lanes.masks();
    const LaneWidth& width = input.lanes.width();
    if (!one.supplied.empty() && !suppliesMissing(input.context.strategy)) {
        return {};
    }
    if (one.readsTimer && !hasClockOf100MHz(target)) {
        return {};
    }
    const bool of32 =
        width.warps() == Warps::Of32 || (one.replacement.isEmpty() && allWave32(target));
    if (of32 && !one.narrow.isEmpty()) {
        return one.narrow;
    }
    if (one.result == PtxResult::LaneMask) {
        // The value has 64 bits on ROCm: only where its variable gets them too.
        const int value =
            masks != nullptr && one.output.size() == 1 ? masks->valueAt(one.output.begin) : -1;
        const LaneValue* lane = value < 0 ? nullptr : &masks->values()[value];
        if (lane == nullptr || !lane->isCertain() ||
            width.at(one.span.begin) == LaneWidth::State::Withheld) {
            return {};
        }
        if (width.at(one.span.begin) == LaneWidth::State::Tied) {
            link = width.link();
        } else if (lane->type == LaneValue::Type::Int32) {
            link = lane->link;
        }
    }
    return one.replacement;
}

} // namespace

void proposePtx(const CppInput& input)
{
    CppLanes& lanes = input.lanes;
    lanes.find();
    const Rule& rule = input.rule;
    const RepoPath& path = input.writer.analysis().path;
    const bool ownHeader = isCppHeader(path) && input.context.warpGroups == nullptr;
    const Warps warps = lanes.width().warps();
    if (warps != Warps::Of32 && !allWave32(input.context.target) &&
        (ownHeader || warps == Warps::Unknown)) {
        lanes.leavePtxOfLanes();
    }
    for (const PtxStatement& one : lanes.ptx()) {
        if (isWorkCancelled()) {
            return;
        }
        int link = -1;
        const QByteArray replacement = ptxReplacement(one, input, link);
        const Captures captures = {{QStringLiteral("what"), one.what},
                                   {QStringLiteral("replacement"), QString::fromUtf8(replacement)}};
        const bool fixed = !replacement.isEmpty();
        const QString wayOut = one.wayOut.isEmpty() ? rule.wayOut : one.wayOut;
        const QByteArray id = input.writer.addFinding(
            rule, input.file.range(one.span), one.instruction, fillText(rule.message, captures),
            fixed ? QString() : wayOut, fixed ? Effort::None : rule.effort, {});
        if (!fixed) {
            continue;
        }
        if (!one.supplied.empty()) {
            lanes.addSupplied(toText(one.supplied));
        }
        Replacement edit;
        edit.range = input.file.range(one.span);
        edit.text = replacement;
        edit.rule = &rule;
        edit.findingId = id;
        edit.captures = captures;
        edit.link = link;
        input.edits.append(edit);
    }
}

} // namespace rocport
