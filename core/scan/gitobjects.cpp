#include "core/scan/gitobjects.h"

#include "core/base/repopath.h"
#include "core/files/readfile.h"
#include "core/scan/gitfolder.h"

#include <QSet>
#include <QtEndian>

#include <algorithm>
#include <dirent.h>
#include <memory>

namespace rocport {

namespace {

constexpr qint64 kMaxList = 1024 * 1024; ///< bytes of info/alternates
constexpr quint64 kMaxObjects =
    100'000'000;                        ///< in one index; 32 bits of libgit2 hold 28 bytes each
constexpr qint64 kPackHeader = 12;      ///< "PACK", version, number of objects
constexpr qint64 kPiece = 256 * 1024;   ///< read at a time
constexpr quint32 kLarge = 0x80000000U; ///< of an offset: look into the table of large ones

QString shown(const QByteArray& path)
{
    return RepoPath(path).display();
}

/// An index or a pack that says what cannot be.
class File
{
public:
    static Result<File> open(const QByteArray& path)
    {
        Result<OpenFile> opened = openFile(path, Links::Followed);
        if (!opened) {
            return opened.error();
        }
        File file;
        file.m_path = path;
        file.m_file = *std::move(opened);
        return Result<File>(std::move(file));
    }

    [[nodiscard]] qint64 size() const { return m_file.size; }

    [[nodiscard]] Error damaged(const QString& why) const
    {
        return {ErrorCode::GitFailed, why, shown(m_path)};
    }

    [[nodiscard]] Result<QByteArray> bytes(qint64 from, qint64 count) const
    {
        if (from < 0 || count < 0 || from > size() || count > size() - from) {
            return damaged(QStringLiteral("it is too short"));
        }
        return readPart(m_file, shown(m_path), from, count);
    }

    /// Calls \a look with the number and the bytes of each of \a count rows, until it gives an
    /// error.
    template <typename Look>
    [[nodiscard]] Result<void> rows(qint64 from, qint64 width, qint64 count, const Look& look) const
    {
        const qint64 most = std::max<qint64>(1, kPiece / width);
        for (qint64 first = 0; first < count; first += most) {
            const qint64 here = std::min(most, count - first);
            const Result<QByteArray> piece = bytes(from + first * width, here * width);
            if (!piece) {
                return piece.error();
            }
            for (qint64 i = 0; i < here; ++i) {
                if (Result<void> good = look(piece->constData() + i * width); !good) {
                    return good;
                }
            }
        }
        return {};
    }

private:
    QByteArray m_path;
    OpenFile m_file;
};

quint64 longNumber(const char* at)
{
    return qFromBigEndian<quint64>(at);
}

/// How many objects a table of first bytes counts.
Result<quint64> countOf(const File& file, qint64 from)
{
    const Result<QByteArray> table = file.bytes(from, kFanOut);
    if (!table) {
        return table.error();
    }
    quint32 last = 0;
    for (qint64 i = 0; i < kFanOut; i += 4) {
        const quint32 next = qFromBigEndian<quint32>(table->constData() + i);
        if (next < last) {
            return file.damaged(QStringLiteral("its object counts decrease"));
        }
        last = next;
    }
    if (last > kMaxObjects) {
        return file.damaged(
            QStringLiteral("it counts %1 objects, and %2 can be read").arg(last).arg(kMaxObjects));
    }
    return quint64{last};
}

Error wrongSize(const File& file, quint64 count)
{
    return file.damaged(QStringLiteral("%1 objects do not agree with its size of %2 bytes")
                            .arg(count)
                            .arg(file.size()));
}

bool isInPack(quint64 offset, qint64 packSize)
{
    return offset >= kPackHeader && offset < static_cast<quint64>(packSize - kHash);
}

Error wrongOffset(const File& file)
{
    return file.damaged(QStringLiteral("one of its objects lies outside the pack"));
}

/// The pack's header agrees with what its index counts.
Result<void> checkPackHeader(const File& pack, quint64 count)
{
    const Result<QByteArray> header = pack.bytes(0, kPackHeader + kHash);
    if (!header) {
        return header.error();
    }
    const quint32 version = qFromBigEndian<quint32>(header->constData() + 4);
    if (!header->startsWith("PACK") || version < 2 || version > 3) {
        return pack.damaged(QStringLiteral("it is not a git pack"));
    }
    if (qFromBigEndian<quint32>(header->constData() + 8) != count) {
        return pack.damaged(QStringLiteral("it claims %1 objects, but its index has %2")
                                .arg(qFromBigEndian<quint32>(header->constData() + 8))
                                .arg(count));
    }
    return {};
}

Result<void> checkFirstVersion(const File& index, const File& pack)
{
    const Result<quint64> count = countOf(index, 0);
    if (!count) {
        return count.error();
    }
    const auto objects = static_cast<qint64>(*count);
    if (index.size() != kFanOut + objects * (4 + kHash) + 2 * kHash) {
        return wrongSize(index, *count);
    }
    if (Result<void> header = checkPackHeader(pack, *count); !header) {
        return header;
    }
    return index.rows(kFanOut, 4 + kHash, objects, [&](const char* row) {
        return isInPack(qFromBigEndian<quint32>(row), pack.size()) ? Result<void>()
                                                                   : wrongOffset(index);
    });
}

Result<void> checkSecondVersion(const File& index, const File& pack)
{
    constexpr qint64 kBegin = 8;
    const Result<quint64> count = countOf(index, kBegin);
    if (!count) {
        return count.error();
    }
    const auto objects = static_cast<qint64>(*count);
    const qint64 offsets = kBegin + kFanOut + objects * (kHash + 4);
    const qint64 larges = offsets + objects * 4;
    const qint64 tail = index.size() - larges - 2 * kHash;
    if (tail < 0 || tail % 8 != 0 || tail / 8 > std::max<qint64>(0, objects - 1)) {
        return wrongSize(index, *count);
    }
    if (Result<void> header = checkPackHeader(pack, *count); !header) {
        return header;
    }
    Result<void> small = index.rows(offsets, 4, objects, [&](const char* row) {
        const quint32 offset = qFromBigEndian<quint32>(row);
        const bool good =
            (offset & kLarge) != 0 ? (offset & ~kLarge) < tail / 8 : isInPack(offset, pack.size());
        return good ? Result<void>() : wrongOffset(index);
    });
    return !small ? small : index.rows(larges, 8, tail / 8, [&](const char* row) {
        return isInPack(longNumber(row), pack.size()) ? Result<void>() : wrongOffset(index);
    });
}

/// Follows the lists of other folders.
class FolderList
{
public:
    explicit FolderList(const std::function<Result<void>(const QByteArray&)>& check)
        : m_check(check)
    {
    }

    Result<void> add(const QByteArray& objects, int depth)
    {
        const QByteArray real = realPathOf(objects);
        if (real.isEmpty() || m_seen.contains(real)) {
            return {};
        }
        const QByteArray list = objects + "/info/alternates";
        if (m_found.size() == kMaxObjectFolders) {
            return Error{ErrorCode::FileUnreadable,
                         QStringLiteral("git's alternates name more than %1 object folders")
                             .arg(kMaxObjectFolders),
                         shown(list)};
        }
        m_seen.insert(real);
        m_found.append(objects);
        if (Result<void> good = m_check ? m_check(list) : Result<void>(); !good) {
            return good;
        }
        const Result<QByteArray> text = readFile(list, Links::Followed, kMaxList);
        if (!text) {
            return text.error().code == ErrorCode::FileNotFound ? Result<void>() : text.error();
        }
        for (const QByteArray& line : text->split('\n')) {
            const QByteArray name = line.trimmed();
            if (name.isEmpty() || name.startsWith('#') || depth == kMaxAlternateDepth) {
                continue;
            }
            const QByteArray other = name.startsWith('/') ? name : objects + '/' + name;
            if (Result<void> good = add(other, depth + 1); !good) {
                return good;
            }
        }
        return {};
    }

    [[nodiscard]] const QList<QByteArray>& found() const { return m_found; }

private:
    const std::function<Result<void>(const QByteArray&)>& m_check;
    QSet<QByteArray> m_seen;
    QList<QByteArray> m_found;
};

} // namespace

Result<QList<QByteArray>> objectFolders(const QByteArray& objects,
                                        const std::function<Result<void>(const QByteArray&)>& check)
{
    FolderList list(check);
    const Result<void> good = list.add(objects, 0);
    return good ? Result<QList<QByteArray>>(list.found()) : Result<QList<QByteArray>>(good.error());
}

Result<void> checkPackIndex(const QByteArray& path)
{
    const Result<File> pack = File::open(path.chopped(4) + ".pack");
    if (!pack) {
        return pack.error().code == ErrorCode::FileNotFound ? Result<void>() : pack.error();
    }
    const Result<File> index = File::open(path);
    if (!index) {
        return index.error();
    }
    const Result<QByteArray> begin = index->bytes(0, 8);
    if (!begin) {
        return begin.error();
    }
    if (!begin->startsWith("\377tOc")) {
        return checkFirstVersion(*index, *pack);
    }
    if (qFromBigEndian<quint32>(begin->constData() + 4) != 2) {
        return index->damaged(QStringLiteral("its version %1 is not known")
                                  .arg(qFromBigEndian<quint32>(begin->constData() + 4)));
    }
    return checkSecondVersion(*index, *pack);
}

QList<QByteArray> packIndexesIn(const QByteArray& objects)
{
    const QByteArray folder = objects + "/pack";
    const std::unique_ptr<DIR, int (*)(DIR*)> handle(::opendir(folder.constData()), &::closedir);
    QList<QByteArray> found;
    while (handle != nullptr) {
        const dirent* item = ::readdir(handle.get()); // NOLINT(concurrency-mt-unsafe)
        if (item == nullptr) {
            break;
        }
        const QByteArray name(item->d_name);
        if (name.endsWith(".idx") && name.size() > 4) {
            found.append(folder + '/' + name);
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace rocport
