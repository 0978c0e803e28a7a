#include "core/project/port/comparejson.h"

#include <QJsonArray>

#include <algorithm>

namespace rocport {

namespace {

QJsonArray fileProofsToJson(const QVector<FileProof>& files)
{
    QJsonArray array;
    for (const FileProof& file : files) {
        array.append(fileProofToJson(file));
    }
    return array;
}

} // namespace

bool allProved(const RangeProof& proof)
{
    return isProved(weakestVerdict(proof.files)) &&
           std::all_of(proof.commits.begin(), proof.commits.end(),
                       [](const CommitProof& c) { return isProved(weakestVerdict(c.files)); });
}

QStringList macrosMet(const QVector<FileProof>& files)
{
    QStringList met;
    for (const FileProof& file : files) {
        met += file.proof.guards;
    }
    met.removeDuplicates();
    met.sort();
    return met;
}

QJsonObject fileProofToJson(const FileProof& file)
{
    QJsonObject object{{QStringLiteral("path"), file.path.display()},
                       {QStringLiteral("verdict"), verdictId(file.proof.verdict)},
                       {QStringLiteral("reason"), file.proof.reason},
                       {QStringLiteral("tokensEqual"), file.proof.tokensEqual},
                       {QStringLiteral("tokensTotal"), file.proof.tokensTotal}};
    if (file.proof.differsAtLine > 0) {
        object.insert(QStringLiteral("differsAtLine"), file.proof.differsAtLine);
    }
    if (!file.proof.guards.isEmpty()) {
        object.insert(QStringLiteral("macros"), QJsonArray::fromStringList(file.proof.guards));
    }
    return object;
}

QJsonObject rangeProofToJson(const RangeProof& proof, const GuardMacros& macros)
{
    QJsonArray asked;
    for (const QByteArray& macro : macros) {
        asked.append(QString::fromUtf8(macro));
    }
    QJsonObject object{
        {QStringLiteral("proved"), allProved(proof)},
        {QStringLiteral("verdict"), verdictId(weakestVerdict(proof.files))},
        {QStringLiteral("macros"), asked},
        {QStringLiteral("macrosMet"), QJsonArray::fromStringList(macrosMet(proof.files))},
        {QStringLiteral("files"), fileProofsToJson(proof.files)}};
    if (!proof.tip.isEmpty()) {
        object.insert(QStringLiteral("base"), QString::fromLatin1(proof.base));
        object.insert(QStringLiteral("tip"), QString::fromLatin1(proof.tip));
    }
    if (!proof.commits.isEmpty()) {
        QJsonArray commits;
        for (const CommitProof& commit : proof.commits) {
            commits.append(
                QJsonObject{{QStringLiteral("id"), QString::fromLatin1(commit.commit.id)},
                            {QStringLiteral("summary"), commit.commit.summary},
                            {QStringLiteral("verdict"), verdictId(weakestVerdict(commit.files))},
                            {QStringLiteral("files"), fileProofsToJson(commit.files)}});
        }
        object.insert(QStringLiteral("commits"), commits);
    }
    return object;
}

} // namespace rocport
