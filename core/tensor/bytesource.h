#pragma once

#include "core/base/result.h"
#include "core/files/readfile.h"

#include <QByteArray>
#include <QString>

#include <memory>

namespace rocport {

/// Bytes that are read by offset. Several threads may read at once.
class ByteSource
{
public:
    ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    virtual ~ByteSource() = default;

    [[nodiscard]] virtual qint64 size() const = 0;
    /// Fills `to` with exactly `count` bytes from `offset` on. Errors: ParseFailed if the bytes end
    /// earlier, FileUnreadable.
    [[nodiscard]] virtual Result<void> read(qint64 offset, char* to, qint64 count) const = 0;

    /// At most `count` bytes from `offset` on; fewer at the end.
    [[nodiscard]] Result<QByteArray> upTo(qint64 offset, qint64 count) const;
};

/// A regular file. Read by offset, never mapped: a file that shrinks meanwhile is an error and not
/// a signal.
class FileSource : public ByteSource
{
public:
    /// Errors: FileNotFound, FileUnreadable (folders, pipes and devices too).
    static Result<std::shared_ptr<const FileSource>> open(const QString& path,
                                                          Links links = Links::Followed);
    ~FileSource() override;

    [[nodiscard]] qint64 size() const override { return m_size; }
    [[nodiscard]] Result<void> read(qint64 offset, char* to, qint64 count) const override;

private:
    FileSource(QString path, int descriptor, qint64 size);
    QString m_path;
    int m_descriptor;
    qint64 m_size;
};

/// Bytes in memory.
class MemorySource : public ByteSource
{
public:
    MemorySource(QByteArray bytes, QString path);
    [[nodiscard]] qint64 size() const override { return m_bytes.size(); }
    [[nodiscard]] Result<void> read(qint64 offset, char* to, qint64 count) const override;

private:
    QByteArray m_bytes;
    QString m_path;
};

} // namespace rocport
