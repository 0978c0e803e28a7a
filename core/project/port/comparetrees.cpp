#include "core/project/port/comparetrees.h"

#include "core/base/cancelscope.h"
#include "core/files/readfile.h"
#include "core/project/port/newsources.h"
#include "core/scan/sourcetree.h"

#include <QFileInfo>
#include <QMap>
#include <QMultiMap>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

constexpr qint64 kMiB = 1024 * 1024;
constexpr qint64 kMaxRead = 64 * kMiB;    ///< of one file; larger ones are only told apart
constexpr qint64 kMaxProof = 8 * kMiB;    ///< of one file that is taken apart
constexpr qint64 kMaxHeaders = 16 * kMiB; ///< of the headers that a port adds, together
constexpr int kMaxMoves = 20'000;         ///< files of one name that are tried for a move

QString mebibytes(qint64 bytes)
{
    return QStringLiteral("%1 MiB").arg(bytes / kMiB);
}

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

/// Whether a file could not be read for what it is itself; the others can be.
bool isOfOneFile(const Error& error)
{
    return error.code == ErrorCode::FileTooLarge || error.code == ErrorCode::FileUnreadable;
}

QString notLookedAt(const Error& error, qint64 limit)
{
    return error.code == ErrorCode::FileTooLarge
               ? QStringLiteral("larger than %1").arg(mebibytes(limit))
               : error.detail;
}

Result<AddedHeaders> headersAdded(const Entries& olds, const Entries& news, const SourceTree& after)
{
    AddedHeaders added;
    qint64 bytes = 0;
    for (auto it = news.cbegin(); it != news.cend(); ++it) {
        if (olds.contains(it.key()) || it->kind != TreeEntry::Kind::File || !isCHeader(it.key())) {
            continue;
        }
        auto text = after.read(*it, kMaxProof);
        if (!text && !isOfOneFile(text.error())) {
            return text.error();
        }
        if (!text || bytes + text->size() > kMaxHeaders) {
            added.left = true;
            continue;
        }
        bytes += text->size();
        added.headers.append({it.key().bytes(), *std::move(text)});
    }
    return added;
}

/// Languages of which a new file is read for what it brings to the NVIDIA path.
bool hasNvidiaPath(Language language)
{
    return language == Language::Cuda || language == Language::Cpp || language == Language::Hip ||
           language == Language::Python;
}

/// proveFileWith() for files of up to kMaxRead: those that are not taken apart are compared all the
/// same.
IsolationProof proveSizedFile(const QByteArray& original, const QByteArray& ported,
                              Language language, const ProofSettings& settings)
{
    const bool fits = original.size() <= kMaxProof && ported.size() <= kMaxProof;
    if (fits || original == ported || language == Language::Other) {
        return proveFileWith(original, ported, language, settings);
    }
    IsolationProof proof;
    proof.reason =
        QStringLiteral("The file differs and is larger than %1, so it was not compared in detail.")
            .arg(mebibytes(kMaxProof));
    return proof;
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
    [[nodiscard]] QMultiMap<QByteArray, RepoPath> addedByContent() const;
    Result<IsolationProof> moveOf(const RepoPath& from, const RepoPath& to, bool sameContent) const;
    Result<IsolationProof> prove(const RepoPath& path);
    Result<IsolationProof> proveAdded(const RepoPath& path) const;
    Result<IsolationProof> proveLarge(const TreeEntry& old, const TreeEntry& now) const;
    [[nodiscard]] bool isAdded(const RepoPath& path) const
    {
        const auto now = m_news.constFind(path);
        return !m_olds.contains(path) && now != m_news.constEnd() &&
               now->kind == TreeEntry::Kind::File;
    }
    [[nodiscard]] bool isSame(const TreeEntry& old, const TreeEntry& now) const
    {
        return m_byIdentity && old.identity == now.identity && old.kind == now.kind;
    }
    /// What says the same for the same content; empty where that is not known.
    [[nodiscard]] QByteArray contentOf(const SourceTree& tree, const TreeEntry& entry) const
    {
        if (m_byIdentity) {
            return entry.identity;
        }
        const Result<QByteArray> digest = tree.digest(entry, {});
        return digest ? *digest : QByteArray();
    }

    const SourceTree& m_before;
    const SourceTree& m_after;
    bool m_byIdentity;
    ProofSettings m_settings;
    bool m_headersLeft = false; ///< headers that the port adds were not looked at
    Entries m_olds;
    Entries m_news;
    QMap<RepoPath, RepoPath> m_movedTo;         ///< old path to new
    QMap<RepoPath, IsolationProof> m_movedFrom; ///< new path to the proof of what moved there
    SourceGlobs m_globs;
};

/// The headers that the port adds, and the build files that may take what it adds. Nothing else is
/// kept.
Result<void> TreeProof::readAdded()
{
    auto added = headersAdded(m_olds, m_news, m_after);
    if (!added) {
        return added.error();
    }
    m_settings.headers = std::move(added->headers);
    m_headersLeft = added->left;
    const bool any = std::any_of(m_news.keyBegin(), m_news.keyEnd(),
                                 [this](const RepoPath& path) { return isAdded(path); });
    for (auto it = m_olds.cbegin(); any && it != m_olds.cend(); ++it) {
        const Language language = languageOfFile(it.key().fileName());
        if (it->kind == TreeEntry::Kind::File && SourceGlobs::mayHoldGlobs(language)) {
            if (auto text = m_before.read(*it, kMaxProof); text) {
                m_globs.add(it.key(), language, *text);
            }
        }
    }
    return {};
}

/// The added files by what they hold; in a folder only those of which a file that is gone has the
/// size.
QMultiMap<QByteArray, RepoPath> TreeProof::addedByContent() const
{
    QSet<qint64> sizes;
    for (auto it = m_olds.cbegin(); it != m_olds.cend(); ++it) {
        if (!m_news.contains(it.key())) {
            sizes.insert(it->size);
        }
    }
    QMultiMap<QByteArray, RepoPath> added;
    for (auto it = m_news.cend(); it != m_news.cbegin();) { // the last inserted comes first
        --it;
        if (isAdded(it.key()) && (m_byIdentity ? !sizes.isEmpty() : sizes.contains(it->size))) {
            if (const QByteArray content = contentOf(m_after, *it); !content.isEmpty()) {
                added.insert(content, it.key());
            }
        }
    }
    return added;
}

Result<IsolationProof> TreeProof::moveOf(const RepoPath& from, const RepoPath& to,
                                         bool sameContent) const
{
    IsolationProof proof;
    if (sameContent) {
        proof.verdict = Verdict::Identical;
        proof.reason = QStringLiteral("The file is unchanged.");
    } else {
        const auto original = m_before.read(m_olds.value(from), kMaxProof);
        const auto ported = m_after.read(m_news.value(to), kMaxProof);
        for (const auto* side : {&original, &ported}) {
            if (!*side) {
                return isOfOneFile(side->error()) ? Result<IsolationProof>(proof) : side->error();
            }
        }
        proof = proveFileWith(*original, *ported, languageOfFile(from.fileName()), m_settings);
    }
    proof.reason = QStringLiteral("Moved from %1. %2").arg(from.display(), proof.reason);
    return proof;
}

/// A file that is gone, and a new one that holds the same or projects to it.
Result<void> TreeProof::findMoves()
{
    const QMultiMap<QByteArray, RepoPath> byContent = addedByContent();
    QMultiMap<QByteArray, RepoPath> byName;
    for (auto it = m_news.cend(); it != m_news.cbegin();) {
        --it;
        if (isAdded(it.key())) {
            byName.insert(it.key().fileName(), it.key());
        }
    }
    int tried = 0;
    for (auto it = m_olds.cbegin(); it != m_olds.cend() && !byName.isEmpty(); ++it) {
        if (m_news.contains(it.key()) || it->kind != TreeEntry::Kind::File) {
            continue;
        }
        QMap<RepoPath, bool> candidates; // and whether the content is the same
        for (const RepoPath& path : byName.values(it.key().fileName())) {
            if (++tried < kMaxMoves) {
                candidates.insert(path, false);
            }
        }
        const QByteArray content = byContent.isEmpty() ? QByteArray() : contentOf(m_before, *it);
        for (auto same = byContent.constFind(content);
             same != byContent.constEnd() && same.key() == content; ++same) {
            if (!m_movedFrom.contains(*same)) {
                candidates.insert(*same, true);
                break;
            }
        }
        for (auto to = candidates.cbegin(); to != candidates.cend(); ++to) {
            if (m_movedFrom.contains(to.key())) {
                continue;
            }
            Result<IsolationProof> proof = moveOf(it.key(), to.key(), to.value());
            if (!proof) {
                return proof.error();
            }
            if (isProved(proof->verdict)) {
                m_movedTo.insert(it.key(), to.key());
                m_movedFrom.insert(to.key(), *std::move(proof));
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
    const bool read = hasNvidiaPath(language);
    auto text = m_after.read(m_news.value(path), read ? kMaxProof : kMaxRead);
    if (!text && !isOfOneFile(text.error())) {
        return text.error();
    }
    IsolationProof proof;
    if (!text && (read || text.error().code == ErrorCode::FileUnreadable)) {
        proof.reason = QStringLiteral("New file that was not examined: %1.")
                           .arg(notLookedAt(text.error(), kMaxProof));
        return proof;
    }
    proof = proveNewFile(text ? *text : QByteArray("\n"), language, TargetSettings());
    const QString taker = m_globs.takerOf(path);
    if (!taker.isEmpty() && (!text || !isEmptyOnNvidia(*text, language, m_settings.macros))) {
        proof.verdict = Verdict::Unproved;
        proof.reason =
            QStringLiteral("New source file that a pattern in %1 may include in the NVIDIA build.")
                .arg(taker);
    }
    return proof;
}

/// Two files of which one is too large to be held: the same, or not looked at further.
Result<IsolationProof> TreeProof::proveLarge(const TreeEntry& old, const TreeEntry& now) const
{
    IsolationProof proof;
    const bool mayBeSame = m_byIdentity || old.size == now.size;
    const QByteArray before = mayBeSame ? contentOf(m_before, old) : QByteArray();
    if (!before.isEmpty() && before == contentOf(m_after, now)) {
        proof.verdict = Verdict::Identical;
        proof.reason = QStringLiteral("The file is unchanged.");
        return proof;
    }
    proof.reason =
        QStringLiteral("The file differs and is larger than %1, so it was not compared in detail.")
            .arg(mebibytes(kMaxRead));
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
            gone.reason = QStringLiteral("Moved to %1; it is not shown that everything on the "
                                         "NVIDIA path that refers to it was changed too.")
                              .arg(moved->display());
        } else {
            gone.verdict = Verdict::Violated;
            gone.reason = QStringLiteral("The file was removed.");
        }
        return gone;
    }
    if (now->kind != TreeEntry::Kind::File ||
        (old != m_olds.constEnd() && old->kind != TreeEntry::Kind::File)) {
        IsolationProof link;
        const bool same = old != m_olds.constEnd() && isSame(*old, *now);
        link.verdict = same ? Verdict::Identical : Verdict::Unproved;
        link.reason =
            same ? QStringLiteral("Unchanged.")
                 : QStringLiteral(
                       "A link or submodule was added or changed; its target is not examined.");
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
    auto original = m_before.read(*old, kMaxRead);
    auto ported = m_after.read(*now, kMaxRead);
    for (const auto* side : {&original, &ported}) {
        if (!*side && !isOfOneFile(side->error())) {
            return side->error();
        }
        if (!*side && side->error().code == ErrorCode::FileUnreadable) {
            IsolationProof unread;
            unread.reason =
                QStringLiteral("The file cannot be read: %1.").arg(side->error().detail);
            return unread;
        }
    }
    if (!original || !ported) {
        return proveLarge(*old, *now);
    }
    IsolationProof proof =
        proveSizedFile(*original, *ported, languageOfFile(path.fileName()), m_settings);
    if (m_headersLeft && proof.verdict == Verdict::Violated) {
        proof.reason +=
            QStringLiteral(
                " The headers that the port adds are larger than %1 and were not examined.")
                .arg(mebibytes(kMaxHeaders));
    }
    return proof;
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
        if (isWorkCancelled()) {
            return Error{ErrorCode::Cancelled, {}, path.display()};
        }
        auto proof = prove(path);
        if (!proof) {
            return proof.error();
        }
        proofs.append({path, *std::move(proof)});
    }
    if (isWorkCancelled()) {
        return Error{ErrorCode::Cancelled, {}, {}};
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

Result<AddedHeaders> addedHeaders(const SourceTree& before, const SourceTree& after)
{
    const auto olds = entriesOf(before);
    const auto news = entriesOf(after);
    if (!olds || !news) {
        return olds ? news.error() : olds.error();
    }
    return headersAdded(*olds, *news, after);
}

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
        auto before = readFile(original, kMaxRead);
        auto after = readFile(ported, kMaxRead);
        if (!before || !after) {
            return before ? after.error() : before.error();
        }
        const RepoPath path(QFileInfo(ported).fileName().toUtf8());
        const Language language = languageOfFile(path.fileName());
        return QVector<FileProof>{{path, proveSizedFile(*before, *after, language, {macros, {}})}};
    }
    auto before = openFolderTree(original);
    auto after = openFolderTree(ported);
    if (!before || !after) {
        return before ? after.error() : before.error();
    }
    return TreeProof(**before, **after, macros, false).run();
}

Result<QVector<FileProof>> proveTrees(const SourceTree& original, const SourceTree& ported,
                                      const GuardMacros& macros)
{
    return TreeProof(original, ported, macros, true).run();
}

Result<RangeProof> proveRange(const QString& folder, const QString& range,
                              const GuardMacros& macros, bool each)
{
    auto repository = Repository::open(folder);
    if (!repository) {
        return repository.error();
    }
    auto commits = (*repository)->range(range);
    if (!commits) {
        return commits.error();
    }
    RangeProof proof;
    proof.base = std::move(commits->base);
    proof.tip = std::move(commits->tip);
    auto files = proveCommits(**repository, proof.base, proof.tip, macros);
    if (!files) {
        return files.error();
    }
    proof.files = *std::move(files);
    if (each) {
        auto proved = proveEach(**repository, proof, macros);
        if (!proved) {
            return proved.error();
        }
        proof.commits = *std::move(proved);
    }
    return proof;
}

} // namespace rocport
