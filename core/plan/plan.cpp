#include "core/plan/plan.h"

#include "core/base/wording.h"
#include "core/plan/checklist.h"
#include "core/plan/planfacts.h"

#include <algorithm>

namespace rocport {

namespace {

QString id(const char* text)
{
    return QLatin1StringView(text);
}

QString cudaFilesText(const PlanFacts& facts)
{
    if (facts.cudaFiles > 0) {
        return counted(facts.cudaFiles, "CUDA file", "CUDA files");
    }
    if (facts.kernels.count > 0) {
        return counted(facts.kernels.count, "kernel", "kernels") + QStringLiteral(" in ") +
               counted(facts.kernels.files, "C++ file", "C++ files");
    }
    if (facts.hostFiles > 0) {
        return counted(facts.hostFiles, "C++ file that uses the CUDA API",
                       "C++ files that use the CUDA API");
    }
    return QStringLiteral("no C/C++ CUDA kernels");
}

/// What a user said about `subject`, or null. The last word counts.
const PlanOverride* findOverride(const QVector<PlanOverride>& overrides, const QString& subject)
{
    for (auto it = overrides.crbegin(); it != overrides.crend(); ++it) {
        if (it->subject == subject) {
            return &*it;
        }
    }
    return nullptr;
}

/// The answer to the first question. It can be given on the question or on either side of it.
struct KernelsAnswer
{
    bool detected = false;
    bool yes = false;
    const PlanOverride* said = nullptr;

    KernelsAnswer(const PlanFacts& facts, const QVector<PlanOverride>& overrides)
        : detected(facts.hasCuda()), yes(detected)
    {
        for (auto it = overrides.crbegin(); it != overrides.crend() && said == nullptr; ++it) {
            if (it->subject == id("kernels") || it->subject == id("dependencies")) {
                said = &*it;
                yes = it->value;
            } else if (it->subject == id("python-only")) {
                said = &*it;
                yes = !it->value;
            }
        }
    }
};

void mark(PlanNode& node, bool detected, bool taken, const PlanOverride* said)
{
    node.detected = detected;
    node.taken = taken;
    node.overridden = said != nullptr;
    node.overrideReason = said != nullptr ? said->reason : QString();
}

void setEvidence(PlanNode& node, const EvidenceList& list)
{
    node.evidence = list.places;
    node.evidenceCount = list.count;
}

PlanNode kernelsNode(const PlanFacts& facts, const KernelsAnswer& answer)
{
    PlanNode node;
    node.id = id("kernels");
    node.isQuestion = true;
    node.title = QStringLiteral("Does the repository have C/C++ CUDA kernels?");
    node.subtitle = cudaFilesText(facts);
    if (facts.cudaFiles > 0 && facts.kernels.count > 0) {
        node.subtitle += QStringLiteral(", ") + counted(facts.kernels.count, "kernel", "kernels");
    }
    mark(node, true, true, answer.said);
    EvidenceList all = facts.kernels;
    all.append(facts.plainCuda);
    all.append(facts.hostUses);
    setEvidence(node, all);
    return node;
}

PlanNode pythonOnlyNode(const PlanFacts& facts, const KernelsAnswer& answer)
{
    PlanNode node;
    node.id = id("python-only");
    node.parent = id("kernels");
    node.title = QStringLiteral("Python only");
    node.subtitle = QStringLiteral("Phases 1, 5, 6, 7, 8");
    node.edgeLabel = QStringLiteral("No");
    mark(node, !answer.detected, !answer.yes, answer.said);
    node.note = node.taken ? counted(facts.pythonFiles, "Python file", "Python files")
                           : QStringLiteral("Not taken: ") +
                                 (answer.detected ? cudaFilesText(facts) : answer.said->reason);
    return node;
}

struct Answer
{
    const char* id;
    QString title;
    QString subtitle;
    EvidenceList evidence;
    bool detected = false;
    QString evidenceText; ///< "3 imports"
};

/// The answers to the second question; more than one can apply.
QVector<Answer> dependencyAnswers(const PlanFacts& facts)
{
    const bool cutlass = facts.cutlass.count > 0;
    const bool flash = facts.flashAttention.count > 0;
    // CUDA code that is neither is somebody's own, with or without a kernel in it.
    const bool custom = facts.kernels.count > 0 || (!cutlass && !flash);
    QVector<Answer> answers;
    answers.append({"flash-attn", QStringLiteral("flash-attn only"),
                    QStringLiteral("Phase 5: AMD library, SDPA, eager"), facts.flashAttention,
                    flash && !cutlass && !custom,
                    counted(facts.flashAttention.count, "use", "uses")});
    answers.append({"cutlass", QStringLiteral("CUTLASS"),
                    QStringLiteral("Phase 3 and a manual rewrite"), facts.cutlass, cutlass,
                    counted(facts.cutlass.count, "use", "uses")});
    EvidenceList own = facts.kernels;
    if (own.count == 0) {
        own.append(facts.plainCuda);
        own.append(facts.hostUses);
    }
    answers.append({"custom", QStringLiteral("Custom kernels"),
                    QStringLiteral("Phases 2 and 3 in full"), own, custom,
                    facts.kernels.count > 0 ? counted(facts.kernels.count, "kernel", "kernels")
                                            : cudaFilesText(facts)});
    return answers;
}

QString answerNote(const Answer& answer, const PlanNode& node, bool yes)
{
    if (node.taken) {
        return answer.evidenceText;
    }
    QString why = answer.evidenceText;
    if (!yes) {
        why = QStringLiteral("no C/C++ CUDA kernels");
    } else if (node.overridden) {
        why = node.overrideReason;
    } else if (node.id == id("flash-attn") && answer.evidence.count > 0) {
        why = QStringLiteral("%1, and other CUDA code besides").arg(answer.evidenceText);
    }
    return QStringLiteral("Not taken: ") + why;
}

void addDependencies(Plan& plan, const PlanFacts& facts, const KernelsAnswer& kernels,
                     const QVector<PlanOverride>& overrides)
{
    // Python alone can depend on flash-attn too; nothing else is asked of it.
    const bool isFlashOnly =
        !kernels.detected && facts.flashAttention.count > 0 && facts.cutlass.count == 0;
    const QVector<Answer> answers = dependencyAnswers(facts);
    const auto detected = std::count_if(answers.begin(), answers.end(), [&](const Answer& answer) {
        return (kernels.detected || isFlashOnly) && answer.detected;
    });
    PlanNode question;
    question.id = id("dependencies");
    question.parent = id("kernels");
    question.isQuestion = true;
    question.title = QStringLiteral("Which CUDA-only dependencies are used?");
    question.subtitle = QStringLiteral("Several answers can apply. Detected: %1 of %2.")
                            .arg(static_cast<int>(detected))
                            .arg(answers.size());
    question.edgeLabel = QStringLiteral("Yes");
    mark(question, kernels.detected || isFlashOnly, kernels.yes || isFlashOnly, kernels.said);
    if (!kernels.yes && isFlashOnly) {
        question.note = QStringLiteral("The Python code uses flash-attn");
    } else if (!question.taken) {
        question.note =
            QStringLiteral("Not taken: ") + (kernels.said != nullptr && kernels.detected
                                                 ? kernels.said->reason
                                                 : QStringLiteral("no C/C++ CUDA kernels"));
    }
    plan.nodes.append(question);
    for (const Answer& answer : answers) {
        PlanNode node;
        node.id = id(answer.id);
        node.parent = question.id;
        node.title = answer.title;
        node.subtitle = answer.subtitle;
        const PlanOverride* said = findOverride(overrides, node.id);
        const bool wanted = said != nullptr ? said->value : answer.detected;
        const bool isPython = isFlashOnly && node.id == id("flash-attn");
        mark(node, (kernels.detected || isPython) && answer.detected,
             (kernels.yes || isPython) && wanted, said);
        setEvidence(node, answer.evidence);
        node.note = answerNote(answer, node, kernels.yes);
        plan.nodes.append(node);
    }
}

struct Choice
{
    bool run = true;
    QString reason;
};

QString withFindings(const PlanFacts& facts, Phase phase, const QString& subject)
{
    const int findings = facts.findings[static_cast<size_t>(phase)];
    // Most of them have a change; "findings" is what the window calls those that have none.
    QString found = findings == 0 ? QStringLiteral("nothing found so far")
                                  : counted(findings, "place found", "places found");
    if (const int aside = facts.findingsAside[static_cast<size_t>(phase)]; aside > 0) {
        found += QStringLiteral(" (%1 more in vendored or generated files, or ported already)")
                     .arg(countText(aside));
    }
    return subject.isEmpty() ? found : subject + QStringLiteral(", ") + found;
}

Choice chooseCudaPhase(Phase phase, const PlanFacts& facts, const KernelsAnswer& kernels)
{
    if (!kernels.yes) {
        const bool said = kernels.detected && kernels.said != nullptr;
        return {false, said ? kernels.said->reason : QStringLiteral("no C/C++ CUDA kernels")};
    }
    if (phase == Phase::Build) {
        QStringList parts{cudaFilesText(facts)};
        const int builds = facts.build.files + facts.extension.files;
        if (builds > 0) {
            parts.append(counted(builds, "build file compiles CUDA", "build files compile CUDA"));
        }
        return {true, parts.join(QStringLiteral(", "))};
    }
    return {true, withFindings(facts, phase, cudaFilesText(facts))};
}

Choice choosePythonPhase(Phase phase, const PlanFacts& facts, const KernelsAnswer& kernels)
{
    const QString python = counted(facts.pythonFiles, "Python file", "Python files");
    // Changes are proposed in vendored files too, so what was found there makes a phase run.
    const int findings = facts.findings[static_cast<size_t>(phase)] +
                         facts.findingsAside[static_cast<size_t>(phase)];
    if (phase == Phase::Compile) {
        if (facts.pythonFiles == 0 && findings == 0 && facts.compile.count == 0) {
            return {false, QStringLiteral("no Python files")};
        }
        if (facts.compile.count == 0) {
            return {true, withFindings(facts, phase, QStringLiteral("no torch.compile found"))};
        }
        return {true, QStringLiteral("torch.compile in ") +
                          counted(facts.compile.files, "file", "files")};
    }
    if (phase == Phase::GraphCapture) {
        if (facts.graphCapture.count == 0 && findings == 0) {
            return {false, QStringLiteral("no CUDA graph in the repository")};
        }
        return {true, counted(facts.graphCapture.count, "use", "uses") +
                          QStringLiteral(" of CUDA graphs in ") +
                          counted(facts.graphCapture.files, "file", "files")};
    }
    QStringList parts;
    if (facts.pythonFiles > 0) {
        parts.append(python);
    }
    if (kernels.yes) {
        parts.append(cudaFilesText(facts));
    }
    if (phase == Phase::Libraries && facts.flashAttention.count > 0) {
        parts.append(QStringLiteral("flash-attn in ") +
                     counted(facts.flashAttention.files, "file", "files"));
    }
    return {true, withFindings(facts, phase, parts.join(QStringLiteral(", ")))};
}

Choice choose(Phase phase, const PlanFacts& facts, const KernelsAnswer& kernels)
{
    switch (phase) {
    case Phase::Environment:
        return {true, withFindings(facts, phase,
                                   QStringLiteral("every port starts with what is installed"))};
    case Phase::Translation:
    case Phase::Wavefront:
    case Phase::Build:
        return chooseCudaPhase(phase, facts, kernels);
    case Phase::Detection:
    case Phase::Libraries:
    case Phase::Compile:
    case Phase::GraphCapture:
        return choosePythonPhase(phase, facts, kernels);
    case Phase::Verification:
        break;
    }
    return {true, QStringLiteral("every port is verified")};
}

} // namespace

const PlanNode* Plan::node(const QString& nodeId) const
{
    const auto found = std::find_if(nodes.begin(), nodes.end(),
                                    [&](const PlanNode& node) { return node.id == nodeId; });
    return found == nodes.end() ? nullptr : &*found;
}

Plan makePlan(const ScanResult& scan, const QVector<PlanOverride>& overrides)
{
    const PlanFacts facts = gatherFacts(scan);
    const KernelsAnswer kernels(facts, overrides);
    const KernelsAnswer detected(facts, {});
    Plan plan;
    plan.nodes.append(kernelsNode(facts, kernels));
    plan.nodes.append(pythonOnlyNode(facts, kernels));
    addDependencies(plan, facts, kernels, overrides);
    for (const Phase phase : kPhases) {
        PlanPhase entry;
        entry.phase = phase;
        const Choice choice = choose(phase, facts, kernels);
        entry.detectedRun = choose(phase, facts, detected).run;
        entry.run = choice.run;
        entry.reason = choice.reason;
        const PlanOverride* said =
            findOverride(overrides, QStringLiteral("phase-%1").arg(static_cast<int>(phase)));
        if (said != nullptr) {
            entry.run = said->value;
            entry.overridden = true;
            entry.reason = said->reason;
        }
        entry.checklist = phaseChecklist(phase);
        plan.phases.append(entry);
    }
    return plan;
}

PhaseState phaseState(const PlanPhase& plan, const PhaseCounts& counts)
{
    if (!plan.run) {
        return PhaseState::Skipped;
    }
    if (counts.hunks == 0) {
        if (counts.openFindings() > 0) {
            return PhaseState::Attention;
        }
        return counts.findingsWithoutFix > 0 ? PhaseState::Done : PhaseState::Todo;
    }
    if (counts.accepted > counts.proved) {
        return PhaseState::Attention;
    }
    if (counts.decided() == 0 && counts.deferred == 0) {
        return PhaseState::Todo;
    }
    if (counts.open() > counts.deferred || counts.committed < counts.accepted) {
        return PhaseState::InProgress;
    }
    return counts.deferred > 0 || counts.openFindings() > 0 ? PhaseState::Attention
                                                            : PhaseState::Done;
}

} // namespace rocport
