#include "core/scan/gitindexfile.h"

#include "core/base/repopath.h"
#include "core/files/readfile.h"
#include "core/scan/gitfolder.h"
#include "core/scan/gittable.h"

#include <QByteArrayView>
#include <QtEndian>

#include <algorithm>
#include <vector>

namespace rocport {

namespace {

constexpr qint64 kHeader = 12;   ///< "DIRC", version, number of entries
constexpr qint64 kEntry = 62;    ///< times, numbers, hash and flags
constexpr qint64 kFlags = 60;    ///< where the flags begin
constexpr qint64 kExtension = 8; ///< name and size
constexpr quint16 kExtended = 0x4000;
constexpr quint16 kLength = 0x0fff; ///< bits of the flags; all of them: look for the end
constexpr quint32 kOldest = 2;
constexpr quint32 kPrefixed = 4;  ///< the version whose paths are differences
constexpr qint64 kMaxPath = 4096; ///< Linux takes none that is longer, libgit2 none in version 4

constexpr qint64 kMaxNesting = kMaxPath / 2;   ///< folders that such a path can have
constexpr qint64 kMaxFolders = 1'000'000;      ///< a note is ten times as large in memory
constexpr qint64 kSmallestFolder = 6;          ///< "", NUL, "-1 0", line end
constexpr qint64 kMaxConflictNotes = 8 * kMiB; ///< twenty times as large in memory

Error damaged(const QString& why)
{
    return {ErrorCode::GitFailed, why, {}};
}

Error tooMany(const QString& why)
{
    return {ErrorCode::FileTooLarge, why, {}};
}

/// The bytes of an index as libgit2 1.5 walks through them. Where libgit2 gives up before anything
/// is lost, so does the walk, and has nothing to say.
class IndexWalk
{
public:
    IndexWalk(const QByteArray& bytes, qint64 limit)
        : m_bytes(bytes), m_end(bytes.size() - kHash), m_limit(limit)
    {
    }

    Result<void> check();

private:
    [[nodiscard]] quint32 number(qint64 at) const
    {
        return qFromBigEndian<quint32>(m_bytes.data() + at);
    }
    [[nodiscard]] bool entry(bool prefixed);
    [[nodiscard]] qint64 droppedBytes();
    void note(QByteArrayView path, int stage);
    Result<void> extensions();
    Result<void> folders(QByteArrayView text);

    QByteArrayView m_bytes;
    qint64 m_end; ///< where the hash begins
    qint64 m_limit;
    qint64 m_at = kHeader;
    QByteArray m_path; ///< of the entry before, in version 4
    qint64 m_longest = 0;
    qint64 m_pathBytes = 0;
    GitTable m_table;
    qint64 m_folders = 0;
    qint64 m_conflictNotes = 0;
};

/// A number of git's, seven bits a byte; -1: none that a path could be as long as.
qint64 IndexWalk::droppedBytes()
{
    qint64 value = -1;
    for (bool more = true; more; ++m_at) {
        if (m_at >= m_bytes.size() || value > m_bytes.size()) {
            return -1;
        }
        const auto byte = static_cast<unsigned char>(m_bytes[m_at]);
        value = ((value + 1) << 7) | (byte & 0x7fU);
        more = (byte & 0x80U) != 0;
    }
    return value;
}

void IndexWalk::note(QByteArrayView path, int stage)
{
    m_table.add(path, GitTable::Letters::Small, stage);
    m_pathBytes += path.size();
    m_longest = std::max<qint64>(m_longest, path.size());
}

/// Goes behind an entry; false: libgit2 reads no further.
bool IndexWalk::entry(bool prefixed)
{
    if (m_end - m_at < kEntry) {
        return false;
    }
    const qint64 begin = m_at;
    const auto flags = qFromBigEndian<quint16>(m_bytes.data() + begin + kFlags);
    const int stage = (flags >> 12) & 3;
    const qint64 fixed = kEntry + ((flags & kExtended) != 0 ? 2 : 0);
    m_at += fixed;
    const qint64 dropped = prefixed ? droppedBytes() : 0;
    if (dropped < 0 || dropped > m_path.size() || m_at > m_bytes.size()) {
        return false;
    }
    // libgit2 has a NUL behind the last byte.
    const qint64 nul = m_bytes.indexOf('\0', m_at);
    const qint64 end = nul < 0 ? m_bytes.size() : nul;
    const QByteArrayView rest = m_bytes.sliced(m_at, end - m_at);
    if (prefixed) {
        m_path.chop(dropped);
        m_path.append(rest.data(), rest.size());
        note(m_path, stage);
        m_at = end + 1;
        return m_at <= m_end;
    }
    // What libgit2 keeps ends at the NUL, wherever the flags say that the next entry begins.
    note(rest, stage);
    const qint64 length = (flags & kLength) == kLength ? rest.size() : flags & kLength;
    m_at = begin + ((fixed + length + 8) & ~7LL);
    return m_at <= m_end;
}

Result<void> IndexWalk::check()
{
    const quint32 version = number(4);
    const qint64 count = number(8);
    if (version < kOldest || version > kPrefixed || m_bytes.size() < kHeader + kHash) {
        return {};
    }
    if (count > m_bytes.size() / kEntry) {
        return damaged(
            QStringLiteral("its number of files, %1, is more than it has room for").arg(count));
    }
    bool whole = true;
    for (qint64 i = 0; i < count && whole; ++i) {
        whole = entry(version == kPrefixed);
        if (m_pathBytes > m_limit) {
            return tooMany(QStringLiteral("its paths are more than %1 MiB").arg(m_limit / kMiB));
        }
        if (m_longest > kMaxPath) {
            return tooMany(QStringLiteral("it has a path of more than %1 bytes").arg(kMaxPath));
        }
    }
    if (m_table.isEndless()) {
        return tooMany(QStringLiteral("its paths are such that git would not end to sort them"));
    }
    return whole ? extensions() : Result<void>();
}

/// Those that libgit2 reads: TREE, REUC (what a person resolved) and NAME (conflicts of names). It
/// skips others in capitals, and gives up at the first one that is not ("link", "sdir").
Result<void> IndexWalk::extensions()
{
    while (m_end - m_at >= kExtension) {
        const QByteArrayView name = m_bytes.sliced(m_at, 4);
        const qint64 size = number(m_at + 4);
        if (name[0] < 'A' || name[0] > 'Z' || size > m_end - m_at - kExtension) {
            return {};
        }
        if (name == QByteArrayView("TREE")) {
            if (Result<void> good = folders(m_bytes.sliced(m_at + kExtension, size)); !good) {
                return good;
            }
        } else if (name == QByteArrayView("REUC") || name == QByteArrayView("NAME")) {
            m_conflictNotes += size;
        }
        if (m_conflictNotes > kMaxConflictNotes) {
            return tooMany(QStringLiteral("its notes on conflicts are more than %1 MiB")
                               .arg(kMaxConflictNotes / kMiB));
        }
        m_at += kExtension + size;
    }
    return {};
}

/// A number of at most ten digits at the begin of \a text, which is moved behind it and behind the
/// \a after that must follow; -1: something else is there.
qint64 numberBefore(char after, QByteArrayView& text)
{
    const auto end =
        std::find_if_not(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    const qsizetype digits = end - text.begin();
    if (digits == 0 || digits > 10 || digits == text.size() || text[digits] != after) {
        return -1;
    }
    const qint64 value = text.first(digits).toByteArray().toLongLong();
    text = text.sliced(digits + 1);
    return value;
}

/// The trees of the last commit: name, NUL, number of files (-1: not known), folders in it, hash
/// where it is known; those folders follow. libgit2 calls itself for each folder in a folder, and
/// makes room for as many as are said to follow.
Result<void> IndexWalk::folders(QByteArrayView text)
{
    std::vector<qint64> open{1}; // folders that are still to come, by depth
    qint64 awaited = 1;
    while (!open.empty()) {
        if (open.back() == 0) {
            open.pop_back();
            continue;
        }
        --open.back();
        --awaited;
        const qsizetype nul = text.indexOf('\0');
        text = text.sliced(nul < 0 ? text.size() : nul + 1);
        const bool known = !text.startsWith('-');
        text = text.sliced(known ? 0 : 1);
        const qint64 files = numberBefore(' ', text);
        const qint64 inside = numberBefore('\n', text);
        if (nul < 0 || files < 0 || inside < 0 || (known && text.size() < kHash)) {
            return damaged(QStringLiteral("its list of folders is damaged"));
        }
        text = text.sliced(known ? kHash : 0);
        awaited += inside;
        if (awaited > text.size() / kSmallestFolder) {
            return damaged(QStringLiteral("its number of folders, %1, is more than it has room for")
                               .arg(awaited));
        }
        if (++m_folders > kMaxFolders) {
            return tooMany(
                QStringLiteral("it has a list of more than %1 folders").arg(kMaxFolders));
        }
        if (inside > 0) {
            open.push_back(inside);
        }
        if (static_cast<qint64>(open.size()) > kMaxNesting) {
            return damaged(
                QStringLiteral("it has folders in more than %1 others").arg(kMaxNesting));
        }
    }
    return {};
}

} // namespace

Result<void> checkGitIndex(const QByteArray& path, qint64 limit)
{
    const Result<OpenFile> file = openFile(path, Links::Followed);
    if (!file || file->size < kHeader) {
        return {}; // libgit2 opens it no better
    }
    const QString name = RepoPath(path).display();
    const Result<QByteArray> bytes = readAll(*file, name, limit);
    if (!bytes) {
        return bytes.error();
    }
    if (bytes->size() < kHeader || !bytes->startsWith("DIRC")) {
        return {};
    }
    Result<void> good = IndexWalk(*bytes, limit).check();
    if (!good) {
        return Error{good.error().code, good.error().detail, name};
    }
    return good;
}

} // namespace rocport
