#include "ui/nodes/factsgrid.h"

#include "ui/nodes/nodetext.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace rocport {

namespace {

constexpr int kWide = 760; // below: two columns (a window of 1200 with rail and list)

/// The first of `keys` that the probe knows.
QString firstKnown(const ProbeReport& report, std::initializer_list<const char*> keys)
{
    for (const char* key : keys) {
        QString value = report.fact(QString::fromLatin1(key)).simplified();
        if (!value.isEmpty()) {
            return value;
        }
    }
    return FactsGrid::tr("not known");
}

} // namespace

QVector<NodeFact> headFacts(const ProbeReport& report)
{
    QVector<NodeFact> facts;
    facts.append({FactsGrid::tr("GPUs"), gpuSummary(report)});
    facts.append({FactsGrid::tr("Architecture"),
                  report.architectures.isEmpty() ? FactsGrid::tr("none")
                                                 : report.architectures.join(QStringLiteral(", ")),
                  false, true});
    facts.append({FactsGrid::tr("GPU memory"), firstKnown(report, {"gpu.0.memory"})});
    facts.append(
        {FactsGrid::tr("Driver"), firstKnown(report, {"driver.version", "driver.module"})});
    facts.append({FactsGrid::tr("ROCm"),
                  report.rocm.isEmpty() ? FactsGrid::tr("none") : report.rocm.toString(), false,
                  true});
    NodeFact torch{FactsGrid::tr("PyTorch"), FactsGrid::tr("none"), false, true};
    if (!report.torch.isEmpty()) {
        const QString full = report.fact(QStringLiteral("torch.version"));
        torch.value = full.isEmpty() ? report.torch.toString() : full;
        torch.problem = !report.torchIsRocm;
        if (torch.problem) {
            torch.value = FactsGrid::tr("%1, not a ROCm build").arg(torch.value);
        }
    }
    facts.append(torch);
    facts.append({FactsGrid::tr("Triton"),
                  firstKnown(report, {"package.triton", "package.pytorch-triton-rocm"}), false,
                  true});
    facts.append({FactsGrid::tr("Python"), firstKnown(report, {"python.version"}), false, true});
    facts.append({FactsGrid::tr("CPU cores"), firstKnown(report, {"system.cores"})});
    facts.append({FactsGrid::tr("Host memory"), firstKnown(report, {"system.memory"})});
    facts.append({FactsGrid::tr("System"), firstKnown(report, {"system.os", "system.kernel"})});
    facts.append(
        {FactsGrid::tr("HIP"), firstKnown(report, {"hip.version", "torch.hip"}), false, true});
    return facts;
}

FactsGrid::FactsGrid(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent), m_provider(provider), m_grid(new QGridLayout(this))
{
    setObjectName(QStringLiteral("nodeFacts"));
    setAccessibleName(tr("Facts of the node"));
    m_grid->setContentsMargins(12, 10, 12, 10);
    m_grid->setHorizontalSpacing(16);
    m_grid->setVerticalSpacing(8);
}

void FactsGrid::setFacts(const QVector<NodeFact>& facts)
{
    m_facts = facts;
    fill();
}

void FactsGrid::fill()
{
    for (QWidget* cell : std::as_const(m_cells)) {
        m_grid->removeWidget(cell);
        cell->hide();
        cell->deleteLater();
    }
    m_cells.clear();
    for (int i = 0; i < m_facts.size(); ++i) {
        const NodeFact& fact = m_facts[i];
        auto* cell = new QWidget(this);
        cell->setAccessibleName(QStringLiteral("%1: %2").arg(fact.label, fact.value));
        auto* column = new QVBoxLayout(cell);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(
            new ElidedLabel(m_provider, TextStep::Caption, fact.label, &ThemeColours::muted, cell));
        auto* line = new QHBoxLayout;
        line->setSpacing(4);
        if (fact.problem) {
            line->addWidget(
                new GlyphLabel(m_provider, Glyph::SeverityCritical, &ThemeColours::crit, 14, cell));
        }
        line->addWidget(
            new ElidedLabel(m_provider, fact.code ? TextStep::Code : TextStep::Body, fact.value,
                            fact.problem ? &ThemeColours::crit : &ThemeColours::text, cell),
            1);
        column->addLayout(line);
        m_grid->addWidget(cell, i / m_columns, i % m_columns);
        m_cells.append(cell);
        cell->show();
    }
    for (int column = 0; column < 4; ++column) {
        m_grid->setColumnStretch(column, column < m_columns ? 1 : 0);
    }
}

void FactsGrid::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const int columns = width() < m_provider.theme().scaled(kWide) ? 2 : 4;
    if (columns != m_columns) {
        m_columns = columns;
        fill();
    }
}

} // namespace rocport
