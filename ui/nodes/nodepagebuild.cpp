// Construction of the node page.
#include "ui/nodes/nodepage.h"

#include "ui/nodes/comparepane.h"
#include "ui/nodes/factsgrid.h"
#include "ui/nodes/fixstrip.h"
#include "ui/nodes/proberows.h"
#include "ui/theme/commandkeys.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace rocport {

NodePage::NodePage(RemoteService& remote, ThemeProvider& provider, QWidget* parent)
    : QWidget(parent), m_remote(remote), m_provider(provider)
{
    setObjectName(QStringLiteral("nodePage"));
    setAccessibleName(tr("Node"));
    buildHeader();
    buildProgress();
    m_facts = new FactsGrid(provider, this);
    auto* split = new QSplitter(Qt::Vertical, this);
    split->setHandleWidth(1);
    split->setChildrenCollapsible(false);
    auto* upper = new Surface(provider, &ThemeColours::base, split);
    upper->setProperty("pane", true);
    upper->setAccessibleName(tr("Node"));
    new QVBoxLayout(upper);
    upper->layout()->setContentsMargins(0, 0, 0, 0);
    upper->layout()->setSpacing(0);
    split->addWidget(upper);
    buildPages();
    buildImages();
    upper->layout()->addWidget(m_header);
    upper->layout()->addWidget(m_progress);
    upper->layout()->addWidget(m_notice);
    upper->layout()->addWidget(m_facts);
    auto* bar = new PanelHeader(provider, 36, &ThemeColours::window, upper);
    bar->row()->setSpacing(8);
    bar->row()->addWidget(m_switch);
    bar->row()->addWidget(m_critical);
    bar->row()->addWidget(m_warnings);
    bar->row()->addStretch(1);
    bar->row()->addWidget(m_probed);
    bar->wrapFrom(*m_critical);
    upper->layout()->addWidget(bar);
    static_cast<QVBoxLayout*>(upper->layout())->addWidget(m_pages, 1);
    split->addWidget(m_imagePane);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    split->setSizes({660, 190});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(split);
}

void NodePage::buildHeader()
{
    auto* header = new PanelHeader(m_provider, 40, &ThemeColours::window, this);
    m_header = header;
    m_name = new ElidedLabel(m_provider, TextStep::BodyStrong, {}, &ThemeColours::text, header);
    m_name->setObjectName(QStringLiteral("nodeName"));
    m_mark = new GlyphLabel(m_provider, Glyph::MarkTodo, &ThemeColours::control, 14, header);
    m_word = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::text, header);
    m_word->setObjectName(QStringLiteral("nodeStateWord"));
    m_address = new ElidedLabel(m_provider, TextStep::Small, {}, &ThemeColours::muted, header);
    m_inUse = new Chip(m_provider, tr("Used for jobs"), ChipTone::Accent, Glyph::None, header);
    m_use = makeButton(tr("Use for jobs"), ButtonKind::Normal, header);
    m_export = makeButton(tr("Export env.sh…"), ButtonKind::Normal, header);
    m_edit = makeButton(tr("Edit…"), ButtonKind::Normal, header);
    m_terminal = makeButton(QStringLiteral(">_"), ButtonKind::Normal, header);
    m_terminal->setProperty("compact", true);
    m_terminal->setAccessibleName(tr("Terminal"));
    m_terminal->setObjectName(QStringLiteral("terminalButton"));
    m_test = makeButton(tr("Test connection"), ButtonKind::Normal, header);
    m_probe = makeButton(tr("Probe"), ButtonKind::Primary, header);
    m_probe->setObjectName(QStringLiteral("probeButton"));
    m_test->setObjectName(QStringLiteral("testButton"));
    m_export->setObjectName(QStringLiteral("exportButton"));
    header->row()->setSpacing(8);
    header->row()->addWidget(m_name);
    header->row()->addWidget(m_mark);
    header->row()->addWidget(m_word);
    header->row()->addWidget(m_address, 1);
    header->row()->addWidget(m_inUse);
    for (QPushButton* button : {m_use, m_export, m_terminal, m_edit, m_test, m_probe}) {
        header->row()->addWidget(button);
    }
    header->wrapFrom(*m_use);
    connect(m_use, &QPushButton::clicked, this, &NodePage::useRequested);
    connect(m_export, &QPushButton::clicked, this, &NodePage::exportRequested);
    connect(m_edit, &QPushButton::clicked, this, &NodePage::editRequested);
    connect(m_terminal, &QPushButton::clicked, this, &NodePage::terminalRequested);
    connect(m_test, &QPushButton::clicked, this, &NodePage::testRequested);
    connect(m_probe, &QPushButton::clicked, this, &NodePage::probeRequested);
}

void NodePage::followKeys(const QAction& edit, const QAction& test, const QAction& probe,
                          const QAction& terminal)
{
    followKey(*m_edit, edit, tr("Edit"));
    followKey(*m_test, test, tr("Test connection"));
    followKey(*m_probe, probe, tr("Probe"));
    followKey(*m_terminal, terminal, tr("Open a terminal on the node"));
}

void NodePage::buildProgress()
{
    auto* strip = new Surface(m_provider, &ThemeColours::accentSoft, this);
    m_progress = strip;
    strip->setObjectName(QStringLiteral("nodeProgress"));
    m_activity = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::text, strip);
    m_activity->setObjectName(QStringLiteral("nodeActivity"));
    m_bar = new ThinProgressBar(m_provider, strip);
    auto* cancel = makeButton(tr("Cancel"), ButtonKind::Normal, strip);
    cancel->setObjectName(QStringLiteral("cancelNodeButton"));
    cancel->setProperty("compact", true);
    auto* row = new QHBoxLayout(strip);
    row->setContentsMargins(12, 4, 12, 4);
    row->setSpacing(12);
    row->addWidget(
        new GlyphLabel(m_provider, Glyph::MarkRunning, &ThemeColours::accent, 16, strip));
    row->addWidget(m_activity);
    row->addWidget(m_bar, 1);
    row->addWidget(cancel);
    connect(cancel, &QPushButton::clicked, this, &NodePage::cancelRequested);

    auto* notice = new Surface(m_provider, &ThemeColours::alt, this);
    m_notice = notice;
    m_noticeMark =
        new GlyphLabel(m_provider, Glyph::SeverityCritical, &ThemeColours::crit, 16, notice);
    m_noticeText = new TextLabel(m_provider, TextStep::Body, {}, &ThemeColours::text, notice);
    m_noticeText->setObjectName(QStringLiteral("nodeNotice"));
    m_noticeText->setWordWrap(true);
    m_noticeText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* noticeRow = new QHBoxLayout(notice);
    noticeRow->setContentsMargins(12, 6, 12, 6);
    noticeRow->setSpacing(8);
    noticeRow->addWidget(m_noticeMark, 0, Qt::AlignTop);
    noticeRow->addWidget(m_noticeText, 1);
}

TextTable* NodePage::addTable(const QString& text, const QString& name, QVector<TextColumn> columns,
                              const QString& accessibleName)
{
    auto* model = new TextTableModel(m_provider, std::move(columns), this);
    auto* table = new TextTable(m_provider, *model, accessibleName, this);
    table->setObjectName(name);
    m_models.append(model);
    m_tables.append(table);
    m_switch->addSegment(text);
    return table;
}

void NodePage::buildPages()
{
    m_switch = new SegmentedControl(m_provider, this);
    m_switch->setObjectName(QStringLiteral("nodePages"));
    m_switch->setAccessibleName(tr("View of the node"));
    m_probed = new ElidedLabel(m_provider, TextStep::Small, {}, &ThemeColours::muted, this);
    m_probed->setObjectName(QStringLiteral("nodeProbed"));
    m_critical = new Chip(m_provider, {}, ChipTone::Critical, Glyph::SeverityCritical, this);
    m_warnings = new Chip(m_provider, {}, ChipTone::Warn, Glyph::MarkAttention, this);
    m_pages = new QStackedWidget(this);

    m_auditPage = new QWidget(this);
    auto* audit = addTable(tr("Audit"), QStringLiteral("auditTable"), auditColumns(),
                           tr("Findings of the probe"));
    m_fix = new FixStrip(m_provider, m_auditPage);
    auto* column = new QVBoxLayout(m_auditPage);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(audit, 1);
    column->addWidget(m_fix);
    auto* none = new EmptyState(m_provider, Glyph::Server, tr("Not probed yet"),
                                tr("A probe runs one script on the node to read GPUs, ROCm, "
                                   "PyTorch and the environment. It changes nothing there."),
                                this);
    auto* probe = none->addAction(tr("Probe"), true);
    connect(probe, &QPushButton::clicked, this, &NodePage::probeRequested);
    m_auditPages = new QStackedWidget(this);
    m_auditPages->addWidget(m_auditPage);
    m_auditPages->addWidget(none);
    m_pages->addWidget(m_auditPages);
    m_pages->addWidget(
        addTable(tr("Facts"), QStringLiteral("factTable"), factColumns(), tr("All facts")));
    m_pages->addWidget(addTable(tr("Variables"), QStringLiteral("variableTable"), variableColumns(),
                                tr("Variables of the environment")));
    m_pages->addWidget(addTable(tr("Checks"), QStringLiteral("checkTable"), checkColumns(),
                                tr("Results of the probe's checks")));
    m_pages->addWidget(addTable(tr("Connection"), QStringLiteral("stepTable"), stepColumns(),
                                tr("Steps of the connection test")));
    m_compare = new ComparePane(m_provider, this);
    m_switch->addSegment(tr("Compare"));
    m_pages->addWidget(m_compare);
    m_switch->setCurrent(AuditPage);
    connect(m_switch, &SegmentedControl::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(audit, &TextTable::currentIdChanged, this, &NodePage::showFix);
    connect(m_fix, &FixStrip::runRequested, this, &NodePage::runFix);
}

void NodePage::buildImages()
{
    m_imagePane = new Surface(m_provider, &ThemeColours::base, this);
    m_imagePane->setProperty("pane", true);
    m_imagePane->setAccessibleName(tr("Image history"));
    auto* header = new PanelHeader(m_provider, 36, &ThemeColours::window, m_imagePane);
    header->row()->setSpacing(8);
    header->row()->addWidget(new TextLabel(m_provider, TextStep::BodyStrong, tr("Image history"),
                                           &ThemeColours::text, header));
    m_imageCount = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::muted, header);
    header->row()->addWidget(m_imageCount);
    header->row()->addStretch(1);
    m_images = new TextTableModel(m_provider, imageColumns(), this);
    auto* table = new TextTable(m_provider, *m_images, tr("Images used and known"), m_imagePane);
    table->setObjectName(QStringLiteral("imageTable"));
    table->setMinimumHeight(m_provider.theme().scaled(60));
    auto* column = new QVBoxLayout(m_imagePane);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header);
    column->addWidget(table, 1);
}

} // namespace rocport
