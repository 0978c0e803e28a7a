#include "core/isolation/notebookreader.h"

#include "core/base/cancelscope.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr int kMaxJsonDepth = 256;

int hexDigit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

void appendUtf8(QByteArray& out, char32_t c)
{
    if (c < 0x80) {
        out.append(static_cast<char>(c));
    } else if (c < 0x800) {
        out.append(static_cast<char>(0xc0 | (c >> 6)));
        out.append(static_cast<char>(0x80 | (c & 0x3f)));
    } else if (c < 0x10000) {
        out.append(static_cast<char>(0xe0 | (c >> 12)));
        out.append(static_cast<char>(0x80 | ((c >> 6) & 0x3f)));
        out.append(static_cast<char>(0x80 | (c & 0x3f)));
    } else {
        out.append(static_cast<char>(0xf0 | (c >> 18)));
        out.append(static_cast<char>(0x80 | ((c >> 12) & 0x3f)));
        out.append(static_cast<char>(0x80 | ((c >> 6) & 0x3f)));
        out.append(static_cast<char>(0x80 | (c & 0x3f)));
    }
}

} // namespace

NotebookReader::NotebookReader(const QByteArray& text) : m_text(text)
{
    m_at = text.startsWith("\xef\xbb\xbf") ? 3 : 0;
}

void NotebookReader::blanks()
{
    while (byte() == ' ' || byte() == '\t' || byte() == '\n' || byte() == '\r') {
        ++m_at;
    }
}

bool NotebookReader::take(char c)
{
    blanks();
    if (byte() != c) {
        return false;
    }
    ++m_at;
    return true;
}

/// At the opening quote; leaves the place after the closing one.
bool NotebookReader::skipString()
{
    ++m_at;
    while (m_at < m_text.size()) {
        const char c = m_text.at(m_at);
        if (c == '"') {
            ++m_at;
            return true;
        }
        if (static_cast<unsigned char>(c) < 0x20) {
            return false;
        }
        m_at += c == '\\' ? 2 : 1;
    }
    return false;
}

std::optional<char32_t> NotebookReader::unit()
{
    if (m_at + 4 > m_text.size()) {
        return std::nullopt;
    }
    char32_t value = 0;
    for (int i = 0; i < 4; ++i) {
        const int digit = hexDigit(m_text.at(m_at + i));
        if (digit < 0) {
            return std::nullopt;
        }
        value = value * 16 + static_cast<char32_t>(digit);
    }
    m_at += 4;
    return value;
}

/// After a backslash.
bool NotebookReader::escape(QByteArray& out)
{
    const char c = byte();
    ++m_at;
    switch (c) {
    case '"':
    case '\\':
    case '/':
        out.append(c);
        return true;
    case 'b':
        out.append('\b');
        return true;
    case 'f':
        out.append('\f');
        return true;
    case 'n':
        out.append('\n');
        return true;
    case 'r':
        out.append('\r');
        return true;
    case 't':
        out.append('\t');
        return true;
    case 'u':
        break;
    default:
        return false;
    }
    std::optional<char32_t> value = unit();
    if (value && *value >= 0xd800 && *value < 0xdc00) {
        if (byte() != '\\' || byte(1) != 'u') {
            return false;
        }
        m_at += 2;
        const std::optional<char32_t> low = unit();
        if (!low || *low < 0xdc00 || *low >= 0xe000) {
            return false;
        }
        value = 0x10000 + ((*value - 0xd800) << 10) + (*low - 0xdc00);
    }
    if (!value || *value == 0 || (*value >= 0xd800 && *value < 0xe000)) {
        return false;
    }
    appendUtf8(out, *value);
    return true;
}

bool NotebookReader::string(QByteArray& out, std::vector<quint32>* offsets)
{
    ++m_at;
    while (m_at < m_text.size()) {
        const qsizetype begin = m_at;
        const char c = m_text.at(m_at);
        if (c == '"') {
            ++m_at;
            return true;
        }
        if (static_cast<unsigned char>(c) < 0x20) {
            return false;
        }
        ++m_at;
        const qsizetype before = out.size();
        if (c != '\\') {
            out.append(c);
        } else if (!escape(out)) {
            return false;
        }
        if (offsets != nullptr) {
            offsets->insert(offsets->end(), static_cast<size_t>(out.size() - before),
                            static_cast<quint32>(begin));
        }
    }
    return false;
}

bool NotebookReader::members(char close, int depth,
                             const std::function<bool(const QByteArray& key)>& member)
{
    ++m_at;
    if (depth > kMaxJsonDepth) {
        return false;
    }
    if (take(close)) {
        return true;
    }
    do {
        if (isWorkCancelled()) {
            return false;
        }
        QByteArray key;
        if (close == '}') {
            blanks();
            if (byte() != '"' || !string(key, nullptr) || !take(':')) {
                return false;
            }
        }
        blanks();
        if (!member(key)) {
            return false;
        }
    } while (take(','));
    return take(close);
}

bool NotebookReader::skipValue(int depth)
{
    blanks();
    switch (byte()) {
    case '"':
        return skipString();
    case '{':
    case '[':
        return members(byte() == '{' ? '}' : ']', depth,
                       [&](const QByteArray&) { return skipValue(depth + 1); });
    default:
        break;
    }
    const qsizetype begin = m_at;
    const auto isWord = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '-' || c == '+' || c == '.';
    };
    while (isWord(byte())) {
        ++m_at;
    }
    return m_at > begin;
}

/// A string or a list of strings.
bool NotebookReader::source(NotebookCell& cell, bool& decodable)
{
    cell.value.begin = m_at;
    const auto piece = [&](const QByteArray&) {
        if (byte() != '"') {
            return false;
        }
        NotebookCell::Piece one{m_at, 0, cell.text.size()};
        const qsizetype before = m_at;
        if (!string(cell.text, &cell.offsets)) {
            // Valid JSON may still hold half a character.
            decodable = false;
            m_at = before;
            if (!skipString()) {
                return false;
            }
        }
        one.close = m_at - 1;
        cell.pieces.push_back(one);
        return true;
    };
    cell.isList = byte() == '[';
    const bool read = cell.isList ? members(']', 0, piece) : piece({});
    cell.value.end = m_at;
    cell.offsets.resize(static_cast<size_t>(cell.text.size()));
    cell.offsets.push_back(
        static_cast<quint32>(cell.pieces.empty() ? cell.value.begin : cell.pieces.back().close));
    return read;
}

bool NotebookReader::cell(int number)
{
    if (byte() != '{') {
        return false;
    }
    NotebookCell cell;
    cell.number = number;
    QByteArray type;
    QByteArray language = "python";
    int sources = 0;
    bool decodable = true;
    const bool read = members('}', 2, [&](const QByteArray& key) {
        const bool text = byte() == '"';
        if (key == "cell_type" && text) {
            type.clear();
            return string(type, nullptr);
        }
        if (key == "language" && text) {
            language.clear();
            return string(language, nullptr);
        }
        if ((key == "source" || key == "input") && (text || byte() == '[')) {
            if (sources++ > 0) {
                return skipValue(3);
            }
            const qsizetype begin = m_at;
            if (source(cell, decodable)) {
                return true;
            }
            m_at = begin;
            decodable = false;
            return skipValue(3);
        }
        return skipValue(3);
    });
    if (!read) {
        return false;
    }
    if (type != "code" || sources == 0) {
        return true;
    }
    if (language != "python") {
        cell.setAside = QStringLiteral("it is not Python");
    } else if (sources > 1 || !decodable) {
        cell.setAside = QStringLiteral("its source cannot be read");
    }
    m_cells.push_back(std::move(cell));
    return true;
}

bool NotebookReader::cellList()
{
    if (byte() != '[') {
        return skipValue(1);
    }
    return members(']', 1, [&](const QByteArray&) { return cell(++m_count); });
}

/// The language of the kernel, as metadata says it: kernelspec.language, language_info.name.
bool NotebookReader::metadata()
{
    if (byte() != '{') {
        return skipValue(1);
    }
    return members('}', 1, [&](const QByteArray& key) {
        const bool info = key == "language_info";
        if ((!info && key != "kernelspec") || byte() != '{') {
            return skipValue(2);
        }
        return members('}', 2, [&](const QByteArray& inner) {
            if (byte() != '"' || inner != (info ? "name" : "language")) {
                return skipValue(3);
            }
            QByteArray name;
            const bool read = string(name, nullptr);
            m_isPython = m_isPython && name.toLower().contains("python");
            return read;
        });
    });
}

Result<std::vector<NotebookCell>> NotebookReader::run()
{
    const auto worksheet = [&](const QByteArray&) {
        return byte() != '{' ? skipValue(2) : members('}', 2, [&](const QByteArray& key) {
            return key == "cells" ? cellList() : skipValue(3);
        });
    };
    int lists = 0;
    blanks();
    const bool read = byte() == '{' && members('}', 0, [&](const QByteArray& key) {
                          if (key == "cells") {
                              ++lists;
                              return cellList();
                          }
                          if (key == "worksheets" && byte() == '[') {
                              ++lists;
                              return members(']', 1, worksheet);
                          }
                          return key == "metadata" ? metadata() : skipValue(1);
                      });
    const auto failed = [&](const QString& why) { return Error{ErrorCode::ParseFailed, why, {}}; };
    if (!read) {
        const auto line =
            std::count(m_text.cbegin(), m_text.cbegin() + std::min(m_at, m_text.size()), '\n');
        return failed(QStringLiteral("line %1 is not the JSON of a notebook").arg(line + 1));
    }
    blanks();
    if (m_at < m_text.size()) {
        return failed(QStringLiteral("something follows the notebook's JSON"));
    }
    if (lists != 1) {
        return failed(QStringLiteral("it has no cells"));
    }
    if (!m_isPython) {
        return failed(QStringLiteral("the notebook is not for Python"));
    }
    return std::move(m_cells);
}

} // namespace rocport
