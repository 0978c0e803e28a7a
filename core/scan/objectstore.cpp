#include "core/scan/objectstore.h"

#include "core/scan/githandle.h"
#include "core/scan/gitobjects.h"
#include "core/scan/looseobject.h"

#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

#include <QDir>
#include <QFile>

#include <algorithm>
#include <dirent.h>
#include <memory>
#include <new>

namespace rocport {

namespace {

constexpr int kLoosePriority = 1; // libgit2's own for object files
constexpr int kPackPriority = 2;  // and for packs

git_object_t kindOf(const QByteArray& name)
{
    return git_object_string2type(name.constData());
}

/// Reads object files for libgit2, in the place of its own reader. It owns itself: libgit2 calls
/// release().
class LooseReader
{
public:
    /// Nothing when there is no memory.
    static git_odb_backend* make(const QByteArray& folder)
    {
        auto* reader = new (std::nothrow) LooseReader(folder); // NOLINT: libgit2 owns it
        return reader == nullptr ? nullptr : &reader->m_backend.base;
    }

private:
    /// libgit2 hands out pointers to `base`, which comes first.
    struct Backend
    {
        git_odb_backend base = GIT_ODB_BACKEND_INIT;
        LooseReader* reader = nullptr;
    };

    explicit LooseReader(QByteArray folder) : m_folder(std::move(folder))
    {
        m_backend.base.read = &LooseReader::read;
        m_backend.base.read_prefix = &LooseReader::readPrefix;
        m_backend.base.free = &LooseReader::release;
        m_backend.reader = this;
    }

    static LooseReader& of(git_odb_backend* backend)
    {
        return *reinterpret_cast<Backend*>(backend)->reader; // NOLINT: `base` comes first
    }

    static void release(git_odb_backend* backend)
    {
        delete &of(backend); // NOLINT: as make() says
    }

    static int read(void** data, size_t* size, git_object_t* type, git_odb_backend* backend,
                    const git_oid* id)
    {
        const QByteArray name = gitHex(id);
        const QByteArray path = of(backend).m_folder + '/' + name.left(2) + '/' + name.mid(2);
        void* made = nullptr;
        const Result<void> done = readLooseObject(path, [&](const LooseObject& object) {
            *size = static_cast<size_t>(object.size);
            *type = kindOf(object.kind);
            made = git_odb_backend_data_alloc(backend, *size + 1); // libgit2 looks for a NUL behind
            if (made != nullptr) {
                static_cast<char*>(made)[*size] = '\0';
            }
            return static_cast<char*>(made);
        });
        if (done) {
            *data = made;
            return 0;
        }
        if (made != nullptr) {
            git_odb_backend_data_free(backend, made);
        }
        if (done.error().code == ErrorCode::FileNotFound) {
            return GIT_ENOTFOUND;
        }
        git_error_set_str(GIT_ERROR_ODB,
                          (done.error().object + QStringLiteral(": ") + done.error().detail)
                              .toUtf8()
                              .constData());
        return GIT_ERROR;
    }

    static int readPrefix(git_oid* found, void** data, size_t* size, git_object_t* type,
                          git_odb_backend* backend, const git_oid* id, size_t length)
    {
        const int named = of(backend).expand(found, gitHex(id).left(static_cast<int>(length)));
        return named < 0 ? named : read(data, size, type, backend, found);
    }

    /// The one object file whose name begins so (four digits at least).
    [[nodiscard]] int expand(git_oid* found, const QByteArray& prefix) const
    {
        const QByteArray folder = m_folder + '/' + prefix.left(2);
        const std::unique_ptr<DIR, int (*)(DIR*)> handle(::opendir(folder.constData()),
                                                         &::closedir);
        int count = 0;
        while (handle != nullptr) {
            const dirent* item = ::readdir(handle.get()); // NOLINT(concurrency-mt-unsafe)
            if (item == nullptr) {
                break;
            }
            const QByteArray name = prefix.left(2) + item->d_name;
            if (name.size() == GIT_OID_HEXSZ && name.startsWith(prefix)) {
                count += git_oid_fromstr(found, name.constData()) == 0 ? 1 : 0;
            }
        }
        return count == 0 ? GIT_ENOTFOUND : count == 1 ? 0 : GIT_EAMBIGUOUS;
    }

    Backend m_backend;
    QByteArray m_folder;
};

/// Adds a backend, whose owner the store becomes.
bool addBackend(git_odb* store, git_odb_backend* backend, int priority, bool own)
{
    if (backend == nullptr) {
        return false;
    }
    const int code = own ? git_odb_add_backend(store, backend, priority)
                         : git_odb_add_alternate(store, backend, priority);
    if (code < 0) {
        backend->free(backend);
    }
    return code == 0;
}

bool addFolder(git_odb* store, const QByteArray& folder, bool own)
{
    git_odb_backend* loose = nullptr;
    if (git_odb_backend_loose(&loose, folder.constData(), -1, 1, 0, 0) < 0) {
        return false;
    }
    // It writes, lists and looks whether something is there.
    loose->read = nullptr;
    loose->read_prefix = nullptr;
    loose->readstream = nullptr;
    git_odb_backend* packs = nullptr;
    return addBackend(store, loose, kLoosePriority, own) &&
           addBackend(store, LooseReader::make(folder), kLoosePriority, own) &&
           git_odb_backend_pack(&packs, folder.constData()) == 0 &&
           addBackend(store, packs, kPackPriority, own);
}

} // namespace

Result<void> openObjects(git_repository* repository, PackCheck packs)
{
    git_buf path = GIT_BUF_INIT;
    const int code = git_repository_item_path(&path, repository, GIT_REPOSITORY_ITEM_OBJECTS);
    QByteArray own(path.ptr);
    git_buf_dispose(&path);
    while (own.size() > 1 && own.endsWith('/')) {
        own.chop(1);
    }
    const QString shown = QFile::decodeName(own);
    if (code < 0) {
        return gitError(shown);
    }
    const Result<QList<QByteArray>> folders = objectFolders(own);
    if (!folders) {
        return folders.error();
    }
    GitOdb store;
    if (gitMake(store, git_odb_new) < 0) {
        return gitError(shown);
    }
    for (const QByteArray& folder : *folders) {
        if (packs == PackCheck::Now) {
            if (Result<void> checked = checkPacks(folder); !checked) {
                return checked;
            }
        }
        if (!addFolder(store.get(), folder, folder == own)) {
            return gitError(shown);
        }
    }
    if (git_repository_set_odb(repository, store.get()) < 0) {
        return gitError(shown);
    }
    return {};
}

} // namespace rocport
