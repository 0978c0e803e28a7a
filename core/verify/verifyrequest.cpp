// The JSON form of a VerifyRequest.
#include "core/verify/verifyplan.h"

#include <QJsonArray>
#include <QJsonObject>

namespace rocport {

namespace {

constexpr qsizetype kMaxItems = 1000;
constexpr qsizetype kMaxCharacters = 20'000;

/// Reads the members of a request and keeps the first thing that is wrong.
class RequestReader
{
public:
    explicit RequestReader(const QJsonObject& object) : m_object(object) {}

    QString text(QLatin1StringView key)
    {
        const QJsonValue value = m_object.value(key);
        if (value.isUndefined()) {
            return {};
        }
        if (!value.isString() || value.toString().size() > kMaxCharacters) {
            refuse(key, QStringLiteral("a text was expected"));
            return {};
        }
        return value.toString();
    }

    QStringList texts(QLatin1StringView key)
    {
        const QJsonValue value = m_object.value(key);
        const QJsonArray array = value.toArray();
        if (!(value.isUndefined() || value.isArray()) || array.size() > kMaxItems) {
            refuse(key, QStringLiteral("a list was expected"));
            return {};
        }
        QStringList list;
        for (const QJsonValue item : array) {
            if (!item.isString()) {
                refuse(key, QStringLiteral("a list of texts was expected"));
                return {};
            }
            list.append(item.toString());
        }
        return list;
    }

    qint64 number(QLatin1StringView key, qint64 otherwise)
    {
        const QJsonValue value = m_object.value(key);
        if (value.isUndefined()) {
            return otherwise;
        }
        constexpr double kLimit = 9.0e15;
        const double found = value.toDouble(kLimit * 2);
        if (!(found >= -kLimit && found <= kLimit) || found != double(qint64(found))) {
            refuse(key, QStringLiteral("a whole number was expected"));
            return otherwise;
        }
        return qint64(found);
    }

    bool flag(QLatin1StringView key, bool otherwise)
    {
        const QJsonValue value = m_object.value(key);
        if (!value.isUndefined() && !value.isBool()) {
            refuse(key, QStringLiteral("true or false was expected"));
        }
        return value.toBool(otherwise);
    }

    void refuse(QLatin1StringView key, const QString& why)
    {
        if (m_error.object.isEmpty()) {
            m_error = {ErrorCode::ParseFailed, why, key};
        }
    }
    [[nodiscard]] bool ok() const { return m_error.object.isEmpty(); }
    [[nodiscard]] const Error& error() const { return m_error; }

private:
    const QJsonObject& m_object;
    Error m_error;
};

} // namespace

QJsonObject verifyRequestToJson(const VerifyRequest& request)
{
    QStringList files;
    for (const RepoPath& file : request.files) {
        files.append(file.display());
    }
    return {{QLatin1StringView("level"), int(request.level)},
            {QLatin1StringView("files"), QJsonArray::fromStringList(files)},
            {QLatin1StringView("arguments"), QJsonArray::fromStringList(request.arguments)},
            {QLatin1StringView("checks"), QJsonArray::fromStringList(request.checks)},
            {QLatin1StringView("timeLimit"), qint64(request.timeLimit.count())},
            {QLatin1StringView("node"), request.nodeId},
            {QLatin1StringView("target"), request.target},
            {QLatin1StringView("command"), request.command},
            {QLatin1StringView("outputs"), QJsonArray::fromStringList(request.outputs)},
            {QLatin1StringView("shapes"), QJsonArray::fromStringList(request.shapes)},
            {QLatin1StringView("dtypes"), QJsonArray::fromStringList(request.dtypes)},
            {QLatin1StringView("seed"), request.seed},
            {QLatin1StringView("iterations"), request.iterations},
            {QLatin1StringView("reference"), request.reference},
            {QLatin1StringView("capture"), request.capture},
            {QLatin1StringView("sync"), request.sync}};
}

Result<VerifyRequest> verifyRequestFromJson(const QJsonObject& object)
{
    RequestReader reader(object);
    VerifyRequest request;
    const auto level =
        verifyLevelOfRecord(reader.number(QLatin1StringView("level"), qint64(VerifyLevel::Load)));
    if (!level) {
        reader.refuse(QLatin1StringView("level"), QStringLiteral("there is no such level"));
    } else {
        request.level = *level;
    }
    for (const QString& file : reader.texts(QLatin1StringView("files"))) {
        request.files.append(RepoPath(file.toUtf8()));
    }
    request.arguments = reader.texts(QLatin1StringView("arguments"));
    request.checks = reader.texts(QLatin1StringView("checks"));
    const qint64 seconds = reader.number(QLatin1StringView("timeLimit"), 0);
    if (seconds < 0 || seconds > kLongestRunSeconds) {
        reader.refuse(QLatin1StringView("timeLimit"), QStringLiteral("a time up to a week"));
    } else {
        request.timeLimit = std::chrono::seconds(seconds);
    }
    request.nodeId = reader.text(QLatin1StringView("node"));
    request.target = reader.text(QLatin1StringView("target"));
    request.command = reader.text(QLatin1StringView("command"));
    request.outputs = reader.texts(QLatin1StringView("outputs"));
    request.shapes = reader.texts(QLatin1StringView("shapes"));
    request.dtypes = reader.texts(QLatin1StringView("dtypes"));
    request.seed = reader.number(QLatin1StringView("seed"), request.seed);
    const qint64 iterations = reader.number(QLatin1StringView("iterations"), 0);
    if (iterations < 0 || iterations > 1'000'000) {
        reader.refuse(QLatin1StringView("iterations"), QStringLiteral("a number up to a million"));
    } else {
        request.iterations = int(iterations);
    }
    request.reference = reader.text(QLatin1StringView("reference"));
    request.capture = reader.flag(QLatin1StringView("capture"), false);
    request.sync = reader.flag(QLatin1StringView("sync"), true);
    if (!reader.ok()) {
        return reader.error();
    }
    return request;
}

} // namespace rocport
