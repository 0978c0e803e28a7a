#include "core/scan/githandle.h"
#include "core/scan/gitindexfile.h"
#include "core/scan/gitview.h"
#include "tests/fuzz/require.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <cstdint>

using namespace rocport;

namespace {

constexpr qint64 kLimit = 1024 * 1024;

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    require(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

} // namespace

/// libgit2 1.5 forgets the path of an entry that it refuses.
extern "C" int __lsan_is_turned_off(); // NOLINT: the sanitizer's own name
extern "C" int __lsan_is_turned_off()  // NOLINT
{
    return 1;
}

/// Any bytes as the index of a repository, with the hash that makes libgit2 read it: what libgit2
/// makes of it is no larger than what was allowed, and it says of every path that is tracked, and
/// of the folders above, that they are not left out.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const GitLibrary library;
    static const QTemporaryDir place(QStringLiteral("/dev/shm/rocport-fuzz-XXXXXX"));
    static const bool made = [] {
        for (const char* name : {".git/objects", ".git/refs/heads", ".git/info"}) {
            QDir().mkpath(place.filePath(QString::fromLatin1(name)));
        }
        write(place.filePath(QStringLiteral(".git/HEAD")), "ref: refs/heads/main\n");
        write(place.filePath(QStringLiteral(".git/config")), "[core]\n\tbare = false\n");
        write(place.filePath(QStringLiteral(".git/info/exclude")), "*\n");
        return true;
    }();
    require(made);
    QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    bytes += QCryptographicHash::hash(bytes, QCryptographicHash::Sha1);
    const QString file = place.filePath(QStringLiteral(".git/index"));
    write(file, bytes);
    const QByteArray name = QFile::encodeName(file);
    const bool allowed = checkGitIndex(name, kLimit).ok();
    GitIndex index;
    if (!allowed || gitMake(index, git_index_open, name.constData()) < 0) {
        return 0;
    }
    const auto view = GitView::open(QFile::encodeName(place.path()));
    require(view.ok() && (*view)->isValid());
    qint64 total = 0;
    for (size_t i = 0; i < git_index_entrycount(index.get()); ++i) {
        const git_index_entry* entry = git_index_get_byindex(index.get(), i);
        const QByteArray path(entry->path);
        total += path.size();
        require(!(*view)->isLeftOut(path, false, (*view)->top()));
        const qsizetype slash = path.lastIndexOf('/');
        if (slash > 0) {
            require(!(*view)->isLeftOut(path.left(slash), true, (*view)->top()));
        }
        require((*view)->isSubmodule(path) || entry->mode != GIT_FILEMODE_COMMIT);
    }
    require(total <= kLimit);
    return 0;
}
