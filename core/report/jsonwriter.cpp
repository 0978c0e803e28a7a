#include "core/report/jsonwriter.h"

#include "core/base/visibletext.h"

#include <utility>

namespace rocport {

void JsonWriter::newLine()
{
    m_out += '\n';
    m_out += QByteArray(m_hasItems.size() * 2, ' ');
}

void JsonWriter::item()
{
    if (m_hasItems.isEmpty()) {
        return;
    }
    if (m_hasItems.last()) {
        m_out += ',';
    }
    m_hasItems.last() = true;
    newLine();
}

void JsonWriter::key(const char* name)
{
    item();
    m_out += '"';
    m_out += name;
    m_out += "\": ";
}

void JsonWriter::text(const QString& value)
{
    static constexpr char kHex[] = "0123456789abcdef";
    m_out += '"';
    const QByteArray bytes = value.toUtf8();
    for (const char c : bytes) {
        switch (c) {
        case '"':
            m_out += "\\\"";
            break;
        case '\\':
            m_out += "\\\\";
            break;
        case '\n':
            m_out += "\\n";
            break;
        case '\r':
            m_out += "\\r";
            break;
        case '\t':
            m_out += "\\t";
            break;
        default:
            if (static_cast<uchar>(c) < 0x20 || c == 0x7f) {
                m_out += "\\u00";
                m_out += kHex[static_cast<uchar>(c) >> 4];
                m_out += kHex[static_cast<uchar>(c) & 15];
            } else {
                m_out += c;
            }
        }
    }
    m_out += '"';
}

void JsonWriter::beginObject()
{
    item();
    m_out += '{';
    m_hasItems.append(false);
}

void JsonWriter::beginObject(const char* name)
{
    key(name);
    m_out += '{';
    m_hasItems.append(false);
}

void JsonWriter::endObject()
{
    if (m_hasItems.takeLast()) {
        newLine();
    }
    m_out += '}';
}

void JsonWriter::beginArray()
{
    item();
    m_out += '[';
    m_hasItems.append(false);
}

void JsonWriter::beginArray(const char* name)
{
    key(name);
    m_out += '[';
    m_hasItems.append(false);
}

void JsonWriter::endArray()
{
    if (m_hasItems.takeLast()) {
        newLine();
    }
    m_out += ']';
}

void JsonWriter::member(const char* name, const QString& value)
{
    key(name);
    text(value);
}

void JsonWriter::member(const char* name, const char* value)
{
    member(name, QString::fromLatin1(value));
}

void JsonWriter::member(const char* name, qint64 value)
{
    key(name);
    m_out += QByteArray::number(value);
}

void JsonWriter::memberBool(const char* name, bool value)
{
    key(name);
    m_out += value ? "true" : "false";
}

void JsonWriter::memberNull(const char* name)
{
    key(name);
    m_out += "null";
}

void JsonWriter::member(const char* name, const QStringList& values)
{
    beginArray(name);
    for (const QString& each : values) {
        value(each);
    }
    endArray();
}

void JsonWriter::value(const QString& string)
{
    item();
    text(string);
}

QByteArray JsonWriter::take()
{
    m_out += '\n';
    return visibleJson(std::exchange(m_out, {}));
}

} // namespace rocport
