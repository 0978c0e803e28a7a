// Every rule about nodes: a report in which it holds, and one in which it does not.
#include "core/probe/probeconditions.h"
#include "core/probe/probefacts.h"
#include "core/probe/proberules.h"
#include "core/rules/packs/rulepack.h"
#include "core/rules/python/pythonanalysis.h"
#include "core/rules/rulenames.h"

#include <QtTest>

#include <functional>

using namespace rocport;

namespace {

using Change = std::function<void(ProbeReport&)>;

/// An MI300X node with nothing wrong.
ProbeReport goodNode()
{
    ProbeReport report;
    report.gpuCount = 8;
    report.gpuName = QStringLiteral("AMD Instinct MI300X");
    report.architectures = {QStringLiteral("gfx942")};
    report.rocm = {7, 0};
    report.torch = {2, 9, 1};
    report.torchIsRocm = true;
    const auto put = [&](const char* key, const char* value) {
        putFact(report, QStringLiteral("x"), QLatin1StringView(key), QLatin1StringView(key),
                QLatin1StringView(value), QStringLiteral("t"));
    };
    put("torch.version", "2.9.1+rocm7.0");
    put("torch.hip", "7.0.51831");
    put("system.cores", "96");
    put("system.numa-balancing", "0");
    put("system.kfd", "usable");
    put("inductor.max_autotune", "False");
    put("inductor.max_autotune_gemm_backends", "ATEN");
    put("inductor.triton.cudagraphs", "False");
    put("inductor.triton.cudagraph_trees", "False");
    put("inductor.memory_planning", "False");
    put("dynamo.recompile_limit", "64");
    put("dynamo.suppress_errors", "False");
    report.checks = {{QStringLiteral("gemm-float32"), {}, ProbeCheck::State::Done, {}, 5},
                     {QStringLiteral("fp8-attention"), {}, ProbeCheck::State::Skipped, {}, 5}};
    return report;
}

Change fact(const char* key, const char* value)
{
    return [=](ProbeReport& report) {
        putFact(report, QStringLiteral("x"), QLatin1StringView(key), QLatin1StringView(key),
                QLatin1StringView(value), QStringLiteral("t"));
    };
}

Change variable(const char* name, const char* value)
{
    return [=](ProbeReport& report) {
        report.variables.append(
            {QLatin1StringView(name), QLatin1StringView(value), false, Severity::Info, {}});
    };
}

Change check(const char* id, ProbeCheck::State state, const char* detail)
{
    return [=](ProbeReport& report) {
        report.checks.append({QLatin1StringView(id), {}, state, QLatin1StringView(detail), 120000});
    };
}

Change all(const QVector<Change>& changes)
{
    return [=](ProbeReport& report) {
        for (const Change& change : changes) {
            change(report);
        }
    };
}

Change none()
{
    return [](ProbeReport&) {};
}

QVector<ProbeFinding> findings(const Change& change, const QString& rule,
                               const ProbeRuleOptions& options = {})
{
    ProbeReport report = goodNode();
    change(report);
    applyProbeRules(report, options);
    QVector<ProbeFinding> result;
    for (const ProbeFinding& finding : report.findings) {
        if (finding.ruleId == rule) {
            result.append(finding);
        }
    }
    return result;
}

struct RuleCase
{
    const char* rule;
    Change holds;
    Change holdsNot;
    Severity severity;
    const char* command; ///< part of it; empty: there is none
    const char* says;    ///< part of the message
};

using State = ProbeCheck::State;

QVector<RuleCase> environmentCases()
{
    return {
        {"env-max-autotune", variable("TORCHINDUCTOR_MAX_AUTOTUNE", "1"),
         variable("TORCHINDUCTOR_MAX_AUTOTUNE", "0"), Severity::Critical,
         "unset TORCHINDUCTOR_MAX_AUTOTUNE", "a value set in Python afterwards wins"},
        {"env-max-autotune-pointwise", variable("TORCHINDUCTOR_MAX_AUTOTUNE_POINTWISE", "1"),
         variable("TORCHINDUCTOR_MAX_AUTOTUNE", "1"), Severity::Critical,
         "unset TORCHINDUCTOR_MAX_AUTOTUNE_POINTWISE", "Triton"},
        {"env-disable-caches", variable("TORCHINDUCTOR_FORCE_DISABLE_CACHES", "1"),
         variable("TORCHINDUCTOR_FORCE_DISABLE_CACHES", "0"), Severity::Warning,
         "unset TORCHINDUCTOR_FORCE_DISABLE_CACHES", "Every run pays"},
        {"env-compile-debug", variable("TORCH_COMPILE_DEBUG", "1"),
         variable("TORCH_COMPILE_DEBUG", "0"), Severity::Info, "unset TORCH_COMPILE_DEBUG",
         "torch_compile_debug"},
        {"env-launch-blocking", variable("HIP_LAUNCH_BLOCKING", "1"),
         variable("HIP_LAUNCH_BLOCKING", "0"), Severity::Warning, "unset HIP_LAUNCH_BLOCKING",
         "HIP waits for each kernel"},
        {"env-omp-threads", variable("OMP_NUM_THREADS", "25"), variable("OMP_NUM_THREADS", "24"),
         Severity::Warning, "export OMP_NUM_THREADS=24", "(24 of 96)"},
        {"env-alloc-split", variable("PYTORCH_CUDA_ALLOC_CONF", "max_split_size_mb:512"),
         variable("PYTORCH_CUDA_ALLOC_CONF", "garbage_collection_threshold:0.8"), Severity::Info,
         "", "it does not, the same code parses it"},
        {"env-tuned-flags", none(), [](ProbeReport& report) { report.gpuCount = 0; },
         Severity::Info, "", ""},
        {"env-forced-keys", variable("INDUCTOR_FREEZING", "1"),
         variable("TORCHINDUCTOR_FREEZING", "1"), Severity::Warning, "unset INDUCTOR_FREEZING",
         "no torch from 2.3 to 2.14 reads"},
        {"node-visible-devices", variable("HIP_VISIBLE_DEVICES", "0"), none(), Severity::Info, "",
         "`HIP_VISIBLE_DEVICES=0`"},
        {"env-tunableop", variable("PYTORCH_TUNABLEOP_ENABLED", "1"),
         all({variable("PYTORCH_TUNABLEOP_ENABLED", "1"),
              variable("PYTORCH_TUNABLEOP_TUNING", "0")}),
         Severity::Info, "export PYTORCH_TUNABLEOP_TUNING=0", "hipBLASLt"},
        {"env-audit", variable("ROCM_PATH", "/opt/rocm"), none(), Severity::Info, "",
         "listed with the report"},
    };
}

QVector<RuleCase> nodeCases()
{
    const Change image = [](ProbeReport& report) {
        report.image = QStringLiteral("rocm/sgl-dev:v0.5.8-rocm700-mi35x-20260210");
    };
    const Change cudaTorch = all({fact("torch.version", "2.9.1+cu128"), fact("torch.cuda", "12.8"),
                                  [](ProbeReport& report) { report.torchIsRocm = false; }});
    const Change nvidiaNode =
        all({cudaTorch, fact("nvidia.count", "1"), fact("system.kfd", "absent"),
             [](ProbeReport& report) { report.gpuCount = 0; }});
    const Change wrongPlace =
        all({fact("expected.m:C", "/opt/port/m.py"), fact("patched.m:C", "/usr/lib/python3/m.py")});
    const Change rightPlace =
        all({fact("expected.m:C", "port/m.py"), fact("patched.m:C", "/opt/port/m.py")});
    return {
        {"node-numa-balancing", fact("system.numa-balancing", "1"), none(), Severity::Warning,
         "echo 0 > /proc/sys/kernel/numa_balancing", "can hurt"},
        {"node-torch-not-rocm", cudaTorch, nvidiaNode, Severity::Critical,
         "--index-url https://download.pytorch.org/whl/rocm7.0", "It is a build for CUDA 12.8."},
        {"node-gpu", none(), nullptr, Severity::Info, "", "ROCm 7.0"},
        {"node-inductor-max-autotune", fact("inductor.max_autotune", "True"), none(),
         Severity::Critical, "export TORCHINDUCTOR_MAX_AUTOTUNE=0",
         "defaults of this torch were changed"},
        {"node-inductor-gemm-backends",
         all({fact("inductor.max_autotune_gemm_backends", "ATEN,TRITON"),
              fact("inductor.max_autotune", "True")}),
         none(), Severity::Warning, "export TORCHINDUCTOR_MAX_AUTOTUNE_GEMM_BACKENDS=ATEN",
         "Autotuning is on"},
        {"node-inductor-cudagraphs", fact("inductor.triton.cudagraphs", "True"), none(),
         Severity::Warning, "unset TORCHINDUCTOR_CUDAGRAPHS", "Every compiled function"},
        {"node-inductor-memory-planning", fact("inductor.memory_planning", "True"), none(),
         Severity::Warning, "unset TORCHINDUCTOR_MEMORY_PLANNING", "no upstream report"},
        {"node-dynamo-cache", fact("dynamo.recompile_limit", "8"), none(), Severity::Info, "",
         "nothing is evicted"},
        {"node-dynamo-suppress", fact("dynamo.suppress_errors", "True"), none(), Severity::Warning,
         "unset TORCHDYNAMO_SUPPRESS_ERRORS", "eager"},
        {"node-gemm-smoke",
         check("gemm-bfloat16", State::Failed, "RuntimeError: HIPBLAS_STATUS_NOT_INITIALIZED"),
         check("gemm-bfloat16", State::Missing, "no torch"), Severity::Critical, "amd-smi process",
         "could not create its handle"},
        {"node-fp8-attention", check("fp8-attention", State::Crashed, ""),
         check("fp8-attention", State::Skipped, "no aiter"), Severity::Warning, "", "by a signal"},
        {"node-packages", fact("package.triton", "3.5.1"), fact("package.triton.path", "/x"),
         Severity::Info, "", "triton 3.5.1"},
        {"node-image", image, none(), Severity::Warning, "", "FP8 attention fails."},
        {"node-caches", fact("cache.triton", "cold"), none(), Severity::Info, "",
         "600 seconds or more"},
        {"node-patched-module", wrongPlace, rightPlace, Severity::Warning, "inspect.getfile",
         "/usr/lib/python3/m.py"},
    };
}

} // namespace

Q_DECLARE_METATYPE(RuleCase)

class TestProbeRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rules_data();
    void rules();
    void everyRuleHasACase();
    void gpuVariants();
    void allocatorByVersion_data();
    void allocatorByVersion();
    void allocatorFromLibraries();
    void allocatorPair();
    void allocatorPairAsInCode();
    void kernelArguments();
    void flags();
    void numbersAgree();
    void devicesInConflict();
    void factsDecideSeverity();
    void gemmVariants();
    void order();
    void switchedOff();
    void variablesAreMarked();
    void packsOfUsersAndStrangers();
    void packProblems();
};

void TestProbeRules::rules_data()
{
    QTest::addColumn<RuleCase>("one");
    for (const RuleCase& one : environmentCases() + nodeCases()) {
        QTest::newRow(one.rule) << one;
    }
}

void TestProbeRules::rules()
{
    QFETCH(RuleCase, one);
    const QString rule = QLatin1StringView(one.rule);
    const auto found = findings(one.holds, rule);
    QVERIFY(!found.isEmpty());
    const ProbeFinding& first = found.first();
    QCOMPARE(first.severity, one.severity);
    QVERIFY2(first.message.contains(QLatin1StringView(one.says)), qPrintable(first.message));
    QVERIFY(!first.title.contains(u'{'));
    QVERIFY2(!first.message.contains(u'{'), qPrintable(first.message));
    QCOMPARE(first.command.isEmpty(), *one.command == '\0');
    QVERIFY2(first.command.contains(QLatin1StringView(one.command)), qPrintable(first.command));
    if (first.setsEnvironment) {
        ProbeReport report;
        report.findings = {first};
        QVERIFY(!environmentScript(report).contains("found nothing to change"));
    }
    QCOMPARE(first.needsRoot, rule == QLatin1StringView("node-numa-balancing"));
    if (one.holdsNot) {
        QVERIFY(findings(one.holdsNot, rule).isEmpty());
    }
}

void TestProbeRules::everyRuleHasACase()
{
    QStringList tested;
    for (const RuleCase& one : environmentCases() + nodeCases()) {
        tested.append(QLatin1StringView(one.rule));
    }
    QStringList known = probeConditionNames();
    QStringList inPack;
    for (const Rule& rule : builtInProbeRules()) {
        inPack.append(rule.id);
        QCOMPARE(rule.phase, Phase::Environment);
    }
    known.sort();
    tested.sort();
    inPack.sort();
    QCOMPARE(tested, known);
    QCOMPARE(inPack, known);
}

void TestProbeRules::gpuVariants()
{
    const QString rule = QStringLiteral("node-gpu");
    QCOMPARE(findings(none(), rule)[0].title, QStringLiteral("8 × AMD Instinct MI300X, gfx942"));
    const Change gone = [](ProbeReport& report) { report.gpuCount = 0; };
    const auto absent = findings(all({gone, fact("system.kfd", "absent")}), rule);
    QCOMPARE(absent[0].severity, Severity::Warning);
    QVERIFY(absent[0].message.contains(QLatin1StringView("--device=/dev/kfd")));
    const auto denied = findings(fact("system.kfd", "denied"), rule);
    QCOMPARE(denied[0].command, QStringLiteral("sudo usermod -aG render,video \"$USER\""));
    QVERIFY(denied[0].needsRoot);
    const auto inside =
        findings(all({fact("system.kfd", "denied"), fact("system.container", "docker")}), rule);
    QVERIFY(inside[0].command.isEmpty());
    const auto nvidia = findings(
        all({gone, fact("nvidia.count", "1"), fact("nvidia.0", "NVIDIA H200, 143771 MiB")}), rule);
    QCOMPARE(nvidia[0].title, QStringLiteral("1 × NVIDIA H200"));
    QCOMPARE(nvidia[0].severity, Severity::Info);
}

void TestProbeRules::allocatorByVersion_data()
{
    QTest::addColumn<QString>("torch");
    QTest::addColumn<QString>("reads");
    QTest::newRow("2.3") << QStringLiteral("2.3.0") << QStringLiteral("PYTORCH_HIP_ALLOC_CONF");
    QTest::newRow("2.7") << QStringLiteral("2.7.1") << QStringLiteral("PYTORCH_HIP_ALLOC_CONF");
    QTest::newRow("2.8") << QStringLiteral("2.8.0") << QString();
    QTest::newRow("2.9") << QStringLiteral("2.9.1") << QStringLiteral("PYTORCH_CUDA_ALLOC_CONF");
    QTest::newRow("2.13") << QStringLiteral("2.13.0") << QStringLiteral("PYTORCH_CUDA_ALLOC_CONF");
    QTest::newRow("2.14") << QStringLiteral("2.14.1")
                          << QStringLiteral("PYTORCH_CUDA_ALLOC_CONF PYTORCH_HIP_ALLOC_CONF "
                                            "PYTORCH_ALLOC_CONF");
    QTest::newRow("none") << QString() << QString();
}

void TestProbeRules::allocatorByVersion()
{
    QFETCH(QString, torch);
    ProbeReport report = goodNode();
    report.torch = Version::parse(torch).value_or(Version());
    QTEST(allocatorVariables(report).join(u' '), "reads");
}

void TestProbeRules::allocatorFromLibraries()
{
    const QString rule = QStringLiteral("env-alloc-split");
    const Change set = variable("PYTORCH_CUDA_ALLOC_CONF", "garbage_collection_threshold:0.8");
    QVERIFY(findings(set, rule).isEmpty());
    const auto unread = findings(all({set, fact("alloc.reads", "PYTORCH_HIP_ALLOC_CONF")}), rule);
    QCOMPARE(unread.size(), 1);
    QCOMPARE(unread[0].severity, Severity::Warning);
    QVERIFY(unread[0].message.contains(
        QLatin1StringView("does not read this variable; it reads PYTORCH_HIP_ALLOC_CONF")));
}

void TestProbeRules::allocatorPair()
{
    const QString rule = QStringLiteral("env-alloc-split");
    const Change both = variable("PYTORCH_CUDA_ALLOC_CONF",
                                 "expandable_segments:True,roundup_power2_divisions:[256:1,512:2],"
                                 "max_split_size_mb:128");
    const Change newer = [](ProbeReport& report) { report.torch = {2, 12}; };
    const auto found = findings(all({newer, both}), rule);
    QCOMPARE(found[0].severity, Severity::Critical);
    QCOMPARE(found[0].command,
             QStringLiteral("export PYTORCH_CUDA_ALLOC_CONF='"
                            "roundup_power2_divisions:[256:1,512:2],max_split_size_mb:128'"));
    ProbeReport report;
    report.findings = found;
    QVERIFY(environmentScript(report).contains("max_split_size_mb:128'\n"));
    QCOMPARE(findings(both, rule)[0].severity, Severity::Warning); // 2.9 ignores the segments
    const auto small = findings(variable("PYTORCH_CUDA_ALLOC_CONF", "max_split_size_mb:20"), rule);
    QCOMPARE(small[0].severity, Severity::Warning);
    QVERIFY(small[0].message.contains(QLatin1StringView("must be above 20")));
}

/// The rules over code and scripts and the probe's command give one answer.
void TestProbeRules::allocatorPairAsInCode()
{
    for (const char* value : {"max_split_size_mb:128,expandable_segments:True",
                              "expandable_segments:1,max_split_size_mb:64",
                              "backend:native , expandable_segments:true,max_split_size_mb:512"}) {
        const Change newer = [](ProbeReport& report) { report.torch = {2, 14}; };
        const auto found = findings(all({newer, variable("PYTORCH_CUDA_ALLOC_CONF", value)}),
                                    QStringLiteral("env-alloc-split"));
        TargetSettings target;
        target.torch = {2, 14};
        target.rocm = {7, 2};
        const AllocatorAdvice advice =
            adviseAllocator(QStringLiteral("PYTORCH_CUDA_ALLOC_CONF"), QByteArray(value), target);
        QVERIFY(advice.rocmValue.contains("max_split_size_mb:"));
        QVERIFY(!advice.rocmValue.contains("expandable_segments"));
        QCOMPARE(found[0].command, QStringLiteral("export PYTORCH_CUDA_ALLOC_CONF=") +
                                       QString::fromUtf8(advice.rocmValue));
    }
}

void TestProbeRules::kernelArguments()
{
    const auto kernarg = [](const Change& change) {
        for (const ProbeFinding& one : findings(change, QStringLiteral("env-tuned-flags"))) {
            if (one.title.startsWith(QLatin1StringView("HIP_FORCE_DEV_KERNARG"))) {
                return one;
            }
        }
        return ProbeFinding();
    };
    const Change old = [](ProbeReport& report) { report.rocm = {6, 1}; };
    QCOMPARE(kernarg(old).command, QStringLiteral("export HIP_FORCE_DEV_KERNARG=1"));
    QVERIFY(kernarg(old).setsEnvironment);
    QVERIFY(kernarg(all({old, variable("HIP_FORCE_DEV_KERNARG", "1")})).command.isEmpty());
    QCOMPARE(kernarg(none()).title,
             QStringLiteral("HIP_FORCE_DEV_KERNARG: the default of ROCm 7.0"));
    QVERIFY(kernarg(none()).command.isEmpty());
    QVERIFY(kernarg(none()).message.contains(QLatin1StringView("by default since ROCm 6.2")));
    QCOMPARE(kernarg(variable("HIP_FORCE_DEV_KERNARG", "0")).command,
             QStringLiteral("unset HIP_FORCE_DEV_KERNARG"));
}

void TestProbeRules::flags()
{
    const auto titles = [](const Change& change) {
        QStringList list;
        for (const ProbeFinding& one : findings(change, QStringLiteral("env-tuned-flags"))) {
            list.append(one.title);
        }
        return list;
    };
    QVERIFY(titles(none()).contains(QStringLiteral("GPU_MAX_HW_QUEUES: not set")));
    QVERIFY(titles(variable("GPU_MAX_HW_QUEUES", "2"))
                .contains(QStringLiteral("GPU_MAX_HW_QUEUES: set to 2")));
    QVERIFY(
        titles(variable("AMD_LOG_LEVEL", "4")).contains(QStringLiteral("AMD_LOG_LEVEL: set to 4")));
    QCOMPARE(titles(none()).size(), 3);
}

/// No number stands ahead of a noun that does not agree with it, and nothing is said of none.
void TestProbeRules::numbersAgree()
{
    const QString rule = QStringLiteral("env-audit");
    const auto one = findings(variable("ROCM_PATH", "/opt/rocm"), rule);
    QCOMPARE(one[0].title, QStringLiteral("Variables that affect GPU work: 1"));
    QVERIFY2(!one[0].message.contains(QLatin1StringView("secret")), qPrintable(one[0].message));
    const auto secret = findings(
        [](ProbeReport& report) {
            report.variables.append({QStringLiteral("HF_TOKEN"), {}, true, Severity::Info, {}});
        },
        rule);
    QVERIFY2(secret[0].message.contains(QLatin1StringView("look secret: 1.")),
             qPrintable(secret[0].message));
    const QRegularExpression ahead(QStringLiteral("\\{(count|cores|hidden|value)\\} [a-z]+s\\b"));
    for (const Rule& each : builtInProbeRules()) {
        for (const QString& text : {each.title, each.message, each.reason, each.wayOut}) {
            const QString noun = ahead.match(text).captured();
            QVERIFY2(noun.isEmpty() || noun.endsWith(QLatin1StringView(" is")), qPrintable(text));
        }
    }
}

void TestProbeRules::devicesInConflict()
{
    const QString rule = QStringLiteral("node-visible-devices");
    const auto same = findings(
        all({variable("HIP_VISIBLE_DEVICES", "0, 1"), variable("CUDA_VISIBLE_DEVICES", "0,1")}),
        rule);
    QCOMPARE(same[0].severity, Severity::Info);
    const auto other = findings(
        all({variable("HIP_VISIBLE_DEVICES", "0"), variable("ROCR_VISIBLE_DEVICES", "1")}), rule);
    QCOMPARE(other[0].severity, Severity::Warning);
    QVERIFY(other[0].message.contains(QLatin1StringView("They disagree")));
}

/// Where the porting notes are outdated, the finding is there, says so, and weighs less.
void TestProbeRules::factsDecideSeverity()
{
    const auto backends = findings(fact("inductor.max_autotune_gemm_backends", "ATEN,TRITON,CPP"),
                                   QStringLiteral("node-inductor-gemm-backends"));
    QCOMPARE(backends[0].severity, Severity::Info);
    QVERIFY(backends[0].message.contains(QLatin1StringView("nothing reads the key")));
    QVERIFY(backends[0].command.isEmpty());
    const QString graphs = QStringLiteral("node-inductor-cudagraphs");
    const auto trees = findings(fact("inductor.triton.cudagraph_trees", "True"), graphs);
    QCOMPARE(trees[0].severity, Severity::Info);
    QVERIFY(trees[0].command.isEmpty());
    const auto newer = findings(all({fact("inductor.triton.cudagraphs", "True"),
                                     [](ProbeReport& report) {
                                         report.torch = {2, 14};
                                         report.rocm = {7, 14};
                                     }}),
                                graphs);
    QVERIFY(newer[0].message.contains(QLatin1StringView("verify the results")));
    const auto low =
        findings(fact("dynamo.recompile_limit", "2"), QStringLiteral("node-dynamo-cache"));
    QCOMPARE(low[0].severity, Severity::Warning);
    const auto forced =
        findings(variable("TORCHINDUCTOR_FX_GRAPH_CACHE", "0"), QStringLiteral("env-forced-keys"));
    QCOMPARE(forced[0].severity, Severity::Info);
    QVERIFY(findings(all({variable("TORCHINDUCTOR_FX_GRAPH_CACHE", "0"),
                          [](ProbeReport& report) {
                              report.torch = {2, 6};
                          }}),
                     QStringLiteral("env-forced-keys"))
                .isEmpty());
    const auto cause = findings(
        all({fact("inductor.max_autotune", "True"), variable("TORCHINDUCTOR_MAX_AUTOTUNE", "1")}),
        QStringLiteral("node-inductor-max-autotune"));
    QVERIFY(cause[0].message.contains(QLatin1StringView("The environment sets it")));
}

void TestProbeRules::gemmVariants()
{
    const QString rule = QStringLiteral("node-gemm-smoke");
    const auto hung = findings(check("gemm-float16", State::TimedOut, ""), rule);
    QVERIFY(hung[0].message.contains(QLatin1StringView("no answer in 120 s")));
    QVERIFY(hung[0].message.contains(QLatin1StringView("dmesg")));
    const auto two = findings(all({check("gemm-float16", State::Crashed, ""),
                                   check("gemm-bfloat16", State::Failed,
                                         "x\nArithmeticError: the product is wrong: 1.0")}),
                              rule);
    QCOMPARE(two.size(), 1);
    QVERIFY(two[0].message.startsWith(QLatin1StringView("float16, bfloat16 of")));
    QVERIFY(two[0].message.contains(QLatin1StringView("returned a wrong result")));
}

void TestProbeRules::order()
{
    ProbeReport report = goodNode();
    all({fact("system.numa-balancing", "1"), variable("TORCHINDUCTOR_MAX_AUTOTUNE", "1")})(report);
    applyProbeRules(report);
    QCOMPARE(report.findings[0].severity, Severity::Critical);
    QCOMPARE(report.findings[1].ruleId, QStringLiteral("node-numa-balancing"));
    const auto count = report.findings.size();
    applyProbeRules(report);
    QCOMPARE(report.findings.size(), count);
}

void TestProbeRules::switchedOff()
{
    ProbeRuleOptions options;
    options.off = {QStringLiteral("node-numa-balancing")};
    QVERIFY(
        findings(fact("system.numa-balancing", "1"), QStringLiteral("node-numa-balancing"), options)
            .isEmpty());
}

void TestProbeRules::variablesAreMarked()
{
    ProbeReport report = goodNode();
    variable("TORCHINDUCTOR_MAX_AUTOTUNE", "1")(report);
    variable("ROCM_PATH", "/opt/rocm")(report);
    applyProbeRules(report);
    QCOMPARE(report.variables[0].severity, Severity::Critical);
    QVERIFY(!report.variables[0].note.isEmpty());
    QCOMPARE(report.variables[1].severity, Severity::Info);
    QVERIFY(report.variables[1].note.isEmpty());
}

void TestProbeRules::packsOfUsersAndStrangers()
{
    const QByteArray pack =
        "format = 1\n[[rule]]\nid = \"node-numa-balancing\"\nphase = 0\n"
        "severity = \"info\"\ntitle = \"House\"\nmessage = \"M {value}\"\n"
        "reason = \"R\"\nmatch = { kind = \"probe\", command = \"rm -rf x\" }\n";
    const auto with = [&](PackOrigin origin) {
        const auto loaded =
            RuleSet::load(QVector<PackText>{{QStringLiteral("p.toml"), origin, pack}});
        ProbeRuleOptions options;
        options.rules = std::make_shared<const RuleSet>(loaded.rules);
        return findings(fact("system.numa-balancing", "1"), QStringLiteral("node-numa-balancing"),
                        options);
    };
    const auto user = with(PackOrigin::User);
    QCOMPARE(user[0].title, QStringLiteral("House"));
    QCOMPARE(user[0].message, QStringLiteral("M 1 R"));
    QCOMPARE(user[0].severity, Severity::Info);
    const auto stranger = with(PackOrigin::Project);
    QCOMPARE(stranger[0].title, QStringLiteral("NUMA balancing is on"));
    QVERIFY(!stranger[0].command.contains(QLatin1StringView("rm")));
}

void TestProbeRules::packProblems()
{
    const auto problem = [](const QByteArray& id, const QByteArray& match) {
        const RulePack pack =
            parseRulePack("format = 1\n[[rule]]\nid = \"" + id +
                              "\"\nphase = 0\nseverity = \"info\"\ntitle = \"T\"\nmessage = "
                              "\"M\"\nreason = \"R\"\nmatch = { kind = \"probe\"" +
                              match + " }\n",
                          QStringLiteral("p.toml"), PackOrigin::User);
        return pack.problems.isEmpty() ? QString() : pack.problems[0].detail;
    };
    QCOMPARE(problem("env-audit", ""), QString());
    QCOMPARE(problem("env-audits", ""),
             QStringLiteral("no condition about nodes is called \"env-audits\", did you mean "
                            "\"env-audit\"?"));
    QCOMPARE(problem("env-audit", ", root = 1"), QStringLiteral("root must be true or false"));
    QCOMPARE(problem("env-audit", ", command = 1"), QStringLiteral("command must be a string"));
    QVERIFY(problem("env-audit", ", comand = \"x\"").contains(QLatin1StringView("did you mean")));
}

QTEST_GUILESS_MAIN(TestProbeRules)
#include "tst_proberules.moc"
