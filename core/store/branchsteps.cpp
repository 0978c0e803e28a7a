#include "core/store/branchsteps.h"

#include "core/store/storedvalues.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace rocport {

namespace {

Error bad(const QString& problem)
{
    return {ErrorCode::ParseFailed, problem, QStringLiteral("a step of the port's branch")};
}

QString shown(const QByteArray& ascii)
{
    return QString::fromLatin1(ascii);
}

QJsonObject toJson(const RecordedCommit& commit)
{
    QJsonArray keys;
    for (const QByteArray& key : commit.hunkKeys) {
        keys.append(shown(key));
    }
    return {{QStringLiteral("id"), shown(commit.id)},
            {QStringLiteral("phase"), static_cast<int>(commit.phase)},
            {QStringLiteral("branch"), commit.branch},
            {QStringLiteral("message"), commit.message},
            {QStringLiteral("time"), commit.time.toMSecsSinceEpoch()},
            {QStringLiteral("keys"), keys}};
}

QJsonObject toJson(const CommitRewrite& rewrite)
{
    QJsonArray replaced;
    for (const ReplacedCommit& one : rewrite.replaced) {
        replaced.append(QJsonObject{{QStringLiteral("id"), shown(one.id)},
                                    {QStringLiteral("by"), shown(one.by)}});
    }
    QJsonArray made;
    for (const RecordedCommit& commit : rewrite.made) {
        made.append(toJson(commit));
    }
    return {{QStringLiteral("number"), rewrite.number},
            {QStringLiteral("replaced"), replaced},
            {QStringLiteral("made"), made}};
}

QByteArray asciiOf(const QJsonValue& value, QLatin1StringView name)
{
    return value[name].toString().toLatin1();
}

Result<RecordedCommit> commitOf(const QJsonValue& value)
{
    const std::optional<Phase> phase = phaseFromInt(value[QLatin1StringView("phase")].toInt(-1));
    if (!phase) {
        return bad(QStringLiteral("a commit belongs to no phase"));
    }
    RecordedCommit commit;
    commit.id = asciiOf(value, QLatin1StringView("id"));
    commit.phase = *phase;
    commit.branch = value[QLatin1StringView("branch")].toString();
    commit.message = value[QLatin1StringView("message")].toString();
    commit.time = QDateTime::fromMSecsSinceEpoch(
        static_cast<qint64>(value[QLatin1StringView("time")].toDouble()), Qt::UTC);
    const QJsonArray keys = value[QLatin1StringView("keys")].toArray();
    for (const auto& key : keys) {
        commit.hunkKeys.append(key.toString().toLatin1());
    }
    const QString problem = stored::problemOf(commit);
    return problem.isEmpty() ? Result<RecordedCommit>(commit)
                             : Result<RecordedCommit>(bad(problem));
}

Result<CommitRewrite> rewriteOf(const QJsonValue& value)
{
    CommitRewrite rewrite;
    rewrite.number = value[QLatin1StringView("number")].toInt();
    const QJsonArray replaced = value[QLatin1StringView("replaced")].toArray();
    for (const auto& one : replaced) {
        const ReplacedCommit commit{asciiOf(one, QLatin1StringView("id")),
                                    asciiOf(one, QLatin1StringView("by"))};
        if (!stored::isCommitId(commit.id) ||
            !(commit.by.isEmpty() || stored::isCommitId(commit.by))) {
            return bad(QStringLiteral("a commit is replaced by no commit"));
        }
        rewrite.replaced.append(commit);
    }
    const QJsonArray made = value[QLatin1StringView("made")].toArray();
    for (const auto& one : made) {
        Result<RecordedCommit> commit = commitOf(one);
        if (!commit) {
            return commit.error();
        }
        rewrite.made.append(*std::move(commit));
    }
    return rewrite;
}

} // namespace

QByteArray branchStepToBody(const BranchStep& step)
{
    QJsonArray rewrites;
    for (const CommitRewrite& rewrite : step.rewrites) {
        rewrites.append(toJson(rewrite));
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("branch"), step.branch},
                                     {QStringLiteral("from"), shown(step.from)},
                                     {QStringLiteral("to"), shown(step.to)},
                                     {QStringLiteral("base"), shown(step.base)},
                                     {QStringLiteral("rewrites"), rewrites}})
        .toJson(QJsonDocument::Compact);
}

Result<BranchStep> branchStepFromBody(const QByteArray& body)
{
    QJsonParseError parsed;
    const QJsonValue value = QJsonDocument::fromJson(body, &parsed).object();
    if (parsed.error != QJsonParseError::NoError) {
        return bad(parsed.errorString());
    }
    BranchStep step;
    step.branch = value[QLatin1StringView("branch")].toString();
    step.from = asciiOf(value, QLatin1StringView("from"));
    step.to = asciiOf(value, QLatin1StringView("to"));
    step.base = asciiOf(value, QLatin1StringView("base"));
    const bool isSound = stored::isBranchName(step.branch) && stored::isCommitId(step.to) &&
                         (step.from.isEmpty() || stored::isCommitId(step.from)) &&
                         (step.base.isEmpty() || stored::isCommitId(step.base));
    if (!isSound) {
        return bad(QStringLiteral("a step of the port's branch leads from or to no commit"));
    }
    const QJsonArray rewrites = value[QLatin1StringView("rewrites")].toArray();
    for (const auto& one : rewrites) {
        Result<CommitRewrite> rewrite = rewriteOf(one);
        if (!rewrite) {
            return rewrite.error();
        }
        step.rewrites.append(*std::move(rewrite));
    }
    return step;
}

} // namespace rocport
