#include "ui/runs/logview.h"

#include "ui/runs/logcells.h"
#include "ui/runs/logcolours.h"
#include "ui/runs/runaccessible.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <limits>

namespace rocport {

namespace {

constexpr int kPadding = 12;
const QString kTimeForm = QStringLiteral("HH:mm:ss");

int asInt(qint64 value)
{
    return static_cast<int>(std::clamp<qint64>(value, 0, std::numeric_limits<int>::max()));
}

} // namespace

LogView::LogView(JobLog& log, ThemeProvider& provider, QWidget* parent)
    : QAbstractScrollArea(parent), m_log(log), m_provider(provider)
{
    installRunAccessibility();
    setObjectName(QStringLiteral("logView"));
    setAccessibleName(tr("Log"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setCursor(Qt::IBeamCursor);
    m_autoScroll.setInterval(40);
    connect(&m_autoScroll, &QTimer::timeout, this, [this] {
        const int step = m_dragAt.y() < 0 ? -1 : m_dragAt.y() > viewport()->height() ? 1 : 0;
        verticalScrollBar()->setValue(verticalScrollBar()->value() + step);
        extendTo(m_dragAt);
    });
    connect(&provider, &ThemeProvider::changed, this, &LogView::restyle);
    connect(&log, &JobLog::changed, this, &LogView::refresh);
    connect(&log, &JobLog::searchChanged, viewport(), qOverload<>(&QWidget::update));
    connect(&log, &JobLog::restarted, this, [this] {
        m_anchor = m_caret = {};
        m_hit.line = -1;
        m_widest = 0;
        m_marked.clear();
        refresh();
    });
    restyle();
}

LogView::~LogView() = default;

void LogView::restyle()
{
    const Theme& theme = m_provider.theme();
    m_font = theme.font(TextStep::Editor);
    m_font.setKerning(false);
    const QFontMetricsF metrics(m_font);
    m_cell = metrics.horizontalAdvance(QString(100, u'm')) / 100;
    m_lineHeight = theme.lineHeight(TextStep::Editor);
    m_ascent = qRound((m_lineHeight + metrics.ascent() - metrics.descent()) / 2);
    refresh();
}

int LogView::rowsInSight() const
{
    return std::max(1, viewport()->height() / m_lineHeight);
}

int LogView::numberWidth() const
{
    const int digits = std::max(4, static_cast<int>(QString::number(m_count).size()));
    return kPadding + qRound(digits * m_cell) + kPadding;
}

int LogView::gutterWidth() const
{
    const auto characters = static_cast<int>(kTimeForm.size());
    return numberWidth() + (m_timed ? qRound(characters * m_cell) + kPadding : 0);
}

int LogView::columnsInSight() const
{
    return std::max(2, static_cast<int>((viewport()->width() - gutterWidth() - kPadding) / m_cell));
}

QVector<AnsiLine> LogView::decoded(qint64 from, int count) const
{
    QVector<AnsiLine> lines;
    const QVector<QByteArray> bytes = m_log.lines(from, count);
    lines.reserve(bytes.size());
    m_linesRead += bytes.size();
    for (const QByteArray& line : bytes) {
        lines.append(parseAnsi(line));
    }
    return lines;
}

LogView::End LogView::endOf(qint64 count) const
{
    const int rows = rowsInSight();
    End end;
    end.top = end.from = std::max<qint64>(0, count - rows);
    if (!m_wrap || count == 0) {
        return end;
    }
    end.lines = decoded(end.from, rows);
    int used = 0;
    for (qsizetype i = end.lines.size() - 1; i >= 0; --i) {
        used += static_cast<int>(logcells::wrap(end.lines[i].text, columnsInSight()).size());
        if (used >= rows) {
            end.skip = used - rows;
            end.top = end.from + i;
            break;
        }
    }
    return end;
}

void LogView::refresh()
{
    m_count = m_log.lineCount();
    m_timed = m_times && m_log.hasTimes(); // the gutter's width says how lines wrap
    const End end = endOf(m_count);
    QScrollBar* bar = verticalScrollBar();
    m_adjusting = true;
    bar->setRange(0, asInt(end.top));
    bar->setPageStep(rowsInSight());
    if (m_follow) {
        bar->setValue(bar->maximum());
    }
    m_adjusting = false;
    m_top = bar->value();
    m_skip = m_top == end.top ? end.skip : 0;
    const bool known = !end.lines.isEmpty() && m_top >= end.from;
    m_lines = known ? end.lines.mid(m_top - end.from) : decoded(m_top, rowsInSight() + 1);
    m_timeTexts.clear();
    const QVector<QDateTime> came =
        m_timed ? m_log.times(m_top, rowsInSight() + 1) : QVector<QDateTime>();
    for (const QDateTime& time : came) {
        m_timeTexts.append(time.isValid() ? time.toLocalTime().toString(kTimeForm) : QString());
    }
    layoutRows();
    viewport()->update();
}

void LogView::layoutRows()
{
    m_rows.clear();
    const int columns = columnsInSight();
    for (int i = 0; i < m_lines.size(); ++i) {
        const int size = static_cast<int>(m_lines[i].text.size());
        if (!m_wrap) {
            m_widest = std::max(m_widest, size);
            m_rows.append({i, 0, size, true});
            continue;
        }
        const QVector<int> starts = logcells::wrap(m_lines[i].text, columns);
        for (int part = i == 0 ? std::min(m_skip, static_cast<int>(starts.size()) - 1) : 0;
             part < starts.size(); ++part) {
            m_rows.append(
                {i, starts[part], part + 1 < starts.size() ? starts[part + 1] : size, part == 0});
        }
    }
    m_adjusting = true;
    horizontalScrollBar()->setRange(0, m_wrap ? 0 : std::max(0, m_widest + 2 - columns));
    horizontalScrollBar()->setPageStep(columns);
    horizontalScrollBar()->setSingleStep(4);
    m_adjusting = false;
}

void LogView::scrollContentsBy(int /*dx*/, int dy)
{
    if (m_adjusting) {
        return;
    }
    if (dy > 0) { // up, and not by us
        setFollow(false);
    }
    refresh();
}

void LogView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    refresh();
}

void LogView::setFollow(bool on)
{
    if (on == m_follow) {
        return;
    }
    m_follow = on;
    if (on) {
        refresh();
    }
    Q_EMIT followChanged(on);
}

void LogView::setWrap(bool on)
{
    if (on != m_wrap) {
        m_wrap = on;
        refresh();
    }
}

void LogView::setTimes(bool on)
{
    if (on != m_times) {
        m_times = on;
        refresh();
    }
}

QStringList LogView::visibleTimes() const
{
    return m_timeTexts;
}

bool LogView::isVisibleLine(qint64 line) const
{
    const int rows = std::min(rowsInSight(), static_cast<int>(m_rows.size()));
    return rows > 0 && line >= m_top && line <= m_top + m_rows[rows - 1].line;
}

void LogView::goToLine(qint64 line)
{
    line = std::clamp<qint64>(line, 0, std::max<qint64>(0, m_log.lineCount() - 1));
    if (!isVisibleLine(line)) {
        setFollow(false);
        m_adjusting = true;
        verticalScrollBar()->setValue(asInt(line - rowsInSight() / 3));
        m_adjusting = false;
    }
    m_caret = m_anchor = {line, 0};
    refresh();
    Q_EMIT currentLineChanged(line);
}

void LogView::showHit(const LogHit& hit)
{
    m_hit = hit;
    goToLine(hit.line);
    const int column = hit.start;
    QScrollBar* bar = horizontalScrollBar();
    if (column < bar->value() || column + hit.length > bar->value() + columnsInSight()) {
        bar->setValue(column - columnsInSight() / 3);
    }
}

void LogView::setMarked(const QHash<qint64, LogDiagnostic::Severity>& lines)
{
    m_marked = lines;
    viewport()->update();
}

QStringList LogView::visibleText() const
{
    QStringList text;
    for (const AnsiLine& line : m_lines) {
        text.append(line.text);
    }
    return text;
}

QString LogView::currentText() const
{
    const qint64 at = m_caret.line - m_top;
    return at >= 0 && at < m_lines.size() ? m_lines[at].text : QString();
}

qreal LogView::xOf(const Row& row, int index) const
{
    const QString& text = m_lines[row.line].text;
    const int column =
        logcells::columnOf(text, index) - (row.first ? 0 : logcells::columnOf(text, row.start));
    return gutterWidth() + (column - horizontalScrollBar()->value()) * m_cell;
}

void LogView::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_provider.theme();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme.base);
    int y = 0;
    for (const Row& row : m_rows) {
        if (y >= viewport()->height()) {
            break;
        }
        paintRow(painter, row, y);
        y += m_lineHeight;
    }
}

void LogView::paintRow(QPainter& painter, const Row& row, int y)
{
    const Theme& theme = m_provider.theme();
    const qint64 line = m_top + row.line;
    const QRect rect(0, y, viewport()->width(), m_lineHeight);
    const auto marked = m_marked.constFind(line);
    if (marked != m_marked.constEnd()) {
        painter.fillRect(rect, *marked == LogDiagnostic::Severity::Error     ? theme.critSoft
                               : *marked == LogDiagnostic::Severity::Warning ? theme.warnSoft
                                                                             : theme.infoSoft);
    }
    if (line == m_caret.line && m_count > 0) {
        painter.fillRect(QRect(0, y, 3, m_lineHeight), hasFocus() ? theme.accent : theme.control);
    }
    painter.save();
    painter.setClipRect(
        QRect(gutterWidth() - 2, y, viewport()->width() - gutterWidth() + 2, m_lineHeight));
    paintRanges(painter, row, y);
    paintText(painter, row, y);
    painter.restore();
    if (row.first) {
        painter.setFont(theme.font(TextStep::CodeSmall));
        painter.setPen(marked != m_marked.constEnd() ? theme.text2 : theme.muted);
        painter.drawText(QRect(0, y, numberWidth() - kPadding, m_lineHeight),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(line + 1));
        painter.drawText(QRect(0, y, gutterWidth() - kPadding, m_lineHeight),
                         Qt::AlignRight | Qt::AlignVCenter, m_timeTexts.value(row.line));
    }
}

/// Fills behind text: hits of the search, then the selection.
void LogView::paintRanges(QPainter& painter, const Row& row, int y)
{
    const Theme& theme = m_provider.theme();
    const qint64 line = m_top + row.line;
    const auto fill = [&](int start, int end, const QColor& colour, bool toEdge) {
        start = std::max(start, row.start);
        end = std::min(end, row.end);
        if (end < start || (end == start && !toEdge)) {
            return;
        }
        const qreal x = xOf(row, start);
        const qreal right = toEdge ? viewport()->width() : xOf(row, end);
        painter.fillRect(QRectF(x, y, right - x, m_lineHeight), colour);
    };
    const Position from = std::min(m_anchor, m_caret);
    const Position to = std::max(m_anchor, m_caret);
    if (from != to && line >= from.line && line <= to.line) {
        const bool on = line < to.line && row.end == m_lines[row.line].text.size();
        fill(line == from.line ? from.index : 0,
             line == to.line ? to.index : std::numeric_limits<int>::max(),
             hasFocus() ? theme.selected : theme.well, on);
    }
    const QVector<LogHit>& hits = m_log.hits();
    auto hit = std::lower_bound(hits.begin(), hits.end(), line,
                                [](const LogHit& one, qint64 wanted) { return one.line < wanted; });
    for (; hit != hits.end() && hit->line == line; ++hit) {
        const bool current = *hit == m_hit;
        fill(hit->start, hit->start + hit->length, current ? theme.selected : theme.warnSoft,
             false);
        if (current && hit->start < row.end && hit->start + hit->length > row.start) {
            const qreal x = xOf(row, std::max(hit->start, row.start));
            const qreal right = xOf(row, std::min(hit->start + hit->length, row.end));
            painter.setPen(QPen(theme.accent, 1));
            painter.drawRect(QRectF(x, y + 1, right - x - 1, m_lineHeight - 3));
        }
    }
}

void LogView::paintText(QPainter& painter, const Row& row, int y)
{
    const AnsiLine& line = m_lines[row.line];
    const int first = horizontalScrollBar()->value();
    const int left = m_wrap ? row.start : logcells::indexAt(line.text, first);
    const int right = m_wrap ? row.end : logcells::indexAt(line.text, first + columnsInSight() + 2);
    int at = std::max(left, row.start);
    const auto piece = [&](int end, const AnsiStyle& style) {
        end = std::min({end, right, row.end});
        if (end > at) {
            paintPiece(painter, line.text, at, end, xOf(row, at), y, style);
            at = end;
        }
    };
    for (const AnsiSpan& span : line.spans) {
        if (span.start + span.length <= at) {
            continue;
        }
        piece(span.start, {});
        piece(span.start + span.length, span.style);
    }
    piece(static_cast<int>(line.text.size()), {});
}

void LogView::paintPiece(QPainter& painter, const QString& text, int start, int end, qreal x, int y,
                         const AnsiStyle& style)
{
    const Theme& theme = m_provider.theme();
    QFont font = m_font;
    font.setBold(style.bold);
    font.setItalic(style.italic);
    font.setUnderline(style.underline);
    font.setStrikeOut(style.struck);
    painter.setFont(font);
    const QColor back = logBackColour(theme, style);
    painter.setPen(logTextColour(theme, style));
    // Plain runs are drawn at once, other characters each in its cells.
    int at = start;
    while (at < end) {
        int run = at;
        while (run < end && text[run].unicode() < 0x300) {
            ++run;
        }
        int units = 1;
        int cells = run - at;
        if (run == at) {
            cells = logcells::widthAt(text, at, units);
            run = at + units;
        }
        if (back.isValid()) {
            painter.fillRect(QRectF(x, y, cells * m_cell, m_lineHeight), back);
        }
        painter.drawText(QPointF(x, y + m_ascent), text.mid(at, run - at));
        x += cells * m_cell;
        at = run;
    }
}

} // namespace rocport
