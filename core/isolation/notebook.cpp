#include "core/isolation/notebook.h"

#include "core/isolation/notebookreader.h"
#include "core/isolation/pythonprojection.h"
#include "core/isolation/syntaxtree.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

namespace {

/// JSON as Jupyter writes it: what must be escaped is, everything else stays UTF-8.
QByteArray escaped(QByteArrayView text)
{
    QByteArray result;
    for (const char c : text) {
        switch (c) {
        case '"':
        case '\\':
            result.append('\\').append(c);
            break;
        case '\n':
            result.append("\\n");
            break;
        case '\t':
            result.append("\\t");
            break;
        case '\r':
            result.append("\\r");
            break;
        default:
            if (static_cast<unsigned char>(c) < 0x20) {
                result.append("\\u00").append(QByteArray(1, c).toHex());
            } else {
                result.append(c);
            }
        }
    }
    return result;
}

/// Strings of a list: after each line end the next one begins. `open`: also after the last.
QByteArray escapedLines(const QByteArray& text, const NotebookCell& cell,
                        const QByteArray& separator, bool open)
{
    QByteArray result;
    qsizetype at = 0;
    while (cell.isList) {
        const qsizetype newline = text.indexOf('\n', at);
        if (newline < 0 || (newline + 1 == text.size() && !open)) {
            break;
        }
        result +=
            escaped(QByteArrayView(text).sliced(at, newline + 1 - at)) + "\"," + separator + '"';
        at = newline + 1;
    }
    return result + escaped(QByteArrayView(text).sliced(at));
}

/// Why the cell's text is no Python by itself; empty: it is.
QString whyNotPython(const QByteArray& text)
{
    qsizetype first = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text.at(i);
        if (c == '\n') {
            first = i + 1;
        } else if (c == '#') {
            i = text.indexOf('\n', i);
            if (i < 0) {
                break;
            }
            first = i + 1;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            if (i > first) {
                return QStringLiteral("it begins with an indented line");
            }
            break;
        }
    }
    if (text.trimmed().endsWith('\\')) {
        return QStringLiteral("its last line is not complete");
    }
    const Result<SyntaxTree> tree = SyntaxTree::parsePython(viewOf(text));
    if (!tree) {
        return tree.error().detail;
    }
    return tree->errorLine() == 0
               ? QString()
               : QStringLiteral("its line %1 has a syntax error").arg(tree->errorLine());
}

qsizetype textEnd(const NotebookCell& cell)
{
    return cell.text.size() + (cell.text.endsWith('\n') ? 0 : 1);
}

} // namespace

Result<Notebook> Notebook::read(const QByteArray& file)
{
    Notebook result;
    result.m_file = file;
    Result<std::vector<NotebookCell>> cells = NotebookReader(file).run();
    if (!cells) {
        return cells.error();
    }
    result.m_cells = std::move(*cells);
    result.makeModule();
    return result;
}

void Notebook::makeModule()
{
    for (size_t i = 0; i < m_cells.size(); ++i) {
        NotebookCell& cell = m_cells[i];
        if (cell.setAside.isEmpty() && cell.text.trimmed().isEmpty()) {
            continue;
        }
        std::vector<ByteRange> masked;
        std::optional<QByteArray> code;
        if (cell.setAside.isEmpty()) {
            code = maskMagics(cell.text, masked);
            cell.setAside =
                code
                    ? whyNotPython(*code)
                    : QStringLiteral("its first line is a magic that passes it to another program");
        }
        if (!cell.setAside.isEmpty()) {
            m_setAside.append(m_file.sliced(cell.value.begin, cell.value.size()));
            continue;
        }
        cell.isRead = true;
        cell.begin = m_module.size();
        for (const ByteRange& range : masked) {
            m_masked.push_back({cell.begin + range.begin, cell.begin + range.end});
            m_setAside.append(cell.text.sliced(range.begin, range.size()));
        }
        m_module += *code + (code->endsWith('\n') ? "\n" : "\n\n");
        m_read.push_back(i);
    }
}

int Notebook::cellAt(qsizetype offset) const
{
    const auto after =
        std::upper_bound(m_read.begin(), m_read.end(), offset,
                         [&](qsizetype value, size_t i) { return value < m_cells[i].begin; });
    return after == m_read.begin() ? -1 : static_cast<int>(*(after - 1));
}

qsizetype Notebook::fileOffset(qsizetype offset) const
{
    const int index = cellAt(offset);
    if (index < 0) {
        return 0;
    }
    const NotebookCell& cell = m_cells[static_cast<size_t>(index)];
    return cell.offsets[static_cast<size_t>(std::min(offset - cell.begin, cell.text.size()))];
}

int Notebook::fileLine(int moduleLine) const
{
    qsizetype at = 0;
    for (int line = 1; line < moduleLine; ++line) {
        at = m_module.indexOf('\n', at) + 1;
        if (at <= 0) {
            at = m_module.size();
            break;
        }
    }
    return lineOfOffset(viewOf(m_file), static_cast<size_t>(fileOffset(at)));
}

QByteArray Notebook::separatorOf(const NotebookCell& cell) const
{
    const auto between = [&](const NotebookCell& one) {
        const QByteArray text =
            m_file.sliced(one.pieces[0].close + 1, one.pieces[1].open - one.pieces[0].close - 1);
        return text.sliced(text.indexOf(',') + 1);
    };
    if (cell.pieces.size() > 1) {
        return between(cell);
    }
    QByteArray first =
        m_file.sliced(cell.value.begin + 1, cell.pieces[0].open - cell.value.begin - 1);
    if (first.isEmpty()) {
        // All on one line: with or without a blank, as elsewhere in the file.
        for (const NotebookCell& other : m_cells) {
            if (other.isList && other.pieces.size() > 1) {
                const QByteArray separator = between(other);
                return separator.contains('\n') ? first : separator;
            }
        }
    }
    return first;
}

/// Lines before one of a list, as strings of their own: whole lines of the file where each string
/// has one.
TextEdit Notebook::linesBefore(const NotebookCell::Piece& piece, const NotebookCell& cell,
                               const QByteArray& separator, const QByteArray& text) const
{
    qsizetype line = piece.open;
    while (line > 0 && (m_file.at(line - 1) == ' ' || m_file.at(line - 1) == '\t')) {
        --line;
    }
    if (line == 0 || m_file.at(line - 1) != '\n') {
        return {{piece.open, piece.open},
                '"' + escapedLines(text, cell, separator, false) + "\\n\"," + separator};
    }
    const bool crlf = line > 1 && m_file.at(line - 2) == '\r';
    const QByteArray indent = m_file.sliced(line, piece.open - line);
    const QByteArray newline = crlf ? "\r\n" : "\n";
    return {{line, line},
            indent + '"' + escapedLines(text, cell, newline + indent, false) + "\\n\"," + newline};
}

std::optional<TextEdit> Notebook::toFile(const NotebookCell& cell, const TextEdit& edit) const
{
    const qsizetype size = cell.text.size();
    const qsizetype begin = edit.range.begin - cell.begin;
    qsizetype end = edit.range.end - cell.begin;
    QByteArray text = edit.replacement;
    const QByteArray separator = cell.isList ? separatorOf(cell) : QByteArray();
    const auto at = [&](qsizetype offset) {
        return static_cast<qsizetype>(cell.offsets[static_cast<size_t>(offset)]);
    };
    const bool inserts = begin == end;
    if (begin == textEnd(cell)) {
        // Lines after the last one.
        if (!inserts || !text.endsWith('\n')) {
            return std::nullopt;
        }
        const qsizetype place = at(size);
        if (!cell.text.endsWith('\n')) {
            text.chop(1);
            return TextEdit{{place, place}, escapedLines('\n' + text, cell, separator, false)};
        }
        const QByteArray next = cell.isList ? "\"," + separator + '"' : QByteArray();
        return TextEdit{{place, place}, next + escapedLines(text, cell, separator, false)};
    }
    if (end == size + 1 && !cell.text.endsWith('\n') && text.endsWith('\n')) {
        --end;
        text.chop(1);
    }
    if (end > size) {
        return std::nullopt;
    }
    const auto piece =
        std::find_if(cell.pieces.begin(), cell.pieces.end(), [&](const NotebookCell::Piece& one) {
            return one.begin == begin && one.close > one.open + 1;
        });
    const bool wholeLines = inserts && text.endsWith('\n');
    if (wholeLines && cell.isList && piece != cell.pieces.end()) {
        return linesBefore(*piece, cell, separator, text.chopped(1));
    }
    if (wholeLines && begin > 0 && cell.text.at(begin - 1) == '\n') {
        // Before the line end, so that what else begins with the next line comes after it.
        const qsizetype place = at(begin - 1);
        return TextEdit{{place, place},
                        escapedLines('\n' + text.chopped(1), cell, separator, true)};
    }
    return TextEdit{{at(begin), at(end)}, escapedLines(text, cell, separator, end < size)};
}

std::optional<QVector<TextEdit>> Notebook::toFile(const QVector<TextEdit>& edits) const
{
    QVector<TextEdit> result;
    int index = -1;
    for (const TextEdit& edit : edits) {
        const int here = cellAt(edit.range.begin);
        if (here < 0 || (index >= 0 && here != index)) {
            return std::nullopt;
        }
        index = here;
        const bool reachesMagic =
            std::any_of(m_masked.begin(), m_masked.end(), [&](const ByteRange& range) {
                return edit.range.begin < range.end && edit.range.end > range.begin;
            });
        const NotebookCell& cell = m_cells[static_cast<size_t>(here)];
        if (reachesMagic || edit.range.begin - cell.begin > textEnd(cell)) {
            return std::nullopt;
        }
        const std::optional<TextEdit> one = toFile(cell, edit);
        if (!one) {
            return std::nullopt;
        }
        result.append(*one);
    }
    return result;
}

QByteArray Notebook::outside() const
{
    QByteArray result;
    qsizetype at = 0;
    for (const size_t index : m_read) {
        const NotebookCell& cell = m_cells[index];
        result += m_file.sliced(at, cell.value.begin - at) + (cell.isList ? "\1" : "\2");
        at = cell.value.end;
    }
    return result + m_file.sliced(at);
}

} // namespace rocport
