#include "core/vcs/blame.h"

#include "core/scan/githandle.h"

#include <QElapsedTimer>
#include <QFile>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rocport {

namespace {

using GitBlob = std::unique_ptr<git_blob, GitFree<git_blob_free>>;

constexpr git_object_size_t kMostBytes = git_object_size_t{16} * 1024 * 1024;
constexpr size_t kMostDeltas = 2000; // files of a commit in which a rename is looked for
constexpr qsizetype kMostText = 200; // of a name or a summary

/// A line that is looked for: where it stands in the file asked about, and in an older version.
struct Wanted
{
    int asked = 0;
    int here = 0; ///< 1-based
};

/// A version of the file that lines may have come with.
struct Suspect
{
    git_oid commit;
    QByteArray path;
    std::vector<Wanted> lines; ///< by `here`
};

/// What a version took the place of, as a diff without context has it.
struct Piece
{
    int oldLines = 0;
    int newStart = 0; ///< first new line; the line before where there is none
    int newLines = 0;
};

int addPiece(const git_diff_delta* /*delta*/, const git_diff_hunk* hunk, void* pieces)
{
    static_cast<std::vector<Piece>*>(pieces)->push_back(
        {hunk->old_lines, hunk->new_start, hunk->new_lines});
    return 0;
}

/// Parts `lines` into those that the older version has, numbered as there, and the others.
std::vector<Wanted> older(const std::vector<Piece>& pieces, std::vector<Wanted>& lines)
{
    std::vector<Wanted> passed;
    std::vector<Wanted> stay;
    size_t piece = 0;
    int offset = 0;
    for (const Wanted& line : lines) {
        const auto last = [](const Piece& one) {
            return one.newLines > 0 ? one.newStart + one.newLines - 1 : one.newStart;
        };
        while (piece < pieces.size() && last(pieces[piece]) < line.here) {
            offset += pieces[piece].oldLines - pieces[piece].newLines;
            ++piece;
        }
        const bool isNew = piece < pieces.size() && pieces[piece].newLines > 0 &&
                           line.here >= pieces[piece].newStart;
        if (isNew) {
            stay.push_back(line);
        } else {
            passed.push_back({line.asked, line.here + offset});
        }
    }
    lines = std::move(stay);
    return passed;
}

class Walk
{
public:
    Walk(git_repository* git, const CancelToken& cancel, const BlameBounds& bounds)
        : m_git(git), m_cancel(cancel), m_bounds(bounds)
    {
        m_clock.start();
    }

    Result<Blame> run(const QByteArray& commit, const RepoPath& path, int first, int last)
    {
        git_oid id;
        GitCommit start;
        if (commit.size() != GIT_OID_HEXSZ || git_oid_fromstr(&id, commit.constData()) < 0 ||
            gitMake(start, git_commit_lookup, m_git, &id) < 0) {
            return Error{ErrorCode::InvalidArgument, QStringLiteral("no commit has this name"),
                         QString::fromLatin1(commit)};
        }
        const std::optional<git_oid> blobId = blobOf(start.get(), path.bytes());
        if (!blobId) {
            return Error{ErrorCode::FileNotFound, {}, path.display()};
        }
        const Result<int> lines = lineCount(*blobId, path.display());
        if (!lines) {
            return lines.error();
        }
        first = std::max(1, first);
        last = std::min({last, *lines, first + m_bounds.lines - 1});
        if (last < first) {
            return Error{ErrorCode::InvalidArgument, QStringLiteral("the file has no such lines"),
                         path.display()};
        }
        m_blame.firstLine = first;
        m_blame.commitOf.fill(-1, last - first + 1);
        Suspect suspect{id, path.bytes(), {}};
        for (int line = first; line <= last; ++line) {
            suspect.lines.push_back({line, line});
        }
        add(git_commit_time(start.get()), std::move(suspect));
        return search();
    }

private:
    Result<Blame> search()
    {
        int looked = 0;
        while (!m_queue.empty()) {
            if (m_cancel.isCancelled()) {
                return Error{ErrorCode::Cancelled, {}, {}};
            }
            if (++looked > m_bounds.commits || m_clock.hasExpired(m_bounds.time.count())) {
                m_blame.cut = true;
                break;
            }
            const auto newest = std::prev(m_queue.end());
            Suspect suspect = std::move(newest->second);
            m_queue.erase(newest);
            if (Result<void> done = look(suspect); !done) {
                return done.error();
            }
        }
        sortCommits();
        return std::move(m_blame);
    }

    /// Lines go on to the parents that have them; what none has came with this commit.
    Result<void> look(Suspect& suspect)
    {
        GitCommit commit;
        if (gitMake(commit, git_commit_lookup, m_git, &suspect.commit) < 0) {
            // A clone that was cut off has no more.
            m_blame.cut = true;
            return {};
        }
        const std::optional<git_oid> blob = blobOf(commit.get(), suspect.path);
        if (!blob) {
            return gitError(QString::fromUtf8(suspect.path));
        }
        const unsigned int parents = git_commit_parentcount(commit.get());
        std::vector<std::pair<GitCommit, git_oid>> holders; // that have the file
        for (unsigned int i = 0; i < parents; ++i) {
            GitCommit parent;
            if (gitMake(parent, git_commit_parent, commit.get(), i) < 0) {
                m_blame.cut = true; // a shallow clone
                return {};
            }
            const std::optional<git_oid> theirs = blobOf(parent.get(), suspect.path);
            if (theirs && git_oid_equal(&*theirs, &*blob) != 0) {
                pass(parent.get(), suspect.path, std::move(suspect.lines));
                return {};
            }
            if (theirs) {
                holders.emplace_back(std::move(parent), *theirs);
            }
        }
        for (const auto& [parent, theirs] : holders) {
            compare(parent.get(), theirs, suspect.path, *blob, suspect.lines);
        }
        if (holders.empty() && parents > 0) {
            followRename(commit.get(), *blob, suspect);
        }
        if (!suspect.lines.empty()) {
            take(commit.get(), suspect.lines);
        }
        return {};
    }

    void compare(git_commit* parent, const git_oid& theirs, const QByteArray& path,
                 const git_oid& ours, std::vector<Wanted>& lines)
    {
        GitBlob before;
        GitBlob after;
        if (lines.empty() || gitMake(before, git_blob_lookup, m_git, &theirs) < 0 ||
            gitMake(after, git_blob_lookup, m_git, &ours) < 0 ||
            git_blob_rawsize(before.get()) > kMostBytes ||
            git_blob_rawsize(after.get()) > kMostBytes) {
            return;
        }
        git_diff_options options = GIT_DIFF_OPTIONS_INIT;
        options.context_lines = 0;
        options.interhunk_lines = 0;
        options.flags = GIT_DIFF_FORCE_TEXT;
        std::vector<Piece> pieces;
        if (git_diff_blobs(before.get(), nullptr, after.get(), nullptr, &options, nullptr, nullptr,
                           addPiece, nullptr, &pieces) < 0) {
            return;
        }
        pass(parent, path, older(pieces, lines));
    }

    /// The file has another name in the first parent.
    void followRename(git_commit* commit, const git_oid& blob, Suspect& suspect)
    {
        GitCommit parent;
        GitTree before;
        GitTree after;
        GitDiff diff;
        if (gitMake(parent, git_commit_parent, commit, 0U) < 0 ||
            gitMake(before, git_commit_tree, parent.get()) < 0 ||
            gitMake(after, git_commit_tree, commit) < 0 ||
            gitMake(diff, git_diff_tree_to_tree, m_git, before.get(), after.get(), nullptr) < 0 ||
            git_diff_num_deltas(diff.get()) > kMostDeltas) {
            return;
        }
        git_diff_find_options options = GIT_DIFF_FIND_OPTIONS_INIT;
        options.flags = GIT_DIFF_FIND_RENAMES;
        if (git_diff_find_similar(diff.get(), &options) < 0) {
            return;
        }
        const size_t count = git_diff_num_deltas(diff.get());
        for (size_t i = 0; i < count; ++i) {
            const git_diff_delta* delta = git_diff_get_delta(diff.get(), i);
            if (delta->status == GIT_DELTA_RENAMED && suspect.path == delta->new_file.path) {
                compare(parent.get(), delta->old_file.id, delta->old_file.path, blob,
                        suspect.lines);
                return;
            }
        }
    }

    void pass(git_commit* parent, const QByteArray& path, std::vector<Wanted> lines)
    {
        if (!lines.empty()) {
            add(git_commit_time(parent), {*git_commit_id(parent), path, std::move(lines)});
        }
    }

    /// Two ways to one version are one.
    void add(git_time_t time, Suspect suspect)
    {
        const auto [from, to] = m_queue.equal_range(time);
        for (auto known = from; known != to; ++known) {
            Suspect& same = known->second;
            if (git_oid_equal(&same.commit, &suspect.commit) != 0 && same.path == suspect.path) {
                same.lines.insert(same.lines.end(), suspect.lines.begin(), suspect.lines.end());
                std::sort(same.lines.begin(), same.lines.end(),
                          [](const Wanted& a, const Wanted& b) { return a.here < b.here; });
                return;
            }
        }
        m_queue.emplace(time, std::move(suspect));
    }

    void take(git_commit* commit, const std::vector<Wanted>& lines)
    {
        BlameCommit found;
        found.id = gitHex(git_commit_id(commit));
        const git_signature* author = git_commit_author(commit);
        if (author != nullptr) {
            found.author = QString::fromUtf8(author->name).left(kMostText);
            found.time = QDateTime::fromSecsSinceEpoch(author->when.time);
        }
        found.summary = QString::fromUtf8(git_commit_summary(commit)).left(kMostText);
        auto index = m_blame.commits.indexOf(found);
        if (index < 0) {
            index = m_blame.commits.size();
            m_blame.commits.append(found);
        }
        for (const Wanted& line : lines) {
            m_blame.commitOf[line.asked - m_blame.firstLine] = static_cast<int>(index);
        }
    }

    void sortCommits()
    {
        const QVector<BlameCommit> before = m_blame.commits;
        std::stable_sort(
            m_blame.commits.begin(), m_blame.commits.end(),
            [](const BlameCommit& a, const BlameCommit& b) { return a.time > b.time; });
        for (int& index : m_blame.commitOf) {
            index = index < 0 ? -1 : static_cast<int>(m_blame.commits.indexOf(before[index]));
        }
    }

    /// The file of a commit; nothing: it has none of that name.
    [[nodiscard]] static std::optional<git_oid> blobOf(git_commit* commit, const QByteArray& path)
    {
        GitTree tree;
        GitTreeEntry entry;
        if (gitMake(tree, git_commit_tree, commit) < 0 ||
            gitMake(entry, git_tree_entry_bypath, tree.get(), path.constData()) < 0 ||
            git_tree_entry_type(entry.get()) != GIT_OBJECT_BLOB) {
            return std::nullopt;
        }
        return *git_tree_entry_id(entry.get());
    }

    [[nodiscard]] Result<int> lineCount(const git_oid& id, const QString& name) const
    {
        GitBlob blob;
        if (gitMake(blob, git_blob_lookup, m_git, &id) < 0) {
            return gitError(name);
        }
        if (git_blob_rawsize(blob.get()) > kMostBytes) {
            return Error{ErrorCode::FileTooLarge, {}, name};
        }
        if (git_blob_is_binary(blob.get()) != 0) {
            return Error{ErrorCode::FileNotText, {}, name};
        }
        const auto size = static_cast<qsizetype>(git_blob_rawsize(blob.get()));
        const QByteArrayView text(static_cast<const char*>(git_blob_rawcontent(blob.get())), size);
        const auto newlines = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
        return newlines + (!text.isEmpty() && text.back() != '\n' ? 1 : 0);
    }

    git_repository* m_git;
    const CancelToken m_cancel;
    const BlameBounds m_bounds;
    QElapsedTimer m_clock;
    std::multimap<git_time_t, Suspect> m_queue; ///< newest last
    Blame m_blame;
};

} // namespace

Result<Blame> blameLines(const QString& folder, const QByteArray& commit, const RepoPath& path,
                         int first, int last, const CancelToken& cancel, const BlameBounds& bounds)
{
    const GitLibrary library;
    GitRepository git;
    if (const Result<void> opened = openGit(git, QFile::encodeName(folder), true); !opened) {
        return opened.error();
    }
    return Walk(git.get(), cancel, bounds).run(commit, path, first, last);
}

} // namespace rocport
