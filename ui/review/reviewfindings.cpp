// The page of findings inside of Review, and the ways between it and the diff.
#include "core/base/whendone.h"
#include "core/store/checksteps.h"
#include "ui/review/findingspage.h"
#include "ui/review/reviewarea.h"
#include "ui/theme/commandkeys.h"

#include <QAction>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTreeView>

namespace rocport {

SegmentedControl* ReviewArea::addModeSwitch(QHBoxLayout& row)
{
    auto* mode = new SegmentedControl(m_provider, this);
    mode->setObjectName(QStringLiteral("reviewMode"));
    mode->setAccessibleName(tr("Changes or findings"));
    mode->addSegment(tr("Changes"));
    mode->addSegment(tr("Findings"));
    mode->setSegmentToolTip(
        1, withKey(tr("What is left to do by hand"), *command(QStringLiteral("findings"))));
    mode->setCurrent(m_modeSwitches.isEmpty() ? 0 : 1);
    connect(mode, &SegmentedControl::currentChanged, this,
            [this](int index) { showFindings(index == 1); });
    m_modeSwitches.append(mode);
    row.insertWidget(0, mode);
    row.insertSpacing(1, 4);
    return mode;
}

void ReviewArea::buildFindings()
{
    m_findings = new FindingsPage(m_session, m_provider, m_settings, *m_syntax, m_modes);
    addModeSwitch(*m_findings->toolbarRow());
    m_modes->addWidget(m_findings);
    adoptCommands(m_findings->commands());
    // One undo for what is decided here and there.
    m_findings->addKey(*command(QStringLiteral("undo")), QStringLiteral("u"));
    m_findings->addAction(command(QStringLiteral("redo")));
    connect(m_findings, &FindingsPage::findingsRequested, this, [this] { showFindings(true); });
    connect(m_findings, &FindingsPage::changesRequested, this, [this] { showFindings(false); });
    connect(m_findings, &FindingsPage::placeRequested, this, [this](const Finding& finding) {
        const QByteArray id = finding.id; // which showing its file takes back
        showFile(finding.path, finding.line);
        m_finding = id;
        updateExplanation();
    });
    connect(m_findings, &FindingsPage::editorRequested, this,
            [this](const RepoPath& path, int line) {
                openInEditor({path, line, PlaceSide::Original});
            });
    connect(m_findings, &FindingsPage::writeRequested, this, &ReviewArea::writeForFinding);
}

/// The lines that the question is about are shown before it is asked.
void ReviewArea::writeForFinding(const Finding& finding)
{
    whenDone(m_session.checkSelection(finding.path, finding.range), this,
             [this, finding](const Result<SelectionCheck>& check) {
                 if (!check) {
                     showFindings(false);
                     showProblem(check.error());
                     return;
                 }
                 askAt({finding.path, finding.line, PlaceSide::Original},
                       [this, finding, check = *check] {
                           m_finding = finding.id;
                           updateExplanation();
                           askGuard(finding.path, check,
                                    {finding.line, std::max(finding.line, finding.endLine)});
                       });
             });
}

void ReviewArea::askAt(const Place& place, const std::function<void()>& question)
{
    showPlace(place);
    if (m_loading.isEmpty()) {
        question();
    } else {
        m_onShown = question;
    }
}

const Finding* ReviewArea::shownFinding() const
{
    if (m_finding.isEmpty() || !m_state || !m_state->scan) {
        return nullptr;
    }
    for (const auto& file : m_state->scan->files) {
        for (const Finding& finding : file->findings) {
            if (file->path == m_texts.path && finding.id == m_finding) {
                return &finding;
            }
        }
    }
    return nullptr;
}

/// To the row that its place was gone to from.
void ReviewArea::backToFinding()
{
    if (m_finding.isEmpty()) {
        Q_EMIT said(tr("No finding led to this place."));
        return;
    }
    const QByteArray id = m_finding;
    showFindings(true);
    if (!m_findings->showFinding(id)) {
        Q_EMIT said(tr("The finding that led here is no longer in the repository."));
    }
}

/// What has the focus when the changes are gone to: what is hidden cannot have it.
QWidget* ReviewArea::entry() const
{
    return m_treeStack->currentIndex() == 0
               ? static_cast<QWidget*>(m_tree)
               : static_cast<QWidget*>(m_noMatch->findChild<QPushButton*>());
}

void ReviewArea::showFindings(bool findings)
{
    for (int i = 0; i < m_modeSwitches.size(); ++i) {
        const QSignalBlocker blocker(m_modeSwitches.at(i));
        m_modeSwitches.at(i)->setCurrent(findings ? 1 : 0);
    }
    const bool hadFocus = isAncestorOf(focusWidget());
    setFocusProxy(findings ? m_findings->list() : entry());
    m_modes->setCurrentWidget(findings ? static_cast<QWidget*>(m_findings) : m_changes);
    if (hadFocus || isVisible()) {
        setFocus();
    }
}

void ReviewArea::listFindings(const FindingsFilter& filter)
{
    showFindings(true);
    m_findings->setFilter(filter);
}

void ReviewArea::listChanges(const QString& rule)
{
    showFindings(false);
    m_grouping->setCurrent(1);
    m_status->setCurrent(static_cast<int>(ReviewStatus::All));
    m_search->setText(rule.isEmpty() ? QString() : QStringLiteral("rule:") + rule);
    const int open = m_filter->next(
        -1, 1, false, [](const ReviewChange& change) { return !isDecided(change.kind); });
    const int first = open >= 0 ? open : m_filter->next(-1, 1, false);
    if (first >= 0) {
        setCurrentChange(first, true);
    }
}

bool ReviewArea::showsFindings() const
{
    return m_modes->currentWidget() == m_findings;
}

/// What a step of undo was about.
void ReviewArea::showDecided(const QByteArray& decisionKey)
{
    if (const std::optional<QByteArray> finding = findingOfKey(decisionKey)) {
        showFindings(true);
        m_findings->showFinding(*finding);
    } else if (const std::optional<QString> rule = ruleOfKey(decisionKey)) {
        Q_EMIT said(m_session.state()->meta.target.rulesOff.contains(*rule)
                        ? tr("The rule %1 is off. The repository is scanned again.").arg(*rule)
                        : tr("The rule %1 is on. The repository is scanned again.").arg(*rule));
    } else if (const std::optional<Phase> phase = phaseOfStepKey(decisionKey)) {
        const bool done = m_session.state()->decisions.kind(decisionKey) == DecisionKind::Accepted;
        Q_EMIT said((done ? tr("A step of the checklist of phase %1 is done.")
                          : tr("A step of the checklist of phase %1 is open again."))
                        .arg(static_cast<int>(*phase)));
    } else {
        showHunk(decisionKey);
    }
}

} // namespace rocport
