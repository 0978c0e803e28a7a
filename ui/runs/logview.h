#pragma once

#include "core/joblog/ansi.h"
#include "core/joblog/joblog.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractScrollArea>
#include <QHash>
#include <QTimer>

#include <compare>

namespace rocport {

/// A log as it grows. Only visible lines are read and painted, so its size does not matter. Lines
/// count from 0 here, from 1 for people.
class LogView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    /// A place in the text of a line, in UTF-16 units.
    struct Position
    {
        qint64 line = 0;
        int index = 0;
        // clang-tidy 14 takes the compiler's 0 for a pointer.
        // NOLINTNEXTLINE(modernize-use-nullptr)
        friend auto operator<=>(const Position&, const Position&) = default;
    };

    /// Both outlive it.
    LogView(JobLog& log, ThemeProvider& provider, QWidget* parent = nullptr);
    ~LogView() override;

    /// Stays at the end while the log grows, until the user scrolls up.
    void setFollow(bool on);
    [[nodiscard]] bool follow() const { return m_follow; }
    void setWrap(bool on);
    [[nodiscard]] bool wrap() const { return m_wrap; }
    /// Shows when each line arrived, beside its number; nothing if the log has no times.
    void setTimes(bool on);
    [[nodiscard]] bool times() const { return m_times; }
    /// The times of the visible lines as painted; empty where unknown.
    [[nodiscard]] QStringList visibleTimes() const;
    /// Scrolls to a line and makes it the current one.
    void goToLine(qint64 line);
    void showHit(const LogHit& hit);
    /// Sets the lines with a diagnostic, for their background.
    void setMarked(const QHash<qint64, LogDiagnostic::Severity>& lines);
    [[nodiscard]] qint64 currentLine() const { return m_caret.line; }
    [[nodiscard]] qint64 firstVisibleLine() const { return m_top; }
    [[nodiscard]] bool isVisibleLine(qint64 line) const;
    /// Text of the visible lines, for tests and screen readers.
    [[nodiscard]] QStringList visibleText() const;
    [[nodiscard]] QString currentText() const;
    /// How many lines were read from the log so far, for tests.
    [[nodiscard]] qint64 linesRead() const { return m_linesRead; }
    [[nodiscard]] bool hasSelection() const { return m_anchor != m_caret; }
    void selectAll();
    /// Copies the selection to the clipboard once it has been read.
    void copy();

Q_SIGNALS:
    void followChanged(bool on);
    /// The user, or goToLine(), chose another line.
    void currentLineChanged(qint64 line);
    /// Enter on a line, or a double click in the numbers.
    void activated(qint64 line);
    void failed(const rocport::Error& error);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    /// One row of the screen: a line or, wrapped, a part of one.
    struct Row
    {
        int line = 0; ///< of m_lines
        int start = 0, end = 0;
        bool first = true;
    };

    void refresh();
    void restyle();
    void layoutRows();
    [[nodiscard]] int rowsInSight() const;
    [[nodiscard]] int columnsInSight() const;
    [[nodiscard]] int numberWidth() const; ///< including its margins
    [[nodiscard]] int gutterWidth() const; ///< of numbers and times
    [[nodiscard]] QVector<AnsiLine> decoded(qint64 from, int count) const;
    /// The visible part at the end of the log.
    struct End
    {
        qint64 top = 0;          ///< its first line
        int skip = 0;            ///< rows of that which are left out
        qint64 from = 0;         ///< the line that `lines` begin with
        QVector<AnsiLine> lines; ///< the last lines of the log, if they had to be read
    };
    [[nodiscard]] End endOf(qint64 count) const;
    [[nodiscard]] Position positionAt(const QPoint& point) const;
    void moveCurrent(qint64 line);
    void extendTo(const QPoint& point);
    void paintRow(QPainter& painter, const Row& row, int y);
    void paintRanges(QPainter& painter, const Row& row, int y);
    void paintText(QPainter& painter, const Row& row, int y);
    void paintPiece(QPainter& painter, const QString& text, int start, int end, qreal x, int y,
                    const AnsiStyle& style);
    [[nodiscard]] qreal xOf(const Row& row, int index) const;

    JobLog& m_log;
    ThemeProvider& m_provider;
    QFont m_font;
    qreal m_cell = 8;
    int m_lineHeight = 18;
    int m_ascent = 12;
    QVector<AnsiLine> m_lines; ///< from m_top on
    QStringList m_timeTexts;   ///< of m_lines; empty: no times are shown
    QVector<Row> m_rows;
    qint64 m_top = 0;
    int m_skip = 0; ///< rows of the first line that are above the view
    qint64 m_count = 0;
    int m_widest = 0;
    Position m_anchor, m_caret;
    QHash<qint64, LogDiagnostic::Severity> m_marked;
    LogHit m_hit{-1, 0, 0};
    QTimer m_autoScroll;
    QPoint m_dragAt;
    bool m_dragging = false;
    bool m_follow = true;
    bool m_wrap = false;
    bool m_times = true;
    bool m_timed = false; ///< the log has times, and they are shown
    bool m_adjusting = false;
    mutable qint64 m_linesRead = 0;
};

} // namespace rocport
