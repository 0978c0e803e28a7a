#pragma once

#include "core/base/words.h"

#include <QByteArray>
#include <QVector>

namespace rocport {

/// From one line to another, inclusive; `last` is `first - 1` where there is none, before `first`.
struct LineStretch
{
    int first = 0;
    int last = 0;
    friend bool operator==(const LineStretch&, const LineStretch&) = default;
};

/// Lines of the base and what takes their place in the port; 0-based.
struct TextPiece
{
    int baseFirst = 0;
    int baseCount = 0;
    int headFirst = 0;
    int headCount = 0;
    QVector<LineStretch> parts; ///< in the port: what differs; between them the lines are the same
    friend bool operator==(const TextPiece&, const TextPiece&) = default;
};

/// What differs between two texts, split by meaning: a conditional that the port adds or removes is
/// one piece with all of its arms, whatever stays the same in it; so are brackets that it opens in
/// one place and closes in another, and a statement of Python with its body. Two conditionals that
/// follow each other are two pieces. Pieces are in order and do not overlap; lines outside of them
/// are the same on both sides. n log n except for the comparison of lines, which is bounded. Once
/// the work is cancelled (CancelScope), pieces may be left apart that belong together.
QVector<TextPiece> splitByMeaning(const QByteArray& base, const QByteArray& head,
                                  Language language);

/// A conditional or another statement with a body, by lines.
struct LineGroup
{
    QVector<int> marks; ///< 0-based lines of "#if", "#elif", "#else", ascending; the first opens it
    int last = 0;       ///< line of "#endif", or the last line of the body
};

/// The groups of a text, in the order in which they begin. Of broken texts, those that end.
QVector<LineGroup> lineGroups(const QByteArray& text, Language language);

} // namespace rocport
