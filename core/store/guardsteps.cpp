#include "core/store/guardsteps.h"

#include "core/store/storedvalues.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace rocport {

namespace {

QString encoded(const QByteArray& bytes)
{
    return QString::fromLatin1(bytes.toBase64());
}

QByteArray decoded(const QJsonValue& value)
{
    return QByteArray::fromBase64(value.toString().toLatin1());
}

Error badStep(const QString& problem)
{
    return {ErrorCode::ParseFailed, problem, QStringLiteral("a guard step")};
}

bool isWidth(const QString& width)
{
    static const QStringList known = {QString(), QStringLiteral("line"), QStringLiteral("block"),
                                      QStringLiteral("function"), QStringLiteral("file")};
    return known.contains(width);
}

} // namespace

QByteArray guardStepToBody(const GuardStep& step)
{
    QJsonArray widths;
    for (const GuardChange& change : step.widths) {
        widths.append(QJsonObject{{QStringLiteral("subject"), change.subject},
                                  {QStringLiteral("before"), change.before},
                                  {QStringLiteral("after"), change.after}});
    }
    QJsonArray guards;
    for (const UserGuardChange& change : step.guards) {
        const UserGuard& guard = change.guard;
        guards.append(QJsonObject{{QStringLiteral("put"), change.put},
                                  {QStringLiteral("key"), QString::fromLatin1(guard.key)},
                                  {QStringLiteral("path"), encoded(guard.path.bytes())},
                                  {QStringLiteral("firstLine"), guard.firstLine},
                                  {QStringLiteral("lastLine"), guard.lastLine},
                                  {QStringLiteral("original"), encoded(guard.original)},
                                  {QStringLiteral("reason"), guard.reason}});
    }
    return QJsonDocument(
               QJsonObject{{QStringLiteral("widths"), widths}, {QStringLiteral("guards"), guards}})
        .toJson(QJsonDocument::Compact);
}

Result<GuardStep> guardStepFromBody(const QByteArray& body)
{
    QJsonParseError parsed;
    const QJsonObject object = QJsonDocument::fromJson(body, &parsed).object();
    if (parsed.error != QJsonParseError::NoError) {
        return badStep(parsed.errorString());
    }
    GuardStep step;
    const QJsonArray widths = object.value(QLatin1StringView("widths")).toArray();
    for (const auto& value : widths) {
        const GuardChange change{value[QLatin1StringView("subject")].toString(),
                                 value[QLatin1StringView("before")].toString(),
                                 value[QLatin1StringView("after")].toString()};
        QString problem = stored::problemOf(GuardSetting{change.subject, change.after});
        if (problem.isEmpty() && (!isWidth(change.before) || !isWidth(change.after))) {
            problem = QStringLiteral("a guard width is not known");
        }
        if (!problem.isEmpty()) {
            return badStep(problem);
        }
        step.widths.append(change);
    }
    const QJsonArray guards = object.value(QLatin1StringView("guards")).toArray();
    for (const auto& value : guards) {
        UserGuardChange change;
        change.put = value[QLatin1StringView("put")].toBool();
        change.guard.key = value[QLatin1StringView("key")].toString().toLatin1();
        change.guard.path = RepoPath(decoded(value[QLatin1StringView("path")]));
        change.guard.firstLine = value[QLatin1StringView("firstLine")].toInt();
        change.guard.lastLine = value[QLatin1StringView("lastLine")].toInt();
        change.guard.original = decoded(value[QLatin1StringView("original")]);
        change.guard.reason = value[QLatin1StringView("reason")].toString();
        if (const QString problem = stored::problemOf(change.guard); !problem.isEmpty()) {
            return badStep(problem);
        }
        step.guards.append(change);
    }
    return step;
}

} // namespace rocport
