// Conditions about the variables of a node.
#include "core/facts/allocatorkeys.h"
#include "core/probe/probeconditions.h"

#include <QRegularExpression>

#include <algorithm>

namespace rocport {

namespace {

bool isOne(const ProbeVariable* variable)
{
    return variable != nullptr && variable->value.trimmed() == QLatin1StringView("1");
}

bool isOn(const ProbeVariable* variable)
{
    return variable != nullptr && !variable->value.trimmed().isEmpty() &&
           variable->value.trimmed() != QLatin1StringView("0");
}

ProbeHit hitOf(const char* rule, const ProbeVariable& variable, const QStringList& notes = {})
{
    return {QLatin1StringView(rule),
            {{QStringLiteral("symbol"), variable.name}, {QStringLiteral("value"), variable.value}},
            notes,
            std::nullopt,
            true,
            variable.name};
}

/// One hit for each of the variables that is on, with the variable's own note.
void addWhereOn(const char* rule, std::initializer_list<const char*> names,
                const ProbeReport& report, QVector<ProbeHit>& hits)
{
    for (const char* name : names) {
        const ProbeVariable* variable = findVariable(report, QLatin1StringView(name));
        if (isOn(variable)) {
            hits.append(hitOf(rule, *variable, {variable->name}));
        }
    }
}

void addAllocatorHit(const ProbeReport& report, const ProbeVariable& variable,
                     QVector<ProbeHit>& hits)
{
    const AllocatorSettings settings = readAllocatorSettings(variable.value.toUtf8());
    const QStringList reads = allocatorVariables(report);
    const bool both = settings.split && settings.expandable;
    const bool unread = !reads.isEmpty() && !reads.contains(variable.name);
    ProbeHit hit = hitOf("env-alloc-split", variable);
    hit.captures.insert(QStringLiteral("reads"), reads.isEmpty()
                                                     ? QStringLiteral("not known for this version")
                                                     : reads.join(QStringLiteral(", ")));
    hit.withCommand = false;
    if (both) {
        const bool acts =
            expandableSegments(report.torch, report.rocm) != ExpandableSegments::Ignored;
        hit.notes.append(acts ? QStringLiteral("both") : QStringLiteral("both-old"));
        hit.severity = acts && !unread ? Severity::Critical : Severity::Warning;
        hit.withCommand = true;
        hit.captures.insert(
            QStringLiteral("command"),
            QStringLiteral("export %1=%2")
                .arg(variable.name, shellWord(QString::fromUtf8(safeAllocatorValue(settings)))));
    } else if (settings.split) {
        hit.notes.append(QStringLiteral("split"));
    } else if (settings.expandable) {
        hit.notes.append(QStringLiteral("expandable"));
    }
    if (settings.split && *settings.split <= 20) {
        hit.notes.append(QStringLiteral("small"));
        hit.severity = std::max(hit.severity.value_or(Severity::Warning), Severity::Warning);
    }
    if (unread) {
        hit.notes.append(QStringLiteral("unread"));
        hit.severity = std::max(hit.severity.value_or(Severity::Warning), Severity::Warning);
    }
    if (!hit.notes.isEmpty()) {
        hits.append(hit);
    }
}

ProbeHit flagHit(const char* name, const QString& state, const QStringList& notes)
{
    return {QStringLiteral("env-tuned-flags"),
            {{QStringLiteral("symbol"), QLatin1StringView(name)}, {QStringLiteral("state"), state}},
            notes,
            std::nullopt,
            false,
            QLatin1StringView(name)};
}

} // namespace

const ProbeVariable* findVariable(const ProbeReport& report, const QString& name)
{
    const auto found =
        std::find_if(report.variables.begin(), report.variables.end(),
                     [&](const ProbeVariable& variable) { return variable.name == name; });
    return found == report.variables.end() ? nullptr : &*found;
}

QString shellWord(const QString& text)
{
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_@%+=:,./\\[\\]-]+\\z"));
    if (plain.match(text).hasMatch() && !text.contains(u'[')) {
        return text;
    }
    QString quoted = text;
    return u'\'' + quoted.replace(u'\'', QLatin1StringView("'\\''")) + u'\'';
}

QStringList allocatorVariables(const ProbeReport& report)
{
    QStringList held = report.fact(QStringLiteral("alloc.reads")).split(u' ', Qt::SkipEmptyParts);
    if (!held.isEmpty()) {
        return held;
    }
    if (!report.torch.isEmpty() && report.torch < Version{2, 8} && !report.torchIsRocm) {
        return {QStringLiteral("PYTORCH_CUDA_ALLOC_CONF")}; // renamed in ROCm builds only
    }
    for (const QByteArray& name : allocatorVariablesOf(report.torch)) {
        held.append(QString::fromLatin1(name));
    }
    return held;
}

void findMaxAutotune(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    for (const char* name : {"TORCHINDUCTOR_MAX_AUTOTUNE", "TORCHINDUCTOR_MAX_AUTOTUNE_GEMM"}) {
        const ProbeVariable* variable = findVariable(input.report, QLatin1StringView(name));
        if (isOne(variable)) {
            hits.append(hitOf("env-max-autotune", *variable));
        }
    }
}

void findPointwiseAutotune(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeVariable* pointwise =
        findVariable(input.report, QStringLiteral("TORCHINDUCTOR_MAX_AUTOTUNE_POINTWISE"));
    if (isOne(pointwise)) {
        hits.append(hitOf("env-max-autotune-pointwise", *pointwise));
    }
}

void findDisabledCaches(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeVariable* caches =
        findVariable(input.report, QStringLiteral("TORCHINDUCTOR_FORCE_DISABLE_CACHES"));
    if (isOne(caches)) {
        hits.append(hitOf("env-disable-caches", *caches));
    }
}

void findCompileDebug(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    addWhereOn("env-compile-debug", {"TORCH_COMPILE_DEBUG", "TRITON_PRINT_AUTOTUNING"},
               input.report, hits);
}

void findLaunchBlocking(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    addWhereOn("env-launch-blocking",
               {"HIP_LAUNCH_BLOCKING", "CUDA_LAUNCH_BLOCKING", "AMD_SERIALIZE_KERNEL"},
               input.report, hits);
}

void findTunableOp(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeVariable* tunable =
        findVariable(input.report, QStringLiteral("PYTORCH_TUNABLEOP_ENABLED"));
    const ProbeVariable* tuning =
        findVariable(input.report, QStringLiteral("PYTORCH_TUNABLEOP_TUNING"));
    if (isOne(tunable) && (tuning == nullptr || isOn(tuning))) {
        hits.append(hitOf("env-tunableop", *tunable));
    }
}

void findThreads(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    const ProbeVariable* threads = findVariable(report, QStringLiteral("OMP_NUM_THREADS"));
    const int cores = report.fact(QStringLiteral("system.cores")).toInt();
    if (threads == nullptr || cores < 1) {
        return;
    }
    const int limit = std::max(1, cores / 4);
    if (threads->value.section(u',', 0, 0).trimmed().toInt() > limit) {
        ProbeHit hit = hitOf("env-omp-threads", *threads);
        hit.captures.insert(QStringLiteral("cores"), QString::number(cores));
        hit.captures.insert(QStringLiteral("limit"), QString::number(limit));
        hits.append(hit);
    }
}

void findAllocatorSplits(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    for (const char* name :
         {"PYTORCH_CUDA_ALLOC_CONF", "PYTORCH_HIP_ALLOC_CONF", "PYTORCH_ALLOC_CONF"}) {
        if (const ProbeVariable* variable = findVariable(input.report, QLatin1StringView(name))) {
            addAllocatorHit(input.report, *variable, hits);
        }
    }
}

void findTunedFlags(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    if (report.gpuCount <= 0) {
        return;
    }
    const auto command = [](ProbeHit hit, const QString& text) {
        hit.withCommand = true;
        hit.captures.insert(QStringLiteral("command"), text);
        return hit;
    };
    const auto stateOf = [&](const char* name) {
        const ProbeVariable* variable = findVariable(report, QLatin1StringView(name));
        return variable == nullptr ? QStringLiteral("not set")
                                   : QStringLiteral("set to %1").arg(variable->value);
    };
    for (const char* name : {"GPU_MAX_HW_QUEUES", "HSA_NO_SCRATCH_RECLAIM"}) {
        hits.append(flagHit(name, stateOf(name), {QLatin1StringView(name)}));
    }
    const char* kernarg = "HIP_FORCE_DEV_KERNARG";
    const ProbeVariable* set = findVariable(report, QLatin1StringView(kernarg));
    ProbeHit hit = flagHit(kernarg, stateOf(kernarg), {QLatin1StringView(kernarg)});
    if (!report.rocm.isEmpty() && report.rocm < Version{6, 2}) {
        hits.append(isOne(set) ? hit
                               : command(hit, QStringLiteral("export HIP_FORCE_DEV_KERNARG=1")));
    } else if (set != nullptr && set->value.trimmed() == QLatin1StringView("0")) {
        hit.notes.append(QStringLiteral("HIP_FORCE_DEV_KERNARG-off"));
        hits.append(command(hit, QStringLiteral("unset HIP_FORCE_DEV_KERNARG")));
    } else if (!report.rocm.isEmpty()) {
        hit.captures.insert(QStringLiteral("state"),
                            QStringLiteral("the default of ROCm %1").arg(report.rocm.toString()));
        hits.append(hit);
    }
    const ProbeVariable* log = findVariable(report, QStringLiteral("AMD_LOG_LEVEL"));
    if (log != nullptr) {
        const ProbeHit logging = flagHit("AMD_LOG_LEVEL", stateOf("AMD_LOG_LEVEL"), {log->name});
        hits.append(isOn(log) ? command(logging, QStringLiteral("unset AMD_LOG_LEVEL")) : logging);
    }
}

void findForcedKeys(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    static const QStringList forced = {QStringLiteral("TORCHINDUCTOR_FX_GRAPH_CACHE"),
                                       QStringLiteral("TORCHINDUCTOR_CUDAGRAPH_OR_ERROR"),
                                       QStringLiteral("TORCHINDUCTOR_WORKER_LOGPATH")};
    static const QStringList dead = {QStringLiteral("TORCHINDUCTOR_AGGRESSIVE_FUSION"),
                                     QStringLiteral("TORCHINDUCTOR_GROUP_FUSION"),
                                     QStringLiteral("TORCHINDUCTOR_MAX_FUSION_SIZE")};
    for (const ProbeVariable& variable : report.variables) {
        if (variable.name.startsWith(QLatin1StringView("INDUCTOR_")) ||
            dead.contains(variable.name)) {
            hits.append(hitOf("env-forced-keys", variable, {QStringLiteral("dead")}));
        } else if (forced.contains(variable.name) &&
                   (report.torch.isEmpty() || report.torch >= Version{2, 9})) {
            ProbeHit hit = hitOf("env-forced-keys", variable, {QStringLiteral("forced")});
            hit.severity = Severity::Info;
            hit.withCommand = false;
            hits.append(hit);
        }
    }
}

void findDeviceLists(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    QStringList set;
    QStringList values;
    QString first;
    for (const char* name :
         {"HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES"}) {
        if (const ProbeVariable* variable = findVariable(report, QLatin1StringView(name))) {
            set.append(QStringLiteral("`%1=%2`").arg(variable->name, variable->value));
            first = first.isEmpty() ? variable->name : first;
            const QString value = variable->value.simplified().remove(u' ');
            if (!values.contains(value)) {
                values.append(value);
            }
        }
    }
    if (set.isEmpty()) {
        return;
    }
    const bool conflict = values.size() > 1;
    hits.append({QStringLiteral("node-visible-devices"),
                 {{QStringLiteral("variables"), set.join(QStringLiteral(", "))}},
                 {conflict ? QStringLiteral("conflict") : QStringLiteral("one")},
                 conflict ? std::optional(Severity::Warning) : std::nullopt,
                 false,
                 first});
}

void findVariableAudit(const ProbeInput& input, QVector<ProbeHit>& hits)
{
    const ProbeReport& report = input.report;
    if (report.variables.isEmpty()) {
        return;
    }
    const auto hidden = std::count_if(report.variables.begin(), report.variables.end(),
                                      [](const ProbeVariable& one) { return one.hidden; });
    hits.append({QStringLiteral("env-audit"),
                 {{QStringLiteral("count"), QString::number(report.variables.size() - hidden)},
                  {QStringLiteral("hidden"), QString::number(hidden)}},
                 hidden > 0 ? QStringList{QStringLiteral("hidden")} : QStringList(),
                 std::nullopt,
                 false,
                 {}});
}

} // namespace rocport
