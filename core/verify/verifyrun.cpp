#include "core/verify/verifyrun.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rocport {

namespace {

constexpr int kRunVersion = 1;
constexpr qsizetype kMostRunChecks = 200'000;
constexpr qsizetype kMostRunSamples = 1'000'000;
constexpr qsizetype kMostRunTextLength = 64 * 1024; ///< characters of one text
constexpr qsizetype kMostRunTexts = 200'000;        ///< of one list

/// Reads members of one object and remembers the first thing that is wrong with it.
class RunFields
{
public:
    RunFields(const QJsonObject& object, QString where)
        : m_object(object), m_where(std::move(where))
    {
    }

    [[nodiscard]] bool ok() const { return m_ok; }
    [[nodiscard]] const Error& error() const { return m_error; }

    QString text(QLatin1StringView key)
    {
        const QJsonValue value = m_object.value(key);
        if (value.isUndefined()) {
            return {};
        }
        if (!value.isString() || value.toString().size() > kMostRunTextLength) {
            refuse(key, QStringLiteral("a text was expected"));
            return {};
        }
        return value.toString();
    }

    QString requiredText(QLatin1StringView key)
    {
        QString result = text(key);
        if (result.isEmpty()) {
            refuse(key, QStringLiteral("a text that is not empty was expected"));
        }
        return result;
    }

    bool flag(QLatin1StringView key, bool otherwise)
    {
        const QJsonValue value = m_object.value(key);
        if (value.isUndefined()) {
            return otherwise;
        }
        if (!value.isBool()) {
            refuse(key, QStringLiteral("true or false was expected"));
        }
        return value.toBool(otherwise);
    }

    qint64 integer(QLatin1StringView key, qint64 low, qint64 high)
    {
        const QJsonValue value = m_object.value(key);
        if (value.isUndefined()) {
            return std::max<qint64>(0, low);
        }
        const double number = value.toDouble(std::nan(""));
        if (!(number >= static_cast<double>(low) && number <= static_cast<double>(high)) ||
            number != std::floor(number)) {
            refuse(key,
                   QStringLiteral("a whole number from %1 to %2 was expected").arg(low).arg(high));
            return low;
        }
        return static_cast<qint64>(number);
    }

    /// A number, or one of the words that stand for what JSON has no number for.
    double number(QLatin1StringView key)
    {
        const QJsonValue value = m_object.value(key);
        if (value.isUndefined()) {
            return 0;
        }
        if (value.isDouble()) {
            return value.toDouble();
        }
        const QString word = value.toString();
        if (word == QLatin1StringView("nan")) {
            return std::numeric_limits<double>::quiet_NaN();
        }
        if (word == QLatin1StringView("inf")) {
            return std::numeric_limits<double>::infinity();
        }
        if (word == QLatin1StringView("-inf")) {
            return -std::numeric_limits<double>::infinity();
        }
        refuse(key, QStringLiteral("a number was expected"));
        return 0;
    }

    QDateTime time(QLatin1StringView key)
    {
        const QString written = text(key);
        if (written.isEmpty()) {
            return {};
        }
        QDateTime result = QDateTime::fromString(written, Qt::ISODateWithMs);
        if (!result.isValid()) {
            refuse(key, QStringLiteral("a time as in 2026-11-22T05:45:01Z was expected"));
        }
        return result.toUTC();
    }

    QByteArray hash(QLatin1StringView key)
    {
        const QString written = text(key);
        for (const QChar c : written) {
            const bool hexDigit = (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f');
            if (!hexDigit) {
                refuse(key, QStringLiteral("a hash in lower-case hexadecimal was expected"));
                return {};
            }
        }
        return written.toLatin1();
    }

    QStringList texts(QLatin1StringView key)
    {
        QStringList result;
        const QJsonArray values = array(key, kMostRunTexts);
        for (const QJsonValue value : values) {
            if (!value.isString() || value.toString().size() > kMostRunTextLength) {
                refuse(key, QStringLiteral("a list of texts was expected"));
                return {};
            }
            result.append(value.toString());
        }
        return result;
    }

    QJsonArray array(QLatin1StringView key, qsizetype most)
    {
        const QJsonValue value = m_object.value(key);
        if (value.isUndefined()) {
            return {};
        }
        if (!value.isArray() || value.toArray().size() > most) {
            refuse(key, QStringLiteral("a list of at most %1 was expected").arg(most));
            return {};
        }
        return value.toArray();
    }

    void refuse(QLatin1StringView key, const QString& why)
    {
        if (!m_ok) {
            return;
        }
        m_ok = false;
        m_error = Error{ErrorCode::ParseFailed, why, m_where + key};
    }

private:
    const QJsonObject& m_object;
    QString m_where;
    Error m_error;
    bool m_ok = true;
};

QJsonValue numberToJson(double number)
{
    if (std::isnan(number)) {
        return QStringLiteral("nan");
    }
    if (std::isinf(number)) {
        return number > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    }
    return number;
}

constexpr std::array<CheckState, 5> kCheckStates{CheckState::NotRun, CheckState::Running,
                                                 CheckState::Passed, CheckState::Failed,
                                                 CheckState::Skipped};

QJsonObject checkToJson(const VerifyCheck& check)
{
    QJsonObject object{{QStringLiteral("id"), check.id},
                       {QStringLiteral("name"), check.name},
                       {QStringLiteral("state"), checkStateId(check.state)},
                       {QStringLiteral("elapsedMs"), check.elapsedMs}};
    if (!check.detail.isEmpty()) {
        object.insert(QStringLiteral("detail"), check.detail);
    }
    if (!check.file.isEmpty()) {
        object.insert(QStringLiteral("file"), check.file);
    }
    if (check.line > 0) {
        object.insert(QStringLiteral("line"), check.line);
    }
    if (check.line > 0 && check.side == PlaceSide::Original) {
        object.insert(QStringLiteral("side"), QStringLiteral("original"));
    }
    if (check.comparison) {
        object.insert(QStringLiteral("comparison"), toJson(*check.comparison));
    }
    if (check.lanes) {
        object.insert(QStringLiteral("lanes"), laneCopyToJson(*check.lanes));
    }
    return object;
}

Result<VerifyCheck> checkFromJson(const QJsonObject& object, const QString& where)
{
    RunFields fields(object, where);
    VerifyCheck check;
    check.id = fields.requiredText(QLatin1StringView("id"));
    check.name = fields.text(QLatin1StringView("name"));
    check.detail = fields.text(QLatin1StringView("detail"));
    check.file = fields.text(QLatin1StringView("file"));
    check.line = static_cast<int>(
        fields.integer(QLatin1StringView("line"), 0, std::numeric_limits<int>::max()));
    check.side = fields.text(QLatin1StringView("side")) == QLatin1StringView("original")
                     ? PlaceSide::Original
                     : PlaceSide::Port;
    check.elapsedMs = fields.integer(QLatin1StringView("elapsedMs"), 0, 1LL << 50);
    const QString state = fields.requiredText(QLatin1StringView("state"));
    const auto* known = std::find_if(kCheckStates.begin(), kCheckStates.end(),
                                     [&](CheckState s) { return checkStateId(s) == state; });
    if (known == kCheckStates.end()) {
        fields.refuse(QLatin1StringView("state"), QStringLiteral("not the state of a check"));
    } else {
        check.state = *known;
    }
    const QJsonValue comparison = object.value(QLatin1StringView("comparison"));
    if (!comparison.isUndefined() && !comparison.isObject()) {
        fields.refuse(QLatin1StringView("comparison"), QStringLiteral("an object was expected"));
    }
    const QJsonValue lanes = object.value(QLatin1StringView("lanes"));
    if (!lanes.isUndefined() && !lanes.isObject()) {
        fields.refuse(QLatin1StringView("lanes"), QStringLiteral("an object was expected"));
    }
    if (!fields.ok()) {
        return fields.error();
    }
    if (comparison.isObject()) {
        Result<TensorComparison> read = comparisonFromJson(comparison.toObject());
        if (!read) {
            return Error{ErrorCode::ParseFailed, read.error().detail,
                         where + QStringLiteral("comparison.") + read.error().object};
        }
        check.comparison = std::move(*read);
    }
    if (lanes.isObject()) {
        Result<LaneCopyCheck> read = laneCopyFromJson(lanes.toObject());
        if (!read) {
            return Error{ErrorCode::ParseFailed, read.error().detail,
                         where + QStringLiteral("lanes.") + read.error().object};
        }
        check.lanes = std::move(*read);
    }
    return check;
}

QJsonObject sampleToJson(const StabilitySample& sample)
{
    return {{QStringLiteral("iteration"), sample.iteration},
            {QStringLiteral("value"), numberToJson(sample.value)},
            {QStringLiteral("milliseconds"), numberToJson(sample.milliseconds)},
            {QStringLiteral("memoryMb"), numberToJson(sample.memoryMb)},
            {QStringLiteral("finite"), sample.finite},
            {QStringLiteral("equalToFirst"), sample.equalToFirst}};
}

Result<StabilitySample> sampleFromJson(const QJsonObject& object, const QString& where)
{
    RunFields fields(object, where);
    StabilitySample sample;
    sample.iteration = static_cast<int>(
        fields.integer(QLatin1StringView("iteration"), 0, std::numeric_limits<int>::max()));
    sample.value = fields.number(QLatin1StringView("value"));
    sample.milliseconds = fields.number(QLatin1StringView("milliseconds"));
    sample.memoryMb = fields.number(QLatin1StringView("memoryMb"));
    sample.finite = fields.flag(QLatin1StringView("finite"), true);
    sample.equalToFirst = fields.flag(QLatin1StringView("equalToFirst"), true);
    if (!fields.ok()) {
        return fields.error();
    }
    return sample;
}

/// Reads each element of `values`, objects all of them, with `read`.
template <typename T, typename Read>
Result<QVector<T>> objectsFromJson(const QJsonArray& values, const QString& name, Read read)
{
    QVector<T> result;
    result.reserve(values.size());
    for (qsizetype i = 0; i < values.size(); ++i) {
        const QString where = QStringLiteral("%1[%2].").arg(name, QString::number(i));
        if (!values.at(i).isObject()) {
            return Error{ErrorCode::ParseFailed, QStringLiteral("an object was expected"), where};
        }
        Result<T> item = read(values.at(i).toObject(), where);
        if (!item) {
            return item.error();
        }
        result.append(std::move(*item));
    }
    return result;
}

} // namespace

int verifyLevelNumber(VerifyLevel level)
{
    const auto* const found = std::find(kVerifyLevels.begin(), kVerifyLevels.end(), level);
    return 1 + static_cast<int>(found - kVerifyLevels.begin());
}

std::optional<VerifyLevel> verifyLevelAt(int number)
{
    if (number < 1 || number > static_cast<int>(kVerifyLevels.size())) {
        return std::nullopt;
    }
    return kVerifyLevels.at(static_cast<size_t>(number) - 1);
}

std::optional<VerifyLevel> verifyLevelOfRecord(qint64 value)
{
    const auto* const found =
        std::find_if(kVerifyLevels.begin(), kVerifyLevels.end(),
                     [value](VerifyLevel level) { return static_cast<qint64>(level) == value; });
    return found == kVerifyLevels.end() ? std::nullopt : std::optional(*found);
}

QString verifyLevelName(VerifyLevel level)
{
    QString word = verifyLevelId(level);
    word[0] = word.at(0).toUpper();
    return QStringLiteral("L%1 %2").arg(verifyLevelNumber(level)).arg(word);
}

QString verifyLevelId(VerifyLevel level)
{
    switch (level) {
    case VerifyLevel::Static:
        return QStringLiteral("static");
    case VerifyLevel::Build:
        return QStringLiteral("build");
    case VerifyLevel::Lanes:
        return QStringLiteral("lanes");
    case VerifyLevel::Load:
        return QStringLiteral("load");
    case VerifyLevel::Numerical:
        break;
    }
    return QStringLiteral("numerical");
}

bool needsAmdGpu(VerifyLevel level)
{
    return level == VerifyLevel::Load || level == VerifyLevel::Numerical;
}

QString checkStateId(CheckState state)
{
    switch (state) {
    case CheckState::NotRun:
        break;
    case CheckState::Running:
        return QStringLiteral("running");
    case CheckState::Passed:
        return QStringLiteral("passed");
    case CheckState::Failed:
        return QStringLiteral("failed");
    case CheckState::Skipped:
        return QStringLiteral("skipped");
    }
    return QStringLiteral("not-run");
}

int VerifyRun::count(CheckState wanted) const
{
    return static_cast<int>(
        std::count_if(checks.cbegin(), checks.cend(),
                      [wanted](const VerifyCheck& check) { return check.state == wanted; }));
}

CheckState VerifyRun::state() const
{
    if (count(CheckState::Failed) > 0) {
        return CheckState::Failed;
    }
    return count(CheckState::Passed) > 0 ? CheckState::Passed : CheckState::NotRun;
}

QJsonObject verifyRunToJson(const VerifyRun& run)
{
    QJsonArray checks;
    for (const VerifyCheck& check : run.checks) {
        checks.append(checkToJson(check));
    }
    QJsonArray stability;
    for (const StabilitySample& sample : run.stability) {
        stability.append(sampleToJson(sample));
    }
    QJsonObject object{{QStringLiteral("version"), kRunVersion},
                       {QStringLiteral("id"), run.id},
                       {QStringLiteral("level"), static_cast<int>(run.level)},
                       {QStringLiteral("title"), run.title},
                       {QStringLiteral("onGpu"), run.onGpu},
                       {QStringLiteral("emulated"), run.emulated},
                       {QStringLiteral("byHand"), run.byHand},
                       {QStringLiteral("part"), run.part},
                       {QStringLiteral("checks"), checks}};
    const auto add = [&object](const QString& key, const QString& value) {
        if (!value.isEmpty()) {
            object.insert(key, value);
        }
    };
    add(QStringLiteral("nodeId"), run.nodeId);
    add(QStringLiteral("nodeName"), run.nodeName);
    add(QStringLiteral("image"), run.image);
    add(QStringLiteral("device"), run.device);
    add(QStringLiteral("time"),
        run.time.isValid() ? run.time.toUTC().toString(Qt::ISODateWithMs) : QString());
    add(QStringLiteral("jobId"), run.jobId);
    add(QStringLiteral("logHash"), QString::fromLatin1(run.logHash));
    add(QStringLiteral("portKey"), QString::fromLatin1(run.portKey));
    if (!stability.isEmpty()) {
        object.insert(QStringLiteral("stability"), stability);
    }
    if (!run.files.isEmpty()) {
        object.insert(QStringLiteral("files"), QJsonArray::fromStringList(run.files));
    }
    if (!run.notes.isEmpty()) {
        object.insert(QStringLiteral("remarks"), QJsonArray::fromStringList(run.notes));
    }
    return object;
}

Result<VerifyRun> verifyRunFromJson(const QJsonObject& object)
{
    RunFields fields(object, QString());
    VerifyRun run;
    if (fields.integer(QLatin1StringView("version"), 0, 1 << 20) > kRunVersion) {
        fields.refuse(QLatin1StringView("version"),
                      QStringLiteral("written by a newer Rocport; this one reads version %1")
                          .arg(kRunVersion));
    }
    run.id = fields.requiredText(QLatin1StringView("id"));
    if (const auto level = verifyLevelOfRecord(
            fields.integer(QLatin1StringView("level"), 0, std::numeric_limits<int>::max()))) {
        run.level = *level;
    } else {
        fields.refuse(QLatin1StringView("level"), QStringLiteral("there is no such level"));
    }
    run.title = fields.text(QLatin1StringView("title"));
    run.nodeId = fields.text(QLatin1StringView("nodeId"));
    run.nodeName = fields.text(QLatin1StringView("nodeName"));
    run.image = fields.text(QLatin1StringView("image"));
    run.device = fields.text(QLatin1StringView("device"));
    run.onGpu = fields.flag(QLatin1StringView("onGpu"), false);
    run.emulated = fields.flag(QLatin1StringView("emulated"), false) && !run.onGpu;
    run.time = fields.time(QLatin1StringView("time"));
    run.jobId = fields.text(QLatin1StringView("jobId"));
    run.logHash = fields.hash(QLatin1StringView("logHash"));
    run.portKey = fields.hash(QLatin1StringView("portKey"));
    run.files = fields.texts(QLatin1StringView("files"));
    run.notes = fields.texts(QLatin1StringView("remarks"));
    // Records of before the flag: no job ran, and no port is named.
    const bool looksByHand = run.level == VerifyLevel::Numerical && run.jobId.isEmpty() &&
                             run.portKey.isEmpty() && run.id.startsWith(u"compare-");
    run.byHand = fields.flag(QLatin1StringView("byHand"), looksByHand);
    run.part = fields.flag(QLatin1StringView("part"), false);
    const QJsonArray checks = fields.array(QLatin1StringView("checks"), kMostRunChecks);
    const QJsonArray stability = fields.array(QLatin1StringView("stability"), kMostRunSamples);
    if (!object.contains(QLatin1StringView("level"))) {
        fields.refuse(QLatin1StringView("level"), QStringLiteral("a level was expected"));
    }
    if (!fields.ok()) {
        return fields.error();
    }
    Result<QVector<VerifyCheck>> readChecks =
        objectsFromJson<VerifyCheck>(checks, QStringLiteral("checks"), checkFromJson);
    if (!readChecks) {
        return readChecks.error();
    }
    run.checks = std::move(*readChecks);
    Result<QVector<StabilitySample>> samples =
        objectsFromJson<StabilitySample>(stability, QStringLiteral("stability"), sampleFromJson);
    if (!samples) {
        return samples.error();
    }
    run.stability = std::move(*samples);
    return run;
}

QString missingGpuWords(const VerifyRun& run)
{
    return run.onGpu      ? QString()
           : run.emulated ? QStringLiteral("emulated")
                          : QStringLiteral("no AMD GPU");
}

QString evidenceGradeId(EvidenceGrade grade)
{
    switch (grade) {
    case EvidenceGrade::NotRun:
        return QStringLiteral("not-run");
    case EvidenceGrade::Proposed:
        return QStringLiteral("proposed");
    case EvidenceGrade::Accepted:
        return QStringLiteral("accepted");
    case EvidenceGrade::Compiled:
        return QStringLiteral("compiled");
    case EvidenceGrade::ExecutedOnLanes:
        return QStringLiteral("executed-on-lanes");
    case EvidenceGrade::ExecutedEmulated:
        return QStringLiteral("executed-emulated");
    case EvidenceGrade::Loaded:
        return QStringLiteral("loaded");
    case EvidenceGrade::NumericallyVerified:
        return QStringLiteral("numerically-verified");
    }
    return {};
}

QString evidenceGradeName(EvidenceGrade grade)
{
    switch (grade) {
    case EvidenceGrade::NotRun:
        return QStringLiteral("Not run");
    case EvidenceGrade::Proposed:
        return QStringLiteral("Proposed");
    case EvidenceGrade::Accepted:
        return QStringLiteral("Accepted, not run");
    case EvidenceGrade::Compiled:
        return QStringLiteral("Compiled");
    case EvidenceGrade::ExecutedOnLanes:
        return QStringLiteral("Executed on the CPU with 64 lanes");
    case EvidenceGrade::ExecutedEmulated:
        return QStringLiteral("Executed on an emulated GPU");
    case EvidenceGrade::Loaded:
        return QStringLiteral("Loaded and run");
    case EvidenceGrade::NumericallyVerified:
        return QStringLiteral("Numerically verified");
    }
    return {};
}

} // namespace rocport
