#include "ui/portreview/hunkdiff.h"

#include "core/base/whendone.h"
#include "core/project/review/reviewrender.h"
#include "ui/portreview/hunkwords.h"

#include <QStackedWidget>
#include <QtConcurrent>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rocport {

namespace {

Verdict verdictOf(const ReviewHunk& hunk)
{
    switch (hunk.nvidia) {
    case NvidiaPath::Changed:
        return Verdict::Violated;
    case NvidiaPath::Unproved:
        return Verdict::Unproved;
    case NvidiaPath::Unchanged:
    case NvidiaPath::NotBuilt:
        break;
    }
    return isProved(hunk.proof.verdict) ? hunk.proof.verdict : Verdict::Projected;
}

const ReviewFile* fileAt(const ReviewState& state, const RepoPath& path)
{
    for (const ReviewFile& file : state.review->files) {
        if (file.path == path) {
            return &file;
        }
    }
    return nullptr;
}

} // namespace

HunkDiff::HunkDiff(ThemeProvider& provider, SyntaxRepository& syntax, PortDrafts& drafts,
                   QWidget* parent)
    : QWidget(parent),
      m_drafts(drafts),
      m_pages(new QStackedWidget(this)),
      m_view(new DiffView(provider, syntax, m_pages)),
      m_facts(new EmptyState(provider, Glyph::File, {}, {}, m_pages)),
      m_error(new ErrorPanel(provider, m_pages))
{
    setProperty("pane", true);
    setAccessibleName(tr("Diff"));
    m_facts->setObjectName(QStringLiteral("hunkFacts"));
    m_error->setObjectName(QStringLiteral("hunkError"));
    m_view->setNames(tr("Base"), tr("Port"));
    m_pages->setAccessibleName(tr("Diff"));
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_facts);
    m_pages->addWidget(m_error);
    m_pages->setCurrentWidget(m_facts); // an editor without text is never painted
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    connect(m_error, &ErrorPanel::retryRequested, this, &HunkDiff::load);
    connect(m_view, &DiffView::currentRequested, this, [this](int change) {
        const QByteArray key = m_view->scene().layout.changes.value(change).key;
        const QByteArray id = m_shown.hunkOf.value(key, key);
        if (m_state && m_state->hunk(id) != nullptr) {
            Q_EMIT hunkRequested(id);
        }
    });
    connect(m_view, &DiffView::saveRequested, this, &HunkDiff::saveEdit);
    connect(m_view, &DiffView::editCancelled, this, &HunkDiff::endEdit);
    connect(m_view, &DiffView::draftLeft, this,
            [this](const QByteArray& key, const EditDraft& draft) {
                if (m_state) {
                    m_drafts.put(*m_state, {PortDraft::Kind::Edit, key, draft.text});
                }
            });
    connect(&m_drafts, &PortDrafts::changed, this, [this] {
        if (m_hasText && m_state && !m_shown.texts.path.isEmpty() && m_loading.isEmpty()) {
            m_view->setInfo(infoOf(m_view->scene().layout));
        }
    });
}

void HunkDiff::setState(const std::shared_ptr<const ReviewState>& state)
{
    const bool same =
        state && m_state && state->hasHunksOf(*m_state) && state->since == m_state->since;
    if (state && m_state && !same && state->hasHunksOf(*m_state) && m_view->isEditing()) {
        m_held = state; // another comparison waits until the edit is done
        return;
    }
    m_held.reset();
    if (!same) {
        m_view->endEdit(); // what was typed is kept as a draft of the review that it is about
    }
    const DiffDecisions before = m_state ? decisions() : DiffDecisions();
    m_state = state;
    if (!state) {
        ++m_request;
        m_loading = {};
        m_current.clear();
        m_shown = {};
        m_hasText = false;
        showFacts(Glyph::File, {}, {});
        return;
    }
    if (!same) {
        m_shown = {};
        load();
        return;
    }
    if (m_shown.texts.path.isEmpty() || !m_hasText) {
        return;
    }
    const DiffDecisions after = decisions();
    if (needsNewLayout(m_view->scene().layout, before, after)) {
        load();
    } else {
        m_view->setDecisions(after, infoOf(m_view->scene().layout));
    }
}

void HunkDiff::showHunk(const QByteArray& id)
{
    m_current = id;
    m_wanted = {};
    const bool edits = m_view->isEditing() && m_edited == id;
    if (!edits) {
        endEdit();
    }
    const ReviewFile* file = m_state ? m_state->fileOf(id) : nullptr;
    if (file == nullptr) {
        m_view->setCurrent(-1); // a file's row: no button of the diff decides about a hunk
        return;
    }
    if (file->path == m_shown.texts.path) {
        if (m_loading != file->path) { // another file on its way is no longer wanted
            ++m_request;
            m_loading = {};
        }
        if (!edits) {
            select();
        }
    } else if (m_loading != file->path) {
        load();
    }
}

bool HunkDiff::showLine(const RepoPath& path, int line, bool onBase)
{
    const ReviewFile* file = m_state ? fileAt(*m_state, path) : nullptr;
    if (file == nullptr || file->hunks.isEmpty()) {
        return false;
    }
    const Place place{path, line, onBase ? PlaceSide::Original : PlaceSide::Port};
    if (path != m_shown.texts.path) {
        Q_EMIT hunkRequested(file->hunks.first().id);
        m_wanted = place;
        return true;
    }
    m_wanted = place;
    select();
    return true;
}

void HunkDiff::setSince(bool since)
{
    if (std::exchange(m_since, since) != since && m_state) {
        load();
    }
}

void HunkDiff::setUnified(bool unified)
{
    if (std::exchange(m_unified, unified) != unified && !m_shown.texts.path.isEmpty()) {
        load();
    }
}

void HunkDiff::load()
{
    const ReviewFile* file = m_state ? m_state->fileOf(m_current) : nullptr;
    if (file == nullptr) {
        return;
    }
    const int request = ++m_request;
    m_loading = file->path;
    whenDone(QtConcurrent::run([state = m_state, file, since = m_since && m_state->since > 0,
                                unified = m_unified]() -> Result<Loaded> {
                 Result<HunkTexts> texts = hunkTexts(*state, *file, since);
                 if (!texts) {
                     return texts.error();
                 }
                 DiffDecisions decisions;
                 for (const ReviewHunk& hunk : file->hunks) {
                     const ReviewDecision decision = state->kept.decisions.value(hunk.id);
                     if (!texts->isSince && decision.kind != DecisionKind::Open) {
                         decisions.insert(hunk.id, {decision.kind, decision.editedText});
                     }
                 }
                 DiffLayout layout = layOutDiff(texts->texts, decisions, unified);
                 return Loaded{std::move(*texts), std::move(layout)};
             }),
             this, [this, request](const Result<Loaded>& loaded) { arrived(request, loaded); });
}

void HunkDiff::arrived(int request, const Result<Loaded>& loaded)
{
    if (request != m_request) {
        return;
    }
    m_loading = {};
    if (!loaded) {
        m_shown = {};
        m_error->setError(loaded.error(), tr("The other files can still be reviewed."));
        m_pages->setCurrentWidget(m_error);
        Q_EMIT shown();
        return;
    }
    const bool keepPlace = m_shown.texts.path == loaded->file.texts.path &&
                           m_shown.isSince == loaded->file.isSince &&
                           m_view->scene().layout.unified == loaded->layout.unified;
    m_shown = loaded->file;
    const ReviewState& state = *m_state;
    const int newest = state.kept.revisions.last().number;
    if (m_shown.isSince) {
        m_view->setVersions(tr("Revision %1").arg(state.since),
                            tr("Revision %1 since revision %2").arg(newest).arg(state.since));
    } else {
        m_view->setVersions(
            tr("Base %1").arg(QString::fromLatin1(state.review->trees.baseCommit.left(7))),
            m_since && state.since > 0
                ? tr("The same in revision %1; against base").arg(state.since)
                : tr("Revision %1 against base").arg(newest));
    }
    m_hasText = !loaded->layout.rows.isEmpty() && !loaded->file.texts.hunks.isEmpty();
    if (m_hasText) {
        m_view->setScene(loaded->layout, decisions(), infoOf(loaded->layout), -1, keepPlace);
    }
    select();
}

/// Shows the current hunk in the file that is here.
void HunkDiff::select()
{
    showCurrent();
    Q_EMIT shown();
}

void HunkDiff::showCurrent()
{
    const ReviewHunk* hunk = m_state->hunk(m_current);
    const bool lines = hunk != nullptr && hasLines(hunk->kind) && m_hasText;
    if (hunk != nullptr && !lines) {
        showFacts(Glyph::File, hunk->title,
                  hunk->facts.isEmpty() ? hunkKindText(hunk->kind) : hunk->facts);
    } else if (m_hasText) {
        m_pages->setCurrentWidget(m_view);
        m_view->setCurrent(changeOf(m_current));
        if (m_wanted.line > 0 && m_wanted.path == m_shown.texts.path) {
            present();
        }
    }
}

/// Goes to the line that was wanted: of the newest revision, with every hunk in it.
void HunkDiff::present()
{
    const Place wanted = std::exchange(m_wanted, {});
    const DiffLayout& layout = m_view->scene().layout;
    const QVector<int> lines = headLines();
    for (int row = 0; row < layout.rows.size(); ++row) {
        const bool base = wanted.side == PlaceSide::Original;
        if ((base ? layout.rows[row].left : lines[row]) == wanted.line) {
            m_view->showRow(row);
            return;
        }
    }
}

/// The line of the author's port by row; 0: none. An edit stands in the place of the author's
/// lines.
QVector<int> HunkDiff::headLines() const
{
    const DiffLayout& layout = m_view->scene().layout;
    const DiffDecisions decided = decisions();
    QVector<int> lines(layout.rows.size(), 0);
    QVector<bool> edited(layout.rows.size(), false);
    QHash<int, int> headCounts; // by the first row of an edited change
    for (const DiffChange& change : layout.changes) {
        const ReviewHunk* hunk = m_state->hunk(change.key);
        if (hunk != nullptr && decided.value(change.key).kind == DecisionKind::Edited) {
            std::fill_n(edited.begin() + change.firstRow, change.rows, true);
            headCounts.insert(change.firstRow, hunk->headLast - hunk->headFirst + 1);
        }
    }
    int head = 0;
    for (int row = 0; row < layout.rows.size(); ++row) {
        head += headCounts.value(row);
        if (!edited[row] && layout.rows[row].right > 0) {
            lines[row] = ++head;
        }
    }
    return lines;
}

void HunkDiff::showFacts(Glyph glyph, const QString& title, const QString& text)
{
    m_facts->setGlyph(glyph, &ThemeColours::text2);
    m_facts->setTexts(title, text);
    m_pages->setCurrentWidget(m_facts);
}

DiffDecisions HunkDiff::decisions() const
{
    DiffDecisions made;
    const ReviewFile* file = m_state ? fileAt(*m_state, m_shown.texts.path) : nullptr;
    if (file == nullptr || m_shown.isSince) {
        return made; // what was decided about the base says nothing of the difference
    }
    for (const ReviewHunk& hunk : file->hunks) {
        const ReviewDecision decision = m_state->kept.decisions.value(hunk.id);
        if (decision.kind != DecisionKind::Open) {
            made.insert(hunk.id, {decision.kind, decision.editedText});
        }
    }
    return made;
}

QVector<DiffScene::Info> HunkDiff::infoOf(const DiffLayout& layout) const
{
    QVector<DiffScene::Info> infos;
    for (const DiffChange& change : layout.changes) {
        DiffScene::Info info;
        const QByteArray id = m_shown.hunkOf.value(change.key, change.key);
        if (const ReviewHunk* hunk = m_state->hunk(id)) {
            info = {m_state->kindOf(id), verdictOf(*hunk), hunk->ruleIds.value(0), hunk->title,
                    m_drafts.find(PortDraft::Kind::Edit, id) != nullptr};
        }
        infos.append(info);
    }
    return infos;
}

int HunkDiff::changeOf(const QByteArray& id) const
{
    const QVector<DiffChange>& changes = m_view->scene().layout.changes;
    for (int i = 0; i < changes.size(); ++i) {
        if (changes[i].key == id) {
            return i;
        }
    }
    return -1;
}

bool HunkDiff::showsCurrent() const
{
    const ReviewFile* file = m_state ? m_state->fileOf(m_current) : nullptr;
    return file != nullptr && file->path == m_shown.texts.path;
}

HunkDiff::Line HunkDiff::commentLine() const
{
    const ReviewHunk* hunk = m_state ? m_state->hunk(m_current) : nullptr;
    if (hunk == nullptr || hunk->kind != ReviewHunkKind::Lines) {
        return {};
    }
    const bool removes = hunk->headLast < hunk->headFirst;
    const QWidget* focus = m_view->window()->focusWidget();
    const DiffChange* change = m_view->scene().currentChange();
    if (m_hasText && showsCurrent() && m_loading.isEmpty() && change != nullptr &&
        focus != nullptr && m_view->isAncestorOf(focus)) {
        const DiffEditor& editor = m_view->scene().layout.unified     ? m_view->unifiedEditor()
                                   : m_view->rightEditor().hasFocus() ? m_view->rightEditor()
                                                                      : m_view->leftEditor();
        const int row = editor.caretRow();
        const bool inside = row >= change->firstRow && row < change->firstRow + change->rows;
        const int line = inside ? headLines().value(row) : 0;
        const int base = inside && !m_shown.isSince ? m_view->scene().layout.rows[row].left : 0;
        if (line > 0 || base > 0) {
            return {line == 0, line > 0 ? line : base};
        }
    }
    if (removes) {
        return {true, hunk->baseLast};
    }
    return {false, hunk->headParts.isEmpty() ? hunk->headLast : hunk->headParts.last().last};
}

QString HunkDiff::whyNoEdit() const
{
    const ReviewHunk* hunk = m_state ? m_state->hunk(m_current) : nullptr;
    if (hunk == nullptr) {
        return tr("No hunk is selected.");
    }
    if (hunk->kind != ReviewHunkKind::Lines) {
        return tr("%1 is accepted or rejected as it is; only lines can be edited.")
            .arg(hunkKindText(hunk->kind));
    }
    if (!showsCurrent()) {
        return tr("The file is still being read.");
    }
    return m_shown.isSince ? tr("Edits are made against the base: switch to “Against base” first.")
                           : QString();
}

void HunkDiff::beginEdit()
{
    if (!whyNoEdit().isEmpty()) {
        return;
    }
    if (m_view->isEditing()) {
        m_view->editPane().focusText();
        return;
    }
    const DiffDecision from = decisions().value(m_current);
    for (const Hunk& hunk : std::as_const(m_shown.texts.hunks)) {
        if (hunk.key == m_current) {
            m_edited = m_current;
            const PortDraft* draft = m_drafts.find(PortDraft::Kind::Edit, m_current);
            m_view->beginEdit(editableLines(m_shown.texts.original, hunk, from),
                              draft == nullptr ? std::nullopt
                                               : std::optional(EditDraft{draft->text, {}}));
            m_drafts.remove(PortDraft::Kind::Edit, m_current);
        }
    }
}

/// Closes the editor, if it is open; what waited for that is shown.
void HunkDiff::endEdit()
{
    m_view->endEdit();
    if (const auto held = std::exchange(m_held, nullptr)) {
        setState(held);
    }
}

void HunkDiff::saveEdit()
{
    EditPane& pane = m_view->editPane();
    for (const Hunk& hunk : std::as_const(m_shown.texts.hunks)) {
        if (hunk.key != m_edited) {
            continue;
        }
        const Result<QByteArray> lines = linesToBytes(m_shown.texts.original, hunk, pane.text());
        if (!lines) {
            pane.setProblem(tr("The file is Latin-1 and cannot hold the character “%1”.")
                                .arg(lines.error().detail));
            return;
        }
        Q_EMIT edited(QByteArray(m_edited), *lines);
        return;
    }
}

void HunkDiff::closeEdit()
{
    m_view->editPane().setTaken();
    endEdit();
}

QByteArray HunkDiff::typing() const
{
    return m_view->isEditing() && m_view->editPane().isChanged() ? m_edited : QByteArray();
}

} // namespace rocport
