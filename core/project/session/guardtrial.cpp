#include "core/project/session/guardtrial.h"

#include "core/project/session/derivedstate.h"
#include "core/project/session/sourcereader.h"

#include <algorithm>

namespace rocport {

namespace {

/// What is asked of the guards of one file alone.
struct FileGuards
{
    std::shared_ptr<const ScanResult> raw;
    GuardRequest wishes;
};

FileGuards guardsOf(const ProjectState& state, const RepoPath& file)
{
    auto raw = std::make_shared<ScanResult>(*state.rawScan);
    raw->hunks.removeIf([&](const Hunk& hunk) { return hunk.targetPath != file; });
    FileGuards guards{raw, guardRequest(state)};
    guards.wishes.userGuards.removeIf([&](const UserGuard& guard) { return guard.path != file; });
    return guards;
}

QSet<QByteArray> keysOf(const GuardedScan& shaped)
{
    QSet<QByteArray> keys;
    for (const Hunk& hunk : shaped.scan->hunks) {
        keys.insert(hunk.key);
    }
    return keys;
}

LineSpan linesOf(const GuardedScan& shaped, const QByteArray& member)
{
    for (const Hunk& hunk : shaped.scan->hunks) {
        if (shaped.members.value(hunk.key, {hunk.key}).contains(member)) {
            return {hunk.firstLine, std::max(hunk.firstLine, hunk.lastLine)};
        }
    }
    return {};
}

} // namespace

Result<GuardTrial> tryGuardWidths(const ProjectState& state, const QByteArray& hunkKey,
                                  const QVector<GuardWidth>& widths)
{
    const Hunk* hunk = state.hunk(hunkKey);
    if (hunk == nullptr || !state.rawScan) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("the change is not in this scan"),
                     QString::fromLatin1(hunkKey)};
    }
    GuardTrial trial;
    trial.width = state.guardWidth(hunkKey);
    trial.lines = {hunk->firstLine, std::max(hunk->firstLine, hunk->lastLine)};
    const QVector<QByteArray> members = state.membersOf(hunkKey);
    if (members.isEmpty() || hunk->ruleIds.value(0) == kUserGuardRule) {
        trial.own = true;
        return trial;
    }
    const FileGuards file = guardsOf(state, hunk->targetPath);
    const ReadSource read = sourceReader(state);
    const auto now = layOutGuards(file.raw, state.meta.target, file.wishes, read);
    if (!now) {
        return now.error();
    }
    const QSet<QByteArray> before = keysOf(*now);
    for (const GuardWidth width : widths) {
        GuardRequest wishes = file.wishes;
        for (const QByteArray& member : members) {
            const QString subject = guardSubject(member);
            wishes.widths.removeIf(
                [&](const GuardSetting& setting) { return setting.subject == subject; });
            wishes.widths.append({subject, guardWidthId(width)});
        }
        const auto then = layOutGuards(file.raw, state.meta.target, wishes, read);
        if (!then) {
            return then.error();
        }
        trial.width = width;
        trial.changes = keysOf(*then) != before;
        trial.kept = std::any_of(members.begin(), members.end(), [&](const QByteArray& member) {
            return then->kept.contains(member);
        });
        if (trial.changes) {
            trial.lines = linesOf(*then, members.first());
            break;
        }
    }
    return trial;
}

} // namespace rocport
