#include "ui/runs/matrixpanel.h"

#include "ui/runs/runtext.h"

#include <QEvent>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace rocport {

namespace {

constexpr int kLeastColumn = 180;
constexpr int kMostRowHeader = 280;

QPushButton* compactButton(const QString& text, const QString& name, QWidget* parent)
{
    auto* button = makeButton(text, ButtonKind::Normal, parent);
    button->setObjectName(name);
    button->setProperty("compact", true);
    return button;
}

} // namespace

MatrixPanel::MatrixPanel(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent), m_provider(provider), m_model(new MatrixModel(this))
{
    buildHeader();
    m_bar = new ThinProgressBar(provider, this);
    m_bar->setAccessibleName(tr("Cells that have ended"));
    buildTable();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_bar);
    layout->addWidget(m_table, 1);
    layout->addWidget(buildDetail());
    setFocusProxy(m_table);
    updateDetail();
}

void MatrixPanel::buildHeader()
{
    m_header = new PanelHeader(m_provider, 40, &ThemeColours::window, this);
    QHBoxLayout* row = m_header->row();
    row->setSpacing(8);
    m_title = new ElidedLabel(m_provider, TextStep::BodyStrong, {}, &ThemeColours::text, m_header);
    m_title->setObjectName(QStringLiteral("matrixTitle"));
    m_title->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_state = new Chip(m_provider, {}, ChipTone::Neutral, Glyph::None, m_header);
    m_state->setObjectName(QStringLiteral("matrixState"));
    m_facts = new ElidedLabel(m_provider, TextStep::Small, {}, &ThemeColours::muted, m_header);
    m_facts->setObjectName(QStringLiteral("matrixFacts"));
    m_cancel = compactButton(tr("Cancel matrix"), QStringLiteral("cancelMatrix"), m_header);
    row->addWidget(m_title);
    row->addWidget(m_state);
    row->addWidget(m_facts, 1);
    row->addWidget(m_cancel);
    m_header->wrapFrom(*m_facts);
    connect(m_cancel, &QPushButton::clicked, this, &MatrixPanel::cancelRequested);
}

void MatrixPanel::buildTable()
{
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("matrixCells"));
    m_table->setAccessibleName(tr("Cells of the matrix, checks by images"));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setModel(m_model);
    m_table->setItemDelegate(new MatrixDelegate(m_provider, m_table));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setMouseTracking(true);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setTextElideMode(Qt::ElideMiddle);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->verticalHeader()->setTextElideMode(Qt::ElideRight);
    m_table->verticalHeader()->setHighlightSections(false);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->installEventFilter(this);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        updateDetail();
        Q_EMIT currentJobChanged(currentJob());
    });
    connect(m_table, &QTableView::activated, this, [this] {
        if (!currentJob().isEmpty()) {
            Q_EMIT showLogRequested(currentJob());
        }
    });
    connect(&m_provider, &ThemeProvider::changed, this, [this] {
        m_table->viewport()->update();
        fitColumns();
    });
}

QWidget* MatrixPanel::buildDetail()
{
    auto* pane = new Surface(m_provider, &ThemeColours::window, this);
    m_mark = new GlyphLabel(m_provider, Glyph::None, &ThemeColours::control, 16, pane);
    m_cell = new TextLabel(m_provider, TextStep::BodyMedium, {}, &ThemeColours::text, pane);
    m_cell->setObjectName(QStringLiteral("matrixCell"));
    m_cell->setWordWrap(true);
    m_sentence = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::text2, pane);
    m_sentence->setObjectName(QStringLiteral("matrixSentence"));
    m_sentence->setWordWrap(true);
    m_log = compactButton(tr("Show log"), QStringLiteral("showCellLog"), pane);
    m_cancelCell = compactButton(tr("Cancel cell"), QStringLiteral("cancelCell"), pane);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_cell);
    texts->addWidget(m_sentence);
    auto* row = new QHBoxLayout(pane);
    row->setContentsMargins(12, 8, 12, 8);
    row->setSpacing(8);
    row->addWidget(m_mark, 0, Qt::AlignTop);
    row->addLayout(texts, 1);
    row->addWidget(m_log);
    row->addWidget(m_cancelCell);
    connect(m_log, &QPushButton::clicked, this, [this] { Q_EMIT showLogRequested(currentJob()); });
    connect(m_cancelCell, &QPushButton::clicked, this,
            [this] { Q_EMIT cancelCellRequested(currentJob()); });
    return pane;
}

void MatrixPanel::setMatrix(const Matrix& matrix, const QDateTime& now)
{
    const bool other = matrix.id != m_model->matrix().id;
    m_model->set(matrix, now);
    if (other || !m_table->currentIndex().isValid()) {
        fitColumns();
        m_table->setCurrentIndex(m_model->index(0, 0));
    }
    updateHeader();
    updateDetail();
}

void MatrixPanel::tick(const QDateTime& now)
{
    m_model->tick(now);
    updateDetail();
}

QString MatrixPanel::currentJob() const
{
    return m_table->currentIndex().data(MatrixModel::JobIdRole).toString();
}

void MatrixPanel::setCurrentJob(const QString& jobId)
{
    if (const QModelIndex index = m_model->indexOf(jobId); index.isValid()) {
        m_table->setCurrentIndex(index);
    }
}

/// The columns share the width, and scroll where they have too little of it.
void MatrixPanel::fitColumns()
{
    const int columns = m_model->columnCount();
    if (columns == 0) {
        return;
    }
    const Theme& theme = m_provider.theme();
    int widest = 0;
    const QFontMetrics metrics(m_table->verticalHeader()->font());
    for (const QString& check : m_model->matrix().checks) {
        widest = std::max(widest, metrics.horizontalAdvance(check));
    }
    const int header = std::min(widest + theme.scaled(32), theme.scaled(kMostRowHeader));
    m_table->verticalHeader()->setFixedWidth(header);
    const int room = m_table->width() - header - theme.scaled(4);
    for (int column = 0; column < columns; ++column) {
        m_table->setColumnWidth(column, std::max(theme.scaled(kLeastColumn), room / columns));
    }
}

bool MatrixPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::Resize) {
        fitColumns();
    }
    return QWidget::eventFilter(watched, event);
}

void MatrixPanel::updateHeader()
{
    const Matrix& matrix = m_model->matrix();
    const qsizetype all = matrix.count();
    const bool over = matrix.ended() == all;
    const bool good = matrix.succeeded() == all;
    m_title->setText(tr("Matrix %1").arg(matrix.title));
    m_state->setText(!over ? tr("%1 of %2 ended").arg(matrix.ended()).arg(all)
                     : good
                         ? tr("All succeeded")
                         : tr("%1 of %2 did not succeed").arg(all - matrix.succeeded()).arg(all));
    m_state->setTone(!over  ? ChipTone::Accent
                     : good ? ChipTone::Ok
                            : ChipTone::Critical,
                     !over  ? Glyph::None
                     : good ? Glyph::MarkDone
                            : Glyph::MarkFailed);
    m_facts->setText(matrix.nodeName + QStringLiteral(", ") + matrix.sentence());
    m_bar->setProgress(static_cast<int>(matrix.ended()), static_cast<int>(all));
    m_bar->setVisible(!over);
    m_cancel->setVisible(!over);
    m_cancel->setEnabled(matrix.ended() + matrix.count(JobState::Stopping) < all);
}

void MatrixPanel::updateDetail()
{
    const QModelIndex index = m_table->currentIndex();
    const MatrixCell* cell = m_model->cell(index);
    const bool known = cell != nullptr && !cell->jobId.isEmpty();
    m_mark->setVisible(known);
    m_log->setEnabled(known);
    m_cancelCell->setVisible(known && !isEnded(cell->status.state));
    m_cancelCell->setEnabled(known && cell->status.state != JobState::Stopping);
    if (!known) {
        m_cell->setText(cell == nullptr ? tr("No cell is selected")
                                        : tr("The record of this cell is missing"));
        m_sentence->hide();
        return;
    }
    m_mark->setMark(matrixCellMark(*cell));
    m_cell->setText(index.data(Qt::AccessibleTextRole).toString());
    m_sentence->setText(cell->status.sentence);
    m_sentence->setVisible(!cell->status.sentence.isEmpty());
}

} // namespace rocport
