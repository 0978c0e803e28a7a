#include "ui/review/reviewsearch.h"

#include "core/base/visibletext.h"
#include "core/base/whendone.h"
#include "core/project/session/projectsources.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr int kAtOnce = 2;        // files on their way: one is read while one is looked through
constexpr qsizetype kBefore = 80; // units of a line that are shown before its first match
constexpr qsizetype kShown = 400; // and altogether
constexpr qsizetype kPerFile = 100000; // hits of one file that are made into lines

DiffDecisions decisionsOf(const ProjectState& state, const FileTexts& texts)
{
    DiffDecisions decisions;
    for (const Hunk& hunk : texts.hunks) {
        const Decision* decision = state.decisions.decision(hunk.key);
        decisions.insert(hunk.key, {state.decisions.kind(hunk.key),
                                    decision ? decision->editedText : QByteArray()});
    }
    return decisions;
}

} // namespace

/// The piece of a line that is shown, with its matches.
void showLine(FoundLine& found, QByteArrayView line, const QVector<TextMatch>& hits)
{
    const auto text = [&line](qsizetype from, qsizetype to) {
        return visibleLine(QString::fromUtf8(line.sliced(from, to - from)));
    };
    qsizetype from = 0;
    while (from < hits[0].start && (line[from] == ' ' || line[from] == '\t')) {
        ++from;
    }
    if (hits[0].start - from > kBefore) {
        from = hits[0].start - kBefore;
        while (from < hits[0].start && (line[from] & 0xc0) == 0x80) { // inside a character
            ++from;
        }
        found.text = QStringLiteral("…");
    }
    for (const TextMatch& hit : hits) {
        if (found.text.size() > kShown || hit.start - from > kShown) {
            break; // the rest of the line ends what is shown
        }
        found.text += text(from, hit.start);
        const qsizetype end = hit.start + std::min(hit.length, kShown);
        const QString match = text(hit.start, end);
        found.matches.append({found.text.size(), match.size()});
        found.text += match;
        from = hit.start + hit.length;
    }
    if (found.text.size() < kShown) {
        const qsizetype rest = std::min<qsizetype>(line.size() - from, kShown);
        found.text += text(from, from + rest);
    }
}

FileSearch searchFile(const FileTexts& texts, const DiffDecisions& decisions,
                      const TextMatcher& matcher, FindScope scope, qsizetype limit,
                      const CancelToken& cancel)
{
    FileSearch result;
    DiffLayout layout = layOutDiff(texts, decisions, false);
    if (layout.binary || cancel.isCancelled()) {
        return result;
    }
    numberRows(layout, decisions);
    const DiffHits hits = findInDiff(layout, matcher, scope, kPerFile, cancel);
    result.leftOut = hits.leftOut;
    result.more = hits.more;
    for (qsizetype i = 0; i < hits.hits.size() && result.lines.size() < limit;) {
        const DiffHit& first = hits.hits[i];
        QVector<TextMatch> inLine;
        for (; i < hits.hits.size() && hits.hits[i].row == first.row &&
               hits.hits[i].side == first.side;
             ++i) {
            inLine.append({hits.hits[i].start, hits.hits[i].length});
        }
        const DiffRow& row = layout.rows[first.row];
        FoundLine line;
        line.path = texts.path;
        line.side = first.side;
        line.line = lineNumberOf(layout, first.row, first.side);
        line.shownLine = first.side == HitSide::Port && row.number > 0 ? row.number : line.line;
        const int change = changeOfRow(layout, first.row);
        line.key = change >= 0 ? layout.changes[change].key : QByteArray();
        line.start = first.start;
        line.length = first.length;
        showLine(line, lineOfHit(layout, first.row, first.side), inLine);
        result.lines.append(line);
    }
    return result;
}

FileSearch symbolsOfFile(const FileTexts& texts, const DiffDecisions& decisions, qsizetype limit,
                         const CancelToken& cancel)
{
    FileSearch result;
    DiffLayout layout = layOutDiff(texts, decisions, false);
    if (layout.binary || cancel.isCancelled()) {
        return result;
    }
    numberRows(layout, decisions);
    // A row is a line of both panes. What only the original has goes before what took its place.
    const QVector<SourceSymbol> original =
        symbolsOf(texts.language, layout.left.text, limit, cancel);
    const QVector<SourceSymbol> port = symbolsOf(texts.language, layout.right.text, limit, cancel);
    QSet<QPair<int, QByteArray>> inPort;
    for (const SourceSymbol& symbol : port) {
        inPort.insert({symbol.line, symbol.name});
    }
    const auto add = [&](const SourceSymbol& symbol, HitSide side) {
        const int row = symbol.line - 1;
        FoundLine line;
        line.path = texts.path;
        line.side = side;
        line.line = lineNumberOf(layout, row, side);
        const int number = layout.rows[row].number;
        line.shownLine = side == HitSide::Port && number > 0 ? number : line.line;
        const int change = changeOfRow(layout, row);
        line.key = change >= 0 ? layout.changes[change].key : QByteArray();
        line.start = symbol.start;
        line.length = symbol.length;
        line.text = visibleLine(QString::fromUtf8(symbol.name));
        line.symbol = symbol.kind;
        result.lines.append(line);
    };
    for (qsizetype left = 0, right = 0; left < original.size() || right < port.size();) {
        const bool first = right == port.size() ||
                           (left < original.size() && original[left].line <= port[right].line);
        const SourceSymbol& symbol = first ? original[left++] : port[right++];
        const int row = symbol.line - 1;
        if (row < 0 || row >= layout.rows.size() || result.lines.size() >= limit) {
            continue;
        }
        if (!first) {
            add(symbol, layout.rows[row].changed ? HitSide::Port : HitSide::Both);
        } else if (layout.rows[row].changed && !inPort.contains({symbol.line, symbol.name})) {
            add(symbol, HitSide::Original);
        }
    }
    result.more = result.lines.size() >= limit;
    return result;
}

ReviewSearch::ReviewSearch(ProjectSession& session, QObject* parent)
    : QObject(parent), m_session(session)
{
}

ReviewSearch::~ReviewSearch()
{
    m_cancel.cancel();
}

void ReviewSearch::start(const TextMatcher& matcher, FindScope scope)
{
    QSet<RepoPath> paths;
    if (const auto state = m_session.state(); state && state->scan) {
        for (const Hunk& hunk : state->scan->hunks) {
            paths.insert(hunk.targetPath);
        }
        if (scope == FindScope::Lines) {
            for (const std::shared_ptr<const FileAnalysis>& file : state->scan->files) {
                paths.insert(file->path);
            }
        }
    }
    begin(QVector<RepoPath>(paths.cbegin(), paths.cend()), kLimit,
          [matcher, scope](const FileTexts& texts, const DiffDecisions& decisions,
                           const CancelToken& cancel) {
              return searchFile(texts, decisions, matcher, scope, kLimit + 1, cancel);
          });
}

void ReviewSearch::startSymbols(const std::optional<RepoPath>& file)
{
    QSet<RepoPath> paths;
    const auto add = [&paths](const RepoPath& path) {
        if (hasSymbols(languageOfFile(path.fileName()))) {
            paths.insert(path);
        }
    };
    if (file) {
        add(*file);
    } else if (const auto state = m_session.state(); state && state->scan) {
        for (const Hunk& hunk : state->scan->hunks) {
            add(hunk.targetPath);
        }
        for (const std::shared_ptr<const FileAnalysis>& one : state->scan->files) {
            add(one->path);
        }
    }
    begin(QVector<RepoPath>(paths.cbegin(), paths.cend()), kSymbolLimit,
          [](const FileTexts& texts, const DiffDecisions& decisions, const CancelToken& cancel) {
              return symbolsOfFile(texts, decisions, kSymbolLimit + 1, cancel);
          });
}

void ReviewSearch::begin(QVector<RepoPath> paths, qsizetype limit, Look look)
{
    cancel();
    m_state = m_session.state();
    m_look = std::move(look);
    m_limit = limit;
    m_cancel = CancelToken();
    m_paths = std::move(paths);
    std::sort(m_paths.begin(), m_paths.end());
    m_waiting.clear();
    m_started = m_given = m_leftOut = m_unreadable = 0;
    m_lines = 0;
    m_full = false;
    m_running = !m_paths.isEmpty();
    Q_EMIT progressed();
    for (int i = 0; i < kAtOnce; ++i) {
        next();
    }
}

void ReviewSearch::cancel()
{
    m_cancel.cancel();
    ++m_serial;
    m_state.reset();
    m_waiting.clear();
    if (m_running) {
        m_running = false;
        Q_EMIT progressed();
    }
}

void ReviewSearch::next()
{
    if (!m_running || m_started >= m_paths.size()) {
        return;
    }
    const int file = m_started++;
    whenDoneInPool(
        m_session.sources().loadFile(m_paths[file]), this,
        [state = m_state, look = m_look, cancel = m_cancel](const Result<FileTexts>& texts) {
            FileSearch result;
            result.unreadable = !texts.ok();
            if (texts && !cancel.isCancelled()) {
                result = look(*texts, decisionsOf(*state, *texts), cancel);
            }
            return result;
        },
        [this, serial = m_serial, file](const FileSearch& result) {
            if (serial == m_serial) {
                fileDone(file, result);
            }
        });
}

void ReviewSearch::fileDone(int file, const FileSearch& result)
{
    m_waiting.insert(file, result);
    const quint64 serial = m_serial;
    while (serial == m_serial && m_running && m_waiting.contains(m_given)) {
        give();
    }
    if (serial == m_serial) {
        next();
    }
}

void ReviewSearch::give()
{
    FileSearch result = m_waiting.take(m_given++);
    m_leftOut += result.leftOut;
    m_unreadable += result.unreadable ? 1 : 0;
    if (m_lines + result.lines.size() > m_limit) {
        result.lines.resize(m_limit - m_lines);
        result.more = true;
    }
    if (result.more) {
        m_full = true;
        m_cancel.cancel();
    }
    m_lines += result.lines.size();
    m_running = !m_full && m_given < m_paths.size();
    if (!result.lines.isEmpty()) {
        Q_EMIT found(result.lines);
    }
    Q_EMIT progressed();
}

} // namespace rocport
