#include "core/verify/lanecheck.h"

#include "core/base/wording.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rocport {

namespace {

constexpr qsizetype kMostLaneText = 4096;
constexpr qsizetype kMostLanePorts = 4;
constexpr qsizetype kMostLaneErrors = 1024;
constexpr std::array kLaneVerdicts = {LaneVerdict::Equal,   LaneVerdict::InTolerance,
                                      LaneVerdict::Differs, LaneVerdict::Missing,
                                      LaneVerdict::Extra,   LaneVerdict::NotKept};

QString portSentence(const LaneCopyCheck& check, const LanePortCopy& port)
{
    // Names are the source's, with signs that a second arg() would take for its own.
    const QString what =
        QStringLiteral("%1 on %2 lanes").arg(check.name, QString::number(port.lanes));
    switch (port.verdict) {
    case LaneVerdict::Equal:
        return what + QStringLiteral(": equal");
    case LaneVerdict::InTolerance:
        return what + QStringLiteral(": in tolerance, at most %1 off")
                          .arg(port.comparison ? port.comparison->maxAbsolute : 0);
    case LaneVerdict::Missing:
        return what + QStringLiteral(": it is not copied back");
    case LaneVerdict::Extra:
        return what + QStringLiteral(": the original does not copy it back");
    case LaneVerdict::NotKept:
        return what + QStringLiteral(": it is not equal, and was not kept to say where");
    case LaneVerdict::Differs:
        break;
    }
    if (!port.comparison || port.comparison->firstMismatch < 0) {
        return what + QStringLiteral(": it differs in size");
    }
    const QString subject = check.kernel.isEmpty()
                                ? check.name
                                : QStringLiteral("`%1`").arg(bareKernelName(check.kernel));
    // A value that is no number differs by nothing that could be measured.
    const double most = port.comparison->maxAbsolute;
    const QString by =
        most > 0 ? QStringLiteral(", by at most %1").arg(QString::number(most, 'g', 6)) : QString();
    return QStringLiteral("%1 differs on %2 lanes from element %3 on: %4 is %5 and not %6; %7 of "
                          "%8 differ%9")
        .arg(subject, QString::number(port.lanes), QString::number(port.comparison->firstMismatch),
             check.name, port.value, port.reference, countText(port.comparison->mismatched),
             counted(check.elements, "element", "elements"), by);
}

QJsonArray sizesToJson(const std::array<quint32, 3>& sizes)
{
    return {qint64(sizes[0]), qint64(sizes[1]), qint64(sizes[2])};
}

QJsonObject portToJson(const LanePortCopy& port)
{
    QJsonObject object{{QStringLiteral("lanes"), port.lanes},
                       {QStringLiteral("verdict"), laneVerdictId(port.verdict)}};
    if (port.comparison) {
        object.insert(QStringLiteral("comparison"), toJson(*port.comparison));
    }
    if (!port.value.isEmpty()) {
        object.insert(QStringLiteral("reference"), port.reference);
        object.insert(QStringLiteral("value"), port.value);
    }
    if (!port.errors.isEmpty()) {
        QJsonArray errors;
        for (const double error : port.errors) {
            errors.append(std::isfinite(error) ? error : -1.0);
        }
        object.insert(QStringLiteral("errors"), errors);
        object.insert(QStringLiteral("errorsFrom"), port.errorsFrom);
    }
    if (!port.limits.isEmpty()) {
        QJsonArray limits;
        for (const double limit : port.limits) {
            limits.append(limit);
        }
        object.insert(QStringLiteral("limits"), limits);
    }
    return object;
}

/// Reads members and remembers whether one of them was not what it has to be.
class LaneFields
{
public:
    explicit LaneFields(const QJsonObject& object) : m_object(object) {}

    QString text(QLatin1StringView name)
    {
        QString value = m_object.value(name).toString();
        m_ok = m_ok && value.size() <= kMostLaneText;
        return value;
    }
    qint64 number(QLatin1StringView name, qint64 most)
    {
        const double value = m_object.value(name).toDouble(0);
        const bool isWhole = value >= 0 && value <= double(most) && value == std::floor(value);
        m_ok = m_ok && isWhole;
        return isWhole ? static_cast<qint64>(value) : 0;
    }
    int line(QLatin1StringView name)
    {
        return static_cast<int>(number(name, std::numeric_limits<int>::max()));
    }
    std::array<quint32, 3> sizes(QLatin1StringView name)
    {
        std::array<quint32, 3> result{};
        const QJsonArray values = m_object.value(name).toArray();
        m_ok = m_ok && values.size() <= 3;
        for (qsizetype i = 0; i < std::min<qsizetype>(3, values.size()); ++i) {
            const double value = values.at(i).toDouble(-1);
            const bool fits = value >= 0 && value <= std::numeric_limits<quint32>::max();
            m_ok = m_ok && fits;
            result[size_t(i)] = fits ? static_cast<quint32>(value) : 0;
        }
        return result;
    }
    [[nodiscard]] bool ok() const { return m_ok; }

private:
    const QJsonObject& m_object;
    bool m_ok = true;
};

Error notACopy(const char* what)
{
    return {ErrorCode::ParseFailed, QStringLiteral("not a copy of a run on lanes"),
            QLatin1StringView(what)};
}

Result<LanePortCopy> portFromJson(const QJsonObject& object)
{
    LaneFields fields(object);
    LanePortCopy port;
    port.lanes = static_cast<int>(fields.number(QLatin1StringView("lanes"), 64));
    const QString id = fields.text(QLatin1StringView("verdict"));
    const auto* known =
        std::find_if(kLaneVerdicts.begin(), kLaneVerdicts.end(),
                     [&id](LaneVerdict verdict) { return laneVerdictId(verdict) == id; });
    if (known == kLaneVerdicts.end()) {
        return notACopy("verdict");
    }
    port.verdict = *known;
    port.reference = fields.text(QLatin1StringView("reference"));
    port.value = fields.text(QLatin1StringView("value"));
    port.errorsFrom = fields.number(QLatin1StringView("errorsFrom"), 1LL << 50);
    const QJsonArray errors = object.value(u"errors").toArray();
    if (errors.size() > kMostLaneErrors || !fields.ok()) {
        return notACopy("errors");
    }
    for (const QJsonValue error : errors) {
        const double value = error.toDouble(0);
        port.errors.append(value < 0 ? std::numeric_limits<double>::infinity() : value);
    }
    const QJsonArray limits = object.value(u"limits").toArray();
    if (!limits.isEmpty() && limits.size() != errors.size()) {
        return notACopy("limits");
    }
    for (const QJsonValue limit : limits) {
        const double value = limit.toDouble(-1);
        if (value < 0) {
            return notACopy("limits");
        }
        port.limits.append(value);
    }
    if (object.contains(u"comparison")) {
        auto comparison = comparisonFromJson(object.value(u"comparison").toObject());
        if (!comparison) {
            return comparison.error();
        }
        port.comparison = *std::move(comparison);
    }
    return port;
}

} // namespace

QString laneVerdictId(LaneVerdict verdict)
{
    switch (verdict) {
    case LaneVerdict::Equal:
        return QStringLiteral("equal");
    case LaneVerdict::InTolerance:
        return QStringLiteral("in-tolerance");
    case LaneVerdict::Differs:
        return QStringLiteral("differs");
    case LaneVerdict::Missing:
        return QStringLiteral("missing");
    case LaneVerdict::Extra:
        return QStringLiteral("extra");
    case LaneVerdict::NotKept:
        break;
    }
    return QStringLiteral("not-kept");
}

QString laneVerdictName(LaneVerdict verdict)
{
    switch (verdict) {
    case LaneVerdict::Equal:
        return QStringLiteral("Equal");
    case LaneVerdict::InTolerance:
        return QStringLiteral("In tolerance");
    case LaneVerdict::Differs:
        return QStringLiteral("Differs");
    case LaneVerdict::Missing:
        return QStringLiteral("Missing");
    case LaneVerdict::Extra:
        return QStringLiteral("Extra");
    case LaneVerdict::NotKept:
        break;
    }
    return QStringLiteral("Not equal, not kept");
}

QString bareKernelName(const QString& kernel)
{
    return kernel.left(kernel.indexOf(u'<')).section(QStringLiteral("::"), -1).trimmed();
}

bool isWrong(LaneVerdict verdict)
{
    return verdict != LaneVerdict::Equal && verdict != LaneVerdict::InTolerance;
}

const LanePortCopy* LaneCopyCheck::wrong() const
{
    const auto found = std::find_if(ports.begin(), ports.end(),
                                    [](const LanePortCopy& port) { return isWrong(port.verdict); });
    return found == ports.end() ? nullptr : &*found;
}

std::optional<double> LaneCopyCheck::maxAbsolute() const
{
    std::optional<double> most;
    for (const LanePortCopy& port : ports) {
        if (port.verdict == LaneVerdict::Equal) {
            most = most.value_or(0);
        } else if (port.comparison &&
                   (!isWrong(port.verdict) || port.comparison->maxAbsolute > 0)) {
            most = std::max(most.value_or(0), port.comparison->maxAbsolute);
        }
    }
    return most;
}

QString LaneCopyCheck::threadOf(qint64 element, int lanes) const
{
    const qint64 threads = qint64(block[0]) * block[1] * block[2];
    const double all = double(threads) * grid[0] * grid[1] * grid[2];
    const bool isRow = grid[1] == 1 && grid[2] == 1 && block[1] == 1 && block[2] == 1;
    if (!isRow || kernel.isEmpty() || threads <= 0 || threads > 1024 || element < 0 || lanes <= 0 ||
        all != double(elements)) {
        return {};
    }
    const qint64 thread = element % threads;
    return QStringLiteral("block %1, wave %2, lane %3")
        .arg(element / threads)
        .arg(thread / lanes)
        .arg(thread % lanes);
}

QString laneSizes(const std::array<quint32, 3>& sizes)
{
    QString text = QString::number(sizes[0]);
    if (sizes[1] > 1 || sizes[2] > 1) {
        text += QStringLiteral(" x %1").arg(sizes[1]);
    }
    return sizes[2] > 1 ? text + QStringLiteral(" x %1").arg(sizes[2]) : text;
}

QString laneSentence(const LaneCopyCheck& check)
{
    QStringList sentences;
    for (const LanePortCopy& port : check.ports) {
        if (isWrong(port.verdict) || check.wrong() == nullptr) {
            sentences.append(portSentence(check, port));
        }
    }
    QString text = sentences.join(QStringLiteral("; "));
    if (check.wrong() == nullptr) {
        return text + u'.';
    }
    if (!check.kernelPath.isEmpty()) {
        text += QStringLiteral(". `%1` is at %2:%3")
                    .arg(bareKernelName(check.kernel), check.kernelPath,
                         QString::number(check.kernelLine));
    }
    text += u'.';
    return check.hint.isEmpty()
               ? text
               : text + QStringLiteral(" %1:%2: %3")
                            .arg(check.hintPath, QString::number(check.hintLine), check.hint);
}

QJsonObject laneCopyToJson(const LaneCopyCheck& check)
{
    QJsonObject object{
        {QStringLiteral("number"), check.number}, {QStringLiteral("name"), check.name},
        {QStringLiteral("path"), check.path},     {QStringLiteral("line"), check.line},
        {QStringLiteral("type"), check.type},     {QStringLiteral("elements"), check.elements}};
    if (check.managed) {
        object.insert(QStringLiteral("managed"), true);
    }
    if (!check.kernel.isEmpty()) {
        object.insert(QStringLiteral("kernel"), check.kernel);
        object.insert(QStringLiteral("launch"), check.launch);
        object.insert(QStringLiteral("grid"), sizesToJson(check.grid));
        object.insert(QStringLiteral("block"), sizesToJson(check.block));
        object.insert(QStringLiteral("kernelPath"), check.kernelPath);
        object.insert(QStringLiteral("kernelLine"), check.kernelLine);
        object.insert(QStringLiteral("kernelEnd"), check.kernelEnd);
    }
    if (!check.hint.isEmpty()) {
        object.insert(QStringLiteral("hint"), check.hint);
        object.insert(QStringLiteral("hintPath"), check.hintPath);
        object.insert(QStringLiteral("hintLine"), check.hintLine);
    }
    QJsonArray ports;
    for (const LanePortCopy& port : check.ports) {
        ports.append(portToJson(port));
    }
    object.insert(QStringLiteral("ports"), ports);
    return object;
}

Result<LaneCopyCheck> laneCopyFromJson(const QJsonObject& object)
{
    LaneFields fields(object);
    LaneCopyCheck check;
    check.number = fields.line(QLatin1StringView("number"));
    check.name = fields.text(QLatin1StringView("name"));
    check.path = fields.text(QLatin1StringView("path"));
    check.line = fields.line(QLatin1StringView("line"));
    check.type = fields.text(QLatin1StringView("type"));
    check.elements = fields.number(QLatin1StringView("elements"), 1LL << 50);
    check.managed = object.value(u"managed").toBool();
    check.kernel = fields.text(QLatin1StringView("kernel"));
    check.launch = fields.number(QLatin1StringView("launch"), 1LL << 50);
    check.grid = fields.sizes(QLatin1StringView("grid"));
    check.block = fields.sizes(QLatin1StringView("block"));
    check.kernelPath = fields.text(QLatin1StringView("kernelPath"));
    check.kernelLine = fields.line(QLatin1StringView("kernelLine"));
    check.kernelEnd = fields.line(QLatin1StringView("kernelEnd"));
    check.hint = fields.text(QLatin1StringView("hint"));
    check.hintPath = fields.text(QLatin1StringView("hintPath"));
    check.hintLine = fields.line(QLatin1StringView("hintLine"));
    const QJsonArray ports = object.value(u"ports").toArray();
    if (!fields.ok() || check.name.isEmpty() || ports.size() > kMostLanePorts) {
        return notACopy("lanes");
    }
    for (const QJsonValue port : ports) {
        auto read = portFromJson(port.toObject());
        if (!read) {
            return read.error();
        }
        check.ports.append(*std::move(read));
    }
    return check;
}

} // namespace rocport
