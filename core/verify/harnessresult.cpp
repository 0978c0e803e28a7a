#include "core/verify/harnessresult.h"

#include "core/base/wording.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rocport {

namespace {

constexpr qsizetype kMaxBytes = 64 << 20;
constexpr qsizetype kMaxLine = 1 << 20;
constexpr qsizetype kMaxChecks = 20'000;
constexpr qsizetype kMaxSamples = 100'000;
constexpr qsizetype kMaxFiles = 10'000;
constexpr qsizetype kMaxText = 4000;

QString textOf(const QJsonObject& object, QLatin1StringView key, qsizetype limit = kMaxText)
{
    return object.value(key).toString().left(limit);
}

/// A number, or one of the words that the harness writes for what JSON has no number for.
double numberOf(const QJsonObject& object, QLatin1StringView key)
{
    const QJsonValue value = object.value(key);
    if (value.isString()) {
        const QString word = value.toString();
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        return word == QLatin1StringView("inf")    ? kInfinity
               : word == QLatin1StringView("-inf") ? -kInfinity
                                                   : std::numeric_limits<double>::quiet_NaN();
    }
    return value.toDouble();
}

qint64 countOf(const QJsonObject& object, QLatin1StringView key)
{
    const double number = object.value(key).toDouble();
    constexpr double kLimit = 9.0e15;
    return number >= 0 && number < kLimit ? qint64(number) : 0;
}

CheckState stateOf(const QString& id)
{
    for (const CheckState state : {CheckState::Passed, CheckState::Failed, CheckState::Skipped}) {
        if (checkStateId(state) == id) {
            return state;
        }
    }
    return CheckState::NotRun;
}

/// A path of the harness below its results; empty: it leads elsewhere.
QString safePath(const QString& path)
{
    const QString clean = QDir::cleanPath(path);
    const bool safe = !path.isEmpty() && path.size() < 500 && QDir::isRelativePath(clean) &&
                      clean != QLatin1StringView("..") && clean != QLatin1StringView(".") &&
                      !clean.startsWith(QLatin1StringView("../")) && !clean.contains(u'\n');
    return safe ? clean : QString();
}

QString gfxOf(const QString& text)
{
    static const QRegularExpression name(QStringLiteral("^gfx[0-9a-f]{3,5}(?=:|$)"));
    return name.match(text).captured(0);
}

/// Takes the records of one run in their order.
class HarnessReader
{
public:
    void take(const QJsonObject& record);
    [[nodiscard]] bool sawRecord() const { return m_records > 0; }
    HarnessResults finish(qsizetype unreadable);

private:
    void takeStart(const QJsonObject& record);
    void takeEnvironment(const QJsonObject& record);
    void takeProgram(const QJsonObject& record);
    void begin(const QJsonObject& record);
    void takeCheck(const QJsonObject& record);
    void takeSample(const QJsonObject& record);
    void takeFile(const QJsonObject& record, const QString& part);

    HarnessResults m_results;
    QHash<QString, qsizetype> m_index; ///< id of a check -> its place
    int m_records = 0;
    qsizetype m_leftOut = 0;
};

void HarnessReader::takeStart(const QJsonObject& record)
{
    m_results.action = textOf(record, QLatin1StringView("action"), 40);
    m_results.target = textOf(record, QLatin1StringView("target"));
}

void HarnessReader::takeEnvironment(const QJsonObject& record)
{
    HarnessEnvironment& environment = m_results.environment;
    environment.python = textOf(record, QLatin1StringView("python"), 60);
    environment.torch = textOf(record, QLatin1StringView("torch"), 60);
    environment.hip = textOf(record, QLatin1StringView("hip"), 60);
    environment.cuda = textOf(record, QLatin1StringView("cuda"), 60);
    environment.device = textOf(record, QLatin1StringView("device"), 60);
    environment.deviceName = textOf(record, QLatin1StringView("deviceName"), 200);
    environment.gfx = gfxOf(textOf(record, QLatin1StringView("gfx"), 100));
    environment.memoryMb = countOf(record, QLatin1StringView("memoryMb"));
}

void HarnessReader::takeProgram(const QJsonObject& record)
{
    m_results.environment.openedKfd = record.value(QLatin1StringView("openedKfd")).toBool(false);
    m_results.environment.gfx = gfxOf(textOf(record, QLatin1StringView("gfx"), 100));
}

void HarnessReader::begin(const QJsonObject& record)
{
    const QString id = textOf(record, QLatin1StringView("id"), 400);
    if (id.isEmpty() || m_index.contains(id)) {
        return;
    }
    if (m_results.checks.size() >= kMaxChecks) {
        ++m_leftOut;
        return;
    }
    m_index.insert(id, m_results.checks.size());
    VerifyCheck check;
    check.id = id;
    check.name = textOf(record, QLatin1StringView("name"), 400);
    check.state = CheckState::Running;
    m_results.checks.append(check);
}

void HarnessReader::takeCheck(const QJsonObject& record)
{
    begin(record);
    const auto at = m_index.constFind(textOf(record, QLatin1StringView("id"), 400));
    if (at == m_index.constEnd()) {
        return;
    }
    VerifyCheck& check = m_results.checks[*at];
    const CheckState state = stateOf(textOf(record, QLatin1StringView("state"), 20));
    // A second word about a check can only make it worse.
    if (check.state == CheckState::Failed && state != CheckState::Failed) {
        return;
    }
    check.state = state;
    check.detail = textOf(record, QLatin1StringView("detail"));
    check.elapsedMs = countOf(record, QLatin1StringView("elapsedMs"));
}

void HarnessReader::takeSample(const QJsonObject& record)
{
    if (m_results.samples.size() >= kMaxSamples) {
        ++m_leftOut;
        return;
    }
    StabilitySample sample;
    sample.iteration = int(std::min<qint64>(countOf(record, QLatin1StringView("iteration")),
                                            std::numeric_limits<int>::max()));
    sample.value = numberOf(record, QLatin1StringView("value"));
    sample.milliseconds = numberOf(record, QLatin1StringView("milliseconds"));
    sample.memoryMb = numberOf(record, QLatin1StringView("memoryMb"));
    sample.finite = record.value(QLatin1StringView("finite")).toBool(false);
    sample.equalToFirst = record.value(QLatin1StringView("equalToFirst")).toBool(false);
    m_results.samples.append(sample);
}

void HarnessReader::takeFile(const QJsonObject& record, const QString& part)
{
    static const QRegularExpression hash(QStringLiteral("^[0-9a-f]{64}$"));
    HarnessFile file;
    file.caseId = textOf(
        record, QLatin1StringView(part == QLatin1StringView("output") ? "name" : "case"), 400);
    file.part = part;
    file.path = safePath(textOf(record, QLatin1StringView("file"), 600));
    const QString sum = textOf(record, QLatin1StringView("sha256"), 100);
    if (file.path.isEmpty() || !hash.match(sum).hasMatch() || m_results.files.size() >= kMaxFiles) {
        ++m_leftOut;
        return;
    }
    file.sha256 = sum.toLatin1();
    m_results.files.append(file);
}

void HarnessReader::take(const QJsonObject& record)
{
    const QString kind = textOf(record, QLatin1StringView("kind"), 40);
    m_records += kind.isEmpty() ? 0 : 1;
    if (kind == QLatin1StringView("start")) {
        takeStart(record);
    } else if (kind == QLatin1StringView("environment")) {
        takeEnvironment(record);
    } else if (kind == QLatin1StringView("program")) {
        takeProgram(record);
    } else if (kind == QLatin1StringView("begin")) {
        begin(record);
    } else if (kind == QLatin1StringView("check")) {
        takeCheck(record);
    } else if (kind == QLatin1StringView("sample")) {
        takeSample(record);
    } else if (kind == QLatin1StringView("candidate")) {
        takeFile(record, textOf(record, QLatin1StringView("part"), 40));
    } else if (kind == QLatin1StringView("output") || kind == QLatin1StringView("converted")) {
        takeFile(record, kind);
    } else if (kind == QLatin1StringView("inputs") && m_results.inputHashes.size() < kMaxFiles) {
        m_results.inputHashes.insert(textOf(record, QLatin1StringView("case"), 200),
                                     textOf(record, QLatin1StringView("hash"), 100));
    } else if (kind == QLatin1StringView("end")) {
        m_results.complete = true;
    }
}

HarnessResults HarnessReader::finish(qsizetype unreadable)
{
    for (VerifyCheck& check : m_results.checks) {
        if (check.state == CheckState::Running) {
            check.state = CheckState::Failed;
            m_results.unfinished.append(check.id);
            check.detail =
                QStringLiteral("The run ended during this check; the log shows how far it got.");
        }
    }
    if (unreadable > 0) {
        m_results.notes.append(
            QStringLiteral("%1 left out.")
                .arg(counted(unreadable, "line of the results was not readable and is",
                             "lines of the results were not readable and are")));
    }
    if (m_leftOut > 0) {
        m_results.notes.append(
            QStringLiteral("%1 over the limits and left out.")
                .arg(counted(m_leftOut, "record of the results is", "records of the results are")));
    }
    if (!m_results.complete) {
        m_results.notes.append(QStringLiteral("The harness did not write its last line: it was "
                                              "stopped before all checks were made."));
    }
    return std::move(m_results);
}

} // namespace

bool HarnessEnvironment::onAmdGpu() const
{
    const bool byTorch = !hip.isEmpty() && device.startsWith(QLatin1StringView("cuda"));
    return !gfx.isEmpty() && (byTorch || openedKfd);
}

QString HarnessEnvironment::shownDevice() const
{
    if (!gfx.isEmpty()) {
        return deviceName.isEmpty() ? gfx : QStringLiteral("%1 (%2)").arg(gfx, deviceName);
    }
    return device.startsWith(QLatin1StringView("cuda")) ? deviceName : QString();
}

Result<HarnessResults> readHarness(QByteArrayView bytes)
{
    if (bytes.size() > kMaxBytes) {
        return Error{ErrorCode::FileTooLarge, QStringLiteral("64 MiB"),
                     QStringLiteral("harness.jsonl")};
    }
    HarnessReader reader;
    qsizetype unreadable = 0;
    qsizetype at = 0;
    while (at < bytes.size()) {
        qsizetype end = bytes.indexOf('\n', at);
        const bool cut = end < 0;
        end = cut ? bytes.size() : end;
        const QByteArrayView line = bytes.sliced(at, end - at).trimmed();
        at = end + 1;
        if (line.isEmpty()) {
            continue;
        }
        const QJsonDocument document =
            line.size() <= kMaxLine
                ? QJsonDocument::fromJson(QByteArray::fromRawData(line.data(), line.size()))
                : QJsonDocument();
        if (document.isObject()) {
            reader.take(document.object());
        } else if (!cut) {
            ++unreadable;
        }
    }
    if (!reader.sawRecord()) {
        return Error{ErrorCode::ParseFailed, QStringLiteral("no line of it is a record"),
                     QStringLiteral("harness.jsonl")};
    }
    return reader.finish(unreadable);
}

} // namespace rocport
