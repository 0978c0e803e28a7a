#include "ui/review/shownfile.h"

#include "core/base/whendone.h"
#include "ui/review/difffiles.h"
#include "ui/review/diffview.h"
#include "ui/review/reviewdesk.h"

#include <QtConcurrent>

#include <utility>

namespace rocport {

namespace {

int indexOfKey(const DiffLayout& layout, const QByteArray& key)
{
    for (int i = 0; i < layout.changes.size(); ++i) {
        if (layout.changes[i].key == key) {
            return i;
        }
    }
    return -1;
}

/// Language, encoding and line ends of a file, as far as it has any: one that the port adds has
/// none yet.
QStringList factsOf(const DiffLayout& layout, bool added)
{
    QStringList facts{languageName(layout.language)};
    if (added) {
        return facts;
    }
    switch (layout.encoding) {
    case Encoding::Utf8:
        facts.append(QStringLiteral("UTF-8"));
        break;
    case Encoding::Latin1:
        facts.append(QStringLiteral("Latin-1"));
        break;
    case Encoding::Utf16Le:
    case Encoding::Utf16Be:
        facts.append(QStringLiteral("UTF-16"));
        break;
    case Encoding::Binary:
        return facts;
    }
    switch (layout.lineEnding) {
    case LineEnding::Lf:
        facts.append(QStringLiteral("LF"));
        break;
    case LineEnding::CrLf:
        facts.append(QStringLiteral("CRLF"));
        break;
    case LineEnding::Cr:
        facts.append(QStringLiteral("CR"));
        break;
    case LineEnding::Mixed:
        facts.append(ShownFile::tr("Mixed line ends"));
        break;
    case LineEnding::None:
        break;
    }
    return facts;
}

} // namespace

ShownFile::ShownFile(ReviewDesk& desk, DiffView& diff, QObject* parent)
    : QObject(parent), m_desk(desk), m_diff(diff), m_files(new DiffFiles(desk.session(), this))
{
    m_prepare.setSingleShot(true);
    m_prepare.setInterval(0); // once what is shown is painted
    connect(&m_prepare, &QTimer::timeout, this, &ShownFile::prepareOthers);
    connect(&diff, &DiffView::caretMoved, this, &ShownFile::tellPlace);
}

void ShownFile::showCurrent()
{
    const Hunk& hunk = *m_desk.currentHunk();
    m_onShown = nullptr;
    if (hunk.targetPath != m_desk.texts().path) {
        load(hunk.targetPath, 0, PlaceSide::Original); // it tells of it when it is here
        return;
    }
    ++m_request; // a file on its way is no longer wanted
    m_desk.setLoading({});
    m_wantedLine = 0; // which was a line of it
    m_diff.endEdit();
    const DiffScene& scene = m_diff.scene();
    if (m_content == Content::Failed) { // which is of another file
        setContent(scene.layout.path == hunk.targetPath ? Content::Text : Content::Binary);
    }
    m_diff.setCurrent(indexOfKey(scene.layout, hunk.key));
    tellShown();
    // A layout on its way is not wanted any more either: what it was for is laid out again.
    if (needsNewLayout(scene.layout, scene.decisions, m_desk.decisionsOfFile()) ||
        scene.layout.style != m_style) {
        layOut();
    }
}

void ShownFile::showFile(const RepoPath& path)
{
    load(path, 0, PlaceSide::Original);
}

void ShownFile::showLine(const Place& place)
{
    // With a layout on its way the lines are about to stand elsewhere.
    const bool here = place.path == m_desk.texts().path && m_desk.loading().isEmpty() &&
                      m_content == Content::Text && m_layoutRequest != m_request;
    if (here) {
        goToLine(place.line, place.side);
    } else {
        m_desk.setCurrent(-1);
        load(place.path, place.line, place.side);
    }
}

void ShownFile::showTop(const RepoPath& path, int line)
{
    if (line > 0 && m_desk.loading().isEmpty() && m_desk.texts().path == path) {
        m_diff.showTopLine(line);
        m_top = {};
    } else {
        m_top = {path, line};
    }
}

int ShownFile::topLine() const
{
    return m_diff.topLine();
}

void ShownFile::whenShown(const std::function<void()>& question)
{
    if (m_desk.loading().isEmpty()) {
        question();
    } else {
        m_onShown = question;
    }
}

void ShownFile::retry()
{
    load(m_desk.loading().isEmpty() ? m_desk.texts().path : m_desk.loading(), m_wantedLine,
         m_wantedSide);
}

void ShownFile::load(const RepoPath& path, int line, PlaceSide side)
{
    const int request = ++m_request;
    m_desk.setLoading(path);
    m_onShown = nullptr;
    m_wantedLine = line;
    m_wantedSide = side;
    const DiffFiles::Wanted wanted{path, m_desk.decisionsOf(path), m_style};
    const auto show = [this, request](const DiffFiles::Loaded& loaded) {
        if (request != m_request) {
            return;
        }
        if (const Result<DiffFile>& file = *loaded; file) {
            arrived(file->texts, file->layout, file->madeFor, false);
        } else {
            arrived(file.error(), {}, {}, false);
        }
    };
    if (const DiffFiles::Loaded kept = m_files->kept(wanted)) {
        show(kept);
    } else {
        m_files->load(wanted, show);
    }
}

void ShownFile::arrived(const Result<FileTexts>& texts, DiffLayout layout,
                        const DiffDecisions& madeFor, bool keepPlace)
{
    const std::function<void()> ask = std::exchange(m_onShown, nullptr);
    m_layoutRequest = 0;
    m_error = texts ? std::nullopt : std::optional<Error>(texts.error());
    if (!texts) {
        setContent(Content::Failed);
        return;
    }
    m_desk.setTexts(*texts);
    m_textFacts = factsOf(layout, m_desk.texts().original.isEmpty());
    m_desk.setLoading({});
    if (layout.binary) {
        setContent(Content::Binary);
        tellShown();
        return;
    }
    setContent(Content::Text);
    m_diff.endEdit(); // what is not saved is a draft, which is marked
    setScene(std::move(layout), madeFor, keepPlace);
    Q_EMIT loaded();
    tellShown();
    if (ask) {
        ask();
    }
}

void ShownFile::setContent(Content content)
{
    m_content = content;
    Q_EMIT contentChanged();
}

void ShownFile::setScene(DiffLayout layout, const DiffDecisions& madeFor, bool keepPlace)
{
    const RepoPath& path = m_desk.texts().path;
    const DiffDecisions decisions = m_desk.decisionsOfFile();
    // Decided otherwise while the layout was made: it is shown as what it is, and made anew.
    const bool late = needsNewLayout(layout, madeFor, decisions);
    const QVector<DiffScene::Info> info = infoOf(layout);
    const int current = indexOfKey(layout, m_desk.currentKey());
    const std::optional<Place> marked = markedPlace();
    m_diff.setScene(std::move(layout), late ? madeFor : decisions, info, current, keepPlace);
    if (marked && marked->path == path && m_wantedLine == 0) {
        m_diff.showLine(marked->line, marked->side);
    }
    if (late) {
        layOut();
    }
    const QPair<RepoPath, int> top = std::exchange(m_top, {});
    if (m_wantedLine == 0 && top.second > 0 && top.first == path) {
        m_diff.showTopLine(top.second);
    }
    if (m_wantedLine > 0) {
        goToLine(std::exchange(m_wantedLine, 0), m_wantedSide);
    }
}

void ShownFile::goToLine(int line, PlaceSide side)
{
    const DiffLayout& layout = m_diff.scene().layout;
    const int row = rowOfLine(layout, m_diff.scene().decisions, line, side);
    int there = -1;
    int before = -1;
    for (int i = 0; i < layout.changes.size(); ++i) {
        const DiffChange& change = layout.changes[i];
        const bool holds = row >= change.firstRow && row < change.firstRow + change.rows;
        there = holds ? i : there;
        before = change.firstRow <= row ? i : before;
    }
    const auto changeAt = [&](int i) {
        return i < 0 ? -1 : m_desk.model().changeOfKey(layout.changes[i].key);
    };
    const int wanted = changeAt(there);
    const int above =
        before >= 0 ? changeAt(before) : m_desk.model().changesOfFile(layout.path).value(0, 0) - 1;
    Q_EMIT lineReached(wanted, above);
    if (wanted < 0) { // what no key decides is not marked as current either
        m_diff.endEdit();
        m_diff.setCurrent(-1);
    }
    m_diff.showRow(row);
}

/// Lays out what the next keys lead to, while the user looks at what is shown.
void ShownFile::prepareOthers()
{
    const int current = m_desk.current();
    if (!m_desk.state() || !m_desk.state()->scan || !m_desk.loading().isEmpty() || current < 0) {
        return;
    }
    const QVector<ReviewChange>& changes = m_desk.model().changes();
    const auto elsewhere = [shown = changes[current].pathId](const ReviewChange& change) {
        return change.pathId != shown;
    };
    const auto openElsewhere = [elsewhere](const ReviewChange& change) {
        return elsewhere(change) && change.kind == DecisionKind::Open;
    };
    const ReviewFilter& filter = m_desk.filter();
    QVector<DiffFiles::Wanted> files;
    for (const int change : {filter.next(current, 1, true, elsewhere),     // the next key …
                             filter.next(current, 1, true, openElsewhere), // … and decision
                             filter.next(current, -1, true, elsewhere)}) {
        if (change >= 0) {
            const RepoPath& path = changes[change].hunk->targetPath;
            files.append({path, m_desk.decisionsOf(path), m_style});
        }
    }
    m_files->prepare(files);
}

/// The line that a place led to, while it is marked.
std::optional<Place> ShownFile::markedPlace() const
{
    const DiffScene& scene = m_diff.scene();
    if (scene.marked < 0 || scene.marked >= scene.rows()) {
        return {};
    }
    const DiffRow& row = scene.layout.rows[scene.marked];
    const bool original = row.number == 0 || row.segment < 0;
    return Place{scene.layout.path, original ? row.left : row.number,
                 original ? PlaceSide::Original : PlaceSide::Port};
}

QVector<DiffScene::Info> ShownFile::infoOf(const DiffLayout& layout) const
{
    QVector<DiffScene::Info> infos;
    for (const DiffChange& diffChange : layout.changes) {
        const int change = m_desk.model().changeOfKey(diffChange.key);
        DiffScene::Info info;
        if (change >= 0) {
            const ReviewChange& known = m_desk.model().changes()[change];
            info = {known.kind,
                    known.verdict,
                    known.hunk->ruleIds.value(0),
                    known.hunk->title,
                    m_drafts.contains(diffChange.key),
                    known.hunk->onlyNames};
        }
        infos.append(info);
    }
    return infos;
}

void ShownFile::refresh()
{
    if (m_desk.texts().path.isEmpty()) {
        return;
    }
    const DiffDecisions after = m_desk.decisionsOfFile();
    if (needsNewLayout(m_diff.scene().layout, m_diff.scene().decisions, after)) {
        layOut();
    } else {
        m_diff.setDecisions(after, infoOf(m_diff.scene().layout));
    }
}

void ShownFile::layOut()
{
    if (!m_desk.loading().isEmpty()) {
        return; // the file on its way replaces this one
    }
    const int request = m_layoutRequest = ++m_request;
    const DiffDecisions decisions = m_desk.decisionsOfFile();
    const DiffLayout& shown = m_diff.scene().layout;
    const bool keepPlace = shown.unified == isUnified();
    // Nobody has seen it there yet; or the same lines stand in other rows of the same pane.
    if (keepPlace ? shown.style != m_style : !m_diff.isVisible()) {
        m_top = {m_desk.texts().path, m_diff.topLine()};
    }
    whenDone(QtConcurrent::run([texts = m_desk.texts(), decisions, style = m_style] {
                 return layOutDiff(texts, decisions, style);
             }),
             this, [this, request, decisions, keepPlace](const DiffLayout& layout) {
                 if (request == m_request) {
                     m_files->keep({m_desk.texts(), layout, decisions});
                     arrived(m_desk.texts(), layout, decisions, keepPlace);
                 }
             });
}

void ShownFile::clear()
{
    if (!m_desk.texts().path.isEmpty()) { // a scan leaves what is shown where it is
        m_top = {m_desk.texts().path, m_diff.topLine()};
    }
    m_desk.setTexts({});
    m_desk.setLoading({});
    m_files->clear();
    ++m_request;
    m_content = Content::Text;
    m_error.reset();
    m_diff.clear();
}

void ShownFile::showState()
{
    const std::shared_ptr<const ProjectState>& state = m_desk.state();
    if (!state) {
        return;
    }
    const QString branch = state->repository.headBranch;
    m_diff.setVersions(tr("Original, %1")
                           .arg((branch.isEmpty() ? QString() : branch + QStringLiteral(" @ ")) +
                                QString::fromLatin1(state->meta.baseCommit.left(7))),
                       tr("Proposed, %1").arg(state->meta.portBranch));
    m_diff.setDecidable(!state->readOnly);
}

void ShownFile::setDrafts(const QSet<QByteArray>& keys)
{
    m_drafts = keys;
    if (!m_diff.isEmpty()) {
        m_diff.setInfo(infoOf(m_diff.scene().layout));
    }
}

void ShownFile::setUnified(bool unified)
{
    DiffStyle style = m_style;
    style.mode = unified ? DiffMode::Unified : DiffMode::SideBySide;
    setStyle(style);
}

void ShownFile::setStyle(const DiffStyle& style)
{
    m_style = style;
    if (!m_diff.isEmpty() && m_diff.scene().layout.style != style) {
        layOut();
    }
}

bool ShownFile::showsCurrent() const
{
    const DiffChange* change = m_diff.scene().currentChange();
    return m_desk.current() >= 0 && m_desk.loading().isEmpty() && m_content == Content::Text &&
           change != nullptr && change->key == m_desk.currentKey();
}

void ShownFile::tellShown()
{
    Q_EMIT shown();
    tellPlace();
    m_prepare.start();
}

void ShownFile::tellPlace()
{
    QStringList facts;
    if (m_diff.isVisible() && !m_diff.isEmpty() && m_desk.loading().isEmpty()) {
        const DiffView::CaretPlace caret = m_diff.caretPlace();
        facts = m_textFacts;
        facts.prepend(caret.side == PlaceSide::Original ? tr("Original") : tr("Port"));
        if (caret.line > 0) {
            facts.prepend(tr("Ln %1, Col %2").arg(caret.line).arg(caret.column));
        }
        facts = m_diff.caretFacts() + facts;
    }
    if (facts != m_facts) {
        m_facts = facts;
        Q_EMIT placeFactsChanged(facts);
    }
}

} // namespace rocport
