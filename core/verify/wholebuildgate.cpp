#include "core/base/visibletext.h"
#include "core/verify/wholebuild.h"

namespace rocport {

namespace {

/// "CUDA build (cmake): 5 units; its last words".
QString noteOf(const QString& name, BuildSystem system, const RecordedBuild& build)
{
    return QStringLiteral("%1 build (%2): %3 units%4.")
        .arg(name, traitsOf(system).id)
        .arg(build.units)
        .arg(build.problem.isEmpty() ? QString() : QStringLiteral("; ") + build.problem);
}

GateFile& fileOf(GateResult& gate, QHash<RepoPath, qsizetype>& places, const RepoPath& path)
{
    const auto known = places.constFind(path);
    if (known != places.constEnd()) {
        return gate.files[*known];
    }
    places.insert(path, gate.files.size());
    GateFile file;
    file.path = path;
    gate.files.append(file);
    return gate.files.last();
}

void fail(GateFile& file, const GateDiagnostic& message)
{
    if (file.status != GateStatus::Failed) {
        file.reason = message.message;
    }
    file.status = GateStatus::Failed;
    file.diagnostics.append(message);
}

} // namespace

GateResult gateOfWholeBuild(const WholeBuildResult& result)
{
    GateResult gate = result.compiled ? *result.compiled : GateResult();
    gate.whole = true;
    gate.time = QDateTime::currentDateTimeUtc();
    QStringList notes{noteOf(QStringLiteral("CUDA"), result.system, result.cuda)};
    if (!result.cuda.ended) {
        notes.append(noteOf(QStringLiteral("ROCm"), result.system, result.rocm));
    }
    const QStringList sentences = standInSentences(result);
    for (const QString& sentence : sentences) {
        notes.append(sentence.left(1).toUpper() + sentence.mid(1) + u'.');
    }
    gate.notes = notes + gate.notes;
    if (result.cuda.ended || result.rocm.ended) {
        return gate; // there is nothing to compare
    }
    QHash<RepoPath, qsizetype> places;
    for (qsizetype i = 0; i < gate.files.size(); ++i) {
        places.insert(gate.files.at(i).path, i);
    }
    for (const UnitComparison& unit : result.units) {
        GateDiagnostic message;
        message.ofBuild = true;
        if (unit.isMissing()) {
            const QString named = unit.named.sentence();
            message.message = QStringLiteral("the ROCm build does not compile it");
            message.message += named.isEmpty() ? named : QStringLiteral("; ") + named;
            message.originalPath = unit.named.file;
            message.originalLine = unit.named.line;
            fail(fileOf(gate, places, unit.path), message);
        } else if (!unit.problems.isEmpty()) {
            message.message = visibleLine(QStringLiteral("the ROCm build compiles it otherwise: ") +
                                          unit.problems.join(QStringLiteral("; ")));
            fail(fileOf(gate, places, unit.standIn), message);
        }
    }
    sortGateFiles(gate.files);
    return gate;
}

} // namespace rocport
