#pragma once

#include "ui/theme/theme.h"

#include <QFont>
#include <QString>
#include <QTextLayout>
#include <QVector>

class QPainter;

namespace rocport {

/// A part of a sentence of rules or of ours, in which code stands between backquotes.
struct CodePiece
{
    QString text; ///< never empty
    bool isCode = false;
};

/// The parts in order, without the quotes. A backquote without a partner in its line stays, as two
/// do with nothing between. Hidden characters are escaped.
QVector<CodePiece> splitCode(const QString& text);

/// What splitCode() makes of a text, laid out with the code in the code font, for what a delegate
/// paints.
class CodeText
{
public:
    CodeText(const Theme& theme, const QString& text, const QFont& body,
             TextStep code = TextStep::Code);

    [[nodiscard]] int width() const; ///< pixels of its longest line, where nothing wraps
    /// Lines that it takes in `room` pixels, `most` at most.
    [[nodiscard]] int lines(int room, int most) const;
    /// Paints them at the left of `rect`, together in its middle, with the painter's pen; where
    /// there are more than `most` the last one is elided. Gives the pixels that it takes.
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
