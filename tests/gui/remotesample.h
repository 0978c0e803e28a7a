#pragma once

#include "core/remote/container.h"
#include "core/remote/nodekinds.h"
#include "core/remote/slurm.h"
#include "tests/gui/fakeremote.h"

#include <QImage>
#include <QPixmap>
#include <QTest>
#include <QWidget>

namespace rocport::test {

/// Nodes, probes, images and runs of a late project, for tests of the areas that show them.
class RemoteSample
{
public:
    static ProbeReport probe(const QString& id, const QString& name, const QDateTime& time)
    {
        ProbeReport report;
        report.nodeId = id;
        report.nodeName = name;
        report.time = time;
        report.hostName = name;
        report.gpuCount = 8;
        report.gpuName = QStringLiteral("AMD Instinct MI300X");
        report.architectures = {QStringLiteral("gfx942")};
        report.rocm = Version{7, 0, 2};
        report.torch = Version{2, 8, 0};
        report.torchIsRocm = true;
        const auto fact = [&](const char* group, const char* key, const char* label,
                              const char* value, const char* source) {
            report.facts.append({QString::fromLatin1(group), QString::fromLatin1(key),
                                 QString::fromLatin1(label), QString::fromLatin1(value),
                                 QString::fromLatin1(source)});
        };
        fact("GPU", "gpu.0.arch", "Architecture", "gfx942", "rocminfo");
        fact("GPU", "gpu.0.memory", "Memory", "192 GiB", "rocm-smi --json");
        fact("GPU", "driver.version", "Driver", "6.14.14", "/sys/module/amdgpu/version");
        fact("ROCm", "hip.version", "HIP", "7.0.51831", "hipcc --version");
        fact("ROCm", "rocm.version", "ROCm", "7.0.2", "/opt/rocm/.info/version");
        fact("Python", "python.version", "Python", "3.12.3", "python3 -V");
        fact("Packages", "torch.version", "torch", "2.8.0+rocm7.0", "python3");
        fact("Packages", "package.triton", "triton", "3.4.0", "python3");
        fact("System", "system.cores", "Cores", "192", "/proc/cpuinfo");
        fact("System", "system.memory", "Memory", "2.3 TiB", "/proc/meminfo");
        fact("System", "system.os", "System", "Ubuntu 24.04, kernel 6.8", "/etc/os-release");
        addFindings(report);
        report.variables = {{QStringLiteral("TORCHINDUCTOR_MAX_AUTOTUNE"), QStringLiteral("1"),
                             false, Severity::Critical,
                             QStringLiteral("Every GEMM is tuned; the first compile stalls.")},
                            {QStringLiteral("HF_TOKEN"), QStringLiteral("hf_must_never_show"), true,
                             Severity::Info, QString()},
                            {QStringLiteral("OMP_NUM_THREADS"), QStringLiteral("192"), false,
                             Severity::Warning, QStringLiteral("Above a quarter of the cores.")}};
        using Check = ProbeCheck::State;
        report.checks = {{QStringLiteral("rocminfo"), QStringLiteral("rocminfo"), Check::Done,
                          QStringLiteral("8 GPU agents."), 310},
                         {QStringLiteral("gemm"), QStringLiteral("Small GEMM"), Check::TimedOut,
                          QStringLiteral("No answer in 60 s; only this check was ended."), 60000},
                         {QStringLiteral("fp8"), QStringLiteral("FP8 attention"), Check::Crashed,
                          QStringLiteral("Ended by signal 11."), 2100}};
        return report;
    }

    static void addFindings(ProbeReport& report)
    {
        ProbeFinding balancing;
        balancing.ruleId = QStringLiteral("node-numa-balancing");
        balancing.severity = Severity::Warning;
        balancing.title = QStringLiteral("NUMA balancing is on");
        balancing.message = QStringLiteral("The kernel moves pages while kernels run: 10 to 30 % "
                                           "slower, and timings vary.");
        balancing.fix = QStringLiteral("Switch it off");
        balancing.command = QStringLiteral("sudo sh -c 'echo 0 > /proc/sys/kernel/numa_balancing'");
        balancing.needsRoot = true;
        ProbeFinding autotune;
        autotune.ruleId = QStringLiteral("env-max-autotune");
        autotune.severity = Severity::Critical;
        autotune.title = QStringLiteral("TORCHINDUCTOR_MAX_AUTOTUNE is 1");
        autotune.message = QStringLiteral("Every GEMM is tuned; compilation takes very long.");
        autotune.fix = QStringLiteral("Unset it for all jobs");
        autotune.command = QStringLiteral("unset TORCHINDUCTOR_MAX_AUTOTUNE");
        autotune.setsEnvironment = true;
        ProbeFinding caches;
        caches.ruleId = QStringLiteral("node-caches");
        caches.severity = Severity::Info;
        caches.title = QStringLiteral("The Triton cache is 41 GiB");
        caches.message = QStringLiteral("It is of another Triton and is not read any more.");
        caches.fix = QStringLiteral("Remove it");
        caches.command = QStringLiteral("rm -r ~/.triton/cache");
        ProbeFinding gpu;
        gpu.ruleId = QStringLiteral("node-gpu");
        gpu.title = QStringLiteral("8 GPUs of gfx942");
        gpu.message = QStringLiteral("64 lanes, 64 KiB LDS per group.");
        report.findings = {balancing, gpu, autotune, caches};
    }

    static NodeEntry entry(const QString& id, NodeEntry::State state)
    {
        NodeEntry entry;
        entry.node.id = id;
        entry.node.name = id;
        entry.node.of<SshHost>().host = id;
        entry.state = state;
        return entry;
    }

    static void nodes(RemoteState& state)
    {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        NodeEntry local = entry(QStringLiteral("local"), NodeEntry::State::Ready);
        local.node.name = QStringLiteral("localhost");
        local.node.place = QStringLiteral("local");
        local.node.of<SshHost>().host.clear();
        NodeEntry mi300 = entry(QStringLiteral("mi300x-07"), NodeEntry::State::Attention);
        mi300.probes = {probe(mi300.node.id, mi300.node.name, now.addSecs(-300)),
                        probe(mi300.node.id, mi300.node.name, now.addDays(-8))};
        mi300.probes[1].rocm = Version{6, 4, 3};
        for (ProbeFact& fact : mi300.probes[1].facts) {
            if (fact.key == QStringLiteral("rocm.version")) {
                fact.value = QStringLiteral("6.4.3");
            }
        }
        NodeEntry lost = entry(QStringLiteral("h200-ref"), NodeEntry::State::Unreachable);
        lost.sentence = QStringLiteral("ssh gave up after 10 s: connection timed out. Check that "
                                       "h200-ref is on, then test the connection.");
        NodeEntry image = entry(QStringLiteral("rocm-70-train"), NodeEntry::State::Unknown);
        image.node.name = QStringLiteral("rocm-7.0-train");
        image.node.of<SshHost>().host = QStringLiteral("mi300x-07");
        image.node.of<ContainerSettings>().use = ContainerSettings::Use::Run;
        image.node.of<ContainerSettings>().image =
            QStringLiteral("rocm/pytorch:rocm7.0_ubuntu24.04_py3.12");
        NodeEntry slurm = entry(QStringLiteral("mi300x"), NodeEntry::State::Checking);
        slurm.node.of<SshHost>().host = QStringLiteral("login");
        slurm.node.of<SlurmSettings>().use = true;
        slurm.node.of<SlurmSettings>().partition = QStringLiteral("mi300x");
        slurm.activity = QStringLiteral("Probing: small GEMM");
        slurm.activityDone = 7;
        slurm.activityTotal = 19;
        using Step = ConnectionStep::State;
        slurm.test = {{QStringLiteral("resolve"), QStringLiteral("Resolve"), Step::Passed,
                       QStringLiteral("login is 10.0.4.7"), 12},
                      {QStringLiteral("connect"), QStringLiteral("Connect"), Step::Passed,
                       QStringLiteral("Port 22 answers."), 31},
                      {QStringLiteral("login"), QStringLiteral("Log in"), Step::Running, {}, 0}};
        state.nodes = {local, mi300, lost, image, slurm};
        state.currentNode = mi300.node.id;
        state.projectOpen = true;
        ImageRecord first;
        first.reference = QStringLiteral("rocm/pytorch:rocm7.0_ubuntu24.04_py3.12");
        first.digest = QStringLiteral("sha256:9c41e07ab2d89c41e07ab2d8");
        first.rocm = Version{7, 0, 2};
        first.torch = Version{2, 8, 0};
        first.triton = Version{3, 4, 0};
        first.seen = now.addSecs(-600);
        first.source = QStringLiteral("probe of mi300x-07");
        first.probes = 3;
        ImageRecord second = first;
        second.digest = QStringLiteral("sha256:08ab4f216dd308ab4f216dd3");
        second.rocm = Version{6, 4, 3};
        second.seen = {};
        second.source = QStringLiteral("porting notes");
        second.probes = 0;
        second.defects = {QStringLiteral("hipBLASLt fails for small GEMMs."),
                          QStringLiteral("aiter lacks FP8 attention.")};
        state.images = {second, first};
    }

    static TensorComparison tensor(const QString& name, const QString& type, bool passed)
    {
        TensorComparison out;
        out.name = name;
        out.verdict = passed ? TensorVerdict::Passed : TensorVerdict::Failed;
        out.referenceType = out.candidateType = type;
        out.shape = {4, 128, 64};
        out.elements = qint64(4) * 128 * 64;
        out.tolerance = type == QStringLiteral("float32") ? Tolerance{1e-4, 1e-4, {}}
                                                          : Tolerance{5e-2, 5e-2, {}};
        out.maxAbsolute = passed ? out.tolerance.absolute / 3 : 0.26;
        out.meanAbsolute = out.maxAbsolute / 40;
        out.maxRelative = passed ? 8.1e-3 : 1.9;
        out.meanRelative = out.maxRelative / 50;
        out.maxUlp = passed ? 3 : 412;
        out.worst = 8387;
        out.worstReference = 0.1328125;
        out.worstCandidate = passed ? 0.1330566 : 0.392578125;
        out.mismatched = passed ? 0 : 101;
        out.firstMismatch = passed ? -1 : 65;
        out.quantiles = {out.maxAbsolute / 90, out.maxAbsolute / 20, out.maxAbsolute / 6,
                         out.maxAbsolute / 2, out.maxAbsolute};
        // Nine bins within the tolerance; 32768 in all.
        const quint64 bins[18] = {60,
                                  140,
                                  420,
                                  1200,
                                  3100,
                                  6200,
                                  9200,
                                  8100,
                                  passed ? 4348U : 4247U,
                                  passed ? 0U : 80U,
                                  passed ? 0U : 21U};
        std::copy(std::begin(bins), std::end(bins), out.histogram.begin());
        out.tightest = {out.maxAbsolute, out.tolerance.relative, {}};
        return out;
    }

    static VerifyRun numerical(const QString& id, const QString& node, bool onGpu)
    {
        VerifyRun run;
        run.id = id;
        run.level = VerifyLevel::Numerical;
        run.title = QStringLiteral("Golden vectors block_bfloat16");
        run.nodeId = run.nodeName = node;
        run.onGpu = onGpu;
        run.device =
            onGpu ? QStringLiteral("gfx942 (AMD Instinct MI300X)") : QStringLiteral("NVIDIA H200");
        run.time = QDateTime::currentDateTimeUtc().addSecs(-900);
        run.jobId = QStringLiteral("20261122-054501-3f9a");
        run.logHash = QByteArray(64, 'a');
        run.portKey = "port-now";
        const std::tuple<const char*, const char*, bool> tensors[] = {
            {"attn_fwd", "bfloat16", true},    {"attn_bwd", "bfloat16", false},
            {"block_sum", "float32", true},    {"layer_norm", "float32", true},
            {"layer_norm.w", "float16", true}, {"scan_inclusive", "float32", true}};
        for (const auto& [name, type, passed] : tensors) {
            VerifyCheck check;
            check.name = QString::fromLatin1(name);
            check.id = QStringLiteral("tensor:") + check.name;
            check.state = passed ? CheckState::Passed : CheckState::Failed;
            check.comparison = tensor(check.name, QString::fromLatin1(type), passed);
            run.checks.append(check);
        }
        for (int i = 0; i < 100; ++i) {
            run.stability.append({i, 6.2 + 0.001 * (i % 7), 3.1, 27400.0, true, i % 9 != 4});
        }
        return run;
    }

    static VerifyRun simple(VerifyLevel level, const QString& id, int failed)
    {
        VerifyRun run;
        run.id = id;
        run.level = level;
        run.title = level == VerifyLevel::Static ? QStringLiteral("Static checks")
                                                 : QStringLiteral("hipcc, every source");
        run.nodeName = level == VerifyLevel::Static ? QString() : QStringLiteral("mi300x-07");
        run.time = QDateTime::currentDateTimeUtc().addSecs(-4000);
        run.portKey = "port-now";
        for (int i = 0; i < 8; ++i) {
            VerifyCheck check;
            check.id = QStringLiteral("check:%1").arg(i);
            check.name = QStringLiteral("src/kernels/attention_%1.cu").arg(i);
            check.file = check.name;
            check.state = i < failed ? CheckState::Failed : CheckState::Passed;
            check.detail = i < failed ? QStringLiteral("1 error: no member named __shfl_sync.")
                                      : QStringLiteral("Compiles for gfx942.");
            check.elapsedMs = 1200 + 300 * i;
            run.checks.append(check);
        }
        return run;
    }

    static void runs(RemoteState& state)
    {
        state.portKey = "port-now";
        VerifyRun old = numerical(QStringLiteral("run-old"), QStringLiteral("mi300x-07"), true);
        old.portKey = "port-before";
        old.time = old.time.addDays(-2);
        VerifyRun reference =
            numerical(QStringLiteral("run-ref"), QStringLiteral("h200-ref"), false);
        reference.time = reference.time.addSecs(-7000);
        state.runs = {numerical(QStringLiteral("run-new"), QStringLiteral("mi300x-07"), true),
                      simple(VerifyLevel::Build, QStringLiteral("run-build"), 1),
                      simple(VerifyLevel::Static, QStringLiteral("run-static"), 0), reference, old};
    }
};

/// A picture to look at, in the folder that ROCPORT_PICTURES names; else only whether there is one.
inline bool keepPicture(QWidget* widget, const char* name, bool dark)
{
    QTest::qWait(60); // what is laid out later
    const QImage image = widget->grab().toImage();
    const QString folder = qEnvironmentVariable("ROCPORT_PICTURES");
    return !image.isNull() &&
           (folder.isEmpty() ||
            image.save(QStringLiteral("%1/%2-%3.png")
                           .arg(folder, QString::fromLatin1(name),
                                dark ? QStringLiteral("dark") : QStringLiteral("light"))));
}

} // namespace rocport::test
