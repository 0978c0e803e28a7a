#include "core/plan/checklist.h"
#include "core/plan/plan.h"

#include <QTest>

using namespace rocport;

namespace {

QString text(const char* utf8)
{
    return QString::fromUtf8(utf8);
}

/// \a traits: names, or name, line, count and text of the line between tabs.
std::shared_ptr<FileAnalysis> file(const QByteArray& path, const QStringList& traits = {})
{
    auto analysis = std::make_shared<FileAnalysis>();
    analysis->path = RepoPath(path);
    analysis->language = languageOfFile(analysis->path.fileName());
    analysis->lines = 10;
    for (const QString& trait : traits) {
        const QStringList parts = trait.split(u'\t');
        analysis->features.add(
            FeatureKind::Trait,
            {parts.at(0), parts.value(3), parts.value(1).toInt(), parts.value(2).toInt()});
    }
    return analysis;
}

Finding finding(const QByteArray& id, const char* rule, Phase phase, const QByteArray& path,
                int line, Severity severity = Severity::Critical)
{
    Finding made;
    made.id = id;
    made.ruleId = text(rule);
    made.phase = phase;
    made.path = RepoPath(path);
    made.line = line;
    made.severity = severity;
    made.message = text("Message of %1.").arg(QString::fromLatin1(id));
    return made;
}

Hunk hunk(const QByteArray& key, const QByteArray& findingId, const char* rule, Phase phase,
          const QByteArray& path, int line, Verdict verdict = Verdict::Projected)
{
    Hunk made;
    made.key = key;
    made.sourcePath = made.targetPath = RepoPath(path);
    made.phase = phase;
    made.firstLine = made.lastLine = line;
    made.ruleIds = QStringList{text(rule)};
    made.findingIds = {findingId};
    made.title = text("Title of %1").arg(text(rule));
    made.verdict = verdict;
    made.verdictReason = text("because");
    return made;
}

ScanResult kernelsScan()
{
    ScanResult scan;
    scan.files.append(file("a.cu", {text("kernel\t88\t41\t__global__ void topk()")}));
    scan.files.append(file("b.cuh"));
    scan.files.append(file("m.py", {text("torch\t1\t1\timport torch")}));
    return scan;
}

/// Nodes on the path, by blanks.
QString path(const Plan& plan)
{
    QStringList taken;
    for (const PlanNode& node : plan.nodes) {
        if (node.taken) {
            taken.append(node.id);
        }
    }
    return taken.join(u' ');
}

QString phasesRun(const Plan& plan)
{
    QString run;
    for (const PlanPhase& phase : plan.phases) {
        run += phase.run ? QString::number(static_cast<int>(phase.phase)) : text("-");
    }
    return run;
}

const PlanPhase& phase(const Plan& plan, int number)
{
    return plan.phases.at(number);
}

class TestPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tree_data()
    {
        QTest::addColumn<QStringList>("files"); // "path|trait|trait"
        QTest::addColumn<QString>("taken");
        QTest::addColumn<QString>("run");
        const QString kernel = text("a.cu|kernel\t3\t2\t__global__ void f()");
        const QString plainCu = text("a.cu");
        const QString python = text("m.py|torch\t1\t1\timport torch");
        const QString flash = text("m.py|flash-attn\t2\t1\timport flash_attn");
        const QString cutlass = text("c.cu|cutlass\t6\t2\t#include <cutlass/x.h>");
        const QString graph = text("g.py|graph-capture\t4\t1\tCUDAGraph()");
        const auto row = [](const char* name, const QStringList& files, const char* taken,
                            const char* run) {
            QTest::newRow(name) << files << text(taken) << text(run);
        };
        row("empty", {}, "kernels python-only", "01---5--8");
        row("Python", {python}, "kernels python-only", "01---56-8");
        row("Python with flash-attn", {flash}, "kernels python-only dependencies flash-attn",
            "01---56-8");
        row("Python with graphs", {python, graph}, "kernels python-only", "01---5678");
        row("kernels", {kernel}, "kernels dependencies custom", "012345--8");
        row("kernels and Python", {kernel, python}, "kernels dependencies custom", "0123456-8");
        row("kernel in a C++ file", {text("k.h|kernel\t3\t1\t__global__")},
            "kernels dependencies custom", "012345--8");
        row("CUDA file without a kernel", {plainCu}, "kernels dependencies custom", "012345--8");
        row("flash-attn only", {plainCu, flash}, "kernels dependencies flash-attn", "0123456-8");
        row("flash-attn and kernels", {kernel, flash}, "kernels dependencies custom", "0123456-8");
        row("CUTLASS only", {cutlass}, "kernels dependencies cutlass", "012345--8");
        row("CUTLASS and kernels", {cutlass, kernel}, "kernels dependencies cutlass custom",
            "012345--8");
        row("a name without a place", {text("a.cu|kernel")}, "kernels dependencies custom",
            "012345--8");
    }

    void tree()
    {
        QFETCH(QStringList, files);
        QFETCH(QString, taken);
        QFETCH(QString, run);
        ScanResult scan;
        for (const QString& entry : files) {
            const QStringList parts = entry.split(u'|');
            scan.files.append(file(parts.first().toUtf8(), parts.mid(1)));
        }
        const Plan plan = makePlan(scan);
        QCOMPARE(path(plan), taken);
        QCOMPARE(phasesRun(plan), run);
        QCOMPARE(plan.nodes.size(), 6);
        QCOMPARE(plan.phases.size(), kPhaseCount);
        QSet<QString> seen;
        for (const PlanNode& node : plan.nodes) {
            QVERIFY(node.parent.isEmpty() || seen.contains(node.parent));
            seen.insert(node.id);
            QVERIFY(!node.title.isEmpty());
            QCOMPARE(node.taken, node.detected);
            QVERIFY(!node.overridden);
            if (!node.taken) {
                QVERIFY2(node.note.startsWith(text("Not taken: ")), qPrintable(node.note));
            }
        }
        for (const PlanPhase& entry : plan.phases) {
            QVERIFY(!entry.reason.isEmpty());
            QCOMPARE(entry.run, entry.detectedRun);
        }
    }

    void evidence()
    {
        const Plan plan = makePlan(kernelsScan());
        const PlanNode* node = plan.node(text("custom"));
        QVERIFY(node != nullptr);
        QCOMPARE(node->evidence.first().path, RepoPath("a.cu"));
        QCOMPARE(node->evidence.first().line, 88);
        QCOMPARE(node->evidence.first().count, 41);
        QCOMPARE(node->evidence.first().text, text("__global__ void topk()"));
        QCOMPARE(node->evidenceCount, 41);
        QCOMPARE(plan.node(text("kernels"))->evidence.size(), 2); // b.cuh as well
        QCOMPARE(plan.node(text("kernels"))->subtitle, text("2 CUDA files, 41 kernels"));
        QCOMPARE(plan.node(text("python-only"))->note, text("Not taken: 2 CUDA files"));
        QCOMPARE(plan.node(text("flash-attn"))->note, text("Not taken: 0 uses"));
        QVERIFY(plan.node(text("nothing")) == nullptr);
    }

    void evidenceIsCutAndCounted()
    {
        ScanResult scan;
        for (int i = 0; i < 700; ++i) {
            scan.files.append(file("f" + QByteArray::number(i) + ".cu", {text("kernel\t1\t2\tx")}));
        }
        const Plan plan = makePlan(scan);
        QCOMPARE(plan.node(text("custom"))->evidence.size(), 500);
        QCOMPARE(plan.node(text("custom"))->evidenceCount, 1400);
    }

    void hostCodeCounts()
    {
        ScanResult scan;
        const auto host = file("main.cpp");
        host->apiUses.append(
            {text("runtime"), text("cudaMalloc"), text("hipMalloc"), text("supported"), 3});
        host->findings.append(finding("f1", "hipify-api", Phase::Translation, "main.cpp", 12));
        scan.files.append(host);
        const Plan plan = makePlan(scan);
        QCOMPARE(path(plan), text("kernels dependencies custom"));
        QCOMPARE(plan.node(text("kernels"))->evidence.first().line, 12);
        QCOMPARE(plan.node(text("kernels"))->subtitle, text("1 C++ file that uses the CUDA API"));
        QVERIFY(phase(plan, 2).run);
    }

    void reasons()
    {
        ScanResult scan = kernelsScan();
        scan.files.append(file("c.py", {text("torch-compile\t1\t2\ttorch.compile(f)")}));
        scan.files.append(file("CMakeLists.txt", {text("cuda-build\t1\t1\tproject(CUDA)")}));
        const Plan plan = makePlan(scan);
        QCOMPARE(phase(plan, 2).reason, text("2 CUDA files, nothing found so far"));
        // "Findings" are what is left to do by hand: these may have changes.
        ScanResult found = scan;
        const auto more = file("d.cu");
        more->findings = {finding("f1", "hipify-api", Phase::Translation, "d.cu", 1)};
        found.files.append(more);
        QVERIFY2(phase(makePlan(found), 2).reason.endsWith(text(", 1 place found")),
                 qPrintable(phase(makePlan(found), 2).reason));
        QCOMPARE(phase(plan, 4).reason, text("2 CUDA files, 1 build file compiles CUDA"));
        QCOMPARE(phase(plan, 6).reason, text("torch.compile in 1 file"));
        QCOMPARE(phase(plan, 7).reason, text("no CUDA graph in the repository"));
        QCOMPARE(phase(makePlan({}), 2).reason, text("no C/C++ CUDA kernels"));
        QCOMPARE(phase(makePlan({}), 6).reason, text("no Python files"));
    }

    void overrides_data()
    {
        QTest::addColumn<QString>("subject");
        QTest::addColumn<bool>("value");
        QTest::addColumn<QString>("taken");
        QTest::addColumn<QString>("run");
        const auto row = [](const char* name, const char* subject, bool value, const char* taken,
                            const char* run) {
            QTest::newRow(name) << text(subject) << value << text(taken) << text(run);
        };
        row("question", "kernels", false, "kernels python-only", "01---56-8");
        row("other side", "python-only", true, "kernels python-only", "01---56-8");
        row("second question", "dependencies", false, "kernels python-only", "01---56-8");
        row("answer added", "cutlass", true, "kernels dependencies cutlass custom", "0123456-8");
        row("answer taken away", "custom", false, "kernels dependencies", "0123456-8");
        row("phase on", "phase-7", true, "kernels dependencies custom", "012345678");
        row("phase off", "phase-3", false, "kernels dependencies custom", "012-456-8");
        row("unknown", "no-such-node", true, "kernels dependencies custom", "0123456-8");
        row("unknown phase", "phase-9", true, "kernels dependencies custom", "0123456-8");
    }

    void overrides()
    {
        QFETCH(QString, subject);
        QFETCH(bool, value);
        QFETCH(QString, taken);
        QFETCH(QString, run);
        const Plan plan = makePlan(kernelsScan(), {{subject, value, text("my reason")}});
        QCOMPARE(path(plan), taken);
        QCOMPARE(phasesRun(plan), run);
        if (const PlanNode* node = plan.node(subject)) {
            QVERIFY(node->overridden);
            QCOMPARE(node->overrideReason, text("my reason"));
        }
        if (subject == text("phase-3")) {
            QVERIFY(phase(plan, 3).overridden);
            QVERIFY(phase(plan, 3).detectedRun);
            QCOMPARE(phase(plan, 3).reason, text("my reason"));
        }
        // What was detected stays in sight.
        QVERIFY(plan.node(text("custom"))->detected);
        QVERIFY(!plan.node(text("cutlass"))->detected);
    }

    void theLastOverrideCounts()
    {
        const Plan plan = makePlan(kernelsScan(), {{text("phase-7"), true, text("one")},
                                                   {text("phase-7"), false, text("two")}});
        QVERIFY(!phase(plan, 7).run);
        QCOMPARE(phase(plan, 7).reason, text("two"));
    }

    void checklists()
    {
        for (const Phase entry : kPhases) {
            const QStringList steps = phaseChecklist(entry);
            QVERIFY2(steps.size() >= 4, qPrintable(phaseName(entry)));
            for (const QString& step : steps) {
                QVERIFY2(step.endsWith(u'.') && !step.contains(text("  ")), qPrintable(step));
                QVERIFY2(!step.contains(u'!'), qPrintable(step));
            }
        }
    }

    void states_data()
    {
        QTest::addColumn<bool>("run");
        QTest::addColumn<QVector<int>>("counts"); // findings without fix, hunks, accepted,
                                                  // rejected, deferred, proved, committed
        QTest::addColumn<int>("state");
        const auto row = [](const char* name, bool run, const QVector<int>& counts,
                            PhaseState state) {
            QTest::newRow(name) << run << counts << int(state);
        };
        row("skipped", false, {5, 5, 0, 0, 0, 0, 0}, PhaseState::Skipped);
        row("nothing", true, {0, 0, 0, 0, 0, 0, 0}, PhaseState::Todo);
        row("only by hand", true, {3, 0, 0, 0, 0, 0, 0}, PhaseState::Attention);
        row("nothing decided", true, {3, 5, 0, 0, 0, 0, 0}, PhaseState::Todo);
        row("begun", true, {0, 5, 1, 1, 0, 1, 0}, PhaseState::InProgress);
        row("deferred first", true, {0, 5, 0, 0, 1, 0, 0}, PhaseState::InProgress);
        row("decided, not committed", true, {0, 5, 4, 1, 0, 4, 0}, PhaseState::InProgress);
        row("done", true, {0, 5, 4, 1, 0, 4, 4}, PhaseState::Done);
        row("all rejected", true, {0, 5, 0, 5, 0, 0, 0}, PhaseState::Done);
        row("without a proof", true, {0, 5, 2, 0, 0, 1, 0}, PhaseState::Attention);
        row("one deferred", true, {0, 5, 4, 0, 1, 4, 4}, PhaseState::Attention);
        row("some by hand", true, {2, 5, 5, 0, 0, 5, 5}, PhaseState::Attention);
    }

    void states()
    {
        QFETCH(bool, run);
        QFETCH(QVector<int>, counts);
        QFETCH(int, state);
        PlanPhase entry;
        entry.run = run;
        PhaseCounts made;
        made.findingsWithoutFix = counts[0];
        made.hunks = counts[1];
        made.accepted = counts[2];
        made.rejected = counts[3];
        made.deferred = counts[4];
        made.proved = counts[5];
        made.committed = counts[6];
        QCOMPARE(int(phaseState(entry, made)), state);
    }

    void summaryOfASkippedPhase()
    {
        PlanPhase entry;
        entry.phase = Phase::GraphCapture;
        entry.run = false;
        entry.reason = text("no CUDA graph in the repository");
        QCOMPARE(draftSummary(entry, {}, {}, {}),
                 text("Skipped: no CUDA graph in the repository.\n"));
        entry.overridden = true;
        QCOMPARE(draftSummary(entry, {}, {}, {}),
                 text("Skipped by the user: no CUDA graph in the repository.\n"));
    }

    void summaryOfAnEmptyPhase()
    {
        PlanPhase entry;
        entry.phase = Phase::Verification;
        QCOMPARE(draftSummary(entry, {}, {}, {}),
                 text("Nothing was found that needs a change in this phase.\n"));
    }

    void summary()
    {
        ScanResult scan;
        const auto a = file("csrc/a.cu");
        a->findings = {finding("f1", "warp-popc", Phase::Wavefront, "csrc/a.cu", 3),
                       finding("f2", "warp-popc", Phase::Wavefront, "csrc/a.cu", 9),
                       finding("f3", "warp-size-constant", Phase::Wavefront, "csrc/a.cu", 20),
                       finding("f4", "hipify-api", Phase::Translation, "csrc/a.cu", 1)};
        a->findings[2].wayOut = text("Use `warpSize`.");
        a->findings[2].effort = Effort::Hours;
        scan.files = {a};
        scan.hunks = {
            hunk("h1", "f1", "warp-popc", Phase::Wavefront, "csrc/a.cu", 3),
            hunk("h2", "f2", "warp-popc", Phase::Wavefront, "csrc/a.cu", 9, Verdict::Unproved),
            hunk("h3", "f4", "hipify-api", Phase::Translation, "csrc/a.cu", 1)};
        PlanPhase entry;
        entry.phase = Phase::Wavefront;
        PhaseCounts counts;
        counts.findings = 3;
        counts.findingsWithoutFix = 1;
        counts.hunks = 2;
        counts.accepted = 1;
        counts.rejected = 1;
        counts.proved = 1;
        const QHash<QByteArray, DecisionKind> decisions = {{"h1", DecisionKind::Accepted},
                                                           {"h2", DecisionKind::Rejected}};
        QCOMPARE(
            draftSummary(entry, counts, scan, decisions),
            text("Found: 3 places in 1 file.\n"
                 "\n"
                 "- `warp-popc`: 2 places in 1 file, first `csrc/a.cu:3` (Title of warp-popc)\n"
                 "- `warp-size-constant`: 1 place in 1 file, first `csrc/a.cu:20`\n"
                 "\n"
                 "Decided: 2 of 2 changes: 1 accepted, 1 rejected.\n"
                 "\n"
                 "The NVIDIA path is proved unchanged for the accepted change.\n"
                 "\n"
                 "Nothing is committed yet.\n"
                 "\n"
                 "Rejected, so that the code stays as it was:\n"
                 "\n"
                 "- `csrc/a.cu:9`: Title of warp-popc\n"
                 "\n"
                 "Left to do by hand: 1 place, at most a matter of hours.\n"
                 "\n"
                 "- `csrc/a.cu:20`: Message of f3. Use `warpSize`.\n"));
    }

    void summarySaysWhatIsUnprovedDeferredAndOpen()
    {
        ScanResult scan;
        scan.hunks = {hunk("h1", "f1", "r", Phase::Detection, "a.py", 1, Verdict::Unproved),
                      hunk("h2", "f2", "r", Phase::Detection, "a.py", 2),
                      hunk("h3", "f3", "r", Phase::Detection, "a.py", 3)};
        PlanPhase entry;
        entry.phase = Phase::Detection;
        PhaseCounts counts;
        counts.hunks = 3;
        counts.accepted = 1;
        counts.edited = 0;
        counts.deferred = 1;
        counts.committed = 1;
        const QString summary = draftSummary(
            entry, counts, scan, {{"h1", DecisionKind::Accepted}, {"h2", DecisionKind::Deferred}});
        QVERIFY2(
            summary.contains(text("Decided: 1 of 3 changes: 1 accepted, 0 rejected, 1 deferred, "
                                  "1 open.")),
            qPrintable(summary));
        QVERIFY(
            summary.contains(text("The NVIDIA path is not proved unchanged: 1 accepted change is "
                                  "without a proof.")));
        QVERIFY(summary.contains(text("Committed: 1 of 1 accepted change.")));
        QVERIFY(summary.contains(text("Accepted without a proof for the NVIDIA path:\n\n"
                                      "- `a.py:1`: because")));
        QVERIFY(summary.contains(text("Deferred:\n\n- `a.py:2`")));
    }

    void longListsAreCutAndSaySo()
    {
        ScanResult scan;
        const auto a = file("a`b\nc.cu");
        for (int i = 0; i < 40; ++i) {
            a->findings.append(finding("f" + QByteArray::number(i), "hipify-ptx",
                                       Phase::Translation, "a`b\nc.cu", i + 1));
        }
        scan.files = {a};
        PlanPhase entry;
        entry.phase = Phase::Translation;
        PhaseCounts counts;
        counts.findings = 40;
        counts.findingsWithoutFix = 40;
        const QString summary = draftSummary(entry, counts, scan, {});
        QVERIFY2(summary.contains(text("- and 28 more places\n")), qPrintable(summary));
        QVERIFY(summary.contains(text("`a'b\\nc.cu:1`")));
    }
};

} // namespace

QTEST_GUILESS_MAIN(TestPlan)
#include "tst_plan.moc"
