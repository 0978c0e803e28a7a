#include "core/report/tasks.h"

#include "core/facts/factrows.h"
#include "core/remote/shellquote.h"
#include "core/report/compose.h"

#include <algorithm>

namespace rocport {

namespace {

/// The commands that accept what is done in a file, for one repository.
class Acceptance
{
public:
    explicit Acceptance(const ReportModel& report) : m_root(report.meta.repositoryRoot)
    {
        const bool hasBranch = std::any_of(report.commits.begin(), report.commits.end(),
                                           [](const auto& one) { return !one.undone; });
        m_range = QString::fromLatin1(report.meta.baseCommit) + QStringLiteral("..") +
                  (hasBranch ? report.meta.portBranch : QStringLiteral("HEAD"));
        for (const auto& file : report.scan->files) {
            m_languages.insert(file->path, file->language);
        }
    }

    [[nodiscard]] QStringList of(const RepoPath& path, Phase phase) const
    {
        QStringList commands{isolation()};
        const Language language = m_languages.value(path, Language::Other);
        if (language == Language::Cuda) {
            if (phase == Phase::Wavefront) {
                commands.append(line(
                    {QStringLiteral("verify"), QStringLiteral("lanes"), m_root, path.display()}));
            }
            commands.append(line({QStringLiteral("verify"), QStringLiteral("build"), m_root}));
        }
        commands.append(line({QStringLiteral("verify"), QStringLiteral("static"), m_root,
                              QStringLiteral("--file"), path.display()}));
        return commands;
    }
    /// The command that makes a check once more.
    [[nodiscard]] QString of(const VerifyRun& run) const
    {
        return line({QStringLiteral("verify"), verifyLevelId(run.level), m_root});
    }
    [[nodiscard]] QString isolation() const
    {
        return line({QStringLiteral("isolation"), m_root, m_range});
    }

private:
    static QString line(const QStringList& words)
    {
        return QString::fromUtf8(shellCommand(QStringList{QStringLiteral("rocport-cli")} + words));
    }

    QString m_root;
    QString m_range;
    QHash<RepoPath, Language> m_languages;
};

/// What the rule with `id` refers to.
void addReference(ReportTask& task, const QString& id, const RuleSet& rules)
{
    task.rule = id;
    if (const Rule* rule = rules.find(id)) {
        task.referenceTitle = rule->referenceTitle;
        task.referenceUrl = rule->referenceUrl;
    }
    for (const FactRow& row : factsOfRule(id)) {
        task.facts.append(QStringLiteral("%1 (%2)").arg(row.fact, row.source));
    }
}

ReportTask taskOf(const Finding& finding, const RuleSet& rules, const Acceptance& acceptance)
{
    ReportTask task;
    task.id = QStringLiteral("finding:") + QString::fromLatin1(finding.id);
    task.phase = finding.phase;
    task.severity = finding.severity;
    task.effort = finding.effort;
    task.file = finding.path.display();
    task.line = finding.line;
    task.title = finding.message;
    task.wayOut = finding.wayOut;
    addReference(task, finding.ruleId, rules);
    if (const Rule* rule = rules.find(finding.ruleId)) {
        task.reason = rule->reason;
    }
    task.acceptance = acceptance.of(finding.path, finding.phase);
    return task;
}

ReportTask taskOf(const ReportChange& change, const ReportModel& report, const RuleSet& rules,
                  const Acceptance& acceptance)
{
    const Hunk& hunk = *change.hunk;
    ReportTask task;
    task.kind = ReportTask::Kind::Change;
    task.id = QStringLiteral("change:") + QString::fromLatin1(hunk.key);
    task.phase = hunk.phase;
    task.severity = hunk.severity;
    task.file = hunk.targetPath.display();
    task.line = hunk.firstLine;
    task.title = hunk.title;
    task.state = decisionId(change.decision);
    task.reason = hunk.reason;
    task.wayOut = change.note.isEmpty() ? hunk.change : change.note;
    addReference(task, hunk.ruleIds.value(0), rules);
    if (!hunk.referenceUrl.isEmpty()) {
        task.referenceTitle = hunk.referenceTitle;
        task.referenceUrl = hunk.referenceUrl;
    }
    const RepoPath& known = hunk.sourcePath.bytes().isEmpty() ? hunk.targetPath : hunk.sourcePath;
    task.acceptance = acceptance.of(known, hunk.phase);
    for (const ProposedDecision& one : report.proposed) {
        if (one.hunkKey == hunk.key) {
            task.proposed.append(one);
        }
    }
    return task;
}

void addFailedChecks(const ReportModel& report, const Acceptance& acceptance,
                     QVector<ReportTask>& tasks)
{
    QVector<std::pair<VerifyLevel, QString>> seen; // the newest run of each question counts
    for (const VerifyRun& run : report.verification.runs) {
        const std::pair<VerifyLevel, QString> question{run.level, run.title + run.nodeId};
        if (run.byHand || seen.contains(question)) {
            continue;
        }
        seen.append(question);
        for (const VerifyCheck& check : run.checks) {
            if (check.state != CheckState::Failed) {
                continue;
            }
            ReportTask task;
            task.kind = ReportTask::Kind::Check;
            task.id = QStringLiteral("check:%1:%2").arg(verifyLevelId(run.level), check.id);
            task.severity = Severity::Critical;
            task.file = check.file;
            task.line = check.line;
            task.title = QStringLiteral("%1: %2").arg(verifyLevelName(run.level), check.name);
            task.reason = check.detail;
            task.wayOut = isCurrent(report, run)
                              ? QString()
                              : QStringLiteral("The run is of an earlier state of the port.");
            task.acceptance = QStringList{acceptance.of(run)};
            tasks.append(task);
        }
    }
}

} // namespace

QString taskKindId(ReportTask::Kind kind)
{
    switch (kind) {
    case ReportTask::Kind::Finding:
        break;
    case ReportTask::Kind::Change:
        return QStringLiteral("change");
    case ReportTask::Kind::Check:
        return QStringLiteral("check");
    }
    return QStringLiteral("finding");
}

QVector<ReportTask> makeTasks(const ReportModel& report, const RuleSet& rules)
{
    const Acceptance acceptance(report);
    QVector<ReportTask> tasks;
    for (const ReportPhase& phase : report.phases) {
        for (const Finding* finding : phase.withoutFix) {
            tasks.append(taskOf(*finding, rules, acceptance));
        }
        for (const ReportChange& change : phase.changes) {
            if (!isTaken(change.decision)) {
                tasks.append(taskOf(change, report, rules, acceptance));
            }
        }
    }
    addFailedChecks(report, acceptance, tasks);
    std::stable_sort(tasks.begin(), tasks.end(), [](const ReportTask& a, const ReportTask& b) {
        return std::pair(a.phase, -int(a.severity)) < std::pair(b.phase, -int(b.severity));
    });
    return tasks;
}

} // namespace rocport
