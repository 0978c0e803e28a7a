#include "core/project/proposal.h"

#include "core/project/files.h"
#include "core/vcs/patchtext.h"

#include <QFile>
#include <QFileInfo>

namespace rocport {

ReadSource FolderScan::reader() const
{
    return [tree = tree](const RepoPath& path) -> Result<QByteArray> {
        TreeEntry entry;
        entry.path = path;
        return tree->read(entry, kMaxAnalysedBytes);
    };
}

Result<FolderScan> scanFolder(const QString& folder, const std::shared_ptr<const RuleSet>& rules,
                              const TargetSettings& target, const CancelToken& cancel,
                              const std::function<void(const ScanProgress&)>& progress)
{
    auto tree = openFolderTree(folder);
    if (!tree) {
        return tree.error();
    }
    FolderScan result;
    result.tree = *std::move(tree);
    auto scan = scanTree(*result.tree, rules, target, nullptr, cancel, progress);
    if (!scan) {
        return scan.error();
    }
    result.scan = *std::move(scan);
    return result;
}

QVector<Hunk> chooseHunks(const ScanResult& scan, const HunkChoice& choice)
{
    QHash<QByteArray, qsizetype> index;
    for (qsizetype i = 0; i < scan.hunks.size(); ++i) {
        index.insert(scan.hunks[i].key, i);
    }
    QVector<QByteArray> keys;
    for (const Hunk& hunk : scan.hunks) {
        const bool phase = !choice.phase || hunk.phase == *choice.phase;
        const bool rule = choice.rule.isEmpty() || hunk.ruleIds.contains(choice.rule);
        const bool proved = !choice.provedOnly || isProved(hunk.verdict);
        if (phase && rule && proved) {
            keys.append(hunk.key);
        }
    }
    QVector<Hunk> chosen;
    for (const QByteArray& key : withNeeded(scan.hunks, index, keys)) {
        chosen.append(scan.hunks[index.value(key)]);
    }
    return chosen;
}

Result<void> writePort(const QString& folder, const QVector<PortFile>& files)
{
    const QString root = QFileInfo(folder).canonicalFilePath();
    for (const PortFile& file : files) {
        const QString path = root + u'/' + QFile::decodeName(file.path.bytes());
        const QFileInfo parent(QFileInfo(path).absolutePath());
        const QString real =
            parent.exists() ? parent.canonicalFilePath() : parent.absoluteFilePath();
        const bool inside = real == root || real.startsWith(root + u'/');
        if (!inside || QFileInfo(path).isSymLink()) {
            return Error{ErrorCode::PathOutsideRepository, {}, path};
        }
        const Result<void> written = writeFile(path, file.content);
        if (!written) {
            return written.error();
        }
    }
    return {};
}

QByteArray portPatch(const QVector<PortFile>& files)
{
    QByteArray patch;
    for (const PortFile& file : files) {
        const bool isNew = file.isNew;
        patch += patchText(file.path, isNew ? QByteArray() : file.original, file.content, isNew);
    }
    return patch;
}

} // namespace rocport
