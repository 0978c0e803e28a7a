// What RulesArea does with the rule that is chosen, and why a key of it does nothing.
#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/project/session/rulepacks.h"
#include "core/project/session/ruleswitches.h"
#include "core/rules/packs/rulecopy.h"
#include "ui/messages/messages.h"
#include "ui/rules/ruledelegate.h"
#include "ui/rules/rulereason.h"
#include "ui/rules/rulesarea.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QTreeView>

namespace rocport {

void RulesArea::updateCommands()
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    const QModelIndex index = current();
    const Rule* rule = m_model->rule(index);
    const RuleTally tally = m_model->tally(index);
    const auto kind = static_cast<RulesModel::Kind>(index.data(RulesModel::KindRole).toInt());
    const bool group = index.isValid() && kind == RulesModel::GroupKind;
    const bool fold = index.isValid() && kind == RulesModel::FoldKind;
    const QString general = !state            ? tr("No project is open.")
                            : !state->scan    ? tr("The repository is not scanned yet.")
                            : !rule && !group ? tr("No rule is chosen.")
                                              : QString();
    const QString readOnly = state && state->readOnly ? tr("The project is open read-only.")
                             : state                  ? QString()
                                                      : tr("No project is open.");
    const auto set = [this](const char* name, const QString& why) {
        QAction* action = command(QLatin1String(name));
        setWhyNot(*action, why);
        action->setEnabled(why.isEmpty());
    };
    const QString noRule = rule != nullptr ? QString() : tr("No rule is chosen.");
    set("switchRule", firstReason({readOnly, noRule}));
    const QString copies = rule != nullptr ? whyNoCopy(*rule) : noRule;
    set("copyRule", firstReason({readOnly, copies}));
    const QString none = rule != nullptr ? tr("This rule leaves no finding open.")
                                         : tr("The rules of this phase leave no finding open.");
    set("ruleFindings", firstReason({general, tally.openFindings > 0 ? QString() : none}));
    const QString opens = group || fold ? QString() : general;
    set("ruleChanges", firstReason({opens, group || fold || tally.changes > 0
                                               ? QString()
                                               : tr("This rule proposes no change here.")}));
    const QString used =
        m_model->usedCount() > 0 ? QString() : tr("No rule points at anything here.");
    set("nextRule", used);
    set("previousRule", used);
    set("newProjectPack", readOnly);
    setWhyNot(*command(QStringLiteral("newUserPack")), tr("There is no folder for your packs."));
    command(QStringLiteral("newUserPack"))
        ->setEnabled(!m_session.rulePacks().userFolder().isEmpty());

    m_turn->setText(rule != nullptr && !m_model->isOn(rule->id) ? tr("Turn on in this project")
                                                                : tr("Turn off in this project…"));
    m_turn->setVisible(rule != nullptr);
    m_turn->setEnabled(readOnly.isEmpty());
    m_copy->setVisible(rule != nullptr && copies.isEmpty());
    m_copy->setEnabled(readOnly.isEmpty());
    m_primary->setVisible(tally.openFindings > 0 || tally.changes > 0);
    m_primary->setText(tr("Show %1").arg(
        tally.openFindings > 0 ? counted(tally.openFindings, tr("finding"), tr("findings"))
                               : counted(tally.changes, tr("change"), tr("changes"))));
}

void RulesArea::useSwitch()
{
    if (const Rule* rule = m_model->rule(current())) {
        switchRule(rule->id, !m_model->isOn(rule->id));
    }
}

void RulesArea::switchRule(const QString& id, bool on)
{
    if (!on) { // once it is known why
        showExplanation(false);
        m_reason->ask(id, leavingText(m_model->tally(id)));
        select(m_model->indexOf(id));
        placeReason();
        if (auto* field = m_reason->findChild<QLineEdit*>()) {
            field->setFocus();
        }
        return;
    }
    reasonGiven(false);
    if (const Result<void> done = m_session.ruleSwitches().set(id, true); !done) {
        showError(done.error());
    }
}

void RulesArea::reasonGiven(bool off)
{
    const QString id = m_reason->rule();
    if (id.isEmpty()) {
        return;
    }
    if (off) {
        const QString leaving = leavingText(m_model->tally(id));
        if (const Result<void> done = m_session.ruleSwitches().set(id, false, m_reason->reason());
            !done) {
            showError(done.error());
            return;
        }
        Q_EMIT said(tr("The rule %1 is off. %2").arg(id, leaving));
    }
    const bool hadFocus = m_reason->isAncestorOf(focusWidget());
    m_reason->close();
    placeReason();
    if (hadFocus) {
        m_tree->setFocus();
    }
}

/// What asks stands over the row of its rule; it goes out of sight with the row.
void RulesArea::placeReason()
{
    const QModelIndex row = m_reason->rule().isEmpty()
                                ? QModelIndex()
                                : m_filter->mapFromSource(m_model->indexOf(m_reason->rule()));
    const bool shown = row.isValid() && m_tree->isExpanded(row.parent());
    const int height = shown ? m_reason->sizeHint().height() : 0;
    if (m_delegate->setAsking(shown ? row : QModelIndex(), height)) {
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_tree->doItemsLayout();
                const QModelIndex asked =
                    m_filter->mapFromSource(m_model->indexOf(m_reason->rule()));
                m_tree->scrollTo(asked);
                placeReason();
            },
            Qt::QueuedConnection);
    }
    if (shown) {
        m_reason->setLeaving(leavingText(m_model->tally(m_reason->rule())));
        const QRect rect = m_tree->visualRect(row);
        m_reason->setGeometry(0, rect.top(), m_tree->viewport()->width(), height);
    }
    m_reason->setVisible(shown);
}

/// Enter: the changes of a rule; a phase or a fold opens or closes.
void RulesArea::openCurrent()
{
    const QModelIndex index = current();
    const int kind = index.data(RulesModel::KindRole).toInt();
    if (!index.isValid()) {
        return;
    }
    if (kind == RulesModel::GroupKind) {
        const QModelIndex shown = m_tree->currentIndex().siblingAtColumn(0);
        m_tree->setExpanded(shown, !m_tree->isExpanded(shown));
    } else if (kind == RulesModel::FoldKind) {
        toggleFoldRow(index);
    } else {
        showChangesOf(index);
    }
}

void RulesArea::showChangesOf(const QModelIndex& index)
{
    if (m_model->tally(index).changes == 0) {
        return;
    }
    const Rule* rule = m_model->rule(index);
    Q_EMIT changesRequested(rule != nullptr ? std::nullopt : m_model->phase(index),
                            rule != nullptr ? rule->id : QString());
}

void RulesArea::showFindingsOf(const QModelIndex& index)
{
    if (m_model->tally(index).openFindings == 0) {
        return;
    }
    const Rule* rule = m_model->rule(index);
    Q_EMIT findingsRequested(rule != nullptr ? std::nullopt : m_model->phase(index),
                             rule != nullptr ? rule->id : QString());
}

void RulesArea::clicked(const QModelIndex& shown)
{
    const QModelIndex index = m_filter->mapToSource(shown);
    const QModelIndex row = index.siblingAtColumn(0);
    const int kind = index.data(RulesModel::KindRole).toInt();
    if (index.data(RulesModel::LinkRole).toBool()) {
        if (index.column() == RulesModel::ChangesColumn) {
            showChangesOf(row);
        } else {
            showFindingsOf(row);
        }
    } else if (kind == RulesModel::GroupKind) {
        const QModelIndex group = shown.siblingAtColumn(0);
        m_tree->setExpanded(group, !m_tree->isExpanded(group));
    } else if (kind == RulesModel::FoldKind) {
        toggleFoldRow(row);
    } else if (index.column() != RulesModel::OnColumn) {
        showExplanation(true);
    }
}

void RulesArea::toggleFoldRow(const QModelIndex& index)
{
    if (const std::optional<Phase> phase = m_model->phase(index)) {
        const QPersistentModelIndex row(index);
        m_model->setUnfolded(*phase, !m_model->isUnfolded(*phase));
        m_refreshing = true;
        m_tree->setCurrentIndex(m_filter->mapFromSource(row));
        m_refreshing = false;
        placeReason();
    }
}

/// The next rule that points at something here, in the order of the list, round once.
void RulesArea::step(int direction)
{
    QModelIndexList used;
    qsizetype before = -1; // the last one that does not come after the current row
    const QModelIndex now = current();
    const auto isAfterNow = [&](const QModelIndex& one) {
        const int group = now.parent().isValid() ? now.parent().row() : now.row();
        const int row = now.parent().isValid() ? now.row() : -1;
        return one.parent().row() != group ? one.parent().row() > group : one.row() > row;
    };
    for (int group = 0; group < m_model->rowCount(); ++group) {
        const QModelIndex parent = m_model->index(group, 0);
        for (int row = 0; row < m_model->rowCount(parent); ++row) {
            const QModelIndex one = m_model->index(row, 0, parent);
            if (one.data(RulesModel::UsedRole).toBool() && m_filter->mapFromSource(one).isValid()) {
                before = now.isValid() && !isAfterNow(one) ? used.size() : before;
                used.append(one);
            }
        }
    }
    if (used.isEmpty()) {
        Q_EMIT said(tr("No rule that is listed points at anything here."));
        return;
    }
    const bool here = before >= 0 && used[before] == now;
    qsizetype next = direction > 0 ? before + 1 : here || before < 0 ? before - 1 : before;
    next = (next + 2 * used.size()) % used.size();
    select(used[next]);
}

void RulesArea::fold()
{
    const QModelIndex shown = m_tree->currentIndex().siblingAtColumn(0);
    if (shown.parent().isValid()) {
        m_tree->setCurrentIndex(shown.parent());
    } else {
        m_tree->collapse(shown);
    }
}

void RulesArea::unfold()
{
    const QModelIndex shown = m_tree->currentIndex().siblingAtColumn(0);
    const int kind = shown.data(RulesModel::KindRole).toInt();
    if (!shown.isValid()) {
        return;
    }
    if (kind == RulesModel::GroupKind && m_tree->isExpanded(shown)) {
        m_tree->setCurrentIndex(m_filter->index(0, 0, shown));
    } else if (kind == RulesModel::GroupKind) {
        m_tree->expand(shown);
    } else if (kind == RulesModel::FoldKind) {
        const QModelIndex row = m_filter->mapToSource(shown);
        if (const std::optional<Phase> phase = m_model->phase(row);
            phase && !m_model->isUnfolded(*phase)) {
            toggleFoldRow(row);
        }
    } else {
        showExplanation(true);
    }
}

void RulesArea::copyRule()
{
    const Rule* rule = m_model->rule(current());
    if (rule == nullptr || !whyNoCopy(*rule).isEmpty()) {
        return;
    }
    whenDone(m_session.rulePacks().copyRule(*rule), this,
             [this](const Result<QString>& file) { packMade(file); });
}

} // namespace rocport
