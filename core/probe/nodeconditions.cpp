// Conditions about what a node is and has.
#include "core/facts/torchwheels.h"
#include "core/probe/probeconditions.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

using Captures = QHash<QString, QString>;

bool isTrueFact(const ProbeReport& report, const char* key)
{
    return report.fact(QLatin1StringView(key)) == QLatin1StringView("True");
}

bool autotunes(const ProbeReport& report)
{
    return isTrueFact(report, "inductor.max_autotune") ||
           isTrueFact(report, "inductor.max_autotune_gemm");
}

bool isBad(const ProbeCheck& check)
{
    return check.state == ProbeCheck::State::Failed || check.state == ProbeCheck::State::TimedOut ||
           check.state == ProbeCheck::State::Crashed;
}

QString lastLineOf(const QString& text)
{
    const QStringList lines = text.trimmed().split(u'\n');
    return lines.last().trimmed().left(300);
}

/// Whether `found` is `expected`, lies in it, or ends with it at a '/'.
bool isPlace(const QString& found, const QString& expected)
{
    QString wanted = expected;
    while (wanted.size() > 1 && wanted.endsWith(u'/')) {
        wanted.chop(1);
    }
    return found == wanted || found.startsWith(wanted + u'/') ||
           (!wanted.startsWith(u'/') &&
            (found.endsWith(u'/' + wanted) || found.contains(u'/' + wanted + u'/')));
}

} // namespace

void findNumaBalancing(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    const QString numa = report.fact(QStringLiteral("system.numa-balancing"));
    if (!numa.isEmpty() && numa != QLatin1StringView("0")) {
        hits.append(
            {QStringLiteral("node-numa-balancing"), Captures{{QStringLiteral("value"), numa}}, {}});
    }
}

/// The command that installs torch for the ROCm of a node.
QString torchInstall(const ProbeReport& report)
{
    TorchWheels wheels = torchWheelsFor(report.rocm);
    if (report.rocm.isEmpty()) {
        wheels.index = QStringLiteral("https://download.pytorch.org/whl/rocmX.Y");
    }
    return wheelCommand(wheels, {});
}

void findTorchNotRocm(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    const QString version = report.fact(QStringLiteral("torch.version"));
    const bool amd = report.gpuCount > 0 || !report.fact(QStringLiteral("rocm.path")).isEmpty() ||
                     report.fact(QStringLiteral("system.kfd")) == QLatin1StringView("usable");
    if (!version.isEmpty() && !report.torchIsRocm && amd) {
        Captures captures{
            {QStringLiteral("version"), version},
            {QStringLiteral("cuda"), report.fact(QStringLiteral("torch.cuda"))},
            {QStringLiteral("packages"), report.fact(QStringLiteral("packages.nvidia")).left(300)},
            {QStringLiteral("install"), torchInstall(report)}};
        QStringList notes;
        if (!captures.value(QStringLiteral("cuda")).isEmpty()) {
            notes.append(QStringLiteral("cuda"));
        }
        if (!captures.value(QStringLiteral("packages")).isEmpty()) {
            notes.append(QStringLiteral("nvidia"));
        }
        hits.append({QStringLiteral("node-torch-not-rocm"), captures, notes});
    }
}

void findGpus(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    ProbeHit hit{QStringLiteral("node-gpu"), {}, {}};
    hit.withCommand = false;
    const QString nvidia = report.fact(QStringLiteral("nvidia.count"));
    const QString driver = report.fact(QStringLiteral("driver.version"));
    const QString memory = report.fact(QStringLiteral("gpu.0.memory"));
    QStringList detail;
    if (!memory.isEmpty()) {
        detail.append(QStringLiteral("%1 each").arg(memory));
    }
    if (!driver.isEmpty()) {
        detail.append(QStringLiteral("driver %1").arg(driver));
    }
    detail.append(report.rocm.isEmpty() ? QStringLiteral("ROCm not found")
                                        : QStringLiteral("ROCm %1").arg(report.rocm.toString()));
    detail.append(QStringLiteral("hipcc: %1")
                      .arg(report.fact(QStringLiteral("hip.version")).isEmpty()
                               ? QStringLiteral("not found")
                               : report.fact(QStringLiteral("hip.version"))));
    hit.captures.insert(QStringLiteral("detail"), detail.join(QStringLiteral(", ")) + u'.');
    if (report.gpuCount > 0) {
        const QString name = report.gpuName.isEmpty() ? QStringLiteral("AMD GPU") : report.gpuName;
        hit.captures.insert(QStringLiteral("summary"),
                            QStringLiteral("%1 × %2, %3")
                                .arg(report.gpuCount)
                                .arg(name, report.architectures.isEmpty()
                                               ? QStringLiteral("architecture not known")
                                               : report.architectures.join(QStringLiteral(", "))));
    } else if (!nvidia.isEmpty()) {
        hit.captures.insert(
            QStringLiteral("summary"),
            QStringLiteral("%1 × %2").arg(
                nvidia, report.fact(QStringLiteral("nvidia.0")).section(u',', 0, 0)));
        hit.notes.append(QStringLiteral("nvidia"));
    } else {
        hit.severity = Severity::Warning;
        hit.captures.insert(QStringLiteral("summary"), QStringLiteral("No AMD GPU"));
        hit.notes.append(QStringLiteral("none"));
        const QString kfd = report.fact(QStringLiteral("system.kfd"));
        if (kfd == QLatin1StringView("absent") ||
            !report.fact(QStringLiteral("hsa.failure")).isEmpty()) {
            hit.notes.append(QStringLiteral("no-device"));
        }
        if (report.fact(QStringLiteral("driver.module")) == QLatin1StringView("not loaded")) {
            hit.notes.append(QStringLiteral("module"));
        }
    }
    if (report.fact(QStringLiteral("system.kfd")) == QLatin1StringView("denied")) {
        hit.severity = Severity::Warning;
        hit.notes.append(QStringLiteral("denied"));
        if (report.fact(QStringLiteral("system.container")).isEmpty()) {
            hit.withCommand = true;
            hit.captures.insert(QStringLiteral("command"),
                                QStringLiteral("sudo usermod -aG render,video \"$USER\""));
        }
    }
    hits.append(hit);
}

void findInductorAutotune(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    QStringList keys;
    for (const char* key : {"max_autotune", "max_autotune_gemm", "max_autotune_pointwise"}) {
        if (report.fact(QStringLiteral("inductor.") + QLatin1StringView(key)) ==
            QLatin1StringView("True")) {
            keys.append(QLatin1StringView(key));
        }
    }
    if (keys.isEmpty()) {
        return;
    }
    QStringList variables;
    for (const ProbeVariable& variable : report.variables) {
        if (variable.name.startsWith(QLatin1StringView("TORCHINDUCTOR_MAX_AUTOTUNE")) &&
            variable.value == QLatin1StringView("1")) {
            variables.append(variable.name);
        }
    }
    hits.append({QStringLiteral("node-inductor-max-autotune"),
                 Captures{{QStringLiteral("keys"), keys.join(QStringLiteral(", "))},
                          {QStringLiteral("variables"), variables.join(QStringLiteral(", "))}},
                 {variables.isEmpty() ? QStringLiteral("build") : QStringLiteral("variable")}});
}

void findGemmBackends(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    const QString backends = report.fact(QStringLiteral("inductor.max_autotune_gemm_backends"));
    if (!backends.isEmpty() &&
        backends.compare(QLatin1StringView("ATEN"), Qt::CaseInsensitive) != 0) {
        const bool on = autotunes(report);
        ProbeHit hit{QStringLiteral("node-inductor-gemm-backends"),
                     Captures{{QStringLiteral("value"), backends}},
                     {on ? QStringLiteral("on") : QStringLiteral("off")}};
        hit.withCommand = on;
        if (!on) {
            hit.severity = Severity::Info;
        }
        hits.append(hit);
    }
}

void findInductorGraphs(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    const QString trees = report.fact(QStringLiteral("inductor.triton.cudagraph_trees"));
    const QString graphs = report.fact(QStringLiteral("inductor.triton.cudagraphs"));
    const bool on = graphs == QLatin1StringView("True");
    if (!on && trees != QLatin1StringView("True")) {
        return;
    }
    ProbeHit hit{
        QStringLiteral("node-inductor-cudagraphs"),
        Captures{{QStringLiteral("state"), on ? QStringLiteral("on") : QStringLiteral("off")},
                 {QStringLiteral("graphs"), graphs},
                 {QStringLiteral("trees"), trees}},
        {on ? QStringLiteral("on") : QStringLiteral("trees")}};
    hit.withCommand = on;
    if (!on) {
        hit.severity = Severity::Info;
    } else if (report.torch >= Version{2, 14} && report.rocm >= Version{7, 14}) {
        hit.notes.append(QStringLiteral("verify"));
    }
    hits.append(hit);
}

void findMemoryPlanning(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    if (isTrueFact(input.report, "inductor.memory_planning")) {
        hits.append({QStringLiteral("node-inductor-memory-planning"), {}, {}});
    }
}

void findRecompileLimit(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    const QString renamed = QStringLiteral("dynamo.recompile_limit");
    const QString key =
        report.fact(renamed).isEmpty() ? QStringLiteral("dynamo.cache_size_limit") : renamed;
    bool number = false;
    const int limit = report.fact(key).toInt(&number);
    if (number && limit < 64) {
        ProbeHit hit{
            QStringLiteral("node-dynamo-cache"),
            Captures{{QStringLiteral("key"), QStringLiteral("torch._dynamo.config.") + key.mid(7)},
                     {QStringLiteral("value"), QString::number(limit)}},
            {limit < 8 ? QStringLiteral("low") : QStringLiteral("default")}};
        if (limit < 8) {
            hit.severity = Severity::Warning;
        }
        hits.append(hit);
    }
}

void findSuppressedErrors(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    if (isTrueFact(input.report, "dynamo.suppress_errors")) {
        hits.append({QStringLiteral("node-dynamo-suppress"), {}, {}});
    }
}

void findGemmFailures(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    QStringList kinds;
    QStringList what;
    QStringList notes;
    const auto note = [&](const char* name) {
        if (!notes.contains(QLatin1StringView(name))) {
            notes.append(QLatin1StringView(name));
        }
    };
    for (const ProbeCheck& check : report.checks) {
        if (!check.id.startsWith(QLatin1StringView("gemm-")) || !isBad(check)) {
            continue;
        }
        kinds.append(check.id.mid(5));
        if (check.state == ProbeCheck::State::TimedOut) {
            note("timed-out");
            what.append(QStringLiteral("no answer in %1 s").arg(check.elapsedMs / 1000));
        } else {
            what.append(check.detail.isEmpty()
                            ? QStringLiteral("its process was killed by a signal")
                            : lastLineOf(check.detail));
            if (check.state == ProbeCheck::State::Crashed) {
                note("crashed");
            }
        }
        if (check.detail.contains(QLatin1StringView("HIPBLAS_STATUS_NOT_INITIALIZED"))) {
            note("not-initialized");
        } else if (check.detail.contains(QLatin1StringView("HIPBLAS_STATUS_ALLOC_FAILED"))) {
            note("alloc-failed");
        } else if (check.detail.contains(QLatin1StringView("invalid device function")) ||
                   check.detail.contains(QLatin1StringView("NoBinaryForGpu"))) {
            note("no-binary");
        } else if (check.detail.contains(QLatin1StringView("the product is wrong"))) {
            note("wrong");
        }
    }
    if (!kinds.isEmpty()) {
        what.removeDuplicates();
        hits.append({QStringLiteral("node-gemm-smoke"),
                     Captures{{QStringLiteral("kinds"), kinds.join(QStringLiteral(", "))},
                              {QStringLiteral("what"), what.join(QStringLiteral("; "))}},
                     notes});
    }
}

void findAttentionFailure(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    for (const ProbeCheck& check : report.checks) {
        if (check.id == QLatin1StringView("fp8-attention") && isBad(check)) {
            const QString what = check.state == ProbeCheck::State::TimedOut
                                     ? QStringLiteral("no answer in %1 s; the first build of its "
                                                      "kernels can take minutes, so try again")
                                           .arg(check.elapsedMs / 1000)
                                 : check.detail.isEmpty()
                                     ? QStringLiteral("its process was killed by a signal")
                                     : lastLineOf(check.detail);
            hits.append({QStringLiteral("node-fp8-attention"),
                         Captures{{QStringLiteral("what"), what}},
                         {}});
        }
    }
}

void findPackages(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    QStringList list;
    for (const ProbeFact& fact : report.facts) {
        if (fact.key.startsWith(QLatin1StringView("package.")) &&
            !fact.key.endsWith(QLatin1StringView(".path"))) {
            list.append(QStringLiteral("%1 %2").arg(fact.key.mid(8), fact.value));
        }
    }
    const QString functions = report.fact(QStringLiteral("aiter.functions"));
    if (!functions.isEmpty()) {
        list.append(QStringLiteral("aiter has %1").arg(functions));
    }
    if (!list.isEmpty()) {
        hits.append(
            {QStringLiteral("node-packages"),
             Captures{{QStringLiteral("python"), report.fact(QStringLiteral("python.version"))},
                      {QStringLiteral("count"), QString::number(list.size())},
                      {QStringLiteral("list"), list.join(QStringLiteral(", "))}},
             {}});
    }
}

void findImage(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    if (report.image.isEmpty()) {
        return;
    }
    const auto known =
        std::find_if(input.images.begin(), input.images.end(), [&](const ImageRecord& one) {
            return one.reference == report.image ||
                   (!one.digest.isEmpty() && one.digest == report.imageDigest);
        });
    ProbeHit hit{
        QStringLiteral("node-image"), Captures{{QStringLiteral("image"), report.image}}, {}};
    if (known == input.images.end()) {
        hit.notes.append(QStringLiteral("new"));
    } else {
        hit.notes.append(QStringLiteral("known"));
        hit.captures.insert(QStringLiteral("defects"), known->defects.isEmpty()
                                                           ? QStringLiteral("no defects are known.")
                                                           : known->defects.join(u' '));
        if (!known->defects.isEmpty()) {
            hit.severity = Severity::Warning;
        }
    }
    hits.append(hit);
}

void findCaches(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    QStringList list;
    int cold = 0;
    for (const ProbeFact& fact : report.facts) {
        if (fact.key.startsWith(QLatin1StringView("cache."))) {
            list.append(QStringLiteral("%1 %2").arg(fact.key.mid(6), fact.value));
            cold += fact.value == QLatin1StringView("cold") ? 1 : 0;
        }
    }
    if (!list.isEmpty()) {
        const QString state = cold == 0             ? QStringLiteral("warm")
                              : cold == list.size() ? QStringLiteral("cold")
                                                    : QStringLiteral("some are cold");
        hits.append({QStringLiteral("node-caches"),
                     Captures{{QStringLiteral("state"), state},
                              {QStringLiteral("list"), list.join(QStringLiteral("; "))}},
                     cold > 0 ? QStringList{QStringLiteral("cold")} : QStringList()});
    }
}

void findPatchedModules(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    for (const ProbeFact& fact : report.facts) {
        if (!fact.key.startsWith(QLatin1StringView("expected."))) {
            continue;
        }
        const QString name = fact.key.mid(9);
        const QString found = report.fact(QStringLiteral("patched.") + name);
        if (!found.isEmpty() && !isPlace(found, fact.value)) {
            hits.append({QStringLiteral("node-patched-module"),
                         Captures{{QStringLiteral("symbol"), name},
                                  {QStringLiteral("module"), name.section(u':', 0, 0)},
                                  {QStringLiteral("expected"), fact.value},
                                  {QStringLiteral("found"), found}},
                         {}});
        }
    }
}

} // namespace rocport
