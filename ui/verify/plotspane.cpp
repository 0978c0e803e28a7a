#include "ui/verify/plotspane.h"

#include "core/base/wording.h"
#include "ui/verify/plots/errorhistogramplot.h"
#include "ui/verify/plots/stabilityplot.h"
#include "ui/verify/verifytext.h"

#include <QBoxLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {
constexpr int kWide = 740; // below: one above the other (a window of 1280 with rail and levels)
} // namespace

PlotsPane::PlotsPane(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_row(new QBoxLayout(QBoxLayout::LeftToRight, this)),
      m_provider(provider),
      m_scale(new SegmentedControl(provider)),
      m_errors(new ErrorHistogramPlot(provider)),
      m_stability(new StabilityPlot(provider)),
      m_errorTitle(new ElidedLabel(provider, TextStep::Small, {}, &ThemeColours::text2)),
      m_stabilityTitle(new ElidedLabel(provider, TextStep::Small, {}, &ThemeColours::text2)),
      m_errorText(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text2)),
      m_stabilityText(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text2))
{
    setObjectName(QStringLiteral("plotsPane"));
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(1);
    const auto side = [&](const QString& title, ElidedLabel* subtitle, QWidget* extra,
                          QWidget* plot, TextLabel* text) {
        auto* pane = new Surface(provider, &ThemeColours::base, this);
        auto* header = new PanelHeader(provider, 36, &ThemeColours::base, pane);
        header->row()->setSpacing(8);
        header->row()->addWidget(
            new TextLabel(provider, TextStep::BodyStrong, title, &ThemeColours::text, header));
        header->row()->addWidget(subtitle, 1);
        if (extra != nullptr) {
            header->row()->addWidget(extra);
        }
        auto* column = new QVBoxLayout(pane);
        column->setContentsMargins(0, 0, 0, 8);
        column->setSpacing(4);
        column->addWidget(header);
        column->addWidget(plot, 1);
        text->setWordWrap(true);
        text->setContentsMargins(12, 0, 12, 0);
        column->addWidget(text);
        m_row->addWidget(pane, 1);
    };
    m_scale->addSegment(tr("Log"));
    m_scale->addSegment(tr("Linear"));
    m_scale->setCurrent(0);
    m_scale->setAccessibleName(tr("Scale of the counts"));
    side(tr("Errors"), m_errorTitle, m_scale, m_errors, m_errorText);
    side(tr("Stability"), m_stabilityTitle, nullptr, m_stability, m_stabilityText);
    m_errorText->setObjectName(QStringLiteral("errorSummary"));
    m_stabilityText->setObjectName(QStringLiteral("stabilitySummary"));
    connect(m_scale, &SegmentedControl::currentChanged, this,
            [this](int index) { m_errors->setLogarithmic(index == 0); });
    setComparison(nullptr);
    setSamples({});
}

void PlotsPane::setComparison(const TensorComparison* comparison)
{
    m_errors->setVisible(comparison != nullptr);
    m_scale->setVisible(comparison != nullptr);
    if (comparison == nullptr) {
        m_errors->clear();
        m_errorTitle->setText({});
        m_errorText->setText(tr("Select a tensor to see its errors against the tolerance."));
        return;
    }
    m_errors->setComparison(*comparison);
    m_errorTitle->setText(QStringLiteral("%1, %2, %3 elements")
                              .arg(comparison->name, comparison->referenceType,
                                   QString::number(comparison->elements)));
    m_errorText->setText(
        tr("Median %1, 99 % %2, largest %3 · %4 of %5 beyond the tolerance%6")
            .arg(figure(comparison->quantiles[0]), figure(comparison->quantiles[2]),
                 figure(comparison->quantiles[4]))
            .arg(comparison->mismatched)
            .arg(comparison->elements)
            .arg(comparison->worst >= 0
                     ? tr(" · worst at %1").arg(comparison->place(comparison->worst))
                     : QString()));
}

void PlotsPane::setSamples(const QVector<StabilitySample>& samples)
{
    m_stability->setSamples(samples);
    m_stability->setVisible(!samples.isEmpty());
    if (samples.isEmpty()) {
        m_stabilityTitle->setText({});
        m_stabilityText->setText(tr("This run has no stability test; enter a number of iterations "
                                    "when you run Numerical."));
        return;
    }
    const auto bad = std::count_if(samples.begin(), samples.end(),
                                   [](const StabilitySample& s) { return !s.finite; });
    const auto differ = std::count_if(samples.begin(), samples.end(),
                                      [](const StabilitySample& s) { return !s.equalToFirst; });
    const double grown = samples.last().memoryMb - samples.first().memoryMb;
    m_stabilityTitle->setText(counted(samples.size(), tr("iteration"), tr("iterations")));
    const QString memory = samples.last().memoryMb <= 0 ? tr("memory unknown")
                           : grown > 0 ? tr("memory grew by %1 MB").arg(grown, 0, 'f', 1)
                                       : tr("memory did not grow");
    m_stabilityText->setText(tr("%1 with NaN or Inf · %2 different from the first · %3")
                                 .arg(bad)
                                 .arg(differ)
                                 .arg(memory));
}

bool PlotsPane::isStacked() const
{
    return m_row->direction() == QBoxLayout::TopToBottom;
}

void PlotsPane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_row->setDirection(width() < m_provider.theme().scaled(kWide) ? QBoxLayout::TopToBottom
                                                                   : QBoxLayout::LeftToRight);
}

} // namespace rocport
