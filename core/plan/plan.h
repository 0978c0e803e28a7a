#pragma once

#include "core/scan/scanner.h"

#include <QHash>
#include <QString>
#include <QVector>

#include <optional>

namespace rocport {

/// What leads to an answer: a place, or a count over places.
struct Evidence
{
    RepoPath path;
    int line = 1;
    QString text;  ///< source line, trimmed
    int count = 1; ///< how many of the same kind in this file
};

/// One card of the decision tree.
struct PlanNode
{
    QString id;     ///< "kernels", "python-only", "dependencies", "flash-attn", "cutlass", "custom"
    QString parent; ///< id of the question above; empty for the root
    bool isQuestion = false;
    QString title;         ///< "Does the repository have C/C++ CUDA kernels?"
    QString subtitle;      ///< "Phase 3 and a manual rewrite"
    QString edgeLabel;     ///< "Yes", "No", or empty
    bool taken = false;    ///< on the path, with overrides applied
    bool detected = false; ///< on the path by evidence alone
    bool overridden = false;
    QString overrideReason;
    QString note; ///< "Not taken: 34 CUDA files"
    QVector<Evidence> evidence;
    int evidenceCount = 0; ///< all of it; `evidence` holds at most 500 places
};

/// Whether a phase runs, and why.
struct PlanPhase
{
    Phase phase = Phase::Environment;
    bool run = true;
    bool detectedRun = true;
    bool overridden = false;
    QString reason;        ///< "34 CUDA files", or the override's reason
    QStringList checklist; ///< steps for a person, from resources/guides
};

/// A user's answer against the evidence. `subject` is a PlanNode id or "phase-N".
struct PlanOverride
{
    QString subject;
    bool value = false; ///< taken / run
    QString reason;     ///< never empty
};

struct Plan
{
    QVector<PlanNode> nodes;   ///< parents before children
    QVector<PlanPhase> phases; ///< nine
    [[nodiscard]] const PlanNode* node(const QString& id) const;
};

/// Walks the decision tree over a scan. Overrides with an unknown subject are ignored.
Plan makePlan(const ScanResult& scan, const QVector<PlanOverride>& overrides = {});

/// How far one phase is; computed from hunks and decisions.
struct PhaseCounts
{
    int findings = 0;
    int findingsWithoutFix = 0; ///< left for a person
    int findingsTicked = 0;     ///< of those: done by hand, or not needed
    int hunks = 0;
    int accepted = 0; ///< includes edited ones
    int edited = 0;
    int rejected = 0;
    int deferred = 0;
    int proved = 0; ///< accepted ones with a proof
    int committed = 0;
    [[nodiscard]] int decided() const { return accepted + rejected; }
    [[nodiscard]] int open() const { return hunks - decided(); }
    [[nodiscard]] int openFindings() const { return findingsWithoutFix - findingsTicked; }
};

enum class PhaseState : quint8 { Todo, InProgress, Done, Attention, Skipped };
PhaseState phaseState(const PlanPhase& plan, const PhaseCounts& counts);

/// Text of a phase summary drafted from facts: what was found, decided, committed and left.
/// `ticked`: findings that are done or not needed, which do not count as left. Markdown.
QString draftSummary(const PlanPhase& plan, const PhaseCounts& counts, const ScanResult& scan,
                     const QHash<QByteArray, DecisionKind>& decisions,
                     const QSet<QByteArray>& ticked = {});

/// The same for the message of a commit with `changes` (none of them null) of the phase: what each
/// rule changes, what was decided, and how much is left, without the places, which the report
/// lists.
QString draftCommitText(const PhaseCounts& counts, const QVector<const Hunk*>& changes);

} // namespace rocport
