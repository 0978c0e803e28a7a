// Finding in the file that the review shows.
#include "ui/review/difffinder.h"
#include "ui/review/diffview.h"
#include "ui/review/reviewarea.h"
#include "ui/theme/findbar.h"

#include <QAction>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace rocport {

void ReviewArea::addFindCommands()
{
    const auto inDiff = [this](const std::function<void()>& run) {
        return [this, run] {
            if (m_pages->currentIndex() == DiffPage) {
                run();
            }
        };
    };
    addCommand(QStringLiteral("find"), tr("Find in this file…"), tr("Find"),
               {QStringLiteral("Ctrl+F")}, inDiff([this] { m_finder->open(); }));
    addCommand(QStringLiteral("findNext"), tr("Find next match"), tr("Next match"),
               {QStringLiteral("F3")}, inDiff([this] { m_finder->step(1); }));
    addCommand(QStringLiteral("findPrevious"), tr("Find previous match"), tr("Previous match"),
               {QStringLiteral("Shift+F3")}, inDiff([this] { m_finder->step(-1); }));
}

/// The diff with the bar above it.
QWidget* ReviewArea::buildFind(QWidget* parent)
{
    auto* column = new QWidget(parent);
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

} // namespace rocport
