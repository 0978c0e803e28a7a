// Why keys of the review do nothing, the commands that choose what its list shows, and what of the
// toolbar has room beside keys that do the same.
#include "ui/review/diffview.h"
#include "ui/review/reviewarea.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QHBoxLayout>
#include <QTreeView>

namespace rocport {

namespace {

constexpr int kToolbarGaps = 16;  // fixed ones of the toolbar
constexpr int kTightBelow = 1320; // width of the area under which the toolbar keeps to decisions

} // namespace

void ReviewArea::addFilterCommands()
{
    const auto show = [this](ReviewStatus status) {
        return [this, status] { m_status->setCurrent(static_cast<int>(status)); };
    };
    addCommand(QStringLiteral("showOpen"), tr("Show open changes"), tr("Open"), {},
               show(ReviewStatus::Open));
    addCommand(QStringLiteral("showNeedsLook"), tr("Show changes that need a look"),
               tr("Needs a look"), {}, show(ReviewStatus::NeedsLook));
    addCommand(QStringLiteral("showDecided"), tr("Show decided changes"), tr("Decided"), {},
               show(ReviewStatus::Decided));
    addCommand(QStringLiteral("showAll"), tr("Show all changes"), tr("All"), {},
               show(ReviewStatus::All));
    addCommand(QStringLiteral("groupChanges"), tr("Group changes by file or by rule"),
               tr("Group by"), {},
               [this] { m_grouping->setCurrent(m_grouping->current() == 0 ? 1 : 0); });
}

QString ReviewArea::noChangeSelected() const
{
    const QString key = firstKey(*command(QStringLiteral("next")));
    return key.isEmpty()
               ? tr("No change is selected: choose one in the list.")
               : tr("No change is selected: choose one in the list, or press %1.").arg(key);
}

/// For every command that is disabled: what is missing.
void ReviewArea::explainCommands()
{
    const ReviewCounts& counts = m_model->totals();
    const QString general = !m_desk->state() ? tr("No project is open.")
                            : !m_desk->state()->scan
                                ? tr("The repository has not been scanned yet.")
                            : counts.total == 0 ? tr("No change is proposed.")
                                                : QString();
    const QString readOnly = m_desk->state() && m_desk->state()->readOnly
                                 ? tr("The project is open read-only.")
                                 : QString();
    const bool committed = m_desk->current() >= 0 && m_desk->state() &&
                           m_desk->state()->isCommitted(m_desk->currentKey());
    const QString current =
        !general.isEmpty()      ? general
        : !readOnly.isEmpty()   ? readOnly
        : m_desk->current() < 0 ? noChangeSelected()
        : committed ? tr("This change is committed: undo its commit in the commit dialog first.")
                    : QString();
    const auto explain = [this](std::initializer_list<const char*> names, const QString& sentence) {
        for (const char* name : names) {
            setWhyNot(*command(QLatin1String(name)), sentence);
        }
    };
    const auto first = [](const QString& a, const QString& b) { return a.isEmpty() ? b : a; };
    explain({"accept", "reject", "defer", "edit", "note"}, current);
    explain({"next", "previous", "nextFile", "previousFile", "firstChange", "lastChange"}, general);
    explain({"explainProof"}, first(general, noChangeSelected()));
    const QString open = first(general, readOnly);
    const QString ofRule = m_desk->current() < 0 ? current : tr("No change of this rule is open.");
    explain({"acceptRule"}, first(open, ofRule));
    explain({"rejectRule", "deferRule", "acceptFile", "rejectFile", "deferFile"},
            first(open, current));
    explain({"acceptProved"}, first(open, tr("No open change is proved.")));
    explain({"undo"}, first(open, tr("Nothing to undo.")));
    explain({"redo"}, first(open, tr("Nothing to redo.")));
    explain({"history", "searchChanges", "allSymbols", "checkCompiles", "checkWhole", "proveNvcc",
             "gateResults"},
            m_desk->state() ? tr("The repository has not been scanned yet.")
                            : tr("No project is open."));
    explain({"commit"}, first(open, tr("There are no decisions to commit.")));
    explain({"widerGuard", "narrowerGuard"},
            first(current, tr("Changes in this kind of file have no guard of their own.")));
    explain({"guardSelection", "ownChange"},
            first(first(general, readOnly), tr("No file is shown.")));
    explain({"removeGuard"}, first(current, tr("This guard was not added by you.")));
    explain({"keepMine"}, first(current, tr("This change is not in conflict.")));
    explain({"lostDecisions"}, tr("Every decision has its place."));
}

/// Enter in the list: the diff with the change; a group folds.
void ReviewArea::openRow(const QModelIndex& index)
{
    const int level = index.data(ReviewModel::LevelRole).toInt();
    if (level != ReviewModel::GroupLevel) {
        m_diff->focusText();
    } else {
        m_tree->setExpanded(index, !m_tree->isExpanded(index));
    }
}

/// These have keys, and the bar says again what stands beside it: they go where there is no room.
/// The others stay whole, on two lines where one is too short.
void ReviewArea::fitToolbar()
{
    const bool tight = width() < m_provider.theme().scaled(kTightBelow);
    for (QWidget* part : {static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_undo),
                          static_cast<QWidget*>(m_redo), static_cast<QWidget*>(m_layoutButton)}) {
        part->setVisible(!tight);
    }
    const QHBoxLayout& row = *m_toolbar->row();
    int least = row.contentsMargins().left() + row.contentsMargins().right() + kToolbarGaps;
    int whole = least;
    const auto parts = m_toolbar->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    for (const QWidget* part : parts) {
        const bool optional = part == m_bar || part == m_undo || part == m_redo ||
                              part == m_layoutButton || part == m_acceptProved;
        whole += part->sizeHint().width() + row.spacing();
        if (!optional && !part->isHidden()) {
            least += part->minimumSizeHint().width() + row.spacing();
        }
    }
    // The words beside the bar say the same; the filters keep theirs.
    m_bar->setVisible(!tight && width() >= whole);
    m_acceptProved->setVisible(width() >=
                               least + m_acceptProved->sizeHint().width() + row.spacing());
}

} // namespace rocport
