#include "ui/theme/codetext.h"

#include "core/base/visibletext.h"
#include "ui/theme/elide.h"

#include <QFontMetrics>
#include <QPainter>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace rocport {

namespace {

constexpr qreal kWide = 1e6; // more than any line

void layOutLine(QTextLayout& layout)
{
    layout.beginLayout();
    if (QTextLine line = layout.createLine(); line.isValid()) {
        line.setLineWidth(kWide);
    }
    layout.endLayout();
}

int widthOf(const QString& text, const QVector<QTextLayout::FormatRange>& formats,
            const QFont& font)
{
    QTextLayout layout(text, font);
    layout.setFormats(formats);
    layOutLine(layout);
    return layout.lineCount() > 0 ? static_cast<int>(std::ceil(layout.lineAt(0).naturalTextWidth()))
                                  : 0;
}

} // namespace

QVector<CodePiece> splitCode(const QString& text)
{
    static const QRegularExpression code(QStringLiteral("`([^`\n]++)`"));
    const QString shown = visibleText(text);
    QVector<CodePiece> pieces;
    qsizetype at = 0;
    const auto add = [&pieces](const QString& piece, bool isCode) {
        if (!piece.isEmpty()) {
            pieces.append({piece, isCode});
        }
    };
    for (const QRegularExpressionMatch& match : code.globalMatch(shown)) {
        add(shown.mid(at, match.capturedStart() - at), false);
        add(match.captured(1), true);
        at = match.capturedEnd();
    }
    add(shown.mid(at), false);
    return pieces;
}

CodeText::CodeText(const Theme& theme, const QString& text, const QFont& body, TextStep code)
    : m_body(body)
{
    QTextCharFormat format;
    format.setFont(theme.font(code), QTextCharFormat::FontPropertiesSpecifiedOnly);
    for (const CodePiece& piece : splitCode(text)) {
        if (piece.isCode) {
            m_formats.append(
                {static_cast<int>(m_text.size()), static_cast<int>(piece.text.size()), format});
        }
        m_text += piece.text;
    }
}

CodeText::Line CodeText::part(qsizetype start, qsizetype length) const
{
    Line line;
    line.text = m_text.mid(start, length);
    while (!line.text.isEmpty() && line.text.back().isSpace()) {
        line.text.chop(1);
    }
    for (QTextLayout::FormatRange range : m_formats) {
        const auto from = std::max<qsizetype>(range.start, start);
        const auto to = std::min<qsizetype>(range.start + range.length, start + line.text.size());
        if (from < to) {
            range.start = static_cast<int>(from - start);
            range.length = static_cast<int>(to - from);
            line.formats.append(range);
        }
    }
    return line;
}

/// What follows from `start` on, on one line with an ellipsis at its end.
CodeText::Line CodeText::cut(qsizetype start, int room) const
{
    Line rest = part(start, m_text.size() - start);
    rest.text.replace(u'\n', u' ');
    QTextLayout layout(rest.text, m_body);
    layout.setFormats(rest.formats);
    layOutLine(layout);
    const int left = room - QFontMetrics(m_body).horizontalAdvance(kEllipsis);
    if (layout.lineCount() == 0 || layout.lineAt(0).naturalTextWidth() <= room) {
        return rest;
    }
    int length = left <= 0 ? 0 : layout.lineAt(0).xToCursor(left, QTextLine::CursorOnCharacter);
    Line line = part(start, length);
    line.text.replace(u'\n', u' ');
    line.text += kEllipsis;
    return line;
}

QVector<CodeText::Line> CodeText::layOut(int room, int most) const
{
    QVector<Line> lines;
    qsizetype start = 0;
    while (start <= m_text.size()) {
        qsizetype end = m_text.indexOf(u'\n', start);
        end = end < 0 ? m_text.size() : end;
        const Line paragraph = part(start, end - start);
        QTextLayout layout(paragraph.text, m_body);
        layout.setFormats(paragraph.formats);
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(std::max(room, 1));
            const qsizetype lineStart = start + line.textStart();
            const bool more =
                line.textStart() + line.textLength() < paragraph.text.size() || end < m_text.size();
            if (lines.size() + 1 >= most && more) {
                lines.append(cut(lineStart, room));
                layout.endLayout();
                return lines;
            }
            lines.append(part(lineStart, line.textLength()));
        }
        layout.endLayout();
        start = end + 1;
    }
    return lines;
}

int CodeText::width() const
{
    int widest = 0;
    qsizetype start = 0;
    while (start <= m_text.size()) {
        qsizetype end = m_text.indexOf(u'\n', start);
        end = end < 0 ? m_text.size() : end;
        const Line line = part(start, end - start);
        widest = std::max(widest, line.formats.isEmpty()
                                      ? QFontMetrics(m_body).horizontalAdvance(line.text)
                                      : widthOf(line.text, line.formats, m_body));
        start = end + 1;
    }
    return widest;
}

int CodeText::lines(int room, int most) const
{
    return static_cast<int>(layOut(room, most).size());
}

int CodeText::paint(QPainter& painter, const QRect& rect, int most) const
{
    const QVector<Line> lines = layOut(rect.width(), most);
    const int height = QFontMetrics(m_body).lineSpacing();
    qreal top = rect.top() + (rect.height() - height * static_cast<int>(lines.size())) / 2.0;
    int last = 0;
    for (const Line& line : lines) {
        QTextLayout layout(line.text, m_body);
        layout.setFormats(line.formats);
        layOutLine(layout);
        if (layout.lineCount() > 0) {
            const QTextLine shown = layout.lineAt(0);
            // The baselines of both fonts are one; the body's line is in the middle of its row.
            const qreal base = std::round(top + (height - QFontMetricsF(m_body).height()) / 2.0 +
                                          QFontMetricsF(m_body).ascent());
            layout.draw(&painter, QPointF(rect.left(), base - shown.ascent()));
            last = static_cast<int>(std::ceil(shown.naturalTextWidth()));
        }
        top += height;
    }
    return last;
}

} // namespace rocport
