#pragma once

#include "core/base/repopath.h"
#include "core/base/stringpool.h"

#include <QByteArray>
#include <QHash>
#include <QString>
#include <QVector>

namespace rocport {

/// Whether each part of a path is a name other than "." and "..". True for the empty path, which
/// means "no file".
bool isInsideRepository(const QByteArray& path);

/// Writes a compact payload: numbers as varints, texts as indices into a table that holds each
/// distinct one once. See docs/project-file.md, "Payloads".
class ByteWriter
{
public:
    void number(quint64 value);
    void signedNumber(qint64 value); ///< zigzag
    void bytes(const QByteArray& value);
    void text(const QString& value) { bytes(value.toUtf8()); }
    void path(const RepoPath& value) { bytes(value.bytes()); }
    /// An identifier: 16 lower-case hex digits take 9 bytes; others go into the table.
    void id(const QByteArray& value);
    void texts(const QStringList& values);
    void ids(const QVector<QByteArray>& values);

    /// Version byte, table, records.
    [[nodiscard]] QByteArray finish(quint8 version) const;

private:
    QByteArray m_records;
    QVector<QByteArray> m_table;
    QHash<QByteArray, quint32> m_index;
};

/// Reads what ByteWriter wrote, from untrusted bytes: every read checks bounds, and after the first
/// failure all reads return empty values and ok() is false.
class ByteReader
{
public:
    ByteReader(const QByteArray& payload, quint8 version, StringPool& pool);

    [[nodiscard]] bool ok() const { return m_ok; }
    /// Whether all bytes were read and nothing failed.
    [[nodiscard]] bool atEnd() const { return m_ok && m_at == m_payload.size(); }
    void fail() { m_ok = false; }

    quint64 number();
    qint64 signedNumber();
    /// A number of at most `limit`; a larger one makes the read fail.
    quint64 numberUpTo(quint64 limit);
    int smallNumber(); ///< 0 to INT_MAX
    /// How many records follow, each of at least `leastBytes`; fails when fewer bytes are left.
    qsizetype count(int leastBytes);
    template <typename Enum>
    Enum enumeration(Enum last)
    {
        return static_cast<Enum>(numberUpTo(static_cast<quint64>(last)));
    }

    /// A text that occurs in this payload only.
    QString text() { return textAt(false); }
    /// A text that occurs in other payloads too: shared through the pool.
    QString sharedText() { return textAt(true); }
    QByteArray bytes();
    QByteArray id();
    /// A path inside the repository; one that is absolute, has "." or ".." or a NUL fails.
    RepoPath path();
    QStringList sharedTexts();
    QVector<QByteArray> ids();

private:
    QString textAt(bool shared);
    qsizetype tableIndex();

    const QByteArray& m_payload;
    StringPool& m_pool;
    qsizetype m_at = 0;
    bool m_ok = true;
    QVector<QByteArrayView> m_table;
    QVector<QString> m_texts;    // decoded on first use
    QVector<QByteArray> m_bytes; // copied on first use
};

} // namespace rocport
