#include "ui/review/changeexplanation.h"

#include "core/project/session/rulepacks.h"
#include "ui/review/gatemodel.h"
#include "ui/review/reviewdesk.h"

#include <QSet>

namespace rocport {

namespace {

const Rule* ruleOf(const std::shared_ptr<const RuleSet>& rules, const QString& id)
{
    return rules ? rules->find(id) : nullptr;
}

/// Where it stands: in its file, and among those of its rule.
void explainNumbers(const ReviewDesk& desk, Explanation& shown)
{
    const ReviewModel& model = desk.model();
    const QVector<int> inFile = model.changesOfFile(shown.hunk->targetPath);
    shown.number = static_cast<int>(inFile.indexOf(desk.current())) + 1;
    shown.count = static_cast<int>(inFile.size());
    QSet<int> files;
    for (const int other : model.changesOfRule(shown.hunk->ruleIds.value(0))) {
        const ReviewChange& same = model.changes()[other];
        ++shown.ruleChanges;
        shown.ruleAccepted += isTaken(same.kind) ? 1 : 0;
        shown.ruleOpen += isDecided(same.kind) ? 0 : 1;
        files.insert(same.pathId);
    }
    shown.ruleFiles = static_cast<int>(files.size());
}

/// What it was proposed for, and what it needs.
void explainReasons(const ReviewDesk& desk, Explanation& shown)
{
    const Hunk& hunk = *shown.hunk;
    const std::shared_ptr<const RuleSet> rules = desk.session().rulePacks().rules();
    const Rule* rule = ruleOf(rules, hunk.ruleIds.value(0));
    shown.reason = hunk.reason.isEmpty() && rule ? rule->reason : hunk.reason;
    shown.change = hunk.change.isEmpty() && rule ? rule->change : hunk.change;
    for (const std::shared_ptr<const FileAnalysis>& file : shown.state->scan->files) {
        if (file->path != hunk.sourcePath) {
            continue;
        }
        for (const Finding& finding : file->findings) {
            if (hunk.findingIds.contains(finding.id)) {
                shown.findings.append(&finding);
            }
        }
    }
    for (const QByteArray& key : hunk.needs) {
        if (const Hunk* needed = shown.state->hunk(key)) {
            shown.needs.append(needed);
        }
    }
}

/// What was decided about it, by whom, and what stands against that.
void explainDecision(Explanation& shown)
{
    const ProjectState& state = *shown.state;
    const QByteArray& key = shown.hunk->key;
    if (const Decision* decision = state.decisions.decision(key)) {
        shown.note = decision->note;
        shown.overrideReason = decision->overrideReason;
    }
    if (const DecisionBatch* batch = state.decisions.batchOf(key)) {
        shown.author = batch->author;
        shown.time = batch->time;
    }
    for (const ProposedDecision& one : state.proposed) {
        if (one.hunkKey == key) {
            shown.proposed.append(one);
        }
    }
    shown.committed = state.isCommitted(key);
    if (const DecisionConflict* conflict = state.conflict(key)) {
        shown.conflict = conflict->reason;
    }
}

void explainGuard(Explanation& shown)
{
    const ProjectState& state = *shown.state;
    const Hunk& hunk = *shown.hunk;
    const Language language = languageOfFile(hunk.targetPath.fileName());
    shown.width = state.guardWidth(hunk.key);
    shown.guardable = GuardPlaces::canGuard(language);
    shown.guarded = hasGuard(hunk, language, state.meta.target);
    shown.members = static_cast<int>(state.guards.members.value(hunk.key).size());
}

} // namespace

Explanation explanationOfCurrent(const ReviewDesk& desk, bool draft)
{
    Explanation shown;
    if (desk.current() < 0 || !desk.state() || !desk.state()->scan) {
        return shown;
    }
    const ReviewChange& change = desk.model().changes()[desk.current()];
    shown.state = desk.state();
    shown.hunk = change.hunk;
    shown.kind = change.kind;
    shown.verdict = change.verdict;
    shown.verdictReason = shown.state->verdictReason(*change.hunk);
    shown.draft = draft;
    explainNumbers(desk, shown);
    explainReasons(desk, shown);
    explainDecision(shown);
    explainGuard(shown);
    shown.compile = shown.state->gate ? gateWordOf(*shown.state->gate, *change.hunk) : GateWord();
    return shown;
}

Explanation explanationOf(const ReviewDesk& desk, const Finding& finding, const QString& backKey)
{
    Explanation shown;
    shown.state = desk.state();
    shown.finding = &finding;
    const std::shared_ptr<const RuleSet> rules = desk.session().rulePacks().rules();
    const Rule* rule = ruleOf(rules, finding.ruleId);
    shown.title = !rule ? finding.ruleId : rule->name.isEmpty() ? rule->title : rule->name;
    shown.reason = rule ? rule->reason : QString();
    shown.note =
        backKey.isEmpty() ? QString() : QObject::tr("%1 goes back to its row.").arg(backKey);
    return shown;
}

} // namespace rocport
