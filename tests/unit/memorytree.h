#pragma once

#include "core/base/finding.h"
#include "core/scan/sourcetree.h"

#include <QMap>
#include <QSet>

#include <atomic>
#include <functional>

/// A tree in memory that counts what is read from it.
class MemoryTree : public rocport::SourceTree
{
public:
    QMap<QByteArray, QByteArray> files;
    QSet<QByteArray> unreadable;
    mutable std::atomic<int> reads = 0;
    std::function<void()> onRead;

    [[nodiscard]] rocport::Result<QVector<rocport::TreeEntry>>
    list(const rocport::CancelToken& /*cancel*/) const override
    {
        QVector<rocport::TreeEntry> entries;
        for (auto it = files.begin(); it != files.end(); ++it) {
            entries.append(
                {rocport::RepoPath(it.key()), rocport::contentHash(it.value()), it->size()});
        }
        return entries;
    }

    [[nodiscard]] rocport::Result<QByteArray> read(const rocport::TreeEntry& entry,
                                                   qint64 limit) const override
    {
        ++reads;
        if (onRead) {
            onRead();
        }
        if (unreadable.contains(entry.path.bytes())) {
            return rocport::Error{rocport::ErrorCode::FileUnreadable, QStringLiteral("no rights"),
                                  entry.path.display()};
        }
        const QByteArray bytes = files.value(entry.path.bytes());
        if (bytes.size() > limit) {
            return rocport::Error{rocport::ErrorCode::FileTooLarge, {}, entry.path.display()};
        }
        return bytes;
    }

    [[nodiscard]] QString describe() const override { return QStringLiteral("memory"); }
};
