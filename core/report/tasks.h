#pragma once

#include "core/report/report.h"
#include "core/rules/rule.h"

#include <QStringList>
#include <QVector>

namespace rocport {

/// Something that is left to do before a port is done.
struct ReportTask
{
    enum class Kind : quint8 {
        Finding, ///< a place without a proposed change
        Change,  ///< a proposed change that is open, deferred or rejected
        Check,   ///< a check that failed
    } kind = Kind::Finding;
    QString id; ///< "finding:…", "change:…" with the key, "check:…"; the same as long as it is left
    Phase phase = Phase::Verification;
    Severity severity = Severity::Info;
    Effort effort = Effort::None;
    QString file; ///< in the repository; empty: about no file
    int line = 0; ///< 1-based; 0: the file as a whole
    QString rule; ///< id; empty for checks
    QString title;
    QString state;  ///< of a change: "open", "rejected", "deferred"; else empty
    QString reason; ///< why it has to be done, or why it failed
    QString wayOut; ///< what can be done; may be empty
    QString referenceTitle, referenceUrl;
    QStringList facts;      ///< "fact (source)": what the rule is based on
    QStringList acceptance; ///< commands that end with 0 once it is done, with a port that stands
                            ///  in the working tree
    QVector<ProposedDecision> proposed;
};

/// What is left in a port, phase by phase and the worst of each first: open findings, changes that
/// are not in the port, checks that failed in the newest runs.
QVector<ReportTask> makeTasks(const ReportModel& report, const RuleSet& rules);

/// "finding", "change", "check".
QString taskKindId(ReportTask::Kind kind);

} // namespace rocport
