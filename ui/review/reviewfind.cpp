// Finding in the file that the review shows, and in all.
#include "ui/review/difffinder.h"
#include "ui/review/diffview.h"
#include "ui/review/placespanel.h"
#include "ui/review/reviewarea.h"
#include "ui/review/reviewsearch.h"
#include "ui/review/searchpanel.h"
#include "ui/review/symboldialog.h"
#include "ui/theme/findbar.h"

#include <QAction>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace rocport {

void ReviewArea::addFindCommands()
{
    const auto inDiff = [this](const std::function<void()>& run) {
        return [this, run] {
            if (m_pages->currentIndex() == DiffPage) {
                run();
            } else {
                Q_EMIT said(tr("No file is shown to search in."));
            }
        };
    };
    addCommand(QStringLiteral("find"), tr("Find in this file…"), tr("Find"),
               {QStringLiteral("Ctrl+F")}, inDiff([this] { m_finder->open(); }));
    addCommand(QStringLiteral("findNext"), tr("Find next match"), tr("Next match"),
               {QStringLiteral("F3")}, inDiff([this] { m_finder->step(1); }));
    addCommand(QStringLiteral("findPrevious"), tr("Find previous match"), tr("Previous match"),
               {QStringLiteral("Shift+F3")}, inDiff([this] { m_finder->step(-1); }));
    addCommand(QStringLiteral("searchChanges"), tr("Search in all changes and files…"),
               tr("Search"), {QStringLiteral("Ctrl+Shift+F")}, [this] { openSearch(); });
    addCommand(QStringLiteral("symbols"), tr("Jump to a symbol in this file…"), tr("Symbols"),
               {QStringLiteral("O")}, inDiff([this] { openSymbols(m_desk->texts().path); }));
    addCommand(QStringLiteral("allSymbols"), tr("Jump to a symbol in all files…"),
               tr("All symbols"), {QStringLiteral("Shift+O")}, [this] { openSymbols({}); });
}

/// The diff with the bar above it.
QWidget* ReviewArea::buildFind(QWidget* parent)
{
    auto* column = new QWidget(parent);
    column->setProperty("pane", true);
    column->setAccessibleName(tr("Diff"));
    m_findBar = new FindBar(m_provider, QStringLiteral("find"), tr("Find in this file"), column);
    m_finder = new DiffFinder(*m_diff, *m_findBar, this);
    connect(m_finder, &DiffFinder::changeReached, this, [this](int change) {
        const int reached = m_model->changeOfKey(m_diff->scene().layout.changes[change].key);
        if (reached >= 0) {
            setCurrentChange(reached, true);
        }
    });
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_findBar);
    layout->addWidget(m_diff, 1);
    return column;
}

void ReviewArea::buildSearch(QSplitter& column)
{
    m_searchPanel = new SearchPanel(m_session, m_provider, &column);
    m_searchPanel->setMinimumHeight(m_provider.theme().scaled(200));
    m_searchPanel->setProperty("pane", true);
    m_searchPanel->hide();
    column.addWidget(m_searchPanel);
    connect(m_searchPanel, &SearchPanel::closeRequested, this, &ReviewArea::closeSearch);
    connect(m_searchPanel, &SearchPanel::lineChosen, this, &ReviewArea::showFound);
}

void ReviewArea::buildPlaces(QSplitter& column)
{
    m_places = new PlacesPanel(m_session, m_provider, &column);
    m_places->setMinimumHeight(m_provider.theme().scaled(200));
    m_places->setProperty("pane", true);
    m_places->hide();
    column.addWidget(m_places);
    connect(m_places, &PlacesPanel::closeRequested, this, [this] {
        m_places->stop();
        m_places->hide();
        m_diff->focusText();
    });
    connect(m_places, &PlacesPanel::lineChosen, this, [this](const FoundLine& line) {
        FoundLine found = line;
        const RepoPath target = targetOf({line.path, line.line, PlaceSide::Original});
        found.path = target.isEmpty() ? line.path : target; // a sibling has its original beside it
        showFound(found);
    });
}

void ReviewArea::showPlaces(const InventoryCount& count)
{
    showFindings(false);
    m_searchPanel->stop();
    m_searchPanel->hide();
    m_places->show();
    m_places->open(count);
}

void ReviewArea::openSearch()
{
    m_places->stop();
    m_places->hide();
    QString text;
    if (const std::optional<DiffHit> selected = m_diff->selectedHit()) {
        text = m_diff->textOf(*selected);
    }
    // What a result selected is not asked for: the query that led there stays.
    m_searchPanel->show();
    m_searchPanel->open(text == m_shownFound ? QString() : text);
}

void ReviewArea::openSymbols(const std::optional<RepoPath>& file)
{
    auto* dialog = new SymbolDialog(m_session, m_provider, file, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &SymbolDialog::chosen, this, &ReviewArea::showFound);
    dialog->open();
}

void ReviewArea::closeSearch()
{
    m_searchPanel->stop();
    m_searchPanel->hide();
    m_diff->focusText();
}

void ReviewArea::showFound(const FoundLine& found)
{
    if (m_filter->accepted() == 0) { // a page says so where the diff is
        m_status->setCurrent(static_cast<int>(ReviewStatus::All));
    }
    m_finding.clear();
    int change = m_model->changeOfKey(found.key);
    const QVector<int> inFile = m_model->changesOfFile(found.path);
    for (int i = 0; change < 0 && i < inFile.size(); ++i) { // else the next one of the file
        const Hunk& hunk = *m_model->changes()[inFile[i]].hunk;
        change = hunk.lastLine >= found.line || i + 1 == inFile.size() ? inFile[i] : -1;
    }
    m_wantedFound = std::make_shared<const FoundLine>(found);
    if (change >= 0) {
        setCurrentChange(change, true);
    } else if (m_desk->texts().path != found.path || !m_desk->loading().isEmpty()) {
        m_desk->setCurrent(-1);
        loadFile(found.path, {}, 0);
    }
    if (m_desk->loading().isEmpty() && m_diff->scene().layout.path == found.path) {
        m_pages->setCurrentIndex(DiffPage);
        showWantedHit();
    }
}

void ReviewArea::showWantedHit()
{
    const std::shared_ptr<const FoundLine> found = std::exchange(m_wantedFound, nullptr);
    const DiffLayout& layout = m_diff->scene().layout;
    if (!found || layout.path != found->path || layout.rows.isEmpty()) {
        return;
    }
    DiffHit hit{rowOfHitLine(layout, found->side, found->line), found->side, found->start,
                found->length};
    const auto size = static_cast<int>(lineOfHit(layout, hit.row, hit.side).size());
    if (hit.start + hit.length > size) { // decided otherwise since
        hit.start = hit.length = 0;
    }
    m_diff->select(hit);
    m_shownFound = m_diff->textOf(hit);
}

} // namespace rocport
