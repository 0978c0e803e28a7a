#include "ui/portreview/hunktexts.h"

#include "core/project/review/reviewfiles.h"
#include "core/project/review/reviewsplit.h"
#include "core/text/sourcebuffer.h"

#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

/// The byte at which a 1-based line begins; past the last one the end of the text.
qsizetype startOfLine(const QByteArray& text, int line)
{
    qsizetype at = 0;
    for (int i = 1; i < line && at < text.size(); ++i) {
        const qsizetype end = text.indexOf('\n', at);
        at = end < 0 ? text.size() : end + 1;
    }
    return at;
}

/// The same, sought from where another line begins: reads only what is between the two.
qsizetype startNear(const QByteArray& text, int line, int known, qsizetype at)
{
    for (; known < line && at < text.size(); ++known) {
        const qsizetype end = text.indexOf('\n', at);
        at = end < 0 ? text.size() : end + 1;
    }
    for (; known > line && at > 0; --known) {
        at = at < 2 ? 0 : text.lastIndexOf('\n', at - 2) + 1; // -1: the first line
    }
    return at;
}

bool isText(const QByteArray& bytes)
{
    return SourceBuffer(bytes).encoding() != Encoding::Binary;
}

Hunk hunkOfReview(const ReviewFile& file, const ReviewHunk& hunk)
{
    Hunk made;
    made.key = hunk.id;
    made.sourcePath = file.path;
    made.targetPath = file.path;
    made.firstLine = hunk.baseFirst;
    made.lastLine = hunk.baseLast;
    made.phase = hunk.phase;
    made.ruleIds = hunk.ruleIds;
    made.title = hunk.title;
    made.edits = {hunk.edit};
    return made;
}

/// A change that replaces everything.
Hunk wholeFile(const ReviewFile& file, const ReviewHunk& hunk, const QByteArray& before,
               const QByteArray& after)
{
    Hunk made = hunkOfReview(file, hunk);
    made.edits = {TextEdit{{0, before.size()}, after}};
    made.firstLine = 1;
    made.lastLine =
        static_cast<int>(before.count('\n')) + (before.isEmpty() || before.endsWith('\n') ? 0 : 1);
    return made;
}

/// The hunk that the lines of a piece of the newest revision belong to; null: none is there any
/// more. `from` is the first hunk that is not before the piece, for pieces in order.
const ReviewHunk* hunkAt(const ReviewFile& file, const TextPiece& piece, qsizetype& from)
{
    const int first = piece.headFirst + 1;
    const int last = piece.headFirst + std::max(1, piece.headCount);
    const auto isBefore = [first](const ReviewHunk& hunk) {
        return !hasLines(hunk.kind) || (hunk.kind == ReviewHunkKind::Lines &&
                                        std::max(hunk.headFirst, hunk.headLast) < first);
    };
    while (from < file.hunks.size() && isBefore(file.hunks.at(from))) {
        ++from;
    }
    if (from == file.hunks.size()) {
        return nullptr;
    }
    const ReviewHunk& hunk = file.hunks.at(from);
    return hunk.kind != ReviewHunkKind::Lines || last >= hunk.headFirst ? &hunk : nullptr;
}

/// Lines of a text that are asked for in order: what was passed is not read again.
class LinesInOrder
{
public:
    explicit LinesInOrder(const QByteArray& text) : m_text(text) {}
    /// The byte at which a 1-based line begins.
    qsizetype start(int line)
    {
        m_at = startNear(m_text, line, m_line, m_at);
        m_line = line;
        return m_at;
    }
    QByteArray lines(int first, int last)
    {
        const qsizetype begin = start(first);
        return last < first ? QByteArray() : m_text.mid(begin, start(last + 1) - begin);
    }

private:
    const QByteArray& m_text;
    int m_line = 1;
    qsizetype m_at = 0;
};

HunkTexts sinceRevision(const ReviewFile& file, const QByteArray& before, const QByteArray& after)
{
    HunkTexts made;
    made.isSince = true;
    made.texts = {file.path, file.language, before, {}};
    int number = 0;
    qsizetype from = 0;
    LinesInOrder old(before);
    LinesInOrder now(after);
    QSet<QByteArray> seen;
    for (const TextPiece& piece : splitByMeaning(before, after, file.language)) {
        const ReviewHunk* hunk = hunkAt(file, piece, from);
        Hunk change;
        change.sourcePath = file.path;
        change.targetPath = file.path;
        change.firstLine = piece.baseFirst + 1;
        change.lastLine = piece.baseFirst + piece.baseCount;
        const qsizetype begin = old.start(change.firstLine);
        const qsizetype end = old.start(change.lastLine + 1);
        change.edits = {
            TextEdit{{begin, std::max(begin, end)},
                     now.lines(piece.headFirst + 1, piece.headFirst + piece.headCount)}};
        const QByteArray id = hunk != nullptr ? hunk->id : QByteArray();
        const bool first = hunk != nullptr && !seen.contains(id);
        seen.insert(id);
        change.key = first ? id : QByteArray("since-") + QByteArray::number(++number);
        if (!first && hunk != nullptr) {
            made.hunkOf.insert(change.key, id);
        }
        change.title = hunk != nullptr ? hunk->title : QString();
        made.texts.hunks.append(change);
    }
    return made;
}

} // namespace

bool hasLines(ReviewHunkKind kind)
{
    switch (kind) {
    case ReviewHunkKind::Lines:
    case ReviewHunkKind::Added:
    case ReviewHunkKind::Removed:
    case ReviewHunkKind::Renamed:
        return true;
    case ReviewHunkKind::Mode:
    case ReviewHunkKind::Binary:
    case ReviewHunkKind::Link:
    case ReviewHunkKind::Submodule:
        break;
    }
    return false;
}

QByteArray linesOf(const QByteArray& text, int first, int last)
{
    const qsizetype begin = startOfLine(text, first);
    return last < first ? QByteArray() : text.mid(begin, startOfLine(text, last + 1) - begin);
}

Result<HunkTexts> hunkTexts(const ReviewState& state, const ReviewFile& file, bool since)
{
    if (since) {
        for (const RevisionDifference& one : state.difference) {
            if (one.path == file.path && isText(one.before.value_or(QByteArray())) &&
                isText(one.after.value_or(QByteArray()))) {
                return sinceRevision(file, one.before.value_or(QByteArray()),
                                     one.after.value_or(QByteArray()));
            }
        }
    }
    HunkTexts made;
    made.texts = {file.path, file.language, file.baseText, {}};
    const ReviewTrees& trees = state.review->trees;
    for (const ReviewHunk& hunk : file.hunks) {
        if (hunk.kind == ReviewHunkKind::Lines) {
            made.texts.hunks.append(hunkOfReview(file, hunk));
            continue;
        }
        if (!hasLines(hunk.kind)) {
            continue;
        }
        QByteArray after;
        if (file.base && made.texts.original.isEmpty()) {
            const Result<QByteArray> read = entryBytes(*trees.base, *file.base);
            if (!read) {
                return read.error();
            }
            made.texts.original = *read;
        }
        if (file.head) {
            const Result<QByteArray> read = entryBytes(*trees.head, *file.head);
            if (!read) {
                return read.error();
            }
            after = *read;
        }
        // What the port adds may be no text, whatever the base has; an editor shows no such bytes.
        if (isText(made.texts.original) && isText(after)) {
            made.texts.hunks.append(wholeFile(file, hunk, made.texts.original, after));
        } else {
            made.texts.original.clear();
        }
    }
    return made;
}

std::optional<QByteArray> ruleEdit(const ReviewFile& file, const ReviewHunk& hunk)
{
    if (hunk.kind != ReviewHunkKind::Lines || hunk.match == RuleMatch::None) {
        return std::nullopt;
    }
    QByteArray text = hunk.ruleText;
    const auto lines = [&](int first, int last) {
        const qsizetype known = hunk.edit.range.begin; // where baseFirst begins
        const qsizetype begin = startNear(file.baseText, first, hunk.baseFirst, known);
        return last < first
                   ? QByteArray()
                   : file.baseText.mid(
                         begin, startNear(file.baseText, last + 1, hunk.baseFirst, known) - begin);
    };
    // What the rules write beyond the hunk has to be what stands there.
    if (hunk.ruleFirst < hunk.baseFirst) {
        const QByteArray above = lines(hunk.ruleFirst, hunk.baseFirst - 1);
        if (!text.startsWith(above)) {
            return std::nullopt;
        }
        text.remove(0, above.size());
    } else {
        text.prepend(lines(hunk.baseFirst, hunk.ruleFirst - 1));
    }
    if (hunk.ruleLast > hunk.baseLast) {
        const QByteArray below = lines(hunk.baseLast + 1, hunk.ruleLast);
        if (!text.endsWith(below)) {
            return std::nullopt;
        }
        text.chop(below.size());
    } else {
        text.append(lines(std::max(hunk.ruleLast + 1, hunk.baseFirst), hunk.baseLast));
    }
    return text;
}

} // namespace rocport
