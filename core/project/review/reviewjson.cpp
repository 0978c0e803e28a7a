#include "core/project/review/reviewrender.h"

#include "core/report/scanjson.h"

#include <QJsonArray>

namespace rocport {

namespace {

QJsonObject lineSpan(int first, int last)
{
    return {{QStringLiteral("first"), first}, {QStringLiteral("last"), last}};
}

} // namespace

QJsonObject reviewHunkToJson(const ReviewFile& file, const ReviewHunk& hunk)
{
    QJsonObject object{{QStringLiteral("id"), QString::fromLatin1(hunk.id)},
                       {QStringLiteral("kind"), reviewHunkKindId(hunk.kind)},
                       {QStringLiteral("title"), hunk.title},
                       {QStringLiteral("phase"), static_cast<int>(hunk.phase)},
                       {QStringLiteral("rules"), QJsonArray::fromStringList(hunk.ruleIds)},
                       {QStringLiteral("rule"), ruleMatchId(hunk.match)},
                       {QStringLiteral("nvidiaPath"), nvidiaPathId(hunk.nvidia)},
                       {QStringLiteral("verdict"), verdictId(hunk.proof.verdict)},
                       {QStringLiteral("verdictReason"), hunk.proof.reason},
                       {QStringLiteral("onlyTogether"), hunk.onlyTogether},
                       {QStringLiteral("tokensEqual"), hunk.proof.tokensEqual},
                       {QStringLiteral("tokensTotal"), hunk.proof.tokensTotal},
                       {QStringLiteral("rocmArm"), rocmArmId(hunk.rocm)},
                       {QStringLiteral("needsLook"), needsLook(hunk)}};
    if (hunk.kind == ReviewHunkKind::Lines) {
        object.insert(QStringLiteral("base"), lineSpan(hunk.baseFirst, hunk.baseLast));
        object.insert(QStringLiteral("head"), lineSpan(hunk.headFirst, hunk.headLast));
        object.insert(
            QStringLiteral("removed"),
            QString::fromUtf8(file.baseText.mid(hunk.edit.range.begin, hunk.edit.range.size())));
        object.insert(QStringLiteral("added"), QString::fromUtf8(hunk.edit.replacement));
    } else {
        object.insert(QStringLiteral("facts"), hunk.facts);
    }
    if (hunk.match != RuleMatch::None) {
        object.insert(QStringLiteral("ruleText"), QString::fromUtf8(hunk.ruleText));
        object.insert(QStringLiteral("ruleLines"), lineSpan(hunk.ruleFirst, hunk.ruleLast));
    }
    if (!hunk.ruleReason.isEmpty()) {
        object.insert(QStringLiteral("ruleReason"), hunk.ruleReason);
    }
    if (!hunk.rocmReason.isEmpty()) {
        object.insert(QStringLiteral("rocmReason"), hunk.rocmReason);
    }
    QJsonArray findings;
    for (const Finding& finding : hunk.findings) {
        findings.append(findingToJson(finding));
    }
    object.insert(QStringLiteral("findings"), findings);
    return object;
}

namespace {

QJsonObject fileOfReview(const ReviewFile& file)
{
    QJsonArray hunks;
    for (const ReviewHunk& hunk : file.hunks) {
        hunks.append(reviewHunkToJson(file, hunk));
    }
    QJsonObject object{{QStringLiteral("path"), file.path.display()},
                       {QStringLiteral("language"), languageId(file.language)},
                       {QStringLiteral("nvidiaPath"), nvidiaPathId(file.nvidia)},
                       {QStringLiteral("verdict"), verdictId(file.proof.verdict)},
                       {QStringLiteral("verdictReason"), file.proof.reason},
                       {QStringLiteral("hunks"), hunks}};
    if (!file.basePath.isEmpty() && file.basePath != file.path) {
        object.insert(QStringLiteral("basePath"), file.basePath.display());
    }
    return object;
}

} // namespace

QJsonObject missingPlaceToJson(const MissingPlace& place)
{
    QJsonObject object = findingToJson(place.finding);
    object.insert(QStringLiteral("proposed"), place.hasProposal);
    object.insert(QStringLiteral("reason"), place.reason);
    return object;
}

QJsonObject reviewHeadToJson(const PortReview& review)
{
    QJsonArray commits;
    for (const ReviewCommit& commit : review.trees.commits) {
        commits.append(QJsonObject{{QStringLiteral("id"), QString::fromLatin1(commit.id)},
                                   {QStringLiteral("summary"), commit.summary},
                                   {QStringLiteral("author"), commit.author}});
    }
    QJsonObject counts{{QStringLiteral("files"), review.files.size()},
                       {QStringLiteral("hunks"), review.hunkCount()},
                       {QStringLiteral("missing"), review.missing.size()},
                       {QStringLiteral("leftOut"), review.leftOut},
                       {QStringLiteral("inCi"), review.inCi},
                       {QStringLiteral("notes"), review.noted}};
    QJsonObject nvidia;
    for (const NvidiaPath path :
         {NvidiaPath::Changed, NvidiaPath::Unproved, NvidiaPath::Unchanged, NvidiaPath::NotBuilt}) {
        nvidia.insert(nvidiaPathId(path), review.count(path));
    }
    QJsonObject rule;
    for (const RuleMatch match :
         {RuleMatch::None, RuleMatch::Equal, RuleMatch::Similar, RuleMatch::Different}) {
        rule.insert(ruleMatchId(match), review.count(match));
    }
    QJsonObject rocm;
    for (const RocmArm arm : kRocmArms) {
        rocm.insert(rocmArmId(arm), review.count(arm));
    }
    counts.insert(QStringLiteral("nvidiaPath"), nvidia);
    counts.insert(QStringLiteral("rule"), rule);
    counts.insert(QStringLiteral("rocmArm"), rocm);
    return {{QStringLiteral("format"), 1},
            {QStringLiteral("name"), review.trees.name},
            {QStringLiteral("title"), review.trees.title},
            {QStringLiteral("base"), QString::fromLatin1(review.trees.baseCommit)},
            {QStringLiteral("head"), QString::fromLatin1(review.trees.headCommit)},
            {QStringLiteral("strategy"), strategyId(review.baseScan->strategy)},
            {QStringLiteral("counts"), counts},
            {QStringLiteral("commits"), commits},
            {QStringLiteral("remarks"), QJsonArray::fromStringList(review.remarks)}};
}

QJsonObject reviewToJson(const PortReview& review)
{
    QJsonArray files;
    for (const ReviewFile& file : review.files) {
        files.append(fileOfReview(file));
    }
    QJsonArray missing;
    for (const MissingPlace& place : review.missing) {
        missing.append(missingPlaceToJson(place));
    }
    QJsonObject object = reviewHeadToJson(review);
    object.insert(QStringLiteral("files"), files);
    object.insert(QStringLiteral("missing"), missing);
    return object;
}

} // namespace rocport
