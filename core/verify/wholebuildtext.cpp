#include "core/base/visibletext.h"
#include "core/verify/wholebuild.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace rocport {

namespace {

/// Null where it is not known.
QJsonValue namedJson(const NamingLine& named)
{
    if (named.line <= 0) {
        return QJsonValue::Null;
    }
    return QJsonObject{{QStringLiteral("file"), QString::fromUtf8(named.file.bytes())},
                       {QStringLiteral("line"), named.line},
                       {QStringLiteral("command"), named.command},
                       {QStringLiteral("condition"), named.condition},
                       {QStringLiteral("conditionLine"), named.conditionLine}};
}

} // namespace

QStringList standInSentences(const WholeBuildResult& result)
{
    QStringList sentences;
    const QString comma = QStringLiteral(", ");
    QStringList releases;
    for (const QString& one : result.cuda.releases + result.rocm.releases) {
        const QString text =
            QStringLiteral("%1 %2 is asked for, and the one that is here is older; the copies "
                           "ask for %3")
                .arg(traitsOf(result.system).name, one.section(u' ', 0, 0), one.section(u' ', 1));
        if (!releases.contains(text)) {
            releases.append(text);
        }
    }
    sentences += releases;
    if (!result.submodules.isEmpty()) {
        QStringList names;
        for (const RepoPath& path : result.submodules) {
            names.append(path.display());
        }
        sentences.append(QStringLiteral("submodules that are missing: %1").arg(names.join(comma)));
    }
    QStringList both;
    QStringList cuda;
    QStringList rocm;
    for (const QString& name : result.cuda.standIns) {
        (result.rocm.standIns.contains(name) ? both : cuda).append(name);
    }
    for (const QString& name : result.rocm.standIns) {
        if (!both.contains(name)) {
            rocm.append(name);
        }
    }
    const QString origin = QStringLiteral("; a difference may come from there");
    if (!both.isEmpty()) {
        sentences.append(
            QStringLiteral("stand-ins were used for: %1%2").arg(both.join(comma), origin));
    }
    if (!cuda.isEmpty()) {
        sentences.append(QStringLiteral("stand-ins were used in the CUDA build alone for: %1%2")
                             .arg(cuda.join(comma), origin));
    }
    if (!rocm.isEmpty()) {
        sentences.append(QStringLiteral("stand-ins were used in the ROCm build alone for: %1%2")
                             .arg(rocm.join(comma), origin));
    }
    return sentences;
}

QByteArray renderWholeBuildText(const WholeBuildResult& result)
{
    QString text;
    const auto side = [&](const QString& name, const RecordedBuild& build) {
        text +=
            QStringLiteral("%1 build (%2): %3 units%4\n")
                .arg(name, traitsOf(result.system).id)
                .arg(build.units)
                .arg(build.problem.isEmpty() ? QString() : QStringLiteral("; ") + build.problem);
    };
    side(QStringLiteral("CUDA"), result.cuda);
    if (result.cuda.ended) {
        return text.toUtf8(); // there is nothing to compare
    }
    side(QStringLiteral("ROCm"), result.rocm);
    if (result.rocm.ended) {
        return text.toUtf8();
    }
    const QStringList sentences = standInSentences(result);
    for (const QString& sentence : sentences) {
        text += sentence + u'\n';
    }
    for (const UnitComparison& unit : result.units) {
        if (unit.isMissing()) {
            const QString named = unit.named.sentence();
            text += QStringLiteral("missing  %1%2\n")
                        .arg(unit.path.display(),
                             named.isEmpty() ? named : QStringLiteral(": ") + named);
        } else if (!unit.problems.isEmpty()) {
            text += QStringLiteral("wrong    %1: %2\n")
                        .arg(unit.standIn.display(),
                             visibleLine(unit.problems.join(QStringLiteral("; "))));
        }
    }
    text += QStringLiteral("%1 of %2 units are compiled in both builds, %3 of them with other "
                           "flags than they need; %4 missing\n")
                .arg(result.units.size() - result.missing())
                .arg(result.units.size())
                .arg(result.wrong())
                .arg(result.missing());
    return text.toUtf8();
}

QByteArray renderWholeBuildJson(const WholeBuildResult& result)
{
    const auto side = [](const RecordedBuild& build) {
        return QJsonObject{{QStringLiteral("configured"), build.configured},
                           {QStringLiteral("complete"), build.complete},
                           {QStringLiteral("ended"), build.ended},
                           {QStringLiteral("problem"), build.problem},
                           {QStringLiteral("standIns"), QJsonArray::fromStringList(build.standIns)},
                           {QStringLiteral("releases"), QJsonArray::fromStringList(build.releases)},
                           {QStringLiteral("units"), build.units}};
    };
    QJsonArray units;
    for (const UnitComparison& unit : result.units) {
        units.append(
            QJsonObject{{QStringLiteral("path"), QString::fromUtf8(unit.path.bytes())},
                        {QStringLiteral("rocm"), QString::fromUtf8(unit.standIn.bytes())},
                        {QStringLiteral("missing"), unit.isMissing()},
                        {QStringLiteral("named"), namedJson(unit.named)},
                        {QStringLiteral("problems"), QJsonArray::fromStringList(unit.problems)}});
    }
    QJsonArray submodules;
    for (const RepoPath& path : result.submodules) {
        submodules.append(QString::fromUtf8(path.bytes()));
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("format"), 1},
                                     {QStringLiteral("missingSubmodules"), submodules},
                                     {QStringLiteral("system"), traitsOf(result.system).id},
                                     {QStringLiteral("cuda"), side(result.cuda)},
                                     {QStringLiteral("rocm"), side(result.rocm)},
                                     {QStringLiteral("passed"), result.passed()},
                                     {QStringLiteral("units"), units}})
        .toJson();
}

} // namespace rocport
