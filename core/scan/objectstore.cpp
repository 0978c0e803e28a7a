#include "core/scan/objectstore.h"

#include "core/scan/githandle.h"
#include "core/scan/gitobjects.h"
#include "core/scan/looseobject.h"
#include "core/scan/packindex.h"

#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

#include <QFile>
#include <QSet>

#include <algorithm>
#include <dirent.h>
#include <memory>
#include <new>
#include <vector>

namespace rocport {

namespace {

constexpr int kLoosePriority = 1; // libgit2's own for object files
constexpr int kPackPriority = 2;  // and for packs

git_object_t kindOf(const QByteArray& name)
{
    return git_object_string2type(name.constData());
}

int failed(const Error& error)
{
    const QString text = error.object + QStringLiteral(": ") + error.detail;
    git_error_set_str(GIT_ERROR_ODB, text.toUtf8().constData());
    return GIT_ERROR;
}

QByteArray bytesOf(const git_oid* id)
{
    return {reinterpret_cast<const char*>(id->id), GIT_OID_RAWSZ}; // NOLINT: unsigned there
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
        return failed(done.error());
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

/// The packs of an object folder for libgit2: each is looked up here, and read by libgit2 once
/// PackIndex has nothing against the object. It owns itself, as LooseReader does.
class PackReader
{
public:
    /// Errors: those of checkPackIndex(), GitFailed.
    static Result<git_odb_backend*> make(const QByteArray& folder)
    {
        auto* reader = new (std::nothrow) PackReader(folder); // NOLINT: libgit2 owns it
        if (reader == nullptr) {
            return Error{ErrorCode::Internal, QStringLiteral("no memory"), {}};
        }
        if (Result<void> loaded = reader->load(); !loaded) {
            delete reader; // NOLINT: nobody else has it yet
            return loaded.error();
        }
        return &reader->m_backend.base;
    }

private:
    struct Backend
    {
        git_odb_backend base = GIT_ODB_BACKEND_INIT;
        PackReader* reader = nullptr;
    };
    struct Release
    {
        void operator()(git_odb_backend* backend) const { backend->free(backend); }
    };
    struct Pack
    {
        QByteArray path;
        PackIndex index;
        std::unique_ptr<git_odb_backend, Release> reader;
    };

    explicit PackReader(QByteArray folder) : m_folder(std::move(folder))
    {
        git_odb_backend& base = m_backend.base;
        base.read = [](void** data, size_t* size, git_object_t* type, git_odb_backend* backend,
                       const git_oid* id) {
            return of(backend).with(id, [&](git_odb_backend* reader) {
                return reader->read(data, size, type, reader, id);
            });
        };
        base.read_header = [](size_t* size, git_object_t* type, git_odb_backend* backend,
                              const git_oid* id) {
            return of(backend).with(id, [&](git_odb_backend* reader) {
                return reader->read_header(size, type, reader, id);
            });
        };
        base.read_prefix = [](git_oid* found, void** data, size_t* size, git_object_t* type,
                              git_odb_backend* backend, const git_oid* id, size_t length) {
            const int code = of(backend).expand(found, id, length);
            return code < 0 ? code : backend->read(data, size, type, backend, found);
        };
        base.exists = [](git_odb_backend* backend, const git_oid* id) {
            return of(backend).with(id, [](git_odb_backend*) { return 0; }) == 0 ? 1 : 0;
        };
        base.exists_prefix = [](git_oid* found, git_odb_backend* backend, const git_oid* id,
                                size_t length) { return of(backend).expand(found, id, length); };
        base.refresh = [](git_odb_backend* backend) {
            const Result<void> loaded = of(backend).load();
            return loaded ? 0 : failed(loaded.error());
        };
        base.foreach = [](git_odb_backend* backend, git_odb_foreach_cb call, void* payload) {
            for (const Pack& pack : of(backend).m_packs) {
                if (const int code = pack.reader->foreach (pack.reader.get(), call, payload)) {
                    return code;
                }
            }
            return 0;
        };
        base.freshen = [](git_odb_backend* backend, const git_oid* id) {
            return of(backend).with(
                id, [&](git_odb_backend* reader) { return reader->freshen(reader, id); });
        };
        base.free = [](git_odb_backend* backend) {
            delete &of(backend); // NOLINT: as make() says
        };
        m_backend.reader = this;
    }

    static PackReader& of(git_odb_backend* backend)
    {
        return *reinterpret_cast<Backend*>(backend)->reader; // NOLINT: `base` comes first
    }

    /// Packs that are new.
    Result<void> load()
    {
        for (const QByteArray& path : packIndexesIn(m_folder)) {
            if (std::any_of(m_packs.begin(), m_packs.end(),
                            [&](const Pack& pack) { return pack.path == path; })) {
                continue;
            }
            if (Result<void> checked = checkPackIndex(path); !checked) {
                return checked;
            }
            Result<PackIndex> index = PackIndex::open(path);
            if (!index && index.error().code == ErrorCode::FileNotFound) {
                continue; // an index without its pack
            }
            if (!index) {
                return index.error();
            }
            git_odb_backend* reader = nullptr;
            if (git_odb_backend_one_pack(&reader, path.constData()) < 0) {
                return gitError(QFile::decodeName(path));
            }
            m_packs.push_back({path, *std::move(index), {reader, {}}});
        }
        return {};
    }

    /// Calls \a read for the pack that holds an object and that can be asked for it.
    template <typename Read>
    int with(const git_oid* id, const Read& read)
    {
        const QByteArray name = bytesOf(id);
        for (Pack& pack : m_packs) {
            const auto offset = pack.index.find(name);
            if (!offset) {
                return failed(offset.error());
            }
            if (*offset) {
                const Result<void> good = pack.index.checkObject(**offset);
                return good ? read(pack.reader.get()) : failed(good.error());
            }
        }
        return GIT_ENOTFOUND;
    }

    int expand(git_oid* found, const git_oid* id, size_t length) const
    {
        QSet<QByteArray> names;
        for (const Pack& pack : m_packs) {
            const auto some = pack.index.namesFrom(gitHex(id).left(static_cast<int>(length)));
            if (!some) {
                return failed(some.error());
            }
            names.unite(QSet<QByteArray>(some->begin(), some->end()));
        }
        if (names.size() == 1) {
            git_oid_fromstr(found, names.begin()->toHex().constData());
        }
        return names.isEmpty() ? GIT_ENOTFOUND : names.size() == 1 ? 0 : GIT_EAMBIGUOUS;
    }

    Backend m_backend;
    QByteArray m_folder;
    std::vector<Pack> m_packs;
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

Result<void> addFolder(git_odb* store, const QByteArray& folder, bool own)
{
    git_odb_backend* loose = nullptr;
    if (git_odb_backend_loose(&loose, folder.constData(), -1, 1, 0, 0) < 0) {
        return gitError(QFile::decodeName(folder));
    }
    // It writes, lists and looks whether something is there.
    loose->read = nullptr;
    loose->read_prefix = nullptr;
    loose->readstream = nullptr;
    if (!addBackend(store, loose, kLoosePriority, own) ||
        !addBackend(store, LooseReader::make(folder), kLoosePriority, own)) {
        return gitError(QFile::decodeName(folder));
    }
    const Result<git_odb_backend*> packs = PackReader::make(folder);
    if (!packs) {
        return packs.error();
    }
    return addBackend(store, *packs, kPackPriority, own) ? Result<void>()
                                                         : gitError(QFile::decodeName(folder));
}

} // namespace

Result<void> openObjects(git_repository* repository)
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
        if (Result<void> added = addFolder(store.get(), folder, folder == own); !added) {
            return added;
        }
    }
    if (git_repository_set_odb(repository, store.get()) < 0) {
        return gitError(shown);
    }
    return {};
}

} // namespace rocport
