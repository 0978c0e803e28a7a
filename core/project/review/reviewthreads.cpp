#include "core/project/review/reviewthreads.h"

#include "core/project/review/reviewfiles.h"
#include "core/project/review/revisions.h"
#include "core/text/sourcebuffer.h"

#include <QRandomGenerator>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace rocport {

namespace {

constexpr qint64 kMostThreadText = 4LL * 1024 * 1024;
constexpr int kNear = 100; ///< lines around its place in which a line's text is looked for

QByteArray lineBytes(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

/// A 1-based line without its end; nothing: there is none. Reads no further than to that line.
std::optional<QByteArray> lineIn(const QByteArray& text, int line)
{
    const auto isEnd = [](char c) { return c == '\n' || c == '\r'; };
    const char* at = text.begin();
    for (int number = 1; at != text.end(); ++number) {
        const char* const end = std::find_if(at, text.end(), isEnd);
        if (number == line) {
            return QByteArray(at, end - at);
        }
        const bool two =
            end != text.end() && *end == '\r' && end + 1 != text.end() && *(end + 1) == '\n';
        at = end == text.end() ? end : end + (two ? 2 : 1);
    }
    return std::nullopt;
}

/// 0 within the hunk, else how many lines away it is.
int distanceTo(const ReviewHunk& hunk, bool onBase, int line)
{
    const int first = onBase ? hunk.baseFirst : hunk.headFirst;
    const int last = onBase ? hunk.baseLast : hunk.headLast;
    return line < first ? first - line : std::max(0, line - last);
}

/// Takes threads along to one revision.
class ThreadFollower
{
public:
    ThreadFollower(const PortReview* before, const PortReview& now);

    void follow(ReviewThread& thread);

private:
    struct Hunk
    {
        const ReviewFile* file = nullptr;
        const ReviewHunk* hunk = nullptr;
    };
    [[nodiscard]] static QHash<QByteArray, Hunk> hunksOf(const PortReview& review);
    [[nodiscard]] const ReviewFile* fileFor(const ReviewThread& thread) const;
    const SourceBuffer& textOf(const ReviewFile& file, bool onBase);
    /// Where a thread is in the text; `same`: its hunk, or null. 0: nowhere.
    [[nodiscard]] int lineFor(const ReviewThread& thread, const ReviewHunk* same,
                              const SourceBuffer& text, bool wasOutdated) const;

    const PortReview& m_now;
    QHash<QByteArray, Hunk> m_old; ///< by id
    QHash<QByteArray, Hunk> m_new; ///< by id of the older revision
    QHash<RepoPath, const ReviewFile*> m_files;
    QHash<RepoPath, RepoPath> m_oldBases; ///< path in the older port -> in its base
    QHash<RepoPath, const ReviewFile*> m_byBase;
    QHash<QPair<RepoPath, bool>, SourceBuffer> m_texts;
};

QHash<QByteArray, ThreadFollower::Hunk> ThreadFollower::hunksOf(const PortReview& review)
{
    QHash<QByteArray, Hunk> hunks;
    for (const ReviewFile& file : review.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            hunks.insert(hunk.id, {&file, &hunk});
        }
    }
    return hunks;
}

ThreadFollower::ThreadFollower(const PortReview* before, const PortReview& now) : m_now(now)
{
    const QHash<QByteArray, Hunk> hunks = hunksOf(now);
    m_new = hunks;
    if (before != nullptr) {
        m_old = hunksOf(*before);
        const auto same = sameHunks(*before, now);
        for (auto pair = same.cbegin(); pair != same.cend(); ++pair) {
            m_new.insert(*pair, hunks.value(pair.key()));
        }
        for (const ReviewFile& file : before->files) {
            m_oldBases.insert(file.path, file.basePath);
        }
    }
    for (const ReviewFile& file : now.files) {
        m_files.insert(file.path, &file);
        if (!file.basePath.isEmpty()) {
            m_byBase.insert(file.basePath, &file);
        }
    }
}

const ReviewFile* ThreadFollower::fileFor(const ReviewThread& thread) const
{
    const ReviewFile* file = m_files.value(thread.path);
    const RepoPath base = m_oldBases.value(thread.path);
    return file == nullptr && !base.isEmpty() ? m_byBase.value(base) : file;
}

const SourceBuffer& ThreadFollower::textOf(const ReviewFile& file, bool onBase)
{
    const QPair<RepoPath, bool> key(file.path, onBase);
    auto text = m_texts.find(key);
    if (text == m_texts.end()) {
        text = m_texts.insert(
            key, SourceBuffer(textOfReview(m_now, file, onBase).value_or(QByteArray())));
    }
    return *text;
}

void ThreadFollower::follow(ReviewThread& thread)
{
    const Hunk same = m_new.value(thread.hunkId);
    const ReviewFile* file = same.file != nullptr ? same.file : fileFor(thread);
    const bool wasOutdated = std::exchange(thread.isOutdated, true);
    if (file == nullptr) {
        return;
    }
    if (thread.line == 0) {
        thread.path = file->path;
        thread.isOutdated = false;
        return;
    }
    if (const int line = lineFor(thread, same.hunk, textOf(*file, thread.onBase), wasOutdated);
        line > 0) {
        const ReviewHunk* hunk = hunkAtLine(*file, thread.onBase, line);
        thread.path = file->path;
        thread.line = line;
        thread.hunkId = hunk == nullptr ? QByteArray() : hunk->id;
        thread.isOutdated = false;
    }
}

int ThreadFollower::lineFor(const ReviewThread& thread, const ReviewHunk* same,
                            const SourceBuffer& text, bool wasOutdated) const
{
    const Hunk old = m_old.value(thread.hunkId);
    const bool blank = thread.lineText.trimmed().isEmpty(); // anywhere: no line to be known by
    // The nearest to a line within a distance and between two lines; 0: none.
    const auto nearest = [&](int line, int farthest, int first, int last) {
        for (int away = 0; away <= (blank ? 0 : farthest); ++away) {
            for (const int at : {line - away, line + away}) {
                if (at >= std::max(1, first) && at <= std::min(last, text.lineCount()) &&
                    lineBytes(text.lineText(at)) == thread.lineText) {
                    return at;
                }
            }
        }
        return 0;
    };
    if (same == nullptr || (blank && old.hunk == nullptr)) {
        return nearest(thread.line, kNear, 1, text.lineCount());
    }
    const int first = thread.onBase ? same->baseFirst : same->headFirst;
    const int last = thread.onBase ? same->baseLast : same->headLast;
    if (old.hunk != nullptr) {
        const int moved = first - (thread.onBase ? old.hunk->baseFirst : old.hunk->headFirst);
        return nearest(thread.line + moved, kNear, 1, text.lineCount());
    }
    // The hunk is back, and where it was when the thread had a line is not known.
    const int exact = wasOutdated ? 0 : nearest(thread.line, 0, 1, text.lineCount());
    const int closest = std::clamp(thread.line, first, std::max(first, last));
    const int inside = exact > 0 ? exact : nearest(closest, last - first, first, last);
    const int around = inside > 0 ? inside : nearest(thread.line, kNear, 1, text.lineCount());
    return around > 0 ? around : nearest(closest, kNear, 1, text.lineCount());
}

} // namespace

std::optional<QByteArray> textOfReview(const PortReview& review, const ReviewFile& file,
                                       bool onBase)
{
    QByteArray text;
    const bool byLines = std::any_of(file.hunks.begin(), file.hunks.end(), [](const auto& hunk) {
        return hunk.kind == ReviewHunkKind::Lines;
    });
    if (byLines) {
        qsizetype at = 0;
        for (const ReviewHunk& hunk : file.hunks) {
            if (!onBase && hunk.kind == ReviewHunkKind::Lines) {
                text.append(QByteArrayView(file.baseText).sliced(at, hunk.edit.range.begin - at));
                text += hunk.edit.replacement;
                at = hunk.edit.range.end;
            }
        }
        return text + file.baseText.mid(at);
    }
    const std::optional<TreeEntry>& entry = onBase ? file.base : file.head;
    if (!entry || entry->kind != TreeEntry::Kind::File) {
        return std::nullopt;
    }
    const auto read =
        (onBase ? review.trees.base : review.trees.head)->read(*entry, kMostThreadText);
    return read && SourceBuffer(*read).isEditable() ? std::optional(*read) : std::nullopt;
}

std::optional<QByteArray> lineOfReview(const ReviewFile& file, bool onBase, int line)
{
    int moved = 0; // lines that the hunks above add
    for (const ReviewHunk& hunk : file.hunks) {
        if (hunk.kind != ReviewHunkKind::Lines) {
            return std::nullopt;
        }
        if (onBase || line < hunk.headFirst) {
            break;
        }
        if (line <= hunk.headLast) {
            return lineIn(hunk.edit.replacement, line - hunk.headFirst + 1);
        }
        moved = hunk.headLast - hunk.baseLast;
    }
    return lineIn(file.baseText, line - moved);
}

const ReviewHunk* hunkAtLine(const ReviewFile& file, bool onBase, int line)
{
    const auto nearest =
        std::min_element(file.hunks.begin(), file.hunks.end(), [&](const auto& a, const auto& b) {
            return distanceTo(a, onBase, line) < distanceTo(b, onBase, line);
        });
    return nearest == file.hunks.end() ? nullptr : &*nearest;
}

QVector<ReviewThread> followThreads(const QVector<ReviewThread>& threads, const PortReview* before,
                                    const PortReview& now)
{
    QVector<ReviewThread> followed = threads;
    if (!threads.isEmpty()) {
        ThreadFollower follower(before, now);
        for (ReviewThread& thread : followed) {
            follower.follow(thread);
        }
    }
    return followed;
}

QByteArray newReviewId()
{
    return QByteArray::number(QRandomGenerator::global()->generate64(), 16).rightJustified(16, '0');
}

} // namespace rocport
