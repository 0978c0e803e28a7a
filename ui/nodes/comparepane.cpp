#include "ui/nodes/comparepane.h"

#include "ui/nodes/nodetext.h"
#include "ui/nodes/proberows.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {

QString probeKey(const QString& nodeId, const ProbeReport& report)
{
    return nodeId + u'@' + QString::number(report.time.toMSecsSinceEpoch());
}

} // namespace

ComparePane::ComparePane(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_first(new QComboBox(this)),
      m_second(new QComboBox(this)),
      m_summary(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text2, this)),
      m_model(new TextTableModel(provider, differenceColumns(), this)),
      m_table(new TextTable(provider, *m_model, tr("Differences of two probes"), this))
{
    m_first->setObjectName(QStringLiteral("compareFirst"));
    m_first->setAccessibleName(tr("First probe"));
    m_second->setObjectName(QStringLiteral("compareSecond"));
    m_second->setAccessibleName(tr("Second probe"));
    m_table->setObjectName(QStringLiteral("compareTable"));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(12, 8, 12, 8);
    row->setSpacing(8);
    row->addWidget(
        new TextLabel(provider, TextStep::Small, tr("First"), &ThemeColours::text2, this));
    row->addWidget(m_first);
    row->addWidget(
        new TextLabel(provider, TextStep::Small, tr("second"), &ThemeColours::text2, this));
    row->addWidget(m_second);
    row->addWidget(m_summary, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(m_table, 1);
    connect(m_first, &QComboBox::currentIndexChanged, this, &ComparePane::compare);
    connect(m_second, &QComboBox::currentIndexChanged, this, &ComparePane::compare);
}

void ComparePane::fill(QComboBox* box, const QString& wanted)
{
    const QSignalBlocker quiet(box);
    const QString before = box->currentData().toString();
    box->clear();
    for (const NodeEntry& entry : m_state->nodes) {
        for (const ProbeReport& report : entry.probes) {
            box->addItem(QStringLiteral("%1, %2").arg(entry.node.name, shortTime(report.time)),
                         probeKey(entry.node.id, report));
        }
    }
    const int kept = box->findData(before);
    box->setCurrentIndex(kept >= 0 && wanted.isEmpty() ? kept : qMax(0, box->findData(wanted)));
}

void ComparePane::setState(const std::shared_ptr<const RemoteState>& state, const QString& nodeId)
{
    m_state = state;
    const NodeEntry* entry = state->node(nodeId);
    QString older;
    QString newer;
    if (m_node != nodeId && entry != nullptr && !entry->probes.isEmpty()) {
        newer = probeKey(nodeId, entry->probes.first());
        older = probeKey(nodeId, entry->probes.size() > 1 ? entry->probes[1] : entry->probes[0]);
        if (older == newer) { // one probe: the first one of another node, where there is one
            for (const NodeEntry& other : state->nodes) {
                if (other.node.id != nodeId && !other.probes.isEmpty()) {
                    older = probeKey(other.node.id, other.probes.first());
                    break;
                }
            }
        }
    }
    m_node = nodeId;
    fill(m_first, older);
    fill(m_second, newer);
    compare();
}

const ProbeReport* ComparePane::chosen(const QComboBox* box) const
{
    const QString key = box->currentData().toString();
    for (const NodeEntry& entry : m_state->nodes) {
        for (const ProbeReport& report : entry.probes) {
            if (probeKey(entry.node.id, report) == key) {
                return &report;
            }
        }
    }
    return nullptr;
}

void ComparePane::compare()
{
    const ProbeReport* first = chosen(m_first);
    const ProbeReport* second = chosen(m_second);
    if (first == nullptr || second == nullptr || first == second) {
        m_model->setRows({});
        m_summary->setText(first == nullptr ? tr("No probe yet: probe a node first")
                                            : tr("Choose two different probes"));
        return;
    }
    const QVector<ProbeDifference> differences = compareProbes(*first, *second);
    const auto matter = std::count_if(differences.begin(), differences.end(),
                                      [](const ProbeDifference& d) { return d.matters; });
    m_model->setRows(differenceRows(differences));
    m_summary->setText(
        differences.isEmpty() ? tr("The two probes do not differ")
        : differences.size() == 1
            ? (matter == 1 ? tr("1 difference, and it matters") : tr("1 difference, a minor one"))
            : tr("%1 differences, %2 of them matter").arg(differences.size()).arg(matter));
}

} // namespace rocport
