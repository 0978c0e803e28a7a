#include "core/project/comparetrees.h"

#include "core/files/readfile.h"
#include "core/project/newsources.h"
#include "core/scan/sourcetree.h"

#include <QFileInfo>
#include <QMap>

#include <algorithm>

namespace rocport {

namespace {

constexpr qint64 kLimit = 256LL * 1024 * 1024;

using Entries = QMap<RepoPath, TreeEntry>;

Result<Entries> entriesOf(const SourceTree& tree)
{
    auto listed = tree.list({});
    if (!listed) {
        return listed.error();
    }
    Entries entries;
    for (const TreeEntry& entry : *listed) {
        entries.insert(entry.path, entry);
    }
    return entries;
}

bool isCHeader(const RepoPath& path)
{
    const QByteArray suffix = path.suffix();
    return suffix.startsWith('h') || suffix == "cuh" || suffix == "inl";
}

/// Two trees, before and after a port.
class TreeProof
{
public:
    /// `byIdentity`: equal identities mean equal bytes (blobs of git).
    TreeProof(const SourceTree& before, const SourceTree& after, const GuardMacros& macros,
              bool byIdentity)
        : m_before(before), m_after(after), m_byIdentity(byIdentity)
    {
        m_settings.macros = macros;
    }

    Result<QVector<FileProof>> run();

private:
    Result<void> readAdded();
    Result<void> findMoves();
    Result<IsolationProof> prove(const RepoPath& path);
    Result<IsolationProof> proveAdded(const RepoPath& path) const;
    [[nodiscard]] bool isSame(const TreeEntry& old, const TreeEntry& now) const
    {
        return m_byIdentity && old.identity == now.identity && old.kind == now.kind;
    }

    const SourceTree& m_before;
    const SourceTree& m_after;
    bool m_byIdentity;
    ProofSettings m_settings;
    Entries m_olds;
    Entries m_news;
    QMap<RepoPath, QByteArray> m_added;         ///< text of files that only the port has
    QMap<RepoPath, RepoPath> m_movedTo;         ///< old path to new
    QMap<RepoPath, IsolationProof> m_movedFrom; ///< new path to the proof of what moved there
    SourceGlobs m_globs;
};

Result<void> TreeProof::readAdded()
{
    for (auto it = m_news.cbegin(); it != m_news.cend(); ++it) {
        if (m_olds.contains(it.key()) || it->kind != TreeEntry::Kind::File) {
            continue;
        }
        auto text = m_after.read(*it, kLimit);
        if (!text) {
            return text.error();
        }
        if (isCHeader(it.key())) {
            m_settings.headers.append({it.key().bytes(), *text});
        }
        m_added.insert(it.key(), *std::move(text));
    }
    if (m_added.isEmpty()) {
        return {};
    }
    for (auto it = m_olds.cbegin(); it != m_olds.cend(); ++it) {
        const Language language = languageOfFile(it.key().fileName());
        if (it->kind == TreeEntry::Kind::File && SourceGlobs::mayHoldGlobs(language)) {
            if (auto text = m_before.read(*it, kLimit); text) {
                m_globs.add(it.key(), language, *text);
            }
        }
    }
    return {};
}

/// A file that is gone, and a new one that holds the same or projects to it.
Result<void> TreeProof::findMoves()
{
    for (auto it = m_olds.cbegin(); it != m_olds.cend(); ++it) {
        if (m_news.contains(it.key()) || it->kind != TreeEntry::Kind::File || m_added.isEmpty()) {
            continue;
        }
        auto original = m_before.read(*it, kLimit);
        if (!original) {
            return original.error();
        }
        for (auto added = m_added.cbegin(); added != m_added.cend(); ++added) {
            const bool sameName = added.key().fileName() == it.key().fileName();
            if (m_movedFrom.contains(added.key()) || (*added != *original && !sameName)) {
                continue;
            }
            IsolationProof proof =
                proveFileWith(*original, *added, languageOfFile(it.key().fileName()), m_settings);
            if (isProved(proof.verdict)) {
                proof.reason =
                    QStringLiteral("Moved from %1. %2").arg(it.key().display(), proof.reason);
                m_movedTo.insert(it.key(), added.key());
                m_movedFrom.insert(added.key(), proof);
                break;
            }
        }
    }
    return {};
}

Result<IsolationProof> TreeProof::proveAdded(const RepoPath& path) const
{
    const auto moved = m_movedFrom.constFind(path);
    if (moved != m_movedFrom.constEnd()) {
        return *moved;
    }
    const Language language = languageOfFile(path.fileName());
    const QByteArray& text = m_added.value(path);
    IsolationProof proof = proveNewFile(text, language, TargetSettings());
    const QString taker = m_globs.takerOf(path);
    if (!taker.isEmpty() && !isEmptyOnNvidia(text, language, m_settings.macros)) {
        proof.verdict = Verdict::Unproved;
        proof.reason = QStringLiteral("New source that a pattern in %1 may take into the NVIDIA "
                                      "build.")
                           .arg(taker);
    }
    return proof;
}

Result<IsolationProof> TreeProof::prove(const RepoPath& path)
{
    const auto old = m_olds.constFind(path);
    const auto now = m_news.constFind(path);
    if (now == m_news.constEnd()) {
        IsolationProof gone;
        gone.differsAtLine = 1;
        const auto moved = m_movedTo.constFind(path);
        if (moved != m_movedTo.constEnd()) {
            gone.reason = QStringLiteral("Moved to %1; that all that names it on the NVIDIA path "
                                         "was changed with it is not shown.")
                              .arg(moved->display());
        } else {
            gone.verdict = Verdict::Violated;
            gone.reason = QStringLiteral("The file is gone.");
        }
        return gone;
    }
    if (now->kind != TreeEntry::Kind::File ||
        (old != m_olds.constEnd() && old->kind != TreeEntry::Kind::File)) {
        IsolationProof link;
        const bool same = old != m_olds.constEnd() && isSame(*old, *now);
        link.verdict = same ? Verdict::Identical : Verdict::Unproved;
        link.reason = same ? QStringLiteral("Unchanged.")
                           : QStringLiteral("A link or submodule was added or changed; where it "
                                            "leads is not looked at.");
        return link;
    }
    if (old == m_olds.constEnd()) {
        return proveAdded(path);
    }
    if (isSame(*old, *now)) {
        IsolationProof same;
        same.verdict = Verdict::Identical;
        same.reason = QStringLiteral("The file is unchanged.");
        return same;
    }
    auto original = m_before.read(*old, kLimit);
    auto ported = m_after.read(*now, kLimit);
    if (!original || !ported) {
        return original ? ported.error() : original.error();
    }
    return proveFileWith(*original, *ported, languageOfFile(path.fileName()), m_settings);
}

Result<QVector<FileProof>> TreeProof::run()
{
    auto olds = entriesOf(m_before);
    auto news = entriesOf(m_after);
    if (!olds || !news) {
        return olds ? news.error() : olds.error();
    }
    m_olds = *std::move(olds);
    m_news = *std::move(news);
    if (!m_byIdentity) {
        // Folders: links are not followed, and what they held before is not known.
        const auto isNoFile = [](const auto& it) { return it->kind != TreeEntry::Kind::File; };
        m_olds.removeIf(isNoFile);
        m_news.removeIf(isNoFile);
    }
    if (Result<void> read = readAdded(); !read) {
        return read.error();
    }
    if (Result<void> moves = findMoves(); !moves) {
        return moves.error();
    }
    QVector<RepoPath> paths = m_olds.keys() + m_news.keys();
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    QVector<FileProof> proofs;
    for (const RepoPath& path : std::as_const(paths)) {
        auto proof = prove(path);
        if (!proof) {
            return proof.error();
        }
        proofs.append({path, *std::move(proof)});
    }
    return proofs;
}

Result<QVector<FileProof>> proveCommits(const Repository& repository, const QByteArray& before,
                                        const QByteArray& after, const GuardMacros& macros)
{
    auto olds = repository.treeAt(before);
    auto news = repository.treeAt(after);
    if (!olds || !news) {
        return olds ? news.error() : olds.error();
    }
    return TreeProof(**olds, **news, macros, true).run();
}

Result<QVector<CommitProof>> proveEach(const Repository& repository, const RangeProof& range,
                                       const GuardMacros& macros)
{
    const auto commits = repository.historyBetween(range.base, range.tip);
    if (!commits) {
        return commits.error();
    }
    QVector<CommitProof> proofs;
    for (const CommitInfo& commit : *commits) {
        if (commit.parent.isEmpty()) {
            continue; // a root: nothing was there before it
        }
        auto files = proveCommits(repository, commit.parent, commit.id, macros);
        if (!files) {
            return files.error();
        }
        files->removeIf(
            [](const FileProof& file) { return file.proof.verdict == Verdict::Identical; });
        proofs.append({commit, *std::move(files)});
    }
    return proofs;
}

} // namespace

Verdict weakestVerdict(const QVector<FileProof>& files)
{
    Verdict weakest = Verdict::Identical;
    for (const FileProof& file : files) {
        weakest = std::min(weakest, file.proof.verdict);
    }
    return weakest;
}

GuardMacros macrosFor(const TargetSettings& target, const QStringList& extra, bool only)
{
    GuardMacros macros;
    const auto add = [&macros](const QByteArray& macro) {
        if (!macro.isEmpty() && !macros.contains(macro)) {
            macros.append(macro);
        }
    };
    for (const QString& macro : extra) {
        add(macro.toUtf8());
    }
    if (!only || macros.isEmpty()) {
        add(target.guardMacro.toUtf8());
        for (const QByteArray& macro : commonGuardMacros()) {
            add(macro);
        }
    }
    return macros;
}

Result<QVector<FileProof>> proveTrees(const QString& original, const QString& ported,
                                      const TargetSettings& target)
{
    return proveTrees(original, ported, macrosFor(target, {}, false));
}

Result<QVector<FileProof>> proveTrees(const QString& original, const QString& ported,
                                      const GuardMacros& macros)
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
        const Language language = languageOfFile(path.fileName());
        return QVector<FileProof>{{path, proveFileWith(*before, *after, language, {macros, {}})}};
    }
    auto before = openFolderTree(original);
    auto after = openFolderTree(ported);
    if (!before || !after) {
        return before ? after.error() : before.error();
    }
    return TreeProof(**before, **after, macros, false).run();
}

Result<RangeProof> proveRange(const QString& folder, const QString& range,
                              const GuardMacros& macros, bool each)
{
    const qsizetype dots = range.indexOf(QStringLiteral(".."));
    if (dots < 0) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("a range of commits is written BASE..TIP"), range};
    }
    const bool parted = range.mid(dots).startsWith(QStringLiteral("..."));
    const auto name = [](const QString& side) {
        return side.isEmpty() ? QStringLiteral("HEAD") : side;
    };
    auto repository = Repository::open(folder);
    if (!repository) {
        return repository.error();
    }
    auto base = (*repository)->resolve(name(range.left(dots)));
    auto tip = (*repository)->resolve(name(range.mid(dots + (parted ? 3 : 2))));
    if (!base || !tip) {
        return base ? tip.error() : base.error();
    }
    if (parted) {
        base = (*repository)->mergeBase(*base, *tip);
        if (!base) {
            return base.error();
        }
    }
    RangeProof proof;
    proof.base = *base;
    proof.tip = *tip;
    auto files = proveCommits(**repository, proof.base, proof.tip, macros);
    if (!files) {
        return files.error();
    }
    proof.files = *std::move(files);
    if (each) {
        auto commits = proveEach(**repository, proof, macros);
        if (!commits) {
            return commits.error();
        }
        proof.commits = *std::move(commits);
    }
    return proof;
}

} // namespace rocport
