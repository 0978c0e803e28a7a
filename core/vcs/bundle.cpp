#include "core/vcs/bundle.h"

#include "core/base/cancelscope.h"
#include "core/files/filewriter.h"
#include "core/files/readfile.h"
#include "core/scan/gitobjects.h"
#include "core/vcs/repository_p.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

constexpr qint64 kMaxBundle = 512LL * 1024 * 1024;
constexpr qsizetype kMostRefs = 10'000;
constexpr qsizetype kPiece = 1024 * 1024; ///< bytes that are unpacked at a time

using GitIndexer = std::unique_ptr<git_indexer, GitFree<git_indexer_free>>;

struct BundleHeader
{
    QVector<QByteArray> needed; ///< commits, 40 hex digits
    QVector<BundleRef> refs;
    qsizetype pack = 0; ///< offset
};

bool isCommitName(const QByteArray& text)
{
    return text.size() == 40 && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

Error noBundle(const QString& file, const QString& why)
{
    return {ErrorCode::FileNotText, why, file};
}

Result<BundleHeader> readHeader(const QByteArray& bytes, const QString& file)
{
    BundleHeader header;
    if (!bytes.startsWith("# v2 git bundle\n") && !bytes.startsWith("# v3 git bundle\n")) {
        return noBundle(file, QStringLiteral("it is not a git bundle of version 2 or 3"));
    }
    qsizetype at = bytes.indexOf('\n') + 1;
    while (true) {
        const qsizetype end = bytes.indexOf('\n', at);
        if (end < 0 || header.refs.size() + header.needed.size() > kMostRefs) {
            return noBundle(file, QStringLiteral("the head of the bundle is damaged"));
        }
        const QByteArray line = bytes.mid(at, end - at);
        at = end + 1;
        if (line.isEmpty()) {
            break;
        }
        if (line.startsWith('@')) {
            if (line != "@object-format=sha1") {
                return noBundle(file, QStringLiteral("it needs what is not read here: %1")
                                          .arg(QString::fromUtf8(line.left(80))));
            }
        } else if (line.startsWith('-') && isCommitName(line.mid(1, 40))) {
            header.needed.append(line.mid(1, 40));
        } else if (isCommitName(line.left(40)) && line.size() > 41 && line[40] == ' ') {
            header.refs.append({line.left(40), QString::fromUtf8(line.mid(41))});
        } else {
            return noBundle(file, QStringLiteral("the head of the bundle is damaged"));
        }
    }
    if (header.refs.isEmpty()) {
        return noBundle(file, QStringLiteral("the bundle holds no branch"));
    }
    header.pack = at;
    return header;
}

/// An empty repository in `folder` that sees the objects of `objects`.
Result<void> makeBorrower(const QString& folder, const QByteArray& objects)
{
    git_repository_init_options options = GIT_REPOSITORY_INIT_OPTIONS_INIT;
    options.flags = GIT_REPOSITORY_INIT_NO_REINIT;
    options.initial_head = "main";
    GitRepository made;
    if (gitMake(made, git_repository_init_ext, QFile::encodeName(folder).constData(), &options) <
        0) {
        return gitError(folder);
    }
    const Result<QList<QByteArray>> folders = objectFolders(objects);
    if (!folders) {
        return folders.error();
    }
    QByteArray list;
    for (const QByteArray& path : *folders) {
        if (path.contains('\n')) {
            return Error{ErrorCode::FileUnreadable,
                         QStringLiteral("a line end in the folder's name"),
                         QFile::decodeName(path)};
        }
        list += path + '\n';
    }
    return writeFile(folder + QStringLiteral("/.git/objects/info/alternates"), list);
}

Result<void> unpack(git_repository* repository, QByteArrayView pack, const QString& folder,
                    const QString& file)
{
    GitOdb odb;
    if (gitMake(odb, git_repository_odb, repository) < 0) {
        return gitError(file);
    }
    git_indexer_options options = GIT_INDEXER_OPTIONS_INIT;
    options.verify = 0; // connections into the borrowed objects are checked when they are read
    GitIndexer indexer;
    const QByteArray packs = QFile::encodeName(folder + QStringLiteral("/.git/objects/pack"));
    if (gitMake(indexer, git_indexer_new, packs.constData(), 0U, odb.get(), &options) < 0) {
        return gitError(file);
    }
    git_indexer_progress progress = {};
    for (qsizetype at = 0; at < pack.size(); at += kPiece) {
        if (isWorkCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        const qsizetype size = std::min(kPiece, pack.size() - at);
        if (git_indexer_append(indexer.get(), pack.data() + at, static_cast<size_t>(size),
                               &progress) < 0) {
            return gitError(file);
        }
    }
    if (git_indexer_commit(indexer.get(), &progress) < 0) {
        return gitError(file);
    }
    return {};
}

/// HEAD leads to a commit, as in any repository that is opened.
Result<void> setHead(git_repository* repository, const QByteArray& commit, const QString& file)
{
    git_oid id;
    if (git_oid_fromstr(&id, commit.constData()) < 0 ||
        git_repository_set_head_detached(repository, &id) < 0) {
        return gitError(file);
    }
    return {};
}

Result<void> hasAll(git_repository* repository, const QVector<QByteArray>& commits,
                    const QString& file)
{
    for (const QByteArray& name : commits) {
        git_oid id;
        GitCommit found;
        if (git_oid_fromstr(&id, name.constData()) < 0 ||
            gitMake(found, git_commit_lookup, repository, &id) < 0) {
            return Error{ErrorCode::NotPossibleNow,
                         QStringLiteral("the bundle builds on commit %1, which the repository does "
                                        "not have; fetch it first")
                             .arg(QString::fromLatin1(name.left(12))),
                         file};
        }
    }
    return {};
}

} // namespace

Result<OpenBundle> openBundle(const QString& folder, const QString& file)
{
    const Result<std::unique_ptr<Repository>> original = Repository::open(folder);
    if (!original) {
        return original.error();
    }
    const Result<QByteArray> bytes = readFile(file, kMaxBundle);
    if (!bytes) {
        return bytes.error();
    }
    const Result<BundleHeader> header = readHeader(*bytes, file);
    if (!header) {
        return header.error();
    }
    const GitLibrary library;
    GitRepository source;
    if (Result<void> opened = openGit(source, QFile::encodeName(folder), true); !opened) {
        return opened.error();
    }
    OpenBundle bundle;
    bundle.folder = std::make_shared<QTemporaryDir>();
    if (!bundle.folder->isValid()) {
        return Error{ErrorCode::FileWriteFailed, bundle.folder->errorString(), file};
    }
    const QString place = bundle.folder->path();
    const QByteArray objects = QByteArray(git_repository_commondir(source.get())) + "objects";
    if (Result<void> made = makeBorrower(place, objects); !made) {
        return made.error();
    }
    GitRepository target;
    if (Result<void> opened = openGit(target, QFile::encodeName(place), false); !opened) {
        return opened.error();
    }
    Result<void> done = hasAll(target.get(), header->needed, file);
    done = done ? unpack(target.get(), QByteArrayView(*bytes).sliced(header->pack), place, file)
                : done;
    if (!done) {
        return done.error();
    }
    // The pack is seen by a handle that is opened after it came.
    if (Result<void> opened = openGit(target, QFile::encodeName(place), false); !opened) {
        return opened.error();
    }
    if (Result<void> set = setHead(target.get(), header->refs.first().commit, file); !set) {
        return set.error();
    }
    auto repository = Repository::open(place);
    if (!repository) {
        return repository.error();
    }
    bundle.repository = *std::move(repository);
    bundle.refs = header->refs;
    return bundle;
}

} // namespace rocport
