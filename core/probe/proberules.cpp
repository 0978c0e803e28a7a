#include "core/probe/proberules.h"

#include "core/facts/allocatorkeys.h"
#include "core/probe/probehits.h"
#include "core/rules/packs/rulepack.h"
#include "core/rules/rulenames.h"

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

void addCompileHits(const ProbeReport& report, QVector<ProbeHit>& hits)
{
    for (const char* name : {"TORCHINDUCTOR_MAX_AUTOTUNE", "TORCHINDUCTOR_MAX_AUTOTUNE_GEMM"}) {
        const ProbeVariable* variable = findVariable(report, QLatin1StringView(name));
        if (isOne(variable)) {
            hits.append(hitOf("env-max-autotune", *variable));
        }
    }
    const ProbeVariable* pointwise =
        findVariable(report, QStringLiteral("TORCHINDUCTOR_MAX_AUTOTUNE_POINTWISE"));
    if (isOne(pointwise)) {
        hits.append(hitOf("env-max-autotune-pointwise", *pointwise));
    }
    const ProbeVariable* caches =
        findVariable(report, QStringLiteral("TORCHINDUCTOR_FORCE_DISABLE_CACHES"));
    if (isOne(caches)) {
        hits.append(hitOf("env-disable-caches", *caches));
    }
    for (const char* name : {"TORCH_COMPILE_DEBUG", "TRITON_PRINT_AUTOTUNING"}) {
        const ProbeVariable* variable = findVariable(report, QLatin1StringView(name));
        if (isOn(variable)) {
            hits.append(hitOf("env-compile-debug", *variable, {variable->name}));
        }
    }
    for (const char* name :
         {"HIP_LAUNCH_BLOCKING", "CUDA_LAUNCH_BLOCKING", "AMD_SERIALIZE_KERNEL"}) {
        const ProbeVariable* variable = findVariable(report, QLatin1StringView(name));
        if (isOn(variable)) {
            hits.append(hitOf("env-launch-blocking", *variable, {variable->name}));
        }
    }
    const ProbeVariable* tunable =
        findVariable(report, QStringLiteral("PYTORCH_TUNABLEOP_ENABLED"));
    const ProbeVariable* tuning = findVariable(report, QStringLiteral("PYTORCH_TUNABLEOP_TUNING"));
    if (isOne(tunable) && (tuning == nullptr || isOn(tuning))) {
        hits.append(hitOf("env-tunableop", *tunable));
    }
}

void addThreadHits(const ProbeReport& report, QVector<ProbeHit>& hits)
{
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

/// The four flags that the notes set everywhere: what is set, and what is worth setting.
void addFlagHits(const ProbeReport& report, QVector<ProbeHit>& hits)
{
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

void addKeyHits(const ProbeReport& report, QVector<ProbeHit>& hits)
{
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

void addDeviceListHit(const ProbeReport& report, QVector<ProbeHit>& hits)
{
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

void addAuditHit(const ProbeReport& report, QVector<ProbeHit>& hits)
{
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

// --- from conditions to findings
// ------------------------------------------------------------------

QString filled(const QString& text, const QHash<QString, QString>& captures)
{
    QString result;
    qsizetype at = 0;
    while (at < text.size()) {
        const qsizetype open = text.indexOf(u'{', at);
        const qsizetype close = open < 0 ? -1 : text.indexOf(u'}', open);
        if (close < 0) {
            break;
        }
        const QString name = text.mid(open + 1, close - open - 1);
        result += text.mid(at, open - at);
        const auto known = captures.constFind(name);
        if (known == captures.constEnd()) {
            result += text.mid(open, 1);
            at = open + 1;
        } else {
            result += *known;
            at = close + 1;
        }
    }
    return result + text.mid(at);
}

bool inRange(const QVariantMap& note, const char* key, const Version& version)
{
    const Result<VersionRange> range =
        parseVersionRange(note.value(QLatin1StringView(key)).toString());
    if (!range || (!range->from && !range->below)) {
        return true;
    }
    return !version.isEmpty() && range->contains(version);
}

QString notesOf(const Rule& rule, const ProbeHit& hit, const ProbeReport& report)
{
    QStringList texts;
    const QVariantList notes = rule.matcherParameters.value(QStringLiteral("notes")).toList();
    for (const QString& wanted : hit.notes) {
        for (const QVariant& one : notes) {
            const QVariantMap note = one.toMap();
            if (note.value(QStringLiteral("symbol")).toString() == wanted &&
                inRange(note, "torch", report.torch) && inRange(note, "rocm", report.rocm)) {
                texts.append(filled(note.value(QStringLiteral("text")).toString(), hit.captures));
            }
        }
    }
    return texts.join(u' ');
}

ProbeFinding findingOf(const Rule& rule, const ProbeHit& hit, const ProbeReport& report)
{
    QHash<QString, QString> captures = hit.captures;
    captures.insert(QStringLiteral("note"), notesOf(rule, hit, report));
    ProbeFinding finding;
    finding.ruleId = rule.id;
    finding.severity = hit.severity.value_or(rule.severity);
    finding.title = filled(rule.title, captures);
    finding.message =
        (filled(rule.message, captures).trimmed() + u' ' + filled(rule.reason, captures)).trimmed();
    finding.fix = filled(rule.wayOut, captures);
    if (hit.withCommand) {
        finding.command =
            filled(rule.matcherParameters.value(QStringLiteral("command")).toString(), captures)
                .trimmed();
    }
    finding.needsRoot =
        !finding.command.isEmpty() && rule.matcherParameters.value(QStringLiteral("root")).toBool();
    finding.setsEnvironment = !finding.command.isEmpty() &&
                              rule.matcherParameters.value(QStringLiteral("environment")).toBool();
    return finding;
}

/// The rule of an id that may be used: of the set, unless a repository brought it.
const Rule* usableRule(const ProbeRuleOptions& options, const QString& id)
{
    const Rule* rule = options.rules ? options.rules->find(id) : nullptr;
    if (rule != nullptr && rule->origin != PackOrigin::Project &&
        rule->matcher == MatcherKind::Probe) {
        return rule;
    }
    const QVector<Rule>& own = builtInProbeRules();
    const auto found =
        std::find_if(own.begin(), own.end(), [&](const Rule& one) { return one.id == id; });
    return found == own.end() ? nullptr : &*found;
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

void addEnvironmentHits(const ProbeReport& report, QVector<ProbeHit>& hits)
{
    addCompileHits(report, hits);
    addThreadHits(report, hits);
    for (const char* name :
         {"PYTORCH_CUDA_ALLOC_CONF", "PYTORCH_HIP_ALLOC_CONF", "PYTORCH_ALLOC_CONF"}) {
        if (const ProbeVariable* variable = findVariable(report, QLatin1StringView(name))) {
            addAllocatorHit(report, *variable, hits);
        }
    }
    if (report.gpuCount > 0) {
        addFlagHits(report, hits);
    }
    addKeyHits(report, hits);
    addDeviceListHit(report, hits);
    addAuditHit(report, hits);
}

const QVector<Rule>& builtInProbeRules()
{
    static const QVector<Rule> rules = [] {
        QVector<Rule> result;
        const RuleSet::LoadResult loaded = RuleSet::load(); // outlives the loop
        for (const Rule& rule : loaded.rules.rules()) {
            if (rule.matcher == MatcherKind::Probe) {
                result.append(rule);
            }
        }
        return result;
    }();
    return rules;
}

void applyProbeRules(ProbeReport& report, const ProbeRuleOptions& options)
{
    QVector<ProbeHit> hits;
    addEnvironmentHits(report, hits);
    addNodeHits(report, options.images.isEmpty() ? seededImages() : options.images, hits);
    report.findings.clear();
    for (const ProbeHit& hit : qAsConst(hits)) {
        const Rule* rule = usableRule(options, hit.rule);
        if (rule == nullptr || options.off.contains(hit.rule)) {
            continue;
        }
        const ProbeFinding finding = findingOf(*rule, hit, report);
        for (ProbeVariable& variable : report.variables) {
            if (variable.name == hit.variable && variable.severity <= finding.severity) {
                variable.severity = finding.severity;
                variable.note = finding.title;
            }
        }
        report.findings.append(finding);
    }
    std::stable_sort(
        report.findings.begin(), report.findings.end(),
        [](const ProbeFinding& a, const ProbeFinding& b) { return a.severity > b.severity; });
}

} // namespace rocport
