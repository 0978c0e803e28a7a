#include "ui/rules/ruletally.h"

#include "core/base/wording.h"
#include "core/plan/counts.h"

#include <QCoreApplication>

namespace rocport {

namespace {

QString tallyText(const char* text)
{
    return QCoreApplication::translate("RuleTally", text);
}

QString changesText(int count)
{
    return counted(count, tallyText("change"), tallyText("changes"));
}

QString findingsText(int count)
{
    return counted(count, tallyText("finding"), tallyText("findings"));
}

QString filesText(int count)
{
    return counted(count, tallyText("file"), tallyText("files"));
}

} // namespace

RuleTally& RuleTally::operator+=(const RuleTally& other)
{
    places += other.places;
    changes += other.changes;
    openChanges += other.openChanges;
    findings += other.findings;
    openFindings += other.openFindings;
    return *this;
}

QHash<QString, RuleTally> tallyRules(const ProjectState& state)
{
    QHash<QString, RuleTally> tallies;
    if (!state.scan) {
        return tallies;
    }
    for (const auto& file : state.scan->files) {
        for (const Finding& finding : file->findings) {
            RuleTally& tally = tallies[finding.ruleId];
            if (++tally.places == 1) {
                tally.first = {finding.message, finding.symbol, finding.path, finding.line,
                               finding.wayOut};
            }
        }
    }
    QHash<QString, QSet<RepoPath>> files;
    for (const Hunk& hunk : state.scan->hunks) {
        const QString rule = hunk.ruleIds.value(0);
        RuleTally& tally = tallies[rule];
        if (++tally.changes == 1) {
            tally.firstChange = hunk.key;
        }
        tally.openChanges += isDecided(state.decisions.kind(hunk.key)) ? 0 : 1;
        files[rule].insert(hunk.targetPath);
    }
    for (auto file = files.cbegin(); file != files.cend(); ++file) {
        tallies[file.key()].changeFiles = static_cast<int>(file->size());
    }
    QHash<QString, const RepoPath*> last; // findings come by file
    forEachFindingForAPerson(*state.scan, [&](const Finding& finding) {
        RuleTally& tally = tallies[finding.ruleId];
        ++tally.findings;
        const bool open = state.decisions.findingState(finding.id) == FindingState::Open;
        tally.openFindings += open ? 1 : 0;
        const RepoPath*& before = last[finding.ruleId];
        tally.findingFiles += before == nullptr || *before != finding.path ? 1 : 0;
        before = &finding.path;
    });
    return tallies;
}

QString tallyText(const RuleTally& tally)
{
    QStringList parts;
    if (tally.changes > 0) {
        parts.append(
            tallyText("%1 in %2").arg(changesText(tally.changes), filesText(tally.changeFiles)));
    }
    if (tally.findings > 0) {
        const QString found =
            tallyText("%1 in %2").arg(findingsText(tally.findings), filesText(tally.findingFiles));
        parts.append(
            tally.openFindings == tally.findings
                ? found
                : tallyText("%1, %2 open").arg(found, QString::number(tally.openFindings)));
    }
    if (parts.isEmpty() && tally.places > 0) {
        return tallyText("%1, each with a change of another rule or for information")
            .arg(counted(tally.places, tallyText("place"), tallyText("places")));
    }
    return parts.isEmpty() ? tallyText("Points at nothing") : parts.join(QStringLiteral("; "));
}

QString leavingText(const RuleTally& tally)
{
    QStringList leaving;
    if (tally.openChanges > 0) {
        leaving.append(
            counted(tally.openChanges, tallyText("open change"), tallyText("open changes")));
    }
    if (tally.openFindings > 0) {
        leaving.append(
            counted(tally.openFindings, tallyText("open finding"), tallyText("open findings")));
    }
    const int decided = tally.changes - tally.openChanges;
    const QString stays = decided > 0 ? u' ' + counted(decided, tallyText("decided change stays."),
                                                       tallyText("decided changes stay."))
                                      : QString();
    if (leaving.isEmpty()) {
        return tallyText("Nothing that is open leaves the lists.") + stays;
    }
    const bool one = tally.openChanges + tally.openFindings == 1;
    return (one ? tallyText("%1 leaves the lists.") : tallyText("%1 leave the lists."))
               .arg(leaving.join(tallyText(" and "))) +
           stays;
}

} // namespace rocport
