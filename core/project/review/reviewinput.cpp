#include "core/project/review/reviewinput.h"

#include "core/base/cancelscope.h"
#include "core/base/wording.h"
#include "core/files/readfile.h"
#include "core/project/review/patchedtree.h"
#include "core/vcs/bundle.h"
#include "core/vcs/repository.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kMostPatchFiles = 10'000;

QString shortId(const QByteArray& commit)
{
    return QString::fromLatin1(commit.left(7));
}

/// Base and head are commits of `repository`.
Result<void> fillFromCommits(const Repository& repository, ReviewTrees& trees)
{
    auto base = repository.treeAt(trees.baseCommit);
    auto head = repository.treeAt(trees.headCommit);
    if (!base || !head) {
        return base ? head.error() : base.error();
    }
    trees.base = *std::move(base);
    trees.head = *std::move(head);
    const auto changes = repository.changesBetween(trees.baseCommit, trees.headCommit);
    if (!changes) {
        return changes.error();
    }
    for (const PathChange& change : *changes) {
        if (change.kind == PathChange::Kind::Renamed) {
            trees.renames.insert(change.path, change.oldPath);
        }
    }
    const auto history = repository.historyBetween(trees.baseCommit, trees.headCommit);
    if (!history) {
        return history.error();
    }
    for (const CommitInfo& commit : *history) {
        trees.commits.append({commit.id, commit.summary, commit.author, commit.time});
    }
    const auto tip = repository.describe(trees.headCommit);
    trees.title = tip ? tip->summary : QString();
    return {};
}

Result<ReviewTrees> openRange(const ReviewRequest& request, const Repository& repository)
{
    auto range = repository.range(request.range);
    if (!range) {
        return range.error();
    }
    ReviewTrees trees;
    trees.name = request.range;
    trees.baseCommit = std::move(range->base);
    trees.headCommit = std::move(range->tip);
    if (Result<void> filled = fillFromCommits(repository, trees); !filled) {
        return filled.error();
    }
    return trees;
}

/// The files that a name stands for: itself, or the patches of a folder in the order of their
/// names.
Result<QStringList> patchFiles(const QStringList& names)
{
    QStringList files;
    for (const QString& name : names) {
        const QFileInfo info(name);
        if (!info.exists()) {
            return Error{ErrorCode::FileNotFound, {}, name};
        }
        if (!info.isDir()) {
            files.append(name);
            continue;
        }
        const QStringList inside =
            QDir(name).entryList({QStringLiteral("*.patch"), QStringLiteral("*.diff"),
                                  QStringLiteral("*.mbox"), QStringLiteral("*.eml")},
                                 QDir::Files, QDir::Name);
        if (inside.isEmpty()) {
            return Error{ErrorCode::FileNotFound,
                         QStringLiteral("the folder holds no .patch, .diff, .mbox or .eml"), name};
        }
        for (const QString& file : inside) {
            files.append(QDir(name).filePath(file));
        }
    }
    if (files.size() > kMostPatchFiles) {
        return Error{ErrorCode::FileTooLarge,
                     QStringLiteral("more than %1 patches").arg(kMostPatchFiles), names.first()};
    }
    return files;
}

/// The text of patches, one after the other, and a hash of all of them.
class PatchTexts
{
public:
    /// Errors: Cancelled, those of patchFiles() and of reading, those of `take`.
    Result<void> read(const QStringList& names,
                      const std::function<Result<void>(const QByteArray&, const QString&)>& take);

    [[nodiscard]] const QStringList& files() const { return m_files; }
    [[nodiscard]] QByteArray id() const { return m_hash.result().toHex(); }

private:
    QStringList m_files;
    QCryptographicHash m_hash{QCryptographicHash::Blake2b_160};
};

Result<void>
PatchTexts::read(const QStringList& names,
                 const std::function<Result<void>(const QByteArray&, const QString&)>& take)
{
    const auto files = patchFiles(names);
    if (!files) {
        return files.error();
    }
    m_files = *files;
    qint64 bytes = 0;
    for (const QString& file : *files) {
        if (isWorkCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        const auto text = readFile(file, kMaxPatchBytes - bytes);
        if (!text) {
            return text.error();
        }
        bytes += text->size();
        m_hash.addData(QByteArray::number(text->size()) + ':');
        m_hash.addData(*text);
        if (Result<void> taken = take(*text, file); !taken) {
            return taken;
        }
    }
    return {};
}

Result<ReviewTrees> openPatches(const ReviewRequest& request, const Repository& repository)
{
    const auto base =
        repository.resolve(request.base.isEmpty() ? QStringLiteral("HEAD") : request.base);
    if (!base) {
        return base.error();
    }
    QVector<PatchCommit> commits;
    PatchTexts texts;
    const Result<void> done = texts.read(
        request.patches, [&commits](const QByteArray& text, const QString& file) -> Result<void> {
            auto read = readPatches(text, file);
            if (!read) {
                return read.error();
            }
            commits += *std::move(read);
            return {};
        });
    if (!done) {
        return done.error();
    }
    ReviewTrees trees;
    trees.baseCommit = *base;
    auto tree = repository.treeAt(*base);
    if (!tree) {
        return tree.error();
    }
    trees.base = *std::move(tree);
    auto patched = PatchedTree::make(trees.base, commits);
    if (!patched) {
        return patched.error();
    }
    trees.renames = (*patched)->renames();
    trees.head = *std::move(patched);
    for (const PatchCommit& commit : std::as_const(commits)) {
        trees.commits.append({commit.commit, commit.summary, commit.author, commit.time});
    }
    trees.title = commits.last().summary;
    trees.patchesId = texts.id();
    const QStringList& files = texts.files();
    trees.name = files.size() == 1
                     ? QFileInfo(files.first()).fileName()
                     : QStringLiteral("%1 on %2")
                           .arg(counted(files.size(), "patch", "patches"), shortId(*base));
    return trees;
}

Result<ReviewTrees> openFromBundle(const ReviewRequest& request)
{
    auto bundle = openBundle(request.folder, request.bundle);
    if (!bundle) {
        return bundle.error();
    }
    const QVector<BundleRef>& refs = bundle->refs;
    const auto isMeant = [&request](const BundleRef& ref) {
        return request.bundleRef.isEmpty()
                   ? ref.name.startsWith(QStringLiteral("refs/heads/"))
                   : ref.name == request.bundleRef ||
                         ref.name == QStringLiteral("refs/heads/") + request.bundleRef ||
                         ref.name == QStringLiteral("refs/tags/") + request.bundleRef;
    };
    auto ref = std::find_if(refs.begin(), refs.end(), isMeant);
    if (ref == refs.end() && request.bundleRef.isEmpty()) {
        ref = refs.begin();
    }
    if (ref == refs.end()) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("the bundle holds no branch of this name"), request.bundleRef};
    }
    const auto head = bundle->repository->resolve(QString::fromLatin1(ref->commit));
    if (!head) {
        return head.error();
    }
    // The user's names are resolved in the user's repository.
    const auto own = Repository::open(request.folder);
    if (!own) {
        return own.error();
    }
    auto base = (*own)->resolve(request.base.isEmpty() ? QStringLiteral("HEAD") : request.base);
    if (!base) {
        return base.error();
    }
    base = bundle->repository->mergeBase(*base, *head);
    if (!base) {
        return base.error();
    }
    ReviewTrees trees;
    trees.name = QStringLiteral("%1 of %2").arg(ref->name, QFileInfo(request.bundle).fileName());
    trees.baseCommit = *base;
    trees.headCommit = *head;
    if (Result<void> filled = fillFromCommits(*bundle->repository, trees); !filled) {
        return filled.error();
    }
    trees.holds = bundle->folder;
    return trees;
}

} // namespace

Result<ReviewTrees> openReview(const ReviewRequest& request, const CancelToken& cancel)
{
    const CancelScope scope(cancel);
    const auto repository = Repository::open(request.folder);
    if (!repository) {
        return repository.error();
    }
    const auto info = (*repository)->info();
    if (!info) {
        return info.error();
    }
    auto trees = !request.bundle.isEmpty()    ? openFromBundle(request)
                 : !request.patches.isEmpty() ? openPatches(request, **repository)
                                              : openRange(request, **repository);
    if (trees) {
        trees->root = info->root;
    }
    return trees;
}

Result<QByteArray> patchesIdOf(const QStringList& patches)
{
    PatchTexts texts;
    const Result<void> done =
        texts.read(patches, [](const QByteArray&, const QString&) { return Result<void>(); });
    return done ? Result<QByteArray>(texts.id()) : Result<QByteArray>(done.error());
}

} // namespace rocport
