#include "ui/review/changesearch.h"

#include "ui/review/difffinder.h"
#include "ui/review/diffview.h"
#include "ui/review/placespanel.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/reviewnavigator.h"
#include "ui/review/reviewpages.h"
#include "ui/review/reviewsearch.h"
#include "ui/review/searchpanel.h"
#include "ui/review/shownfile.h"
#include "ui/review/symboldialog.h"
#include "ui/theme/findbar.h"
#include "ui/theme/windowfit.h"

#include <QSplitter>

#include <utility>

namespace rocport {

ChangeSearch::ChangeSearch(const Parts& parts, FindBar& bar, QSplitter& column,
                           ThemeProvider& provider, QObject* parent)
    : QObject(parent),
      m_desk(parts.desk),
      m_commands(parts.commands),
      m_navigator(parts.navigator),
      m_pages(parts.pages),
      m_diff(parts.diff),
      m_area(parts.area),
      m_provider(provider),
      m_finder(new DiffFinder(parts.diff, bar, this))
{
    connect(m_finder, &DiffFinder::changeReached, this, [this](int change) {
        const int reached = m_desk.model().changeOfKey(m_diff.scene().layout.changes[change].key);
        if (reached >= 0) {
            m_navigator.goTo(reached);
        }
    });
    buildSearch(column);
    buildPlaces(column);
    addCommands();
    connect(&parts.shown, &ShownFile::loaded, this, &ChangeSearch::selectWanted);
}

void ChangeSearch::addCommands()
{
    const auto inDiff = [this](const std::function<void()>& run) {
        return [this, run] {
            if (m_pages.currentIndex() == ReviewPages::Diff) {
                run();
            } else {
                m_desk.say(tr("No file is shown to search in."));
            }
        };
    };
    m_commands.add(QStringLiteral("find"), tr("Find in this file…"), tr("Find"), {"Ctrl+F"},
                   inDiff([this] { m_finder->open(); }));
    m_commands.add(QStringLiteral("findNext"), tr("Find next match"), tr("Next match"), {"F3"},
                   inDiff([this] { m_finder->step(1); }));
    m_commands.add(QStringLiteral("findPrevious"), tr("Find previous match"), tr("Previous match"),
                   {"Shift+F3"}, inDiff([this] { m_finder->step(-1); }));
    m_commands.add(QStringLiteral("searchChanges"), tr("Search in all changes and files…"),
                   tr("Search"), {"Ctrl+Shift+F"}, [this] { openSearch(); });
    m_commands.add(QStringLiteral("symbols"), tr("Jump to a symbol in this file…"), tr("Symbols"),
                   {"O"}, inDiff([this] { openSymbols(m_desk.texts().path); }));
    m_commands.add(QStringLiteral("allSymbols"), tr("Jump to a symbol in all files…"),
                   tr("All symbols"), {"Shift+O"}, [this] { openSymbols({}); });
}

void ChangeSearch::update() const
{
    const QString why = m_commands.whyNoScan();
    m_commands.enable({"searchChanges", "allSymbols"}, why.isEmpty(), why);
}

void ChangeSearch::buildSearch(QSplitter& column)
{
    m_search = new SearchPanel(m_desk.session(), m_provider, &column);
    m_search->setMinimumHeight(m_provider.theme().scaled(200));
    m_search->setProperty("pane", true);
    m_search->hide();
    column.addWidget(m_search);
    connect(m_search, &SearchPanel::closeRequested, this, [this] {
        hideSearch();
        m_diff.focusText();
    });
    connect(m_search, &SearchPanel::lineChosen, this, &ChangeSearch::showFound);
}

void ChangeSearch::buildPlaces(QSplitter& column)
{
    m_places = new PlacesPanel(m_desk.session(), m_provider, &column);
    m_places->setMinimumHeight(m_provider.theme().scaled(200));
    m_places->setProperty("pane", true);
    m_places->hide();
    column.addWidget(m_places);
    connect(m_places, &PlacesPanel::closeRequested, this, [this] {
        hidePlaces();
        m_diff.focusText();
    });
    connect(m_places, &PlacesPanel::lineChosen, this, [this](const FoundLine& line) {
        FoundLine found = line;
        const RepoPath target = m_navigator.targetOf({line.path, line.line, PlaceSide::Original});
        found.path = target.isEmpty() ? line.path : target; // a sibling has its original beside it
        showFound(found);
    });
}

void ChangeSearch::hideSearch()
{
    m_search->stop();
    m_search->hide();
}

void ChangeSearch::hidePlaces()
{
    m_places->stop();
    m_places->hide();
}

void ChangeSearch::close()
{
    m_wanted.reset();
    m_selected.clear();
    hideSearch();
    hidePlaces();
    m_places->clear();
}

void ChangeSearch::showPlaces(const InventoryCount& count)
{
    hideSearch();
    m_places->show();
    m_places->open(count);
}

void ChangeSearch::openSearch()
{
    hidePlaces();
    QString text;
    if (const std::optional<DiffHit> selected = m_diff.selectedHit()) {
        text = m_diff.textOf(*selected);
    }
    // What a result selected is not asked for: the query that led there stays.
    m_search->show();
    m_search->open(text == m_selected ? QString() : text);
}

void ChangeSearch::openSymbols(const std::optional<RepoPath>& file)
{
    auto* dialog = new SymbolDialog(m_desk.session(), m_provider, file, &m_area);
    connect(dialog, &SymbolDialog::chosen, this, &ChangeSearch::showFound);
    openDialog(*dialog);
}

void ChangeSearch::showFound(const FoundLine& found)
{
    const ReviewModel& model = m_desk.model();
    int change = model.changeOfKey(found.key);
    const QVector<int> inFile = model.changesOfFile(found.path);
    for (int i = 0; change < 0 && i < inFile.size(); ++i) { // else the next one of the file
        const Hunk& hunk = *model.changes()[inFile[i]].hunk;
        change = hunk.lastLine >= found.line || i + 1 == inFile.size() ? inFile[i] : -1;
    }
    m_wanted = std::make_shared<const FoundLine>(found);
    m_navigator.showFound(found.path, change);
    if (m_desk.loading().isEmpty() && m_diff.scene().layout.path == found.path) {
        selectWanted();
    }
}

void ChangeSearch::selectWanted()
{
    const std::shared_ptr<const FoundLine> found = std::exchange(m_wanted, nullptr);
    const DiffLayout& layout = m_diff.scene().layout;
    if (!found || layout.path != found->path || layout.rows.isEmpty()) {
        return;
    }
    DiffHit hit{rowOfHitLine(layout, found->side, found->line), found->side, found->start,
                found->length};
    const auto size = static_cast<int>(lineOfHit(layout, hit.row, hit.side).size());
    if (hit.start + hit.length > size) { // decided otherwise since
        hit.start = hit.length = 0;
    }
    m_diff.select(hit);
    m_selected = m_diff.textOf(hit);
}

} // namespace rocport
