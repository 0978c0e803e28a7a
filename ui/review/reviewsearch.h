#pragma once

#include "core/project/session/filetexts.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/session.h"
#include "core/project/session/symbols.h"
#include "ui/review/difffind.h"

#include <QObject>

namespace rocport {

/// A line that contains a match, or that defines a symbol.
struct FoundLine
{
    RepoPath path;
    HitSide side = HitSide::Both;
    int line = 0;               ///< 1-based, as lineNumberOf(): leads to the place
    int shownLine = 0;          ///< 1-based, as in the diff's margin
    QByteArray key;             ///< of the change that the line belongs to; empty: none
    int start = 0;              ///< byte of the first match in the line
    int length = 0;             ///< its bytes
    QString text;               ///< the line or a piece of it around the first match, hidden
                                ///< characters spelled out
    QVector<TextMatch> matches; ///< in `text`
    SymbolKind symbol = SymbolKind::Function; ///< for symbols, whose `text` is their name
};

/// Fills in the piece of a line (UTF-8) that is shown, with its matches; `hits` by position, at
/// least one.
void showLine(FoundLine& found, QByteArrayView line, const QVector<TextMatch>& hits);

/// What was found in one file.
struct FileSearch
{
    QVector<FoundLine> lines;
    int leftOut = 0;         ///< lines on which the expression was not tried in full
    bool more = false;       ///< there are more than are returned
    bool unreadable = false; ///< the file could not be read
};

/// Searches one file, laid out as the diff shows it. Pure; ends early when cancelled. At most
/// `limit` lines.
FileSearch searchFile(const FileTexts& texts, const DiffDecisions& decisions,
                      const TextMatcher& matcher, FindScope scope, qsizetype limit,
                      const CancelToken& cancel);

/// What one file defines, as the diff shows it: once for what changes leave the same, else for the
/// original and for the port. Pure; ends early when cancelled. At most `limit` symbols.
FileSearch symbolsOfFile(const FileTexts& texts, const DiffDecisions& decisions, qsizetype limit,
                         const CancelToken& cancel);

/// Searches all changes, or all files of the scan, file by file in threads of the pool. Results
/// come in the order of the paths.
class ReviewSearch : public QObject
{
    Q_OBJECT

public:
    /// The most lines that are kept; the search ends there.
    static constexpr qsizetype kLimit = 5000;
    /// The most symbols that are kept.
    static constexpr qsizetype kSymbolLimit = 50000;

    /// The session outlives the search.
    explicit ReviewSearch(ProjectSession& session, QObject* parent = nullptr);
    ~ReviewSearch() override;

    /// Ends the previous search and begins another.
    void start(const TextMatcher& matcher, FindScope scope);
    /// The same for the symbols of one file, or of all.
    void startSymbols(const std::optional<RepoPath>& file);
    /// Ends the search; what was found is kept.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_running; }
    [[nodiscard]] int filesDone() const { return m_given; }
    [[nodiscard]] int files() const { return static_cast<int>(m_paths.size()); }
    [[nodiscard]] int leftOut() const { return m_leftOut; }
    [[nodiscard]] int unreadable() const { return m_unreadable; }
    /// Whether there are more lines than are kept.
    [[nodiscard]] bool isFull() const { return m_full; }

Q_SIGNALS:
    /// More lines, following those reported before.
    void found(const QVector<rocport::FoundLine>& lines);
    /// A file was searched, or the search ended.
    void progressed();

private:
    /// What is found in one file; runs in the pool.
    using Look =
        std::function<FileSearch(const FileTexts&, const DiffDecisions&, const CancelToken&)>;
    void begin(QVector<RepoPath> paths, qsizetype limit, Look look);
    void next();
    void fileDone(int file, const FileSearch& result);
    void give();

    ProjectSession& m_session;
    std::shared_ptr<const ProjectState> m_state;
    Look m_look;
    qsizetype m_limit = kLimit;
    CancelToken m_cancel;
    quint64 m_serial = 0;
    QVector<RepoPath> m_paths;
    QHash<int, FileSearch> m_waiting; // files that were finished before earlier ones
    int m_started = 0;
    int m_given = 0;
    qsizetype m_lines = 0;
    int m_leftOut = 0;
    int m_unreadable = 0;
    bool m_running = false;
    bool m_full = false;
};

} // namespace rocport
