#include "core/project/proposal.h"

#include "core/project/files.h"
#include "core/project/generated.h"
#include "core/project/shape.h"
#include "core/vcs/mergetext.h"
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

Result<std::shared_ptr<const ScanResult>> withGuards(const FolderScan& scanned,
                                                     const TargetSettings& target, GuardWidth width)
{
    ShapeWishes wishes;
    if (width != GuardWidth::Line) {
        wishes.widths = {{QString(), guardWidthId(width)}};
    }
    auto shaped = shapeScan(scanned.scan, target, wishes, scanned.reader());
    if (!shaped) {
        return shaped.error();
    }
    return shaped->scan;
}

namespace {

/// Where a file goes; refused when that leads out of the folder.
Result<QString> placeIn(const QString& root, const RepoPath& file)
{
    const QString path = root + u'/' + QFile::decodeName(file.bytes());
    const QFileInfo parent(QFileInfo(path).absolutePath());
    const QString real = parent.exists() ? parent.canonicalFilePath() : parent.absoluteFilePath();
    const bool inside = real == root || real.startsWith(root + u'/');
    if (!inside || QFileInfo(path).isSymLink()) {
        return Error{ErrorCode::PathOutsideRepository, {}, path};
    }
    return path;
}

/// The new text of a generated file, with what a person made of the last one.
Result<void> writeGenerated(const PortFile& file, const QString& path,
                            const GeneratedRecord& record, WrittenPort& outcome)
{
    QByteArray content = file.content;
    if (QFileInfo::exists(path)) {
        const auto ours = readFile(path);
        if (!ours) {
            return ours.error();
        }
        const auto base = record.last(file.path);
        const bool untouched = (base && *base == *ours) || *ours == file.content;
        const auto merged = mergeGenerated(base ? *base : QByteArray(), *ours, file.content,
                                           {"edited by hand", "generated now"});
        if (!untouched && (!base || !merged || !merged->clean)) {
            const QString why = !base    ? QStringLiteral("not made by Rocport")
                                : merged ? merged->conflicts
                                         : QStringLiteral("not text");
            outcome.conflicts.append(QStringLiteral("%1 (%2)").arg(file.path.display(), why));
            return writeFile(path + QStringLiteral(".rocport-merge"),
                             base && merged ? merged->text : file.content);
        }
        if (!untouched) {
            content = merged->text;
            if (content != file.content) {
                outcome.merged.append(file.path.display());
            }
        }
    }
    Result<void> written = writeFile(path, content);
    if (written) {
        ++outcome.written;
        written = record.remember(file.path, file.content);
    }
    return written;
}

} // namespace

Result<WrittenPort> writePort(const QString& folder, const QVector<PortFile>& files)
{
    const QString root = QFileInfo(folder).canonicalFilePath();
    const GeneratedRecord record(root);
    WrittenPort outcome;
    for (const PortFile& file : files) {
        const auto path = placeIn(root, file.path);
        if (!path) {
            return path.error();
        }
        Result<void> written;
        if (file.isNew) {
            written = writeGenerated(file, *path, record, outcome);
        } else {
            written = writeFile(*path, file.content);
            outcome.written += written ? 1 : 0;
        }
        if (!written) {
            return written.error();
        }
    }
    return outcome;
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
