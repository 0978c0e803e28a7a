// What the editor of rule packs works out while a person writes.
#include "core/base/whendone.h"
#include "core/project/session/rulepacks.h"
#include "core/rules/packs/packcheck.h"
#include "ui/editor/qsci.h"
#include "ui/rules/packeditor.h"
#include "ui/rules/packresultmodel.h"

#include <QTreeView>

#include <algorithm>

namespace rocport {

/// What is under way is for a text that is no more.
void PackEditor::stop()
{
    ++m_serial;
    m_timer.stop();
    m_cancel.cancel();
    m_cancelPreview.cancel();
    m_check.reset();
    m_previewed.clear();
}

void PackEditor::check()
{
    const quint64 serial = ++m_serial;
    m_cancel = CancelToken();
    whenDone(m_session.rulePacks().check(m_file, m_text, m_cancel), this,
             [this, serial](const PackCheck& check) {
                 if (serial != m_serial) {
                     return;
                 }
                 m_check = std::make_shared<const PackCheck>(check);
                 m_results->setProblems(check.problems, check.samples);
                 m_list->expand(m_results->problemGroup());
                 showMarkers();
                 preview();
             });
}

void PackEditor::preview()
{
    const Rule* rule = ruleAtLine(*m_check, m_line);
    const QString id = rule != nullptr ? rule->id : QString();
    if (id == m_previewed && !id.isEmpty()) {
        return;
    }
    m_cancelPreview.cancel();
    m_previewed = id;
    if (rule == nullptr) {
        const bool within = !m_check->ruleLines.isEmpty() && m_line >= m_check->ruleLines.first();
        m_results->setWaiting(within ? tr("The rule at the cursor is not complete yet")
                                     : tr("No rule at the cursor"));
        return;
    }
    m_cancelPreview = CancelToken();
    m_results->setWaiting(tr("Looking for what %1 finds").arg(id));
    whenDone(m_session.rulePacks().preview(*rule, m_cancelPreview), this,
             [this, serial = m_serial, id](const RulePreview& found) {
                 if (serial == m_serial && id == m_previewed && !found.cancelled) {
                     m_results->setPreview(found);
                     m_list->expand(m_results->placeGroup());
                 }
             });
}

void PackEditor::showMarkers()
{
    m_editor->markerDeleteAll(kProblemMark);
    for (const Error& problem : m_results->problems()) {
        m_editor->markerAdd(std::max(0, lineOf(problem) - 1), kProblemMark);
    }
}

void PackEditor::activate(const QModelIndex& index)
{
    const int line = index.data(PackResultModel::LineRole).toInt();
    const auto path = index.data(PackResultModel::PathRole).value<RepoPath>();
    if (!path.isEmpty()) {
        Q_EMIT placeRequested(path, line);
    } else if (line > 0) {
        setLine(line);
        m_editor->setFocus();
    }
}

} // namespace rocport
