#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>
#include <QSet>

#include <array>
#include <memory>
#include <optional>

namespace rocport {

/// The index of a pack that passed checkPackIndex(), to tell whether libgit2 can safely be asked
/// for an object: whether its chain of deltas ends (gitformat-pack(5)). Not thread-safe.
class PackIndex
{
public:
    /// Opens "NAME.idx" and "NAME.pack". Errors: FileNotFound, FileUnreadable.
    static Result<PackIndex> open(const QByteArray& path);

    /// Where in the pack the object of that name (20 bytes) is; nothing: it is in another pack.
    /// Errors: FileUnreadable, GitFailed.
    Result<std::optional<quint64>> find(const QByteArray& name) const;
    /// The names, at most two, whose hexadecimal form begins with \a prefix (at least two digits).
    /// Errors: as above.
    Result<QList<QByteArray>> namesFrom(const QByteArray& prefix) const;
    /// Error: GitFailed for an object that is based on itself, on too many others or on one outside
    /// the pack, or that claims more bytes than it can hold.
    Result<void> checkObject(quint64 offset);

private:
    struct Step
    {
        bool whole = false;          ///< not a delta
        std::optional<quint64> base; ///< of a delta
    };

    [[nodiscard]] Error damaged(const QString& why) const;
    /// Bytes of a file; an error if it ends earlier.
    Result<QByteArrayView> part(QByteArrayView file, qint64 from, qint64 count) const;
    Result<QByteArrayView> nameAt(qint64 number) const;
    Result<quint64> offsetAt(qint64 number) const;
    Result<qint64> firstFrom(const QByteArray& name) const;
    Result<Step> stepAt(quint64 offset) const;

    QByteArray m_path;
    /// Mapped: each handle on a repository has its packs, and there would be too many open files.
    std::shared_ptr<const void> m_indexMap, m_packMap;
    QByteArrayView m_index, m_pack;
    std::array<quint32, 257> m_counts = {}; ///< how many names come before those that begin with
                                            ///  00, 01, …
    qint64 m_names = 0;                     ///< where they begin
    qint64 m_stride = 0;                    ///< from one to the next
    bool m_first = false;                   ///< version 1
    QSet<quint64> m_good;                   ///< offsets that were checked
};

} // namespace rocport
