#include "ui/nodes/nodepage.h"

#include "core/base/wording.h"
#include "core/remote/nodekinds.h"
#include "ui/messages/messages.h"
#include "ui/nodes/comparepane.h"
#include "ui/nodes/factsgrid.h"
#include "ui/nodes/fixstrip.h"
#include "ui/nodes/nodetext.h"
#include "ui/nodes/proberows.h"
#include "ui/nodes/targetfit.h"

#include <QBoxLayout>
#include <QStackedWidget>

namespace rocport {

namespace {
constexpr int kRoomForCounts = 800; // below, the table alone says how many there are
constexpr int kNameWidth = 240;     // a longer name of a node is elided where room is short
} // namespace

void NodePage::showNode(const QString& nodeId)
{
    const std::shared_ptr<const RemoteState> state = m_remote.state();
    const NodeEntry* entry = state->node(nodeId);
    if (entry == nullptr) {
        m_node.clear();
        m_report = {};
        return;
    }
    if (m_node != nodeId) {
        m_node = nodeId;
        m_wasTesting = false;
        m_notice->hide();
    }
    showHeader(*state, *entry);
    showProgress(*entry);
    showProbe(*entry);
    m_compare->setState(state, nodeId);
    m_images->setRows(imageRows(state->images));
    m_imageCount->setText(state->images.size() == 1
                              ? tr("1 digest known to this project")
                              : tr("%1 digests known to this project").arg(state->images.size()));
    m_imagePane->setVisible(!state->images.isEmpty());
}

void NodePage::showHeader(const RemoteState& state, const NodeEntry& entry)
{
    const bool busy = entry.state == NodeEntry::State::Checking;
    const bool current = state.currentNode == entry.node.id;
    m_name->setText(entry.node.name);
    m_mark->setMark(nodeStateMark(entry.state));
    m_word->setText(nodeStateWord(entry.state));
    m_address->setText(transportOf(entry.node)->address());
    m_use->setVisible(!current);
    m_current = current;
    m_test->setEnabled(!busy);
    m_probe->setEnabled(!busy);
    m_probe->setText(entry.probes.isEmpty() ? tr("Probe") : tr("Probe again"));
    m_export->setEnabled(!entry.probes.isEmpty());
    m_export->setToolTip(entry.probes.isEmpty()
                             ? tr("Probe the node first")
                             : tr("Write the environment that the probe recommends"));
    fitHeader();
}

void NodePage::showProgress(const NodeEntry& entry)
{
    m_progress->setVisible(entry.state == NodeEntry::State::Checking || !entry.activity.isEmpty());
    m_activity->setText(entry.activity.isEmpty() ? tr("Checking") : entry.activity);
    m_bar->setProgress(entry.activityDone, entry.activityTotal);
    if (entry.state == NodeEntry::State::Unreachable) {
        QString sentence =
            entry.sentence.isEmpty() ? tr("The node did not answer.") : entry.sentence;
        if (!entry.probes.isEmpty()) {
            sentence +=
                u' ' +
                tr("The results shown are from %1.").arg(timeInSentence(entry.probes.first().time));
        }
        say(sentence, true);
    } else if (!entry.sentence.isEmpty()) {
        say(entry.sentence, false);
    } else if (m_noticeMark->glyph() == Glyph::SeverityCritical) {
        m_notice->hide(); // what was said of its connection is over
    }
}

void NodePage::showProbe(const NodeEntry& entry)
{
    const bool probed = !entry.probes.isEmpty();
    m_report =
        probed ? besideTarget(entry.probes.first(), m_remote.state()->target) : ProbeReport();
    const ProbeReport& report = m_report;
    m_facts->setVisible(probed);
    if (probed) {
        m_facts->setFacts(headFacts(report));
    }
    m_auditPages->setCurrentIndex(probed ? 0 : 1);
    m_models[AuditPage]->setRows(auditRows(report));
    m_models[FactsPage]->setRows(factRows(report));
    m_models[VariablesPage]->setRows(variableRows(report));
    m_models[ChecksPage]->setRows(checkRows(report));
    m_models[ConnectionPage]->setRows(stepRows(entry.test));
    m_switch->setCount(AuditPage, probed ? static_cast<int>(report.findings.size()) : -1);
    m_switch->setCount(VariablesPage, probed ? static_cast<int>(report.variables.size()) : -1);
    showCounts();
    m_probed->setText(probed ? tr("Probed %1").arg(timeInSentence(report.time)) : QString());
    // A test that has just begun is what its user wants to see.
    const bool testing = entry.state == NodeEntry::State::Checking && !entry.test.isEmpty() &&
                         entry.test.last().state == ConnectionStep::State::Waiting;
    if (testing && !m_wasTesting) {
        setPage(ConnectionPage);
    }
    m_wasTesting = testing;
    showFix();
}

void NodePage::showCounts()
{
    const int critical = m_report.count(Severity::Critical);
    const int warnings = m_report.count(Severity::Warning);
    const bool room = width() >= m_provider.theme().scaled(kRoomForCounts);
    m_critical->setText(tr("%1 critical").arg(critical));
    m_critical->setVisible(critical > 0 && room);
    m_warnings->setText(counted(warnings, tr("warning"), tr("warnings")));
    m_warnings->setVisible(warnings > 0 && room);
}

void NodePage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showCounts();
    fitHeader();
}

/// The name and the buttons are whole: the address and the chip, which the list and the bar at the
/// top say too, go where there is no room for them.
void NodePage::fitHeader()
{
    const QBoxLayout& row = *static_cast<PanelHeader*>(m_header)->row();
    int wanted = row.contentsMargins().left() + row.contentsMargins().right();
    const QList<QWidget*> parts{m_name, m_mark, m_word, m_address};
    for (const QWidget* part : parts) {
        wanted += part->sizeHint().width() + row.spacing();
    }
    wanted += m_current ? m_inUse->sizeHint().width() + row.spacing() : 0;
    for (const QPushButton* button : {m_use, m_export, m_terminal, m_edit, m_test, m_probe}) {
        wanted += button->isHidden() ? 0 : button->sizeHint().width() + row.spacing();
    }
    const bool room = wanted <= width();
    m_address->setVisible(room);
    m_inUse->setVisible(room && m_current);
    m_name->setMinimumWidth(
        std::min(m_name->sizeHint().width(), m_provider.theme().scaled(kNameWidth)));
}

const ProbeFinding* NodePage::currentFinding() const
{
    bool ok = false;
    const int row = m_tables[AuditPage]->currentId().toInt(&ok);
    return ok && row < m_report.findings.size() ? &m_report.findings[row] : nullptr;
}

void NodePage::showFix()
{
    const std::shared_ptr<const RemoteState> state = m_remote.state();
    m_fix->setFinding(currentFinding(), state->projectOpen && !state->readOnly);
}

void NodePage::runFix(const QString& title, const QString& command)
{
    JobRequest request;
    request.nodeId = m_node;
    request.title = tr("Fix: %1").arg(title);
    request.sync = false;
    request.command = command;
    request.useProbedEnvironment = false;
    const Result<QString> started = m_remote.startJob(request);
    if (!started) {
        say(messageFor(started.error()), true);
        return;
    }
    say(tr("The fix runs as a job; probe again when it has ended."), false);
    Q_EMIT jobStarted(started.value());
}

void NodePage::say(const QString& sentence, bool problem)
{
    m_noticeMark->setGlyph(problem ? Glyph::SeverityCritical : Glyph::SeverityInfo,
                           problem ? &ThemeColours::crit : &ThemeColours::muted);
    m_noticeText->setText(sentence);
    m_notice->setAccessibleName(sentence);
    m_notice->show();
}

void NodePage::setPage(Page page)
{
    m_switch->setCurrent(page);
}

void NodePage::copyFix()
{
    if (!m_fix->commandText().isEmpty()) {
        m_fix->copy();
    }
}

} // namespace rocport
