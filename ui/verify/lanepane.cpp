#include "ui/verify/lanepane.h"

#include "core/base/wording.h"
#include "ui/theme/plaintext.h"
#include "ui/verify/laneerrorplot.h"
#include "ui/verify/lanemap.h"
#include "ui/verify/plots/errorhistogramplot.h"
#include "ui/verify/verifytext.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace rocport {

namespace {

constexpr int kDifferenceWidth = 330;
constexpr int kMapWidth = 274;
constexpr int kLeastErrors = 230;

QString runName(int lanes)
{
    return LanePane::tr("Port, %1").arg(lanes);
}

} // namespace

LanePane::LanePane(ThemeProvider& provider, QWidget* parent) : QWidget(parent), m_provider(provider)
{
    setObjectName(QStringLiteral("lanePane"));
    setAccessibleName(tr("Details of the selected copy"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(1);
    row->addWidget(buildDifference(), 1);
    row->addWidget(buildLanes());
    row->addWidget(buildErrors(), 1);
    connect(&provider, &ThemeProvider::changed, this, [this] {
        m_sentence->setMarkup(codeMarkup(m_provider.theme(), m_said));
        layOut();
    });
    setCheck(nullptr, false);
}

QWidget* LanePane::buildDifference()
{
    auto* pane = new Surface(m_provider, &ThemeColours::base, this);
    auto* header = new PanelHeader(m_provider, 36, &ThemeColours::window, pane);
    m_title = new TextLabel(m_provider, TextStep::BodyStrong, {}, &ThemeColours::text, header);
    m_subject = new ElidedLabel(m_provider, TextStep::Small, {}, &ThemeColours::text2, header);
    header->row()->setSpacing(8);
    header->row()->addWidget(m_title);
    header->row()->addWidget(m_subject, 1);
    auto* body = new Surface(m_provider, &ThemeColours::base);
    m_facts = new QWidget(body);
    m_grid = new QGridLayout(m_facts);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);
    m_sentence = new MarkupLabel(m_provider, TextStep::Small, &ThemeColours::text2, body);
    m_sentence->setWordWrap(true);
    m_place = makeButton({}, ButtonKind::Link, body);
    m_place->setObjectName(QStringLiteral("lanePlace"));
    m_none = new TextLabel(m_provider, TextStep::Small, tr("No rule points here."),
                           &ThemeColours::muted, body);
    m_change = makeButton(tr("Open change"), ButtonKind::Normal, body);
    m_change->setObjectName(QStringLiteral("laneChange"));
    m_copy = makeButton(tr("Copy values"), ButtonKind::Normal, body);
    m_copy->setObjectName(QStringLiteral("laneCopyValues"));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_change);
    buttons->addWidget(m_copy);
    buttons->addStretch(1);
    auto* place = new QHBoxLayout;
    place->addWidget(m_place);
    place->addStretch(1);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(12, 10, 12, 12);
    column->setSpacing(6);
    column->addWidget(m_facts);
    column->addWidget(m_sentence);
    column->addLayout(place);
    column->addWidget(m_none);
    column->addLayout(buttons);
    column->addStretch(1);
    auto* scroll = new QScrollArea(pane);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(body);
    auto* whole = new QVBoxLayout(pane);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(header);
    whole->addWidget(scroll, 1);
    connect(m_place, &QPushButton::clicked, this, &LanePane::placeRequested);
    connect(m_change, &QPushButton::clicked, this, &LanePane::changeRequested);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(valuesCsv()); });
    return pane;
}

QWidget* LanePane::buildLanes()
{
    m_lanesPane = new Surface(m_provider, &ThemeColours::base, this);
    auto* header = new PanelHeader(m_provider, 36, &ThemeColours::window, m_lanesPane);
    header->row()->setSpacing(8);
    header->row()->addWidget(
        new TextLabel(m_provider, TextStep::BodyStrong, tr("Lanes"), &ThemeColours::text, header));
    m_block = new ElidedLabel(m_provider, TextStep::Small, {}, &ThemeColours::text2, header);
    header->row()->addWidget(m_block, 1);
    auto* body = new QWidget;
    m_map = new LaneMap(m_provider, body);
    m_equal = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::ok, body);
    m_differs = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::crit, body);
    m_equal->setWordWrap(true);
    m_differs->setWordWrap(true);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(6);
    column->addWidget(m_map);
    column->addWidget(m_equal);
    column->addWidget(m_differs);
    column->addStretch(1);
    auto* scroll = new QScrollArea(m_lanesPane);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(body);
    scroll->viewport()->setAutoFillBackground(false);
    body->setAutoFillBackground(false);
    auto* whole = new QVBoxLayout(m_lanesPane);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(header);
    whole->addWidget(scroll, 1);
    connect(m_map, &LaneMap::waveChanged, this, [this] { showLegend(); });
    return m_lanesPane;
}

QWidget* LanePane::buildErrors()
{
    m_errorsPane = new Surface(m_provider, &ThemeColours::base, this);
    auto* header = new PanelHeader(m_provider, 36, &ThemeColours::window, m_errorsPane);
    header->row()->setSpacing(8);
    header->row()->addWidget(
        new TextLabel(m_provider, TextStep::BodyStrong, tr("Errors"), &ThemeColours::text, header));
    header->row()->addStretch(1);
    m_kind = new SegmentedControl(m_provider, header);
    m_kind->setObjectName(QStringLiteral("laneErrorKind"));
    m_kind->setAccessibleName(tr("What is shown of the errors"));
    m_kind->addSegment(tr("By element"));
    m_kind->addSegment(tr("All"));
    m_kind->setCurrent(0);
    header->row()->addWidget(m_kind);
    m_plot = new LaneErrorPlot(m_provider);
    m_histogram = new ErrorHistogramPlot(m_provider);
    m_plots = new QStackedWidget(m_errorsPane);
    m_plots->addWidget(m_plot);
    m_plots->addWidget(m_histogram);
    m_errorText = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::text2);
    m_errorText->setObjectName(QStringLiteral("laneErrorText"));
    m_errorText->setWordWrap(true);
    m_errorText->setContentsMargins(12, 0, 12, 0);
    auto* column = new QVBoxLayout(m_errorsPane);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(4);
    column->addWidget(header);
    column->addWidget(m_plots, 1);
    column->addWidget(m_errorText);
    connect(m_kind, &SegmentedControl::currentChanged, m_plots, &QStackedWidget::setCurrentIndex);
    connect(m_map, &LaneMap::elementChosen, m_plot, &LaneErrorPlot::setElement);
    return m_errorsPane;
}

void LanePane::clear()
{
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    m_lines.clear();
    m_rows = 0;
}

void LanePane::addFact(const QString& label, const QString& value, ColourToken colour)
{
    const int row = m_rows++;
    auto* name = new TextLabel(m_provider, TextStep::Small, label, &ThemeColours::muted, m_facts);
    auto* text = new TextLabel(m_provider, TextStep::Code, value,
                               colour == nullptr ? &ThemeColours::text : colour, m_facts);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setAccessibleName(QStringLiteral("%1: %2").arg(label, value));
    m_grid->addWidget(name, row, 0, Qt::AlignTop);
    m_grid->addWidget(text, row, 1);
    name->show();
    text->show();
    m_lines.append(QStringLiteral("%1: %2").arg(label, value));
}

void LanePane::addCopy(const LaneCopyCheck& copy)
{
    const LanePortCopy* wrong = copy.wrong();
    const TensorComparison* compared =
        wrong != nullptr && wrong->comparison ? &*wrong->comparison : nullptr;
    if (compared != nullptr && compared->firstMismatch >= 0) {
        addFact(tr("Element"), QStringLiteral("[%1]").arg(compared->firstMismatch));
        const QString thread = copy.threadOf(compared->firstMismatch, wrong->lanes);
        if (!thread.isEmpty()) {
            addFact(tr("Thread"), thread);
        }
        addFact(tr("Original, 32"), wrong->reference);
    }
    for (const LanePortCopy& port : copy.ports) {
        const bool isFirst = &port == wrong && !port.value.isEmpty();
        const double off = isFirst && m_errors.knows(m_errors.firstDifference())
                               ? m_errors.errorAt(m_errors.firstDifference())
                               : 0;
        addFact(runName(port.lanes),
                isFirst && off > 0
                    ? tr("%1, off by %2").arg(port.value, QString::number(off, 'g', 6))
                : isFirst ? port.value
                          : laneVerdictWord(port.verdict),
                isWrong(port.verdict) ? &ThemeColours::crit : nullptr);
    }
    if (!copy.kernel.isEmpty()) {
        addFact(tr("Written by"), copy.kernel);
        addFact(tr("Launch"), tr("%1, grid %2, block %3")
                                  .arg(QString::number(copy.launch), laneSizes(copy.grid),
                                       laneSizes(copy.block)));
    }
    if (!copy.path.isEmpty()) {
        addFact(copy.managed ? tr("Read at") : tr("Copied at"), fileAndLine(copy.path, copy.line));
    }
    if (compared != nullptr) {
        addFigures(*compared);
    }
}

void LanePane::addFigures(const TensorComparison& comparison)
{
    addFact(tr("Abs max, mean"), QStringLiteral("%1, %2").arg(figure(comparison.maxAbsolute),
                                                              figure(comparison.meanAbsolute)));
    addFact(tr("Rel max, mean"), QStringLiteral("%1, %2").arg(figure(comparison.maxRelative),
                                                              figure(comparison.meanRelative)));
    addFact(tr("Tolerance"),
            tr("%1 + %2 × |reference|")
                .arg(figure(comparison.tolerance.absolute), figure(comparison.tolerance.relative)));
    if (comparison.tolerance.isOverride()) {
        addFact(tr("Set by you"), comparison.tolerance.reason);
    }
}

void LanePane::showLegend()
{
    m_block->setText(tr("block %1, wave %2 of %3")
                         .arg(m_errors.block())
                         .arg(m_map->wave())
                         .arg(m_errors.waves()));
    m_equal->setText(m_map->equalText());
    m_differs->setText(m_map->differsText());
}

void LanePane::setCheck(const VerifyCheck* check, bool hasChange)
{
    clear();
    const LaneCopyCheck* copy = check != nullptr && check->lanes ? &*check->lanes : nullptr;
    const LanePortCopy* wrong = copy == nullptr ? nullptr : copy->wrong();
    const LanePortCopy* port = wrong != nullptr                            ? wrong
                               : copy != nullptr && !copy->ports.isEmpty() ? &copy->ports.first()
                                                                           : nullptr;
    m_errors = port == nullptr ? LaneErrors() : LaneErrors(*copy, *port);
    m_title->setText(check == nullptr   ? tr("Select a copy")
                     : wrong != nullptr ? tr("First difference")
                     : copy != nullptr  ? tr("Copy")
                                        : tr("Check"));
    m_subject->setText(check == nullptr ? QString()
                       : copy == nullptr
                           ? check->name
                           : tr("copy %1, %2").arg(QString::number(copy->number), copy->name));
    if (copy != nullptr) {
        addCopy(*copy);
    } else if (check != nullptr) {
        addFact(tr("State"), checkStateWord(check->state),
                check->state == CheckState::Failed ? &ThemeColours::crit : nullptr);
    }
    m_said = copy == nullptr ? (check == nullptr ? QString() : check->detail) : copy->hint;
    m_sentence->setMarkup(codeMarkup(m_provider.theme(), m_said));
    m_sentence->setAccessibleName(m_said);
    m_sentence->setVisible(!m_said.isEmpty());
    const bool leads = check != nullptr && !check->file.isEmpty();
    m_place->setText(leads ? fileAndLine(check->file, check->line) : QString());
    m_place->setVisible(leads);
    m_change->setVisible(hasChange);
    m_none->setVisible(wrong != nullptr && copy->hint.isEmpty() && !hasChange);
    m_copy->setVisible(!m_errors.isEmpty());
    if (m_errors.hasLanes()) {
        m_map->setErrors(m_errors);
        showLegend();
    }
    m_plot->setErrors(m_errors);
    const bool compared = port != nullptr && port->comparison.has_value();
    if (compared) {
        m_histogram->setComparison(*port->comparison);
        const TensorComparison& one = *port->comparison;
        m_errorText->setText(tr("%1 of %2 differ by more than the tolerance, on %3 lanes.")
                                 .arg(countText(one.mismatched),
                                      counted(one.elements, tr("element"), tr("elements")),
                                      QString::number(port->lanes)));
    } else {
        m_histogram->clear();
        m_errorText->setText({});
    }
    m_errorsPane->setProperty("compared", compared);
    if (m_errors.isEmpty() && compared) {
        m_kind->setCurrent(1);
    } else {
        m_kind->setCurrent(0);
    }
    layOut();
}

/// What there is no room for is left out: first the errors, which the first difference tells too.
void LanePane::layOut()
{
    const Theme& theme = m_provider.theme();
    const bool compared = m_errorsPane->property("compared").toBool();
    const bool lanes = m_errors.hasLanes();
    const int both = theme.scaled(kDifferenceWidth + kMapWidth + kLeastErrors);
    m_lanesPane->setFixedWidth(theme.scaled(kMapWidth));
    m_lanesPane->setVisible(lanes);
    m_errorsPane->setMinimumWidth(theme.scaled(kLeastErrors));
    m_errorsPane->setVisible(compared && (!lanes || width() >= both));
}

void LanePane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

QString LanePane::plainText() const
{
    return (QStringList{m_title->text(), m_subject->text(), m_said} + m_lines).join(u'\n');
}

QString LanePane::valuesCsv() const
{
    QString text = QStringLiteral("element,error\r\n");
    for (qint64 element = m_errors.first(); element < m_errors.end(); ++element) {
        text += QStringLiteral("%1,%2\r\n").arg(element).arg(csvNumber(m_errors.errorAt(element)));
    }
    return text;
}

} // namespace rocport
