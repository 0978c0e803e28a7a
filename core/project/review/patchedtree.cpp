#include "core/project/review/patchedtree.h"

#include "core/base/cancelscope.h"
#include "core/base/finding.h"

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

constexpr qint64 kMostFileBytes = 64LL * 1024 * 1024;
constexpr qint64 kMostAllBytes = 1024LL * 1024 * 1024;
constexpr QByteArrayView kSubmoduleLine{"Subproject commit "};
constexpr QByteArrayView kMadeHere{"patched:"};

enum Mode : quint32 {
    kRegular = 0100644,
    kExecutable = 0100755,
    kLink = 0120000,
    kGitlink = 0160000
};

Error notPossible(const RepoPath& path, const QString& why)
{
    return {ErrorCode::NotPossibleNow, why, path.display()};
}

Result<void> setMode(TreeEntry& entry, quint32 mode)
{
    switch (mode) {
    case kRegular:
    case kExecutable:
        entry.kind = TreeEntry::Kind::File;
        entry.executable = mode == kExecutable;
        return {};
    case kLink:
        entry.kind = TreeEntry::Kind::Link;
        return {};
    case kGitlink:
        entry.kind = TreeEntry::Kind::Submodule;
        return {};
    default:
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("the patch gives it the mode %1, which git does not have")
                         .arg(QString::number(mode, 8)),
                     entry.path.display()};
    }
}

} // namespace

Result<std::shared_ptr<PatchedTree>> PatchedTree::make(std::shared_ptr<const SourceTree> base,
                                                       const QVector<PatchCommit>& commits)
{
    const auto entries = base->list({});
    if (!entries) {
        return entries.error();
    }
    std::shared_ptr<PatchedTree> tree(new PatchedTree(std::move(base)));
    for (const TreeEntry& entry : *entries) {
        tree->m_entries.insert(entry.path, entry);
    }
    for (const PatchCommit& commit : commits) {
        tree->takeSources(commit);
        for (const PatchedFile& file : commit.files) {
            if (isWorkCancelled()) {
                return Error{ErrorCode::Cancelled, {}, {}};
            }
            if (Result<void> applied = tree->apply(file); !applied) {
                return applied.error();
            }
        }
    }
    return tree;
}

/// What a patch of the entry is about: of a submodule the line that git shows.
Result<QByteArray> PatchedTree::textOf(const TreeEntry& entry) const
{
    switch (entry.kind) {
    case TreeEntry::Kind::Link:
        return linkTarget(entry);
    case TreeEntry::Kind::Submodule:
        return kSubmoduleLine.toByteArray() + entry.identity + '\n';
    case TreeEntry::Kind::File:
        break;
    }
    return read(entry, kMostFileBytes);
}

Result<QByteArray> PatchedTree::contentAfter(const PatchedFile& file,
                                             const QByteArray& before) const
{
    const RepoPath& named = file.newPath.isEmpty() ? file.oldPath : file.newPath;
    switch (file.binary) {
    case PatchedFile::Binary::Missing:
        return notPossible(named, QStringLiteral("the patch says that the binary file differs and "
                                                 "does not hold it; make it with git diff "
                                                 "--binary"));
    case PatchedFile::Binary::Literal:
        return file.binaryData;
    case PatchedFile::Binary::Delta:
        return applyBinaryDelta(before, file.binaryData, named);
    case PatchedFile::Binary::None:
        break;
    }
    return applyPatchHunks(before, file.hunks, named);
}

Result<void> PatchedTree::put(const PatchedFile& file, TreeEntry entry, const QByteArray& content,
                              bool changed)
{
    entry.path = file.newPath;
    if (file.mode != 0) {
        if (Result<void> set = setMode(entry, file.mode); !set) {
            return set;
        }
    }
    // A file where a folder is, or below a file, could not be checked out.
    for (qsizetype slash = entry.path.bytes().indexOf('/'); slash > 0;
         slash = entry.path.bytes().indexOf('/', slash + 1)) {
        const RepoPath folder(entry.path.bytes().left(slash));
        if (m_entries.contains(folder)) {
            return notPossible(
                entry.path, QStringLiteral("the patch makes it below %1, which is a file; choose "
                                           "the base that the patch was made for")
                                .arg(folder.display()));
        }
    }
    const auto below = m_entries.lowerBound(RepoPath(entry.path.bytes() + '/'));
    if (below != m_entries.end() && below.key().bytes().startsWith(entry.path.bytes() + '/')) {
        return notPossible(
            entry.path, QStringLiteral("the patch makes a file of it, and it is a folder; choose "
                                       "the base that the patch was made for"));
    }
    if (entry.kind == TreeEntry::Kind::Submodule) {
        const QByteArray commit = content.trimmed().mid(kSubmoduleLine.size());
        if (!content.startsWith(kSubmoduleLine) || commit.size() != 40) {
            return notPossible(entry.path, QStringLiteral("the patch names no commit of the "
                                                          "submodule; make the patch again"));
        }
        entry.identity = commit;
    } else if (changed) {
        m_bytes += content.size();
        if (m_bytes > kMostAllBytes || content.size() > kMostFileBytes) {
            return Error{ErrorCode::FileTooLarge, QString::number(kMostFileBytes),
                         entry.path.display()};
        }
        entry.size = content.size();
        entry.identity = kMadeHere.toByteArray() + contentHash(content);
        m_contents.insert(entry.identity, content);
    }
    m_entries.insert(entry.path, entry);
    return {};
}

void PatchedTree::noteRename(const PatchedFile& file)
{
    const RepoPath first = m_renames.value(file.oldPath, file.oldPath);
    m_renames.remove(file.oldPath);
    if (file.kind == PatchedFile::Kind::Renamed && first != file.newPath) {
        m_renames.insert(file.newPath, first);
    }
}

/// Renames and copies of a commit are of files as they were before it, in any order: two names may
/// be exchanged. A file that was changed before it is renamed is of several patches in one text,
/// where git would have written a copy; that one is renamed in its turn.
void PatchedTree::takeSources(const PatchCommit& commit)
{
    m_before.clear();
    m_taken.clear();
    QSet<RepoPath> changed;
    QVector<std::pair<RepoPath, RepoPath>> moved;
    for (const PatchedFile& file : commit.files) {
        if (file.kind == PatchedFile::Kind::Changed) {
            changed.insert(file.oldPath);
        }
        const auto source = m_entries.constFind(file.oldPath);
        if (file.kind == PatchedFile::Kind::Renamed && source != m_entries.constEnd() &&
            !changed.contains(file.oldPath) && !m_taken.contains(file.oldPath)) {
            m_before.insert(file.oldPath, *source);
            m_taken.insert(file.oldPath);
            moved.emplaceBack(file.newPath, m_renames.value(file.oldPath, file.oldPath));
        }
    }
    for (const RepoPath& path : std::as_const(m_taken)) {
        m_entries.remove(path);
        m_renames.remove(path);
    }
    for (const auto& [path, first] : std::as_const(moved)) {
        if (path != first) {
            m_renames.insert(path, first);
        }
    }
}

/// What `file` is made from; a file that is renamed is no longer in the tree afterwards.
Result<TreeEntry> PatchedTree::takeSource(const PatchedFile& file)
{
    using Kind = PatchedFile::Kind;
    const auto before = m_before.constFind(file.oldPath);
    const bool isCopied = file.kind == Kind::Copied && before != m_before.constEnd();
    if (isCopied || (file.kind == Kind::Renamed && m_taken.remove(file.oldPath))) {
        return *before;
    }
    const auto now = m_entries.constFind(file.oldPath);
    if (now == m_entries.constEnd()) {
        return notPossible(file.oldPath,
                           QStringLiteral("the patch changes the file and it is not there; choose "
                                          "the base that the patch was made for"));
    }
    Result<TreeEntry> entry = *now;
    if (file.kind != Kind::Copied && !m_before.contains(file.oldPath)) {
        m_before.insert(file.oldPath, *entry);
    }
    if (file.kind == Kind::Renamed) {
        m_entries.remove(file.oldPath);
        noteRename(file);
    }
    return entry;
}

Result<void> PatchedTree::apply(const PatchedFile& file)
{
    using Kind = PatchedFile::Kind;
    const RepoPath& target = file.newPath;
    const QString choose = QStringLiteral("; choose the base that the patch was made for");
    const bool isNew = file.kind == Kind::Added;
    if (isNew || file.kind == Kind::Renamed || file.kind == Kind::Copied) {
        if (m_entries.contains(target) && target != file.oldPath) {
            return notPossible(target, QStringLiteral("the patch adds the file and it is there "
                                                      "already") +
                                           choose);
        }
    }
    TreeEntry entry;
    QByteArray before;
    if (isNew) {
        entry.path = target;
    } else {
        auto source = takeSource(file);
        if (!source) {
            return source.error();
        }
        entry = *std::move(source);
        auto text = textOf(entry);
        if (!text) {
            return text.error();
        }
        before = *std::move(text);
    }
    auto after = contentAfter(file, before);
    if (!after) {
        return after.error();
    }
    if (file.kind == Kind::Removed) {
        if (!after->isEmpty() && file.binary == PatchedFile::Binary::None &&
            !file.hunks.isEmpty()) {
            return notPossible(file.oldPath,
                               QStringLiteral("the patch removes the file and it holds more than "
                                              "the patch says") +
                                   choose);
        }
        noteRename(file);
        m_entries.remove(file.oldPath);
        return {};
    }
    const bool changed = isNew || *after != before ||
                         (file.mode != 0 && entry.kind != TreeEntry::Kind::File) ||
                         file.mode == kLink;
    return put(file, entry, *after, changed);
}

Result<QVector<TreeEntry>> PatchedTree::list(const CancelToken& cancel) const
{
    if (cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, {}};
    }
    return QVector<TreeEntry>(m_entries.begin(), m_entries.end());
}

Result<QByteArray> PatchedTree::read(const TreeEntry& entry, qint64 limit) const
{
    const auto made = m_contents.constFind(entry.identity);
    if (made == m_contents.constEnd()) {
        return m_base->read(entry, limit);
    }
    if (entry.kind != TreeEntry::Kind::File) {
        return Error{ErrorCode::FileUnreadable, QStringLiteral("not a file"), entry.path.display()};
    }
    if (made->size() > limit) {
        return Error{ErrorCode::FileTooLarge, QString::number(limit), entry.path.display()};
    }
    return *made;
}

Result<QByteArray> PatchedTree::linkTarget(const TreeEntry& entry) const
{
    const auto made = m_contents.constFind(entry.identity);
    if (made != m_contents.constEnd() && entry.kind == TreeEntry::Kind::Link) {
        return *made;
    }
    return m_base->linkTarget(entry);
}

QString PatchedTree::describe() const
{
    return m_base->describe() + QStringLiteral(" with patches");
}

} // namespace rocport
