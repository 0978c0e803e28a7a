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

QByteArray renderWholeBuildText(const WholeBuildResult& result)
{
    QString text;
    const auto side = [&](const QString& name, const RecordedBuild& build) {
        text +=
            QStringLiteral("%1 build (%2): %3 units%4\n")
                .arg(name, result.system)
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
    return QJsonDocument(QJsonObject{{QStringLiteral("format"), 1},
                                     {QStringLiteral("system"), result.system},
                                     {QStringLiteral("cuda"), side(result.cuda)},
                                     {QStringLiteral("rocm"), side(result.rocm)},
                                     {QStringLiteral("passed"), result.passed()},
                                     {QStringLiteral("units"), units}})
        .toJson();
}

} // namespace rocport
