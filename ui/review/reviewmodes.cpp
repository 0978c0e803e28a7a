#include "ui/review/reviewmodes.h"

#include "core/base/whendone.h"
#include "core/project/session/projectguards.h"
#include "core/store/checksteps.h"
#include "ui/review/changelist.h"
#include "ui/review/findingspage.h"
#include "ui/review/ownchanges.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/review/reviewnavigator.h"
#include "ui/theme/commandkeys.h"

#include <QAction>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTreeView>

#include <utility>

namespace rocport {

ReviewModes::ReviewModes(const Parts& parts, ThemeProvider& provider, QObject* parent)
    : QObject(parent),
      m_desk(parts.desk),
      m_commands(parts.commands),
      m_navigator(parts.navigator),
      m_list(parts.list),
      m_own(parts.own),
      m_findings(parts.findings),
      m_changes(parts.changes),
      m_pages(parts.pages),
      m_area(parts.area),
      m_provider(provider)
{
    m_commands.add(QStringLiteral("findings"), tr("Show findings"), tr("Findings"), {"F"},
                   [this] { show(true); });
    m_commands.add(QStringLiteral("backToFinding"), tr("Back to the finding that led here"),
                   tr("Back to the finding"), {"Backspace"}, [this] { goBack(); });
    connect(&m_navigator, &ReviewNavigator::changesRequested, this, [this] { show(false); });
    connect(&m_navigator, &ReviewNavigator::leftPlace, this, &ReviewModes::forget);
    connect(&m_findings, &FindingsPage::findingsRequested, this, [this] { show(true); });
    connect(&m_findings, &FindingsPage::changesRequested, this, [this] { show(false); });
    connect(&m_findings, &FindingsPage::placeRequested, this, &ReviewModes::goToPlace);
    connect(&m_findings, &FindingsPage::writeRequested, this, &ReviewModes::write);
}

void ReviewModes::addSwitch(QHBoxLayout& row, bool findings)
{
    auto* mode = new SegmentedControl(m_provider, &m_pages);
    mode->setObjectName(QStringLiteral("reviewMode"));
    mode->setAccessibleName(tr("Changes or findings"));
    mode->addSegment(tr("Changes"));
    mode->addSegment(tr("Findings"));
    mode->setCurrent(findings ? 1 : 0);
    connect(mode, &SegmentedControl::currentChanged, this, [this](int index) { show(index == 1); });
    m_switches.append(mode);
    row.insertWidget(0, mode);
    row.insertSpacing(1, 4);
    updateTips();
}

void ReviewModes::show(bool findings)
{
    for (SegmentedControl* mode : std::as_const(m_switches)) {
        const QSignalBlocker blocker(mode);
        mode->setCurrent(findings ? 1 : 0);
    }
    const bool hadFocus = m_area.isAncestorOf(m_area.focusWidget());
    m_area.setFocusProxy(findings ? m_findings.list() : m_list.entry());
    m_pages.setCurrentWidget(findings ? &m_findings : &m_changes);
    if (hadFocus || m_area.isVisible()) {
        m_area.setFocus();
    }
}

void ReviewModes::updateFocus()
{
    if (!showsFindings()) {
        m_area.setFocusProxy(m_list.entry());
    }
}

bool ReviewModes::showsFindings() const
{
    return m_pages.currentWidget() == &m_findings;
}

void ReviewModes::list(const FindingsFilter& filter)
{
    show(true);
    m_findings.setFilter(filter);
}

void ReviewModes::goToPlace(const Finding& finding)
{
    const QByteArray id = finding.id; // which showing its file takes back
    m_navigator.showPlace({finding.path, finding.line, PlaceSide::Original});
    lead(id);
}

/// The lines that the question is about are shown before it is asked.
void ReviewModes::write(const Finding& finding)
{
    whenDone(m_desk.session().guards().checkSelection(finding.path, finding.range), this,
             [this, finding](const Result<SelectionCheck>& check) {
                 if (!check) {
                     show(false);
                     m_desk.showProblem(check.error());
                     return;
                 }
                 m_navigator.askAt({finding.path, finding.line, PlaceSide::Original},
                                   [this, finding, check = *check] {
                                       lead(finding.id);
                                       m_own.askGuard(
                                           finding.path, check,
                                           {finding.line, std::max(finding.line, finding.endLine)});
                                   });
             });
}

void ReviewModes::lead(const QByteArray& finding)
{
    m_led = finding;
    Q_EMIT led();
}

const Finding* ReviewModes::ledHere() const
{
    if (m_led.isEmpty() || !m_desk.state() || !m_desk.state()->scan) {
        return nullptr;
    }
    for (const auto& file : m_desk.state()->scan->files) {
        for (const Finding& finding : file->findings) {
            if (file->path == m_desk.texts().path && finding.id == m_led) {
                return &finding;
            }
        }
    }
    return nullptr;
}

/// To the row that its place was gone to from.
void ReviewModes::goBack()
{
    if (m_led.isEmpty()) {
        m_desk.say(tr("No finding led to this place."));
        return;
    }
    const QByteArray id = m_led;
    show(true);
    if (!m_findings.showFinding(id)) {
        m_desk.say(tr("The finding that led here is no longer in the repository."));
    }
}

void ReviewModes::showDecided(const QByteArray& decisionKey)
{
    const std::shared_ptr<const ProjectState> state = m_desk.session().state();
    if (const std::optional<QByteArray> finding = findingOfKey(decisionKey)) {
        show(true);
        m_findings.showFinding(*finding);
    } else if (const std::optional<QString> rule = ruleOfKey(decisionKey)) {
        m_desk.say(state->meta.target.rulesOff.contains(*rule)
                       ? tr("The rule %1 is off. The repository is scanned again.").arg(*rule)
                       : tr("The rule %1 is on. The repository is scanned again.").arg(*rule));
    } else if (const std::optional<Phase> phase = phaseOfStepKey(decisionKey)) {
        const bool done = state->decisions.kind(decisionKey) == DecisionKind::Accepted;
        m_desk.say((done ? tr("A step of the checklist of phase %1 is done.")
                         : tr("A step of the checklist of phase %1 is open again."))
                       .arg(static_cast<int>(*phase)));
    } else {
        m_navigator.showHunk(decisionKey);
    }
}

void ReviewModes::update() const
{
    for (SegmentedControl* mode : m_switches) {
        mode->setCount(0, m_desk.model().totals().open());
        mode->setCount(1, m_findings.model().counts().open());
    }
}

void ReviewModes::updateTips() const
{
    for (SegmentedControl* mode : m_switches) {
        mode->setSegmentToolTip(1, withKey(tr("What is left to do by hand"),
                                           m_commands.at(QStringLiteral("findings"))));
    }
}

} // namespace rocport
