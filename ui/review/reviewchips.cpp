// Filters of changes by severity, verdict and kind.
#include "ui/review/filterchips.h"
#include "ui/review/reviewarea.h"
#include "ui/theme/glyph.h"

#include <QAction>

namespace rocport {

void ReviewArea::addChipCommands()
{
    const auto add = [this](const QString& group, const QString& id, const QString& text,
                            QSet<int> ChangeChips::*set, int value) {
        addCommand(QStringLiteral("filter-%1-%2").arg(group, id),
                   tr("Filter changes: %1").arg(text.toLower()), text, {}, [this, set, value] {
                       ChangeChips chips = m_filter->chips();
                       if (!(chips.*set).remove(value)) {
                           (chips.*set).insert(value);
                       }
                       setChips(chips);
                   });
    };
    for (const Severity severity : {Severity::Critical, Severity::Warning, Severity::Info}) {
        add(QStringLiteral("severity"), severityId(severity), severityName(severity),
            &ChangeChips::severities, static_cast<int>(severity));
    }
    for (const Verdict verdict : {Verdict::Violated, Verdict::Unproved, Verdict::Equivalent,
                                  Verdict::Projected, Verdict::Identical, Verdict::Compiled}) {
        add(QStringLiteral("verdict"), verdictId(verdict), verdictChipText(verdict),
            &ChangeChips::verdicts, static_cast<int>(verdict));
    }
    for (const ChangeKind kind : {ChangeKind::Edit, ChangeKind::Insertion, ChangeKind::NewFile,
                                  ChangeKind::Copy, ChangeKind::Own}) {
        add(QStringLiteral("kind"), changeKindId(kind), changeKindName(kind), &ChangeChips::kinds,
            static_cast<int>(kind));
    }
    addCommand(QStringLiteral("clearFilters"), tr("Clear the filters of changes"),
               tr("Clear filters"), {}, [this] {
                   m_search->clear();
                   setPhaseFilter({});
                   setChips({});
               });
}

void ReviewArea::setChips(const ChangeChips& chips)
{
    m_chips->setChips(chips);
    m_filter->setChips(chips);
    expandGroups();
    updatePage();
}

} // namespace rocport
