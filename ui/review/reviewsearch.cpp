#include "ui/review/reviewsearch.h"

#include "core/base/visibletext.h"

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
    cancel();
    m_state = m_session.state();
    m_matcher = matcher;
    m_scope = scope;
    m_cancel = CancelToken();
    m_paths.clear();
    m_waiting.clear();
    m_started = m_given = m_leftOut = m_unreadable = 0;
    m_lines = 0;
    m_full = false;
    if (m_state && m_state->scan) {
        QSet<RepoPath> paths;
        for (const Hunk& hunk : m_state->scan->hunks) {
            paths.insert(hunk.targetPath);
        }
        if (scope == FindScope::Lines) {
            for (const std::shared_ptr<const FileAnalysis>& file : m_state->scan->files) {
                paths.insert(file->path);
            }
        }
        m_paths = QVector<RepoPath>(paths.cbegin(), paths.cend());
        std::sort(m_paths.begin(), m_paths.end());
    }
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
    m_session.loadFile(m_paths[file])
        .then(QtFuture::Launch::Async,
              [state = m_state, matcher = *m_matcher, scope = m_scope,
               cancel = m_cancel](const Result<FileTexts>& texts) {
                  FileSearch result;
                  result.unreadable = !texts.ok();
                  if (texts && !cancel.isCancelled()) {
                      result = searchFile(*texts, decisionsOf(*state, *texts), matcher, scope,
                                          kLimit + 1, cancel);
                  }
                  return result;
              })
        .then(this, [this, serial = m_serial, file](const FileSearch& result) {
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
    if (m_lines + result.lines.size() > kLimit) {
        result.lines.resize(kLimit - m_lines);
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
