#pragma once

#include "core/base/finding.h"
#include "core/base/result.h"

#include <QByteArray>

#include <string_view>
#include <vector>

namespace rocport {

/// How the bytes of a file encode characters. Edits are only proposed for Utf8 and Latin1 files.
enum class Encoding : quint8 { Utf8, Latin1, Utf16Le, Utf16Be, Binary };

/// How lines end. Mixed: more than one kind; an inserted line gets the kind of its neighbour.
enum class LineEnding : quint8 { None, Lf, CrLf, Cr, Mixed };

/// The bytes of one file, with what is needed to refer to places in them: encoding, BOM, line
/// table. Bytes are never changed; every edit keeps encoding, BOM and line ends.
class SourceBuffer
{
public:
    SourceBuffer() = default;
    /// Scans `bytes` once. Never fails: a binary file is a buffer whose encoding is Binary.
    explicit SourceBuffer(QByteArray bytes);

    [[nodiscard]] const QByteArray& bytes() const { return m_bytes; }
    [[nodiscard]] std::string_view view() const
    {
        return {m_bytes.constData(), static_cast<size_t>(m_bytes.size())};
    }
    [[nodiscard]] Encoding encoding() const { return m_encoding; }
    [[nodiscard]] LineEnding lineEnding() const { return m_lineEnding; }
    /// Length of the UTF-8 byte order mark: 0 or 3.
    [[nodiscard]] qsizetype bomLength() const { return m_bom; }
    [[nodiscard]] bool endsWithNewline() const;
    /// UTF-8 or Latin-1 text without NUL.
    [[nodiscard]] bool isEditable() const
    {
        return m_encoding == Encoding::Utf8 || m_encoding == Encoding::Latin1;
    }

    /// Number of lines; a file that ends with a newline has no empty line after it. Empty file: 0.
    [[nodiscard]] int lineCount() const;
    /// 1-based line that holds byte `offset` (0 <= offset <= size).
    [[nodiscard]] int lineOf(qsizetype offset) const;
    /// 1-based column in bytes.
    [[nodiscard]] int columnOf(qsizetype offset) const;
    /// Bytes of 1-based line `line` with its line end.
    [[nodiscard]] ByteRange lineRange(int line) const;
    /// The same line without its line end.
    [[nodiscard]] std::string_view lineText(int line) const;
    /// "\n", "\r\n" or "\r": the line end to use for text inserted at `offset`.
    [[nodiscard]] QByteArray newlineAt(qsizetype offset) const;
    /// Leading blanks and tabs of the line that holds `offset`.
    [[nodiscard]] QByteArray indentAt(qsizetype offset) const;
    /// The line for people: trimmed, invalid bytes replaced, hidden characters escaped as by
    /// visibleText(), cut at `maxChars`.
    [[nodiscard]] QString excerpt(int line, int maxChars = 160) const;
    /// The whole text for display: decoded by encoding, BOM dropped.
    [[nodiscard]] QString toDisplay() const;

private:
    QByteArray m_bytes;
    std::vector<qsizetype> m_lineStarts; // of every line
    Encoding m_encoding = Encoding::Utf8;
    LineEnding m_lineEnding = LineEnding::None;
    qsizetype m_bom = 0;
};

} // namespace rocport
