#include "ui/theme/codetext.h"

#include "core/base/visibletext.h"
#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rocport {

namespace {

constexpr QChar kEllipsis(0x2026);
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

CodeText::CodeText(const Theme& theme, const QString& text, const QFont& body) : m_body(body)
{
    QTextCharFormat code;
    code.setFont(theme.font(TextStep::Code), QTextCharFormat::FontPropertiesSpecifiedOnly);
    const QString shown = visibleText(text);
    qsizetype at = 0;
    while (at < shown.size()) {
        const qsizetype open = shown.indexOf(u'`', at);
        const qsizetype close = open < 0 ? -1 : shown.indexOf(u'`', open + 1);
        const qsizetype end = open < 0 ? -1 : shown.indexOf(u'\n', open);
        if (close < 0) {
            break;
        }
        if (close == open + 1 || (end >= 0 && end < close)) { // no pair
            m_text += QStringView(shown).mid(at, open + 1 - at);
            at = open + 1;
            continue;
        }
        m_text += QStringView(shown).mid(at, open - at);
        m_formats.append(
            {static_cast<int>(m_text.size()), static_cast<int>(close - open - 1), code});
        m_text += QStringView(shown).mid(open + 1, close - open - 1);
        at = close + 1;
    }
    m_text += QStringView(shown).mid(at);
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
        qsizetype lastStart = start;
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(std::max(room, 1));
            lastStart = start + line.textStart();
            const bool more =
                line.textStart() + line.textLength() < paragraph.text.size() || end < m_text.size();
            if (lines.size() + 1 >= most && more) {
                lines.append(cut(lastStart, room));
                layout.endLayout();
                return lines;
            }
            lines.append(part(lastStart, line.textLength()));
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

QStringList CodeText::shown(int room, int most) const
{
    QStringList texts;
    for (const Line& line : layOut(room, most)) {
        texts.append(line.text);
    }
    return texts;
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
