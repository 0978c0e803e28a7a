#include "ui/portreview/hunkwords.h"

#include "core/base/wording.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace rocport {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("PortReview", text);
}

} // namespace

QString ruleWord(RuleMatch match)
{
    switch (match) {
    case RuleMatch::Equal:
        return tr("Equal");
    case RuleMatch::Similar:
        return tr("Similar");
    case RuleMatch::Different:
        return tr("Different");
    case RuleMatch::None:
        break;
    }
    return tr("None");
}

QString nvidiaWord(NvidiaPath path)
{
    switch (path) {
    case NvidiaPath::Changed:
        return tr("Changed");
    case NvidiaPath::Unchanged:
        return tr("Unchanged");
    case NvidiaPath::NotBuilt:
        return tr("Not in a build");
    case NvidiaPath::Unproved:
        break;
    }
    return tr("Unproved");
}

QString armWord(RocmArm arm)
{
    switch (arm) {
    case RocmArm::NotChecked:
        return tr("Not checked");
    case RocmArm::Compiles:
        return tr("Compiles");
    case RocmArm::BuildFails:
        return tr("Build fails");
    case RocmArm::LanesEqual:
        return tr("Lanes equal");
    case RocmArm::LanesDiffer:
        return tr("Lanes differ");
    case RocmArm::NotTried:
        break;
    }
    return tr("Not tried");
}

QString armWord(const ReviewHunk& hunk)
{
    const auto fact =
        std::find_if(hunk.armFacts.begin(), hunk.armFacts.end(), [&hunk](const ArmFact& one) {
            return one.lanes > 0 && one.result == hunk.rocm;
        });
    if (fact == hunk.armFacts.end()) {
        return armWord(hunk.rocm);
    }
    return (hunk.rocm == RocmArm::LanesDiffer ? tr("%1 lanes differ") : tr("%1 lanes equal"))
        .arg(fact->lanes);
}

QString armNothing(const ReviewHunk& hunk)
{
    return hunk.rocm == RocmArm::NotTried ? tr("Nothing was compiled or executed for it.")
                                          : armWord(hunk);
}

QColor ThemeColours::*ruleColour(RuleMatch match)
{
    switch (match) {
    case RuleMatch::Different:
        return &ThemeColours::warn;
    case RuleMatch::None:
        return &ThemeColours::muted;
    case RuleMatch::Equal:
    case RuleMatch::Similar:
        break;
    }
    return &ThemeColours::text2;
}

Mark nvidiaMark(NvidiaPath path)
{
    switch (path) {
    case NvidiaPath::Changed:
        return {Glyph::Cross, &ThemeColours::crit};
    case NvidiaPath::Unchanged:
        return {Glyph::Check, &ThemeColours::ok};
    case NvidiaPath::NotBuilt:
        return {Glyph::Minus, &ThemeColours::muted};
    case NvidiaPath::Unproved:
        break;
    }
    return {Glyph::MarkAttention, &ThemeColours::warn};
}

Mark armMark(RocmArm arm)
{
    switch (arm) {
    case RocmArm::Compiles:
    case RocmArm::LanesEqual:
        return {Glyph::Check, &ThemeColours::ok};
    case RocmArm::BuildFails:
    case RocmArm::LanesDiffer:
        return {Glyph::Cross, &ThemeColours::crit};
    case RocmArm::NotTried:
    case RocmArm::NotChecked:
        break;
    }
    return {Glyph::Minus, &ThemeColours::muted};
}

Mark hunkMark(DecisionKind kind)
{
    return changeMark(kind, Verdict::Projected); // what needs a look has a column of its own
}

QString hunkLine(const ReviewHunk& hunk)
{
    if (hunk.kind != ReviewHunkKind::Lines) {
        return {};
    }
    const bool removes = hunk.headLast < hunk.headFirst;
    const int line = removes                     ? hunk.baseFirst
                     : !hunk.headParts.isEmpty() ? hunk.headParts.first().first
                                                 : hunk.headFirst;
    return QString::number(line);
}

QString hunkKindText(ReviewHunkKind kind)
{
    switch (kind) {
    case ReviewHunkKind::Lines:
        break;
    case ReviewHunkKind::Added:
        return tr("A new file");
    case ReviewHunkKind::Removed:
        return tr("A file that is gone");
    case ReviewHunkKind::Renamed:
        return tr("A file with another name");
    case ReviewHunkKind::Mode:
        return tr("A change of the mode");
    case ReviewHunkKind::Binary:
        return tr("Content that is not text");
    case ReviewHunkKind::Link:
        return tr("A link");
    case ReviewHunkKind::Submodule:
        return tr("A submodule");
    }
    return {};
}

QString proofSentence(const ReviewHunk& hunk)
{
    const IsolationProof& proof = hunk.proof;
    QString text = proof.reason;
    if (text.isEmpty()) {
        text = hunk.nvidia == NvidiaPath::NotBuilt ? tr("No build reads this file.")
                                                   : tr("Nothing is known about it.");
    }
    const bool counted = proof.tokensTotal > 0 && !text.contains(countText(proof.tokensTotal));
    return counted ? tr("%1 %2 of %3 tokens equal.")
                         .arg(text, countText(proof.tokensEqual), countText(proof.tokensTotal))
                   : text;
}

QString hunkAccessibleText(const ReviewHunk& hunk, DecisionKind kind, bool changed, int comments)
{
    QStringList parts;
    if (const QString line = hunkLine(hunk); !line.isEmpty()) {
        parts.append(tr("line %1").arg(line));
    }
    parts.append(hunk.title);
    parts.append(decisionName(kind).toLower());
    if (changed) {
        parts.append(tr("changed since the chosen revision"));
    }
    if (comments > 0) {
        parts.append(counted(comments, tr("comment"), tr("comments")));
    }
    parts.append(tr("rule: %1").arg(ruleWord(hunk.match).toLower()));
    parts.append(tr("NVIDIA path: %1").arg(nvidiaWord(hunk.nvidia).toLower()));
    parts.append(tr("ROCm arm: %1").arg(armWord(hunk).toLower()));
    return parts.join(QStringLiteral(", "));
}

} // namespace rocport
