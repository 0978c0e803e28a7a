#include "core/project/port/port.h"

#include "core/rules/analyse.h"

#include <QMap>
#include <QSet>

#include <algorithm>

namespace rocport {

Result<QVector<PortFile>> buildPort(const QVector<Hunk>& hunks,
                                    const QHash<QByteArray, QByteArray>& edited,
                                    const ReadSource& read)
{
    QMap<RepoPath, QVector<Hunk>> byTarget;
    for (const Hunk& hunk : hunks) {
        byTarget[hunk.targetPath].append(hunk);
    }
    QVector<PortFile> files;
    files.reserve(byTarget.size());
    for (auto it = byTarget.cbegin(); it != byTarget.cend(); ++it) {
        PortFile file;
        file.path = it.key();
        file.source = it.value().first().sourcePath;
        file.isNew = file.source != file.path;
        if (!file.source.isEmpty()) {
            auto original = read(file.source);
            if (!original) {
                return original.error();
            }
            file.original = *std::move(original);
        }
        auto content = applyHunks(file.original, it.value(), edited);
        if (!content) {
            Error error = content.error();
            error.object = file.path.display();
            return error;
        }
        file.content = *std::move(content);
        files.append(std::move(file));
    }
    return files;
}

QVector<QByteArray> withNeeded(const QVector<Hunk>& hunks,
                               const QHash<QByteArray, qsizetype>& index,
                               const QVector<QByteArray>& keys)
{
    QSet<QByteArray> seen;
    QVector<QByteArray> open = keys;
    QVector<qsizetype> found;
    while (!open.isEmpty()) {
        const QByteArray key = open.takeLast();
        const auto at = index.constFind(key);
        if (at == index.constEnd() || seen.contains(key)) {
            continue;
        }
        seen.insert(key);
        found.append(*at);
        open += hunks[*at].needs;
    }
    std::sort(found.begin(), found.end());
    QVector<QByteArray> result;
    result.reserve(found.size());
    for (const qsizetype at : found) {
        result.append(hunks[at].key);
    }
    return result;
}

} // namespace rocport
