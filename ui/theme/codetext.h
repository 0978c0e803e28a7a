#pragma once

#include "ui/theme/theme.h"

#include <QFont>
#include <QString>
#include <QTextLayout>
#include <QVector>

class QPainter;

namespace rocport {

/// A part of a sentence, from a rule or our own, in which code is between backquotes.
struct CodePiece
{
    QString text; ///< never empty
    bool isCode = false;
};

/// The parts in order, without the quotes. A backquote without a partner on its line is kept, as
/// are two with nothing between. Hidden characters are escaped.
QVector<CodePiece> splitCode(const QString& text);

/// The result of splitCode(), laid out with code in the code font, for delegates to paint.
class CodeText
{
public:
    CodeText(const Theme& theme, const QString& text, const QFont& body,
             TextStep code = TextStep::Code);

    [[nodiscard]] int width() const; ///< pixels of its longest line without wrapping
    /// How many lines it takes in `room` pixels, at most `most`.
    [[nodiscard]] int lines(int room, int most) const;
    /// Paints them at the left of `rect`, vertically centred, with the painter's pen; if there are
    /// more than `most`, the last one is elided. Returns the height in pixels.
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
