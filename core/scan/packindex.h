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

/// The index of a pack that checkPackIndex() has nothing against, to say of an object whether
/// libgit2 can be asked for it: that a delta's bases come to an end (gitformat-pack(5)). Not for
/// several threads at once.
class PackIndex
{
public:
    /// Opens "NAME.idx" and "NAME.pack". Errors: FileNotFound, FileUnreadable.
    static Result<PackIndex> open(const QByteArray& path);

    /// Where in the pack the object of that name (20 bytes) lies; nothing: it is another pack's.
    /// Errors: FileUnreadable, GitFailed.
    Result<std::optional<quint64>> find(const QByteArray& name) const;
    /// The names, two at most, whose hexadecimal form begins with \a prefix (two digits at least).
    /// Errors: as above.
    Result<QList<QByteArray>> namesFrom(const QByteArray& prefix) const;
    /// Error: GitFailed, for an object that is made from itself, from too many others, from what is
    /// not in the pack, or that speaks of more bytes than it can hold.
    Result<void> checkObject(quint64 offset);

private:
    struct Step
    {
        bool whole = false;          ///< no delta
        std::optional<quint64> base; ///< of a delta
    };

    [[nodiscard]] Error damaged(const QString& why) const;
    /// Bytes of a file; an error where it ends before.
    Result<QByteArrayView> part(QByteArrayView file, qint64 from, qint64 count) const;
    Result<QByteArrayView> nameAt(qint64 number) const;
    Result<quint64> offsetAt(qint64 number) const;
    Result<qint64> firstFrom(const QByteArray& name) const;
    Result<Step> stepAt(quint64 offset) const;

    QByteArray m_path;
    /// Mapped: each handle of a repository has its packs, and open files would be too many.
    std::shared_ptr<const void> m_indexMap, m_packMap;
    QByteArrayView m_index, m_pack;
    std::array<quint32, 257> m_counts = {}; ///< of names before those that begin with 00, 01, …
    qint64 m_names = 0;                     ///< where they begin
    qint64 m_stride = 0;                    ///< from one to the next
    bool m_first = false;                   ///< version 1
    QSet<quint64> m_good;                   ///< offsets that were looked at
};

} // namespace rocport
