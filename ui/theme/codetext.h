#pragma once

#include <QFont>
#include <QString>
#include <QTextLayout>
#include <QVector>

class QPainter;

namespace rocport {

struct Theme;

/// A sentence of rules or of ours, in which code stands between backquotes: laid out with the code
/// in the code font and without the quotes, for what a delegate paints. A backquote without a
/// partner in its line stays. Hidden characters are escaped.
class CodeText
{
public:
    CodeText(const Theme& theme, const QString& text, const QFont& body);

    [[nodiscard]] const QString& text() const { return m_text; } ///< as shown, on its own lines
    [[nodiscard]] int width() const; ///< pixels of its longest line, where nothing wraps
    /// Lines that it takes in `room` pixels, `most` at most.
    [[nodiscard]] int lines(int room, int most) const;
    /// The lines themselves; where there are more than `most` the last one is elided.
    [[nodiscard]] QStringList shown(int room, int most) const;
    /// Paints them at the left of `rect`, together in its middle, with the painter's pen. Gives the
    /// pixels that the last line takes.
    int paint(QPainter& painter, const QRect& rect, int most) const;

private:
    struct Line
    {
        QString text;
        QVector<QTextLayout::FormatRange> formats;
    };
    [[nodiscard]] Line part(qsizetype start, qsizetype length) const;
    [[nodiscard]] Line cut(qsizetype start, int room) const;
    [[nodiscard]] QVector<Line> layOut(int room, int most) const;

    QString m_text;
    QFont m_body;
    QVector<QTextLayout::FormatRange> m_formats;
};

} // namespace rocport
