#include "core/base/whendone.h"
#include "ui/review/changedelegate.h"
#include "ui/review/changeediting.h"
#include "ui/review/difffiles.h"
#include "ui/review/diffgutter.h"
#include "ui/review/diffview.h"
#include "ui/review/lineauthors.h"
#include "ui/review/ownchanges.h"
#include "ui/review/reviewarea.h"
#include "ui/review/reviewquestions.h"
#include "ui/review/treescroll.h"

#include <QStackedWidget>
#include <QtConcurrent>
#include <QTreeView>

#include <utility>

namespace rocport {

namespace {

void expandAbove(QTreeView& tree, const QModelIndex& index)
{
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent()) {
        tree.expand(above);
    }
}

} // namespace

void ReviewArea::treeCurrentChanged(const QModelIndex& index)
{
    if (m_rowsGo) {
        settleTree();
        return;
    }
    if (m_selecting || !index.isValid()) {
        return;
    }
    const QModelIndex source = m_filter->mapToSource(index);
    const int level = source.data(ReviewModel::LevelRole).toInt();
    if (level == ReviewModel::GroupLevel || level == ReviewModel::FolderLevel) {
        return;
    }
    const QVector<int> below = m_model->changesUnder(source);
    int wanted = below.value(0, -1);
    for (const int change : below) {
        if (!isDecided(m_model->changes()[change].kind)) {
            wanted = change;
            break;
        }
    }
    setCurrentChange(wanted, false);
    settleTree();
}

/// In a moment, since more rows may go before this is over: what is chosen in the list and what is
/// shown are one. Several rows that are selected stay, and so does a group or folder.
void ReviewArea::settleTree()
{
    if (m_treeHeld || std::exchange(m_treeMoved, true)) {
        return;
    }
    const auto settle = [this] {
        m_treeMoved = false;
        if (m_treeHeld) {
            return; // once it is let go
        }
        m_filter->dropLeft();
        const QModelIndex row = m_tree->currentIndex();
        const bool chosen = row.isValid() && m_tree->selectionModel()->hasSelection();
        if (!chosen ||
            (!ChangeDelegate::isOuter(row) &&
             !m_model->changesUnder(m_filter->mapToSource(row)).contains(m_desk->current()))) {
            selectInTree(m_desk->current());
        }
    };
    QMetaObject::invokeMethod(this, settle, Qt::QueuedConnection);
}

void ReviewArea::setCurrentChange(int change, bool scrollTree)
{
    m_questions->close();
    m_desk->setCurrent(change);
    m_placeChange = -1;
    m_onShown = nullptr; // who goes on is not asked any more
    if (scrollTree) {
        m_filter->setPinned(change);
    } else {
        m_filter->pinFromList(change);
    }
    if (change < 0) {
        updateExplanation();
        updateCommands();
        return;
    }
    const Hunk& hunk = *m_model->changes()[change].hunk;
    if (scrollTree) {
        selectInTree(change);
    }
    if (hunk.targetPath == m_desk->texts().path) {
        ++m_request; // a file on its way is no longer wanted
        m_desk->setLoading({});
        m_wantedLine = 0; // which was a line of it
        m_diff->endEdit();
        m_diff->setCurrent(changeInLayout(hunk.key));
        announceCurrent();
        // A layout on its way is not wanted any more either: what it was for is laid out again.
        const DiffScene& scene = m_diff->scene();
        if (needsNewLayout(scene.layout, scene.decisions, m_desk->decisionsOfFile()) ||
            scene.layout.unified !=
                command(QStringLiteral("unified"))->property("unified").toBool()) {
            relayOut();
        }
    } else {
        loadFile(hunk.targetPath, hunk.key, 0); // what it shows is announced when it is here
    }
}

void ReviewArea::announceCurrent()
{
    updateExplanation();
    updateCommands();
    m_authors->update();
    tellPlace();
    m_prepare.start();
}

bool ReviewArea::showsCurrent() const
{
    if (m_desk->current() < 0 || !m_desk->loading().isEmpty() ||
        m_pages->currentIndex() != DiffPage) {
        return false;
    }
    const int shown = m_diff->current();
    const QVector<DiffChange>& changes = m_diff->scene().layout.changes;
    return shown >= 0 && shown < changes.size() && changes[shown].key == m_desk->currentKey();
}

/// showsCurrent(); says why nothing happens where it does not hold.
bool ReviewArea::isInSight()
{
    if (showsCurrent()) {
        return true;
    }
    const bool coming = !m_desk->loading().isEmpty() && m_pages->currentIndex() != ErrorPage;
    const QString path = m_model->changes()[m_desk->current()].hunk->targetPath.display();
    m_desk->showProblem(
        tr("The change is not shown"),
        coming ? tr("%1 is still loading: press the key again once it is shown.").arg(path)
               : tr("%1 is not shown: choose the change in the list first.").arg(path));
    return false;
}

void ReviewArea::selectInTree(int change)
{
    if (change < 0) {
        return;
    }
    QModelIndex file = m_filter->mapFromSource(m_model->fileIndexOfChange(change));
    if (!file.isValid()) {
        return;
    }
    m_selecting = true;
    expandAbove(*m_tree, file);
    const QModelIndex own = m_filter->mapFromSource(m_model->indexOfChange(change));
    const QModelIndex target = m_tree->isExpanded(file) && own.isValid() ? own : file;
    m_tree->selectionModel()->setCurrentIndex(target, QItemSelectionModel::ClearAndSelect);
    scrollToRow(*m_tree, target);
    m_selecting = false;
}

void ReviewArea::selectFileInTree(const RepoPath& path)
{
    const QVector<int> changes = m_model->changesOfFile(path);
    const QModelIndex file =
        changes.isEmpty() ? QModelIndex()
                          : m_filter->mapFromSource(m_model->fileIndexOfChange(changes.first()));
    m_selecting = true;
    if (file.isValid()) {
        expandAbove(*m_tree, file);
        m_tree->selectionModel()->setCurrentIndex(file, QItemSelectionModel::ClearAndSelect);
        scrollToRow(*m_tree, file);
    } else {
        m_tree->selectionModel()->clear(); // the list does not have it, or its filter hides it
    }
    m_selecting = false;
}

void ReviewArea::showHunk(const QByteArray& key)
{
    const int change = m_model->changeOfKey(key);
    if (change >= 0) {
        showFindings(false);
        setCurrentChange(change, true);
    }
}

void ReviewArea::loadFile(const RepoPath& path, const QByteArray& key, int line, PlaceSide side)
{
    const int request = ++m_request;
    m_desk->setLoading(path);
    m_onShown = nullptr;
    m_wantedKey = key;
    m_wantedLine = line;
    m_wantedSide = side;
    const bool unified = command(QStringLiteral("unified"))->property("unified").toBool();
    const DiffFiles::Wanted wanted{path, m_desk->decisionsOf(path), unified};
    const auto show = [this, request](const DiffFiles::Loaded& loaded) {
        if (request != m_request) {
            return;
        }
        if (const Result<DiffFile>& file = *loaded; file) {
            fileLoaded(file->texts, file->layout, file->madeFor, false);
        } else {
            fileLoaded(file.error(), {}, {}, false);
        }
    };
    if (const DiffFiles::Loaded kept = m_files->kept(wanted)) {
        show(kept);
    } else {
        m_files->load(wanted, show);
    }
}

void ReviewArea::prepareOthers()
{
    if (!m_desk->state() || !m_desk->state()->scan || !m_desk->loading().isEmpty() ||
        m_desk->current() < 0) {
        return;
    }
    const int shown = m_model->changes()[m_desk->current()].pathId;
    const auto elsewhere = [shown](const ReviewChange& change) { return change.pathId != shown; };
    const bool unified = command(QStringLiteral("unified"))->property("unified").toBool();
    QVector<DiffFiles::Wanted> files;
    for (const int change : {m_filter->next(m_desk->current(), 1, true,
                                            elsewhere), // the next key, and the next decision
                             m_filter->next(m_desk->current(), 1, true,
                                            [elsewhere](const ReviewChange& candidate) {
                                                return elsewhere(candidate) &&
                                                       candidate.kind == DecisionKind::Open;
                                            }),
                             m_filter->next(m_desk->current(), -1, true, elsewhere)}) {
        if (change >= 0) {
            const RepoPath& path = m_model->changes()[change].hunk->targetPath;
            files.append({path, m_desk->decisionsOf(path), unified});
        }
    }
    m_files->prepare(files);
}

void ReviewArea::fileLoaded(const Result<FileTexts>& texts, DiffLayout layout,
                            const DiffDecisions& madeFor, bool keepPlace)
{
    const std::function<void()> ask = std::exchange(m_onShown, nullptr);
    m_layoutRequest = 0;
    if (!texts) {
        m_error->setError(texts.error(), tr("The other files can still be reviewed."));
        m_pages->setCurrentIndex(ErrorPage);
        return;
    }
    m_desk->setTexts(*texts);
    m_textFacts = factsOf(layout, m_desk->texts().original.isEmpty());
    m_desk->setLoading({});
    if (layout.binary) {
        m_text->setTexts(tr("This file is not text"), m_desk->texts().path.display());
        m_pages->setCurrentIndex(TextPage);
        announceCurrent();
        return;
    }
    m_pages->setCurrentIndex(DiffPage);
    m_diff->endEdit(); // what is not saved is a draft, which is marked
    const DiffDecisions decisions = m_desk->decisionsOfFile();
    // Decided otherwise while the layout was made: it is shown as what it is, and made anew.
    const bool late = needsNewLayout(layout, madeFor, decisions);
    const QVector<DiffScene::Info> info = infoOf(layout);
    int current = -1;
    for (int i = 0; i < layout.changes.size(); ++i) {
        current = layout.changes[i].key == m_desk->currentKey() ? i : current;
    }
    const std::optional<Place> marked = markedPlace();
    m_diff->setScene(std::move(layout), late ? madeFor : decisions, info, current, keepPlace);
    if (marked && marked->path == m_desk->texts().path && m_wantedLine == 0) {
        m_diff->showLine(marked->line, marked->side);
    }
    if (late) {
        relayOut();
    }
    const QPair<RepoPath, int> top = std::exchange(m_resumeTop, {});
    if (m_wantedLine == 0 && top.second > 0 && top.first == m_desk->texts().path) {
        m_diff->showTopLine(top.second);
    }
    if (m_wantedLine > 0) {
        goToLine(std::exchange(m_wantedLine, 0), m_wantedSide);
    } else if (m_desk->current() < 0) {
        selectFileInTree(m_desk->texts().path);
    }
    updatePage();
    showWantedHit();
    announceCurrent();
    updateUnified(); // the window may have changed meanwhile
    if (ask) {
        ask();
    }
    m_own->showNew();
}

/// The line that a place led to, while it is marked.
std::optional<Place> ReviewArea::markedPlace() const
{
    const DiffScene& scene = m_diff->scene();
    if (scene.marked < 0 || scene.marked >= scene.rows()) {
        return {};
    }
    const DiffRow& row = scene.layout.rows[scene.marked];
    const bool original = row.number == 0 || row.segment < 0;
    return Place{scene.layout.path, original ? row.left : row.number,
                 original ? PlaceSide::Original : PlaceSide::Port};
}

QVector<DiffScene::Info> ReviewArea::infoOf(const DiffLayout& layout) const
{
    QVector<DiffScene::Info> infos;
    for (const DiffChange& diffChange : layout.changes) {
        const int change = m_model->changeOfKey(diffChange.key);
        DiffScene::Info info;
        if (change >= 0) {
            const ReviewChange& known = m_model->changes()[change];
            info = {known.kind, known.verdict, known.hunk->ruleIds.value(0), known.hunk->title,
                    m_editing->hasDraft(diffChange.key)};
        }
        infos.append(info);
    }
    return infos;
}

int ReviewArea::changeInLayout(const QByteArray& key) const
{
    const QVector<DiffChange>& changes = m_diff->scene().layout.changes;
    for (int i = 0; i < changes.size(); ++i) {
        if (changes[i].key == key) {
            return i;
        }
    }
    return -1;
}

void ReviewArea::refreshScene()
{
    const DiffDecisions after = m_desk->decisionsOfFile();
    if (needsNewLayout(m_diff->scene().layout, m_diff->scene().decisions, after)) {
        relayOut();
    } else {
        m_diff->setDecisions(after, infoOf(m_diff->scene().layout));
    }
}

void ReviewArea::relayOut()
{
    if (!m_desk->loading().isEmpty()) {
        return; // the file on its way replaces this one
    }
    const int request = m_layoutRequest = ++m_request;
    const DiffDecisions decisions = m_desk->decisionsOfFile();
    const bool unified = command(QStringLiteral("unified"))->property("unified").toBool();
    const bool keepPlace = m_diff->scene().layout.unified == unified;
    if (!keepPlace && !m_diff->isVisible()) {
        m_resumeTop = {m_desk->texts().path, m_diff->topLine()}; // nobody has seen it there yet
    }
    whenDone(QtConcurrent::run([texts = m_desk->texts(), decisions, unified] {
                 return layOutDiff(texts, decisions, unified);
             }),
             this, [this, request, decisions, keepPlace](const DiffLayout& layout) {
                 if (request == m_request) {
                     m_files->keep({m_desk->texts(), layout, decisions});
                     fileLoaded(m_desk->texts(), layout, decisions, keepPlace);
                 }
             });
}

void ReviewArea::step(int direction)
{
    const int from =
        m_desk->current() >= 0 ? m_desk->current() : m_placeChange + (direction < 0 ? 1 : 0);
    const int next = m_filter->next(from, direction, true);
    if (next >= 0 && next != m_desk->current()) {
        setCurrentChange(next, true);
    } else {
        Q_EMIT said(next < 0 ? tr("No change matches the filter.")
                             : tr("This is the only change that matches the filter."));
    }
}

void ReviewArea::goToEnd(int direction)
{
    const int end = m_filter->next(-1, direction, false);
    if (end >= 0) {
        setCurrentChange(end, true);
    } else {
        Q_EMIT said(tr("No change matches the filter."));
    }
}

void ReviewArea::stepFile(int direction)
{
    if (m_desk->current() < 0) {
        step(direction);
        return;
    }
    const int path = m_model->changes()[m_desk->current()].pathId;
    const int next =
        m_filter->next(m_desk->current(), direction, true,
                       [path](const ReviewChange& candidate) { return candidate.pathId != path; });
    if (next < 0) {
        Q_EMIT said(tr("No other file has a change that matches the filter."));
        return;
    }
    // Going back lands on the file's last change; its first is wanted.
    const QVector<int> inFile = m_model->changesUnder(m_model->fileIndexOfChange(next));
    int first = next;
    for (const int change : inFile) {
        if (m_filter->passes(change)) {
            first = change;
            break;
        }
    }
    setCurrentChange(first, true);
}

} // namespace rocport
