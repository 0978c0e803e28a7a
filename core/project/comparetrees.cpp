#include "core/project/comparetrees.h"

#include "core/project/files.h"
#include "core/scan/sourcetree.h"

#include <QFileInfo>
#include <QMap>

namespace rocport {

namespace {

constexpr qint64 kLimit = 256LL * 1024 * 1024;

Result<QMap<RepoPath, TreeEntry>> filesOf(const SourceTree& tree)
{
    auto entries = tree.list({});
    if (!entries) {
        return entries.error();
    }
    QMap<RepoPath, TreeEntry> files;
    for (const TreeEntry& entry : *entries) {
        if (entry.kind == TreeEntry::Kind::File) {
            files.insert(entry.path, entry);
        }
    }
    return files;
}

Result<IsolationProof> provePair(const SourceTree& before, const SourceTree& after,
                                 const TreeEntry* old, const TreeEntry* now,
                                 const TargetSettings& target)
{
    if (now == nullptr) {
        return IsolationProof{Verdict::Violated, QStringLiteral("the file is gone"), 0, 0, 1};
    }
    const Language language = languageOfFile(now->path.fileName());
    auto ported = after.read(*now, kLimit);
    if (!ported) {
        return ported.error();
    }
    if (old == nullptr) {
        return proveNewFile(*ported, language, target);
    }
    auto original = before.read(*old, kLimit);
    if (!original) {
        return original.error();
    }
    return proveFile(*original, *ported, language, target);
}

} // namespace

Result<QVector<FileProof>> proveTrees(const QString& original, const QString& ported,
                                      const TargetSettings& target)
{
    for (const QString& path : {original, ported}) {
        if (!QFileInfo::exists(path)) {
            return Error{ErrorCode::FileNotFound, {}, path};
        }
    }
    if (QFileInfo(original).isDir() != QFileInfo(ported).isDir()) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("one is a folder and the other is a file"), ported};
    }
    if (!QFileInfo(original).isDir()) {
        auto before = readFile(original);
        auto after = readFile(ported);
        if (!before || !after) {
            return before ? after.error() : before.error();
        }
        const RepoPath path(QFileInfo(ported).fileName().toUtf8());
        return QVector<FileProof>{
            {path, proveFile(*before, *after, languageOfFile(path.fileName()), target)}};
    }
    auto before = openFolderTree(original);
    auto after = openFolderTree(ported);
    if (!before || !after) {
        return before ? after.error() : before.error();
    }
    auto olds = filesOf(**before);
    auto news = filesOf(**after);
    if (!olds || !news) {
        return olds ? news.error() : olds.error();
    }
    QMap<RepoPath, bool> paths;
    for (const RepoPath& path : olds->keys() + news->keys()) {
        paths.insert(path, true);
    }
    QVector<FileProof> proofs;
    for (auto it = paths.cbegin(); it != paths.cend(); ++it) {
        const auto old = olds->constFind(it.key());
        const auto now = news->constFind(it.key());
        auto proof = provePair(**before, **after, old == olds->constEnd() ? nullptr : &*old,
                               now == news->constEnd() ? nullptr : &*now, target);
        if (!proof) {
            return proof.error();
        }
        proofs.append({it.key(), *std::move(proof)});
    }
    return proofs;
}

} // namespace rocport
