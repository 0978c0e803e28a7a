#include "core/project/review/reviewsplit.h"

#include "core/base/cancelscope.h"
#include "core/rules/guards/guardparts.h"
#include "core/text/linediff.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

/// Two texts and the pieces that they differ in.
class Splitter
{
public:
    Splitter(const QByteArray& base, const QByteArray& head, Language language)
        : m_language(language),
          m_baseLines(linesOf(base, LineEnds::Any)),
          m_headLines(linesOf(head, LineEnds::Any)),
          m_baseGroups(lineGroups(base, language)),
          m_headGroups(lineGroups(head, language))
    {
        for (const DiffBlock& block : diffLines(base, head)) {
            if (!block.equal) {
                m_pieces.append(
                    {block.leftFirst, block.leftCount, block.rightFirst, block.rightCount});
            }
        }
    }

    QVector<TextPiece> run();

private:
    void slide();
    void splitInsertions();
    [[nodiscard]] QVector<LineStretch> touched(bool ofHead) const;
    void joinSpans(const QVector<LineStretch>& spans, bool ofHead);
    void joinBrackets();
    void joinRange(qsizetype first, qsizetype last);
    [[nodiscard]] int bracketsOf(QByteArrayView line) const;
    [[nodiscard]] int balanceOf(const TextPiece& piece) const;

    Language m_language;
    QVector<QByteArrayView> m_baseLines;
    QVector<QByteArrayView> m_headLines;
    QVector<LineGroup> m_baseGroups;
    QVector<LineGroup> m_headGroups;
    QVector<TextPiece> m_pieces;
    QVector<qsizetype> m_joined; ///< for each piece, the last that it goes together with
};

/// Lines that are added could as well begin some lines earlier where the same lines are above them.
/// A whole conditional is preferred to the end of one and the beginning of the next.
void Splitter::slide()
{
    QHash<int, int> endOf; // of groups of the head
    for (const LineGroup& group : m_headGroups) {
        endOf.insert(group.marks.first(), group.last);
    }
    for (qsizetype i = 0; i < m_pieces.size(); ++i) {
        TextPiece& piece = m_pieces[i];
        if (piece.baseCount > 0) {
            continue;
        }
        const int above = i == 0 ? 0 : m_pieces[i - 1].headFirst + m_pieces[i - 1].headCount;
        const int below = i + 1 < m_pieces.size() ? m_pieces[i + 1].headFirst
                                                  : static_cast<int>(m_headLines.size());
        const auto isWhole = [&](int first) {
            const auto end = endOf.constFind(first);
            return end != endOf.constEnd() && *end == first + piece.headCount - 1;
        };
        int first = piece.headFirst;
        // One line further up: the line above comes in, the last one goes out.
        while (!isWhole(first) && first > above &&
               m_headLines[first - 1] == m_headLines[first + piece.headCount - 1]) {
            --first;
        }
        if (!isWhole(first)) {
            first = piece.headFirst;
        }
        while (!isWhole(first) && first + piece.headCount < below &&
               m_headLines[first + piece.headCount] == m_headLines[first]) {
            ++first;
        }
        if (isWhole(first)) {
            piece.baseFirst += first - piece.headFirst;
            piece.headFirst = first;
        }
    }
}

/// Conditionals that are added one after another without a line between them.
void Splitter::splitInsertions()
{
    QSet<int> ends; // lines behind an added conditional, and at which one begins
    int outer = -1;
    for (const LineGroup& group : m_headGroups) {
        if (group.marks.first() > outer) {
            ends.insert(group.marks.first());
            ends.insert(group.last + 1);
            outer = group.last;
        }
    }
    // Blank lines and comments above a conditional go with it, blank lines below it too.
    const auto saysNothing = [this](int from, int to, bool comments) {
        for (int line = from; line < to; ++line) {
            const QByteArrayView text = m_headLines[line].trimmed();
            if (!text.isEmpty() && !(comments && text.startsWith("//"))) {
                return false;
            }
        }
        return true;
    };
    QVector<TextPiece> pieces;
    for (const TextPiece& piece : std::as_const(m_pieces)) {
        if (isWorkCancelled()) {
            return;
        }
        TextPiece rest = piece;
        int telling = piece.headFirst; // behind the last line that says something
        for (int line = piece.headFirst; line < piece.headFirst + piece.headCount; ++line) {
            telling = saysNothing(line, line + 1, false) ? telling : line + 1;
        }
        bool said = false;
        for (int line = piece.headFirst + 1; piece.baseCount == 0 && line < telling; ++line) {
            said = said || !saysNothing(line - 1, line, true);
            if (said && ends.contains(line)) {
                said = false;
                pieces.append({rest.baseFirst, 0, rest.headFirst, line - rest.headFirst});
                rest.headCount -= line - rest.headFirst;
                rest.headFirst = line;
            }
        }
        pieces.append(rest);
    }
    m_pieces = pieces;
}

/// The spans of groups of one side whose lines that open or divide them are not on the other side.
QVector<LineStretch> Splitter::touched(bool ofHead) const
{
    const QVector<LineGroup>& groups = ofHead ? m_headGroups : m_baseGroups;
    const QVector<LineGroup>& others = ofHead ? m_baseGroups : m_headGroups;
    QSet<int> openers;
    for (const LineGroup& group : others) {
        openers.insert(group.marks.first());
    }
    const auto firstOf = [ofHead](const TextPiece& piece) {
        return ofHead ? piece.headFirst : piece.baseFirst;
    };
    const auto countOf = [ofHead](const TextPiece& piece) {
        return ofHead ? piece.headCount : piece.baseCount;
    };
    // Pieces without lines on this side begin where their neighbour does.
    QVector<qsizetype> withLines;
    for (qsizetype i = 0; i < m_pieces.size(); ++i) {
        if (countOf(m_pieces[i]) > 0) {
            withLines.append(i);
        }
    }
    /// The piece that holds a line of this side; -1: the line is the same on both.
    const auto pieceAt = [&](int line) -> qsizetype {
        const auto behind = std::upper_bound(
            withLines.begin(), withLines.end(), line,
            [&](int wanted, qsizetype piece) { return wanted < firstOf(m_pieces[piece]); });
        if (behind == withLines.begin()) {
            return -1;
        }
        const qsizetype at = *(behind - 1);
        return line < firstOf(m_pieces[at]) + countOf(m_pieces[at]) ? at : -1;
    };
    QVector<int> opened(m_pieces.size(), 0); // how many a piece of the other side opens
    for (qsizetype i = 0; i < m_pieces.size() && !isWorkCancelled(); ++i) {
        const int first = ofHead ? m_pieces[i].baseFirst : m_pieces[i].headFirst;
        const int count = ofHead ? m_pieces[i].baseCount : m_pieces[i].headCount;
        for (int line = first; line < first + count; ++line) {
            opened[i] += openers.contains(line) ? 1 : 0;
        }
    }
    QVector<LineStretch> spans;
    for (const LineGroup& group : groups) {
        if (isWorkCancelled()) {
            break;
        }
        const qsizetype at = pieceAt(group.marks.first());
        if (at >= 0 && opened[at] > 0) {
            --opened[at]; // another condition for the same lines
        } else if (at >= 0) {
            spans.append({group.marks.first(), group.last});
            continue;
        }
        for (qsizetype i = 1; i < group.marks.size(); ++i) {
            if (pieceAt(group.marks[i]) >= 0) {
                const int end = i + 1 < group.marks.size() ? group.marks[i + 1] - 1 : group.last;
                spans.append({group.marks[i], end});
            }
        }
    }
    return spans;
}

void Splitter::joinRange(qsizetype first, qsizetype last)
{
    m_joined[first] = std::max(m_joined[first], last);
}

void Splitter::joinSpans(const QVector<LineStretch>& spans, bool ofHead)
{
    const auto firstOf = [ofHead](const TextPiece& piece) {
        return ofHead ? piece.headFirst : piece.baseFirst;
    };
    const auto endOf = [ofHead](const TextPiece& piece) {
        return ofHead ? piece.headFirst + piece.headCount : piece.baseFirst + piece.baseCount;
    };
    for (const LineStretch& span : spans) {
        // The first piece that ends behind the span's beginning, and the last that begins before
        // its end. Where nothing is on this side, the place between two lines counts.
        const auto first =
            std::partition_point(m_pieces.begin(), m_pieces.end(), [&](const TextPiece& piece) {
                return endOf(piece) <= span.first;
            });
        const auto behind =
            std::partition_point(m_pieces.begin(), m_pieces.end(), [&](const TextPiece& piece) {
                return firstOf(piece) <= span.last;
            });
        if (behind - first > 1) {
            joinRange(first - m_pieces.begin(), behind - m_pieces.begin() - 1);
        }
    }
}

int Splitter::bracketsOf(QByteArrayView line) const
{
    int balance = 0;
    char quote = '\0';
    const bool slashes = isCLike(m_language);
    for (qsizetype i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote != '\0') {
            if (c == '\\') {
                ++i;
            } else if (c == quote) {
                quote = '\0';
            }
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (slashes ? c == '/' && i + 1 < line.size() && line[i + 1] == '/' : c == '#') {
            break;
        } else if (c == '(' || c == '[' || c == '{') {
            ++balance;
        } else if (c == ')' || c == ']' || c == '}') {
            --balance;
        }
    }
    return balance;
}

int Splitter::balanceOf(const TextPiece& piece) const
{
    int balance = 0;
    for (int i = 0; i < piece.headCount; ++i) {
        balance += bracketsOf(m_headLines[piece.headFirst + i]);
    }
    for (int i = 0; i < piece.baseCount; ++i) {
        balance -= bracketsOf(m_baseLines[piece.baseFirst + i]);
    }
    return balance;
}

/// A piece that opens a bracket, with those up to the one that closes it. What never closes is text
/// that this does not understand, such as arms of a conditional that open one each.
void Splitter::joinBrackets()
{
    constexpr qsizetype kMostTogether = 64;
    if (m_language == Language::Other || m_language == Language::Markdown) {
        return;
    }
    // Pieces that belong together already count as one.
    QVector<LineStretch> runs;
    for (qsizetype i = 0; i < m_pieces.size(); ++i) {
        qsizetype last = i;
        for (qsizetype j = i; j <= last; ++j) {
            last = std::max(last, m_joined[j]);
        }
        runs.append({static_cast<int>(i), static_cast<int>(last)});
        i = last;
    }
    QVector<int> sums{0};
    for (const LineStretch& run : std::as_const(runs)) {
        if (isWorkCancelled()) {
            return;
        }
        int sum = 0;
        for (int i = run.first; i <= run.last; ++i) {
            sum += balanceOf(m_pieces[i]);
        }
        // Arms that open or close the same bracket once each add nothing for a whole conditional.
        sums.append(sums.last() + (run.last > run.first ? 0 : sum));
    }
    for (qsizetype i = 0; i < runs.size() && !isWorkCancelled(); ++i) {
        if (sums[i + 1] == sums[i]) {
            continue;
        }
        for (qsizetype j = i + 1; j < runs.size() && j - i <= kMostTogether; ++j) {
            if (sums[j + 1] == sums[i]) {
                joinRange(runs[i].first, runs[j].last);
                i = j;
                break;
            }
        }
    }
}

QVector<TextPiece> Splitter::run()
{
    slide();
    splitInsertions();
    m_joined.resize(m_pieces.size());
    for (qsizetype i = 0; i < m_joined.size(); ++i) {
        m_joined[i] = i;
    }
    joinSpans(touched(true), true);
    joinSpans(touched(false), false);
    joinBrackets();
    QVector<TextPiece> result;
    for (qsizetype i = 0; i < m_pieces.size(); ++i) {
        qsizetype last = i;
        for (qsizetype j = i; j <= last; ++j) {
            last = std::max(last, m_joined[j]);
        }
        TextPiece piece = m_pieces[i];
        for (qsizetype j = i; j <= last; ++j) {
            const TextPiece& part = m_pieces[j];
            piece.parts.append({part.headFirst, part.headFirst + part.headCount - 1});
        }
        piece.baseCount = m_pieces[last].baseFirst + m_pieces[last].baseCount - piece.baseFirst;
        piece.headCount = m_pieces[last].headFirst + m_pieces[last].headCount - piece.headFirst;
        result.append(piece);
        i = last;
    }
    return result;
}

} // namespace

QVector<TextPiece> splitByMeaning(const QByteArray& base, const QByteArray& head, Language language)
{
    return Splitter(base, head, language).run();
}

} // namespace rocport
