#include "core/project/review/reviewfiles.h"

#include "core/base/cancelscope.h"
#include "core/base/wording.h"
#include "core/project/review/reviewrules.h"
#include "core/project/review/reviewsplit.h"
#include "core/text/sourcebuffer.h"

#include <QCryptographicHash>
#include <QMap>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

constexpr qint64 kMostBytes = 256LL * 1024 * 1024; ///< of one file that is composed
constexpr qint64 kMostLines = kMaxAnalysedBytes;   ///< of one text that is compared by lines

using EntryMap = QMap<RepoPath, TreeEntry>;

Result<EntryMap> listed(const SourceTree& tree, const CancelToken& cancel)
{
    const auto entries = tree.list(cancel);
    if (!entries) {
        return entries.error();
    }
    EntryMap map;
    for (const TreeEntry& entry : *entries) {
        map.insert(entry.path, entry);
    }
    return map;
}

QByteArray hashOf(std::initializer_list<QByteArrayView> parts)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QByteArrayView part : parts) {
        const qint64 size = part.size();
        hash.addData(QByteArrayView(reinterpret_cast<const char*>(&size), sizeof size));
        hash.addData(part);
    }
    return hash.result().toHex().left(16);
}

void nameHunk(ReviewHunk& hunk, std::initializer_list<QByteArrayView> text,
              std::initializer_list<QByteArrayView> around)
{
    const QByteArray kind = reviewHunkKindId(hunk.kind).toLatin1();
    const QByteArray body = hashOf(text);
    hunk.textId = hashOf({kind, body});
    hunk.id = hashOf({kind, body, hashOf(around)});
}

/// Gives hunks of one file that are the same in everything ids of their own. Which of them is which
/// is known only as long as the whole file stays as it is on both sides.
void tellApart(QVector<ReviewHunk>& hunks, const QByteArray& base, const QByteArray& head)
{
    QHash<QByteArray, int> counts;
    for (const ReviewHunk& hunk : std::as_const(hunks)) {
        ++counts[hunk.id];
    }
    QByteArray texts; // hashed where it is needed only
    QHash<QByteArray, int> met;
    for (ReviewHunk& hunk : hunks) {
        if (counts.value(hunk.id) > 1) {
            if (texts.isEmpty()) {
                texts = hashOf({base, head});
            }
            hunk.id = hashOf({hunk.id, texts, QByteArray::number(++met[hunk.id])});
        }
    }
}

/// The nearest line of the base above or below that is not blank.
std::string_view lineNear(const SourceBuffer& source, int line, int step)
{
    constexpr int kFarthest = 8;
    for (int i = 0; i < kFarthest && line >= 1 && line <= source.lineCount(); ++i, line += step) {
        const std::string_view text = source.lineText(line);
        if (text.find_first_not_of(" \t\r") != std::string_view::npos) {
            return text;
        }
    }
    return {};
}

QByteArrayView viewed(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

QString sizeText(qsizetype bytes)
{
    return counted(bytes, "byte", "bytes");
}

/// Makes the files of a review out of two lists of entries.
class FileMaker
{
public:
    FileMaker(const ReviewTrees& trees, EntryMap base, EntryMap head)
        : m_trees(trees), m_base(std::move(base)), m_head(std::move(head))
    {
    }

    Result<QVector<ReviewFile>> run();

private:
    Result<ReviewFile> make(ReviewFile file);
    Result<void> addLines(ReviewFile& file, const QByteArray& head);
    void addWhole(ReviewFile& file, ReviewHunkKind kind, const QString& title, const QString& facts,
                  const QByteArray& before, const QByteArray& after);
    Result<void> addContent(ReviewFile& file);

    const ReviewTrees& m_trees;
    EntryMap m_base;
    EntryMap m_head;
};

void FileMaker::addWhole(ReviewFile& file, ReviewHunkKind kind, const QString& title,
                         const QString& facts, const QByteArray& before, const QByteArray& after)
{
    ReviewHunk hunk;
    hunk.kind = kind;
    hunk.title = title;
    hunk.facts = facts;
    nameHunk(hunk, {file.path.bytes(), file.basePath.bytes(), before, after}, {});
    file.hunks.append(hunk);
}

Result<void> FileMaker::addLines(ReviewFile& file, const QByteArray& head)
{
    const SourceBuffer base(file.baseText);
    const SourceBuffer port(head);
    const auto offset = [](const SourceBuffer& text, int line) {
        return line >= text.lineCount() ? text.bytes().size() : text.lineRange(line + 1).begin;
    };
    for (const TextPiece& piece : splitByMeaning(file.baseText, head, file.language)) {
        if (isWorkCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        ReviewHunk hunk;
        hunk.baseFirst = piece.baseFirst + 1;
        hunk.baseLast = piece.baseFirst + piece.baseCount;
        hunk.headFirst = piece.headFirst + 1;
        hunk.headLast = piece.headFirst + piece.headCount;
        for (const LineStretch& part : piece.parts) {
            hunk.headParts.append({part.first + 1, part.last + 1});
        }
        const qsizetype from = offset(base, piece.baseFirst);
        hunk.edit.range = {from, offset(base, piece.baseFirst + piece.baseCount)};
        const qsizetype headFrom = offset(port, piece.headFirst);
        hunk.edit.replacement =
            head.mid(headFrom, offset(port, piece.headFirst + piece.headCount) - headFrom);
        nameHunk(hunk,
                 {file.path.bytes(),
                  QByteArrayView(file.baseText).sliced(from, hunk.edit.range.size()),
                  hunk.edit.replacement},
                 {viewed(lineNear(base, hunk.baseFirst - 1, -1)),
                  viewed(lineNear(base, hunk.baseLast + 1, 1))});
        file.hunks.append(hunk);
    }
    tellApart(file.hunks, file.baseText, head);
    return {};
}

/// A file that both sides have under the same name.
Result<void> FileMaker::addContent(ReviewFile& file)
{
    if (file.base->identity == file.head->identity) {
        return {};
    }
    const auto before = entryBytes(*m_trees.base, *file.base);
    const auto after = entryBytes(*m_trees.head, *file.head);
    if (!before || !after) {
        return before ? after.error() : before.error();
    }
    if (*before == *after) {
        return {};
    }
    const bool small = before->size() <= kMostLines && after->size() <= kMostLines;
    const bool text = small && SourceBuffer(*before).encoding() != Encoding::Binary &&
                      SourceBuffer(*after).encoding() != Encoding::Binary &&
                      SourceBuffer(*before).isEditable() && SourceBuffer(*after).isEditable();
    if (text) {
        file.baseText = *before;
        return addLines(file, *after);
    }
    addWhole(file, ReviewHunkKind::Binary,
             small ? QStringLiteral("Binary file") : QStringLiteral("Large file"),
             QStringLiteral("%1 become %2; what differs is not shown by lines.")
                 .arg(sizeText(before->size()), sizeText(after->size())),
             contentHash(*before), contentHash(*after));
    return {};
}

Result<ReviewFile> FileMaker::make(ReviewFile file)
{
    using Kind = TreeEntry::Kind;
    const RepoPath& named = file.path;
    file.language = languageOfFile(named.fileName());
    const auto isKind = [&file](Kind kind) {
        return (file.base && file.base->kind == kind) || (file.head && file.head->kind == kind);
    };
    QByteArray before;
    QByteArray after;
    const bool whole = !file.base || !file.head || file.base->kind != file.head->kind ||
                       file.base->kind != Kind::File || file.path != file.basePath;
    if (whole) {
        for (const auto& [entry, tree, bytes] :
             {std::tuple(&file.base, m_trees.base.get(), &before),
              std::tuple(&file.head, m_trees.head.get(), &after)}) {
            if (*entry) {
                auto read = entryBytes(*tree, **entry);
                if (!read) {
                    return read.error();
                }
                *bytes = *std::move(read);
            }
        }
    }
    if (isKind(Kind::Submodule)) {
        addWhole(file, ReviewHunkKind::Submodule, QStringLiteral("Submodule"),
                 QStringLiteral("Commit %1 becomes %2; what is in it is not examined.")
                     .arg(before.isEmpty() ? QStringLiteral("none")
                                           : QString::fromLatin1(before.left(12)),
                          after.isEmpty() ? QStringLiteral("none")
                                          : QString::fromLatin1(after.left(12))),
                 before, after);
    } else if (isKind(Kind::Link)) {
        addWhole(file, ReviewHunkKind::Link, QStringLiteral("Link"),
                 !file.head ? QStringLiteral("The link is removed.")
                 : file.head->kind != Kind::Link
                     ? QStringLiteral("A file takes the place of a link.")
                     : QStringLiteral("The link leads to %1; its target is not examined.")
                           .arg(RepoPath(after.left(1000)).display()),
                 contentHash(before), contentHash(after));
    } else if (!file.base) {
        addWhole(file, ReviewHunkKind::Added, QStringLiteral("New file"),
                 QStringLiteral("The port adds %1.").arg(sizeText(after.size())), {},
                 contentHash(after));
        file.hunks.last().headLast = SourceBuffer(after).lineCount();
    } else if (!file.head) {
        addWhole(file, ReviewHunkKind::Removed, QStringLiteral("File removed"),
                 QStringLiteral("The port removes %1.").arg(sizeText(before.size())),
                 contentHash(before), {});
        file.hunks.last().baseLast = SourceBuffer(before).lineCount();
    } else if (file.path != file.basePath) {
        addWhole(file, ReviewHunkKind::Renamed, QStringLiteral("Renamed"),
                 QStringLiteral("Renamed from %1; %2.")
                     .arg(file.basePath.display(), before == after
                                                       ? QStringLiteral("the content is the same")
                                                       : QStringLiteral("the content changed too")),
                 contentHash(before), contentHash(after));
        file.hunks.last().headLast = SourceBuffer(after).lineCount();
    } else {
        if (Result<void> added = addContent(file); !added) {
            return added.error();
        }
        if (file.base->executable != file.head->executable) {
            addWhole(file, ReviewHunkKind::Mode, QStringLiteral("File mode"),
                     file.head->executable ? QStringLiteral("The file becomes executable.")
                                           : QStringLiteral("The file is executable no more."),
                     {}, file.head->executable ? "x" : "-");
        }
    }
    for (ReviewHunk& hunk : file.hunks) {
        if (hunk.kind != ReviewHunkKind::Lines) {
            hunk.phase = phaseOfFile(file.path, file.language);
        }
    }
    return file;
}

Result<QVector<ReviewFile>> FileMaker::run()
{
    QVector<ReviewFile> files;
    QSet<RepoPath> moved;
    const auto isFileAt = [](const EntryMap& map, const RepoPath& path) {
        const auto at = map.constFind(path);
        return at != map.constEnd() && at->kind == TreeEntry::Kind::File;
    };
    const auto take = [&files](Result<ReviewFile> file) -> Result<void> {
        if (!file) {
            return file.error();
        }
        if (!file->hunks.isEmpty()) {
            files.append(*std::move(file));
        }
        return {};
    };
    QHash<RepoPath, RepoPath> from;
    for (auto it = m_trees.renames.cbegin(); it != m_trees.renames.cend(); ++it) {
        // What the trees do not bear out does not count: none may be lost.
        if (isFileAt(m_head, it.key()) && isFileAt(m_base, it.value()) &&
            !m_base.contains(it.key()) && !m_head.contains(it.value()) &&
            !moved.contains(it.value())) {
            from.insert(it.key(), it.value());
            moved.insert(it.value());
        }
    }
    for (auto it = m_head.cbegin(); it != m_head.cend(); ++it) {
        if (isWorkCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        const auto same = m_base.constFind(it.key());
        if (same != m_base.constEnd() && same->identity == it->identity && same->kind == it->kind &&
            same->executable == it->executable) {
            continue;
        }
        ReviewFile file;
        file.path = it.key();
        file.head = *it;
        if (const auto old = from.constFind(it.key()); old != from.constEnd()) {
            file.basePath = *old;
            file.base = m_base.value(*old);
        } else if (same != m_base.constEnd()) {
            file.basePath = it.key();
            file.base = *same;
        }
        if (Result<void> taken = take(make(std::move(file))); !taken) {
            return taken.error();
        }
    }
    for (auto it = m_base.cbegin(); it != m_base.cend(); ++it) {
        if (m_head.contains(it.key()) || moved.contains(it.key())) {
            continue;
        }
        ReviewFile file;
        file.path = file.basePath = it.key();
        file.base = *it;
        if (Result<void> taken = take(make(std::move(file))); !taken) {
            return taken.error();
        }
    }
    std::sort(files.begin(), files.end(),
              [](const ReviewFile& a, const ReviewFile& b) { return a.path < b.path; });
    return files;
}

} // namespace

Result<QByteArray> entryBytes(const SourceTree& tree, const TreeEntry& entry)
{
    switch (entry.kind) {
    case TreeEntry::Kind::Link:
        return tree.linkTarget(entry);
    case TreeEntry::Kind::Submodule:
        return entry.identity;
    case TreeEntry::Kind::File:
        break;
    }
    return tree.read(entry, kMostBytes);
}

Result<QVector<ReviewFile>> reviewFiles(const ReviewTrees& trees, const CancelToken& cancel)
{
    auto base = listed(*trees.base, cancel);
    auto head = listed(*trees.head, cancel);
    if (!base || !head) {
        return base ? head.error() : base.error();
    }
    return FileMaker(trees, *std::move(base), *std::move(head)).run();
}

} // namespace rocport
