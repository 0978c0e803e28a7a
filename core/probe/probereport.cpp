#include "core/probe/probereport.h"

#include "core/remote/maskedtext.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr int kProbeFormat = 1;
constexpr std::array kProbeStates = {"done",    "failed",  "timed-out",
                                     "crashed", "missing", "skipped"};

Error probeProblem(const QString& field, const QString& detail)
{
    return {ErrorCode::ParseFailed, detail, field};
}

QString stringOf(const QJsonObject& object, const char* key)
{
    return object.value(QLatin1StringView(key)).toString();
}

Version versionOf(const QJsonObject& object, const char* key)
{
    return Version::parse(stringOf(object, key)).value_or(Version());
}

template <typename T, typename Make>
QJsonArray jsonList(const QVector<T>& values, Make make)
{
    QJsonArray list;
    for (const T& value : values) {
        list.append(make(value));
    }
    return list;
}

QJsonObject factJson(const ProbeFact& fact)
{
    return {{QStringLiteral("group"), fact.group},
            {QStringLiteral("key"), fact.key},
            {QStringLiteral("label"), fact.label},
            {QStringLiteral("value"), fact.value},
            {QStringLiteral("source"), fact.source}};
}

QJsonObject findingJson(const ProbeFinding& finding)
{
    return {{QStringLiteral("rule"), finding.ruleId},
            {QStringLiteral("severity"), severityId(finding.severity)},
            {QStringLiteral("title"), finding.title},
            {QStringLiteral("message"), finding.message},
            {QStringLiteral("fix"), finding.fix},
            {QStringLiteral("command"), finding.command},
            {QStringLiteral("needsRoot"), finding.needsRoot},
            {QStringLiteral("setsEnvironment"), finding.setsEnvironment}};
}

QJsonObject variableJson(const ProbeVariable& variable)
{
    const bool hidden = variable.hidden || isSecretName(variable.name);
    const QString shown = maskedText(variable.value);
    return {{QStringLiteral("name"), variable.name},
            {QStringLiteral("value"), hidden ? QStringLiteral("(hidden)") : shown},
            {QStringLiteral("hidden"), hidden},
            {QStringLiteral("severity"), severityId(variable.severity)},
            {QStringLiteral("note"), variable.note}};
}

QJsonObject checkJson(const ProbeCheck& check)
{
    return {{QStringLiteral("id"), check.id},
            {QStringLiteral("title"), check.title},
            {QStringLiteral("state"), probeStateId(check.state)},
            {QStringLiteral("detail"), check.detail},
            {QStringLiteral("ms"), check.elapsedMs}};
}

/// Each object of a list, by `take`, which gives what is wrong. A list that is not there is empty.
template <typename Take>
Result<void> readList(const QJsonObject& object, const char* key, Take take)
{
    const QJsonValue value = object.value(QLatin1StringView(key));
    if (value.isUndefined()) {
        return {};
    }
    const QString field = QLatin1StringView(key);
    if (!value.isArray()) {
        return probeProblem(field, QStringLiteral("a list was expected"));
    }
    const QJsonArray list = value.toArray();
    for (qsizetype i = 0; i < list.size(); ++i) {
        const QString at = QStringLiteral("%1[%2]").arg(field).arg(i);
        if (!list[i].isObject()) {
            return probeProblem(at, QStringLiteral("an object was expected"));
        }
        const QString wrong = take(list[i].toObject());
        if (!wrong.isEmpty()) {
            return probeProblem(at, wrong);
        }
    }
    return {};
}

Result<void> readFactsAndChecks(const QJsonObject& object, ProbeReport& report)
{
    const Result<void> facts = readList(object, "facts", [&](const QJsonObject& one) {
        report.facts.append({stringOf(one, "group"), stringOf(one, "key"), stringOf(one, "label"),
                             stringOf(one, "value"), stringOf(one, "source")});
        return report.facts.last().key.isEmpty() ? QStringLiteral("a fact needs a key") : QString();
    });
    if (!facts) {
        return facts.error();
    }
    return readList(object, "checks", [&](const QJsonObject& one) {
        const QString state = stringOf(one, "state");
        const auto known =
            std::find_if(kProbeStates.begin(), kProbeStates.end(),
                         [&](const char* id) { return state == QLatin1StringView(id); });
        if (known == kProbeStates.end()) {
            return QStringLiteral("the state \"%1\" is not known").arg(state);
        }
        report.checks.append(
            {stringOf(one, "id"), stringOf(one, "title"),
             static_cast<ProbeCheck::State>(std::distance(kProbeStates.begin(), known)),
             stringOf(one, "detail"),
             static_cast<qint64>(one.value(QStringLiteral("ms")).toDouble())});
        return QString();
    });
}

Result<void> readFindingsAndVariables(const QJsonObject& object, ProbeReport& report)
{
    const Result<void> findings = readList(object, "findings", [&](const QJsonObject& one) {
        const auto severity = severityFromId(stringOf(one, "severity"));
        if (!severity || stringOf(one, "rule").isEmpty()) {
            return QStringLiteral("a finding needs a rule and a severity");
        }
        report.findings.append({stringOf(one, "rule"), *severity, stringOf(one, "title"),
                                stringOf(one, "message"), stringOf(one, "fix"),
                                stringOf(one, "command"),
                                one.value(QStringLiteral("needsRoot")).toBool(),
                                one.value(QStringLiteral("setsEnvironment")).toBool()});
        return QString();
    });
    if (!findings) {
        return findings.error();
    }
    return readList(object, "variables", [&](const QJsonObject& one) {
        ProbeVariable variable;
        variable.name = stringOf(one, "name");
        variable.hidden =
            one.value(QStringLiteral("hidden")).toBool() || isSecretName(variable.name);
        variable.value =
            variable.hidden ? QStringLiteral("(hidden)") : maskedText(stringOf(one, "value"));
        variable.severity = severityFromId(stringOf(one, "severity")).value_or(Severity::Info);
        variable.note = stringOf(one, "note");
        report.variables.append(variable);
        return variable.name.isEmpty() ? QStringLiteral("a variable needs a name") : QString();
    });
}

} // namespace

int ProbeReport::count(Severity severity) const
{
    return static_cast<int>(
        std::count_if(findings.begin(), findings.end(),
                      [&](const ProbeFinding& one) { return one.severity == severity; }));
}

QString ProbeReport::fact(const QString& key) const
{
    const auto found = std::find_if(facts.begin(), facts.end(),
                                    [&](const ProbeFact& one) { return one.key == key; });
    return found == facts.end() ? QString() : found->value;
}

bool isSecretName(const QString& name)
{
    return looksSecret(name);
}

QString probeStateId(ProbeCheck::State state)
{
    const auto index = static_cast<size_t>(state);
    return index < kProbeStates.size() ? QLatin1StringView(kProbeStates[index]) : QString();
}

QJsonObject probeToJson(const ProbeReport& report)
{
    return {{QStringLiteral("format"), kProbeFormat},
            {QStringLiteral("node"), report.nodeId},
            {QStringLiteral("nodeName"), report.nodeName},
            {QStringLiteral("time"), report.time.toUTC().toString(Qt::ISODateWithMs)},
            {QStringLiteral("host"), report.hostName},
            {QStringLiteral("image"), report.image},
            {QStringLiteral("imageDigest"), report.imageDigest},
            {QStringLiteral("gpuCount"), report.gpuCount},
            {QStringLiteral("architectures"), QJsonArray::fromStringList(report.architectures)},
            {QStringLiteral("gpuName"), report.gpuName},
            {QStringLiteral("rocm"), report.rocm.toString()},
            {QStringLiteral("torch"), report.torch.toString()},
            {QStringLiteral("torchIsRocm"), report.torchIsRocm},
            {QStringLiteral("complete"), report.complete},
            {QStringLiteral("facts"), jsonList(report.facts, factJson)},
            {QStringLiteral("findings"), jsonList(report.findings, findingJson)},
            {QStringLiteral("variables"), jsonList(report.variables, variableJson)},
            {QStringLiteral("checks"), jsonList(report.checks, checkJson)}};
}

Result<ProbeReport> probeFromJson(const QJsonObject& object)
{
    const int format = object.value(QStringLiteral("format")).toInt(0);
    if (format != kProbeFormat) {
        return probeProblem(
            QStringLiteral("format"),
            QStringLiteral("the format of this probe is %1, but this program reads %2")
                .arg(format)
                .arg(kProbeFormat));
    }
    ProbeReport report;
    report.nodeId = stringOf(object, "node");
    report.nodeName = stringOf(object, "nodeName");
    report.time = QDateTime::fromString(stringOf(object, "time"), Qt::ISODateWithMs).toUTC();
    report.hostName = stringOf(object, "host");
    report.image = stringOf(object, "image");
    report.imageDigest = stringOf(object, "imageDigest");
    report.gpuCount = std::clamp(object.value(QStringLiteral("gpuCount")).toInt(0), 0, 1 << 16);
    report.gpuName = stringOf(object, "gpuName");
    report.rocm = versionOf(object, "rocm");
    report.torch = versionOf(object, "torch");
    report.torchIsRocm = object.value(QStringLiteral("torchIsRocm")).toBool();
    report.complete = object.value(QStringLiteral("complete")).toBool(true);
    for (const QJsonValue one : object.value(QStringLiteral("architectures")).toArray()) {
        report.architectures.append(one.toString());
    }
    if (const Result<void> read = readFactsAndChecks(object, report); !read) {
        return read.error();
    }
    if (const Result<void> read = readFindingsAndVariables(object, report); !read) {
        return read.error();
    }
    return report;
}

} // namespace rocport
