#pragma once

#include "core/base/finding.h"

#include <QByteArray>
#include <QVector>

namespace rocport {

/// Two words, whole, of which one stands in the place of the other.
struct WordPair
{
    ByteRange left;
    ByteRange right;
    friend bool operator==(const WordPair&, const WordPair&) = default;
};

/// What differs inside a pair of lines, as ranges of bytes in order.
struct WordDiff
{
    QVector<ByteRange> left;
    QVector<ByteRange> right;
    /// Words in each other's place, also where the ranges above hold only the part of them that
    /// differs, or more.
    QVector<WordPair> replaced;
};

/// Compares two lines word by word, and words in each other's place by their characters: "cuda" and
/// "hip" differ in cudaFree and hipFree. Short equal pieces between differences are marked with
/// them, and of lines that have almost nothing in common all from the first difference to the last.
/// All ranges are empty when the lines are equal. Effort is bounded; ranges begin and end at UTF-8
/// characters.
WordDiff diffWords(QByteArrayView left, QByteArrayView right);

/// One piece of two lines written as one: what both have, and between it what only one has.
struct MergedPiece
{
    enum class Kind : quint8 { Both, Left, Right };
    Kind kind = Kind::Both;
    ByteRange range; ///< in the left line; of Kind::Right: in the right one
    friend bool operator==(const MergedPiece&, const MergedPiece&) = default;
};

/// The pieces by which two lines are written as one, what was removed before what was added in its
/// place. Empty when the lines are not alike enough for one to be read out of the other: less than
/// half of the longer one is common, or there are more than six places that differ.
QVector<MergedPiece> mergeLines(QByteArrayView left, QByteArrayView right);

} // namespace rocport
