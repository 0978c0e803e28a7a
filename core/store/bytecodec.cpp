#include "core/store/bytecodec.h"

#include <algorithm>
#include <limits>

namespace rocport {

namespace {

void appendVarint(QByteArray& out, quint64 value)
{
    while (value >= 0x80) {
        out.append(static_cast<char>(0x80 | (value & 0x7f)));
        value >>= 7;
    }
    out.append(static_cast<char>(value));
}

bool isShortId(const QByteArray& value)
{
    if (value.size() != 16) {
        return false;
    }
    return std::all_of(value.begin(), value.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

} // namespace

bool isInsideRepository(const QByteArray& path)
{
    if (path.isEmpty()) {
        return true; // "no file"
    }
    if (path.contains('\0')) {
        return false;
    }
    const QList<QByteArray> parts = path.split('/');
    return std::none_of(parts.begin(), parts.end(), [](const QByteArray& part) {
        return part.isEmpty() || part == "." || part == "..";
    });
}

void ByteWriter::number(quint64 value)
{
    appendVarint(m_records, value);
}

void ByteWriter::signedNumber(qint64 value)
{
    number((static_cast<quint64>(value) << 1) ^ static_cast<quint64>(value >> 63));
}

void ByteWriter::bytes(const QByteArray& value)
{
    const auto found = m_index.constFind(value);
    if (found != m_index.constEnd()) {
        number(*found);
        return;
    }
    const auto index = static_cast<quint32>(m_table.size());
    m_table.append(value);
    m_index.insert(value, index);
    number(index);
}

void ByteWriter::id(const QByteArray& value)
{
    if (isShortId(value)) {
        m_records.append('\1');
        m_records.append(QByteArray::fromHex(value));
        return;
    }
    m_records.append('\0');
    bytes(value);
}

void ByteWriter::texts(const QStringList& values)
{
    number(static_cast<quint64>(values.size()));
    for (const QString& value : values) {
        text(value);
    }
}

void ByteWriter::ids(const QVector<QByteArray>& values)
{
    number(static_cast<quint64>(values.size()));
    for (const QByteArray& value : values) {
        id(value);
    }
}

QByteArray ByteWriter::finish(quint8 version) const
{
    QByteArray payload;
    payload.append(static_cast<char>(version));
    appendVarint(payload, static_cast<quint64>(m_table.size()));
    for (const QByteArray& entry : m_table) {
        appendVarint(payload, static_cast<quint64>(entry.size()));
        payload.append(entry);
    }
    payload.append(m_records);
    return payload;
}

ByteReader::ByteReader(const QByteArray& payload, quint8 version, StringPool& pool)
    : m_payload(payload), m_pool(pool)
{
    if (payload.isEmpty() || static_cast<quint8>(payload[0]) != version) {
        m_ok = false;
        return;
    }
    m_at = 1;
    const qsizetype entries = count(1);
    m_table.reserve(entries);
    for (qsizetype i = 0; m_ok && i < entries; ++i) {
        const quint64 size = numberUpTo(static_cast<quint64>(m_payload.size()));
        if (!m_ok || static_cast<qsizetype>(size) > m_payload.size() - m_at) {
            m_ok = false;
            return;
        }
        m_table.append(QByteArrayView(m_payload).sliced(m_at, static_cast<qsizetype>(size)));
        m_at += static_cast<qsizetype>(size);
    }
    m_texts.resize(m_table.size());
    m_bytes.resize(m_table.size());
}

quint64 ByteReader::number()
{
    quint64 value = 0;
    for (int shift = 0; m_ok && shift < 64; shift += 7) {
        if (m_at >= m_payload.size()) {
            break;
        }
        const auto byte = static_cast<quint8>(m_payload[m_at++]);
        value |= static_cast<quint64>(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0) {
            return value;
        }
    }
    m_ok = false;
    return 0;
}

qint64 ByteReader::signedNumber()
{
    const quint64 value = number();
    return static_cast<qint64>(value >> 1) ^ -static_cast<qint64>(value & 1);
}

quint64 ByteReader::numberUpTo(quint64 limit)
{
    const quint64 value = number();
    if (value > limit) {
        m_ok = false;
        return 0;
    }
    return value;
}

int ByteReader::smallNumber()
{
    return static_cast<int>(numberUpTo(std::numeric_limits<int>::max()));
}

qsizetype ByteReader::count(int leastBytes)
{
    const quint64 value = number();
    const auto left = static_cast<quint64>(m_payload.size() - m_at);
    if (!m_ok || value > left / static_cast<quint64>(leastBytes)) {
        m_ok = false;
        return 0;
    }
    return static_cast<qsizetype>(value);
}

qsizetype ByteReader::tableIndex()
{
    const quint64 index = number();
    if (!m_ok || index >= static_cast<quint64>(m_table.size())) {
        m_ok = false;
        return -1;
    }
    return static_cast<qsizetype>(index);
}

QString ByteReader::textAt(bool shared)
{
    const qsizetype index = tableIndex();
    if (index < 0) {
        return {};
    }
    QString& text = m_texts[index];
    if (text.isNull()) {
        text = QString::fromUtf8(m_table[index]);
        if (shared) {
            text = m_pool.shared(std::move(text));
        }
    }
    return text;
}

QByteArray ByteReader::bytes()
{
    const qsizetype index = tableIndex();
    if (index < 0) {
        return {};
    }
    QByteArray& bytes = m_bytes[index];
    if (bytes.isNull()) {
        bytes = m_table[index].toByteArray();
    }
    return bytes;
}

QByteArray ByteReader::id()
{
    const quint64 kind = numberUpTo(1);
    if (!m_ok) {
        return {};
    }
    if (kind == 0) {
        return bytes();
    }
    if (m_payload.size() - m_at < 8) {
        m_ok = false;
        return {};
    }
    QByteArray value = m_payload.mid(m_at, 8).toHex();
    m_at += 8;
    return value;
}

RepoPath ByteReader::path()
{
    QByteArray value = bytes();
    if (!m_ok || !isInsideRepository(value)) {
        m_ok = false;
        return {};
    }
    return RepoPath(std::move(value));
}

QStringList ByteReader::sharedTexts()
{
    QStringList values;
    const qsizetype size = count(1);
    values.reserve(size);
    for (qsizetype i = 0; m_ok && i < size; ++i) {
        values.append(sharedText());
    }
    return values;
}

QVector<QByteArray> ByteReader::ids()
{
    QVector<QByteArray> values;
    const qsizetype size = count(2);
    values.reserve(size);
    for (qsizetype i = 0; m_ok && i < size; ++i) {
        values.append(id());
    }
    return values;
}

} // namespace rocport
