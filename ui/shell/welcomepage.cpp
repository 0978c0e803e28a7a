#include "ui/shell/welcomepage.h"

#include "ui/theme/elide.h"
#include "ui/theme/listkeys.h"
#include "ui/theme/plaintext.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QListView>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QStyle>

namespace rocport {

namespace {

/// Name, folder and branch are what a filter looks at.
class RecentFilter : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setText(const QString& text)
    {
        m_text = text.trimmed();
        invalidateFilter();
    }
    [[nodiscard]] bool isFiltering() const { return !m_text.isEmpty(); }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        const QModelIndex index = sourceModel()->index(row, 0, parent);
        for (const int role : {int(Qt::DisplayRole), int(RecentModel::RepositoryRole),
                               int(RecentModel::BranchRole)}) {
            if (index.data(role).toString().contains(m_text, Qt::CaseInsensitive)) {
                return true;
            }
        }
        return false;
    }

private:
    QString m_text;
};

/// Column heads over the list, placed like the delegate places its parts.
class RecentHeads : public QWidget
{
public:
    RecentHeads(ThemeProvider& provider, RecentDelegate& delegate)
        : m_provider(provider), m_delegate(delegate)
    {
        setFixedHeight(provider.theme().scaled(24));
        connect(&provider, &ThemeProvider::changed, this,
                [this] { setFixedHeight(m_provider.theme().scaled(24)); });
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter p(this);
        const Theme& theme = m_provider.theme();
        p.setFont(theme.font(TextStep::Caption));
        p.setPen(theme.text2);
        p.drawText(rect().adjusted(24 + theme.scaled(16), 0, 0, 0), Qt::AlignVCenter,
                   WelcomePage::tr("Project"));
        p.drawText(QRect(width() - 1 - m_delegate.marksWidth(), 0, width(), height()),
                   Qt::AlignVCenter, WelcomePage::tr("Phases 0–8, changes decided"));
        p.drawText(rect().adjusted(0, 0, -13, 0), Qt::AlignVCenter | Qt::AlignRight,
                   WelcomePage::tr("Opened"));
    }

private:
    ThemeProvider& m_provider;
    RecentDelegate& m_delegate;
};

} // namespace

ActionCard::ActionCard(ThemeProvider& provider, Glyph glyph, const QString& title,
                       const QString& text, const QString& key)
    : m_provider(provider), m_glyph(glyph), m_title(title), m_text(text), m_key(key)
{
    setAccessibleName(title);
    setAccessibleDescription(text);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize ActionCard::sizeHint() const
{
    return {m_provider.theme().scaled(360), m_provider.theme().scaled(56)};
}

QSize ActionCard::minimumSizeHint() const
{
    return {240, sizeHint().height()};
}

void ActionCard::paintEvent(QPaintEvent*)
{
    QPainter p(this);
    const Theme& theme = m_provider.theme();
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(QPen(hasFocus() ? theme.accent : theme.border, hasFocus() ? 2 : 1));
    p.setBrush(isDown() ? theme.well : underMouse() ? theme.hover : theme.base);
    const qreal inset = hasFocus() ? 1 : 0.5;
    p.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 4, 4);
    const int side = theme.scaled(16);
    paintGlyph(p, m_glyph, QRectF(16, (height() - side) / 2.0, side, side),
               isEnabled() ? theme.accent : theme.disabled);
    const int left = 16 + side + 12;
    int right = width() - 12;
    if (!m_key.isEmpty()) {
        p.setFont(theme.font(TextStep::Caption));
        const int w = p.fontMetrics().horizontalAdvance(m_key) + theme.scaled(10);
        const QRectF cap(right - w + 0.5, (height() - theme.scaled(18)) / 2.0 + 0.5, w,
                         theme.scaled(18));
        p.setPen(theme.border);
        p.setBrush(theme.base);
        p.drawRoundedRect(cap, 3, 3);
        p.setPen(theme.text2);
        p.drawText(cap, Qt::AlignCenter, m_key);
        right -= w + 8;
    }
    const auto line = [&](TextStep step, const QColor& colour, const QString& text, int y) {
        p.setFont(theme.font(step));
        p.setPen(isEnabled() ? colour : theme.disabled);
        p.drawText(QRect(left, theme.scaled(y), right - left, theme.scaled(20)),
                   Qt::AlignVCenter | Qt::AlignLeft,
                   elided(p.fontMetrics(), text, ElideAs::Name, right - left));
    };
    line(TextStep::BodyStrong, theme.text, m_title, 9);
    line(TextStep::Small, theme.text2, m_text, 28);
}

WelcomePage::WelcomePage(RecentModel& recents, ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_recents(recents),
      m_provider(provider),
      m_filtered(new RecentFilter(this)),
      m_delegate(new RecentDelegate(provider, this)),
      m_error(new ErrorPanel(provider))
{
    m_filtered->setSourceModel(&recents);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    m_scroll = new QScrollArea;
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* page = new Surface(provider, &ThemeColours::window);
    m_scroll->setWidget(page);
    outer->addWidget(m_scroll);
    auto* centre = new QHBoxLayout(page);
    centre->setContentsMargins(24, 72, 24, 24);
    auto* body = new QWidget;
    body->setMaximumWidth(provider.theme().scaled(1120));
    centre->addStretch(1);
    centre->addWidget(body, 100);
    centre->addStretch(1);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    m_error->hide();
    connect(m_error, &ErrorPanel::retryRequested, this, &WelcomePage::retryRequested);
    column->addWidget(m_error);
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight);
    m_columns->setSpacing(48);
    m_actions = makeActions();
    m_columns->addWidget(m_actions, 0, Qt::AlignTop);
    m_columns->addWidget(makeRecents(), 1, Qt::AlignTop);
    column->addLayout(m_columns);
    column->addStretch();

    connect(m_filtered, &QAbstractItemModel::rowsInserted, this, &WelcomePage::updateList);
    connect(m_filtered, &QAbstractItemModel::rowsRemoved, this, &WelcomePage::updateList);
    connect(m_filtered, &QAbstractItemModel::modelReset, this, &WelcomePage::updateList);
    connect(m_filtered, &QAbstractItemModel::layoutChanged, this, &WelcomePage::updateList);
    connect(&provider, &ThemeProvider::changed, this, [this, body] {
        body->setMaximumWidth(m_provider.theme().scaled(1120));
        m_filter->setFixedWidth(m_provider.theme().scaled(200));
        const auto cards = m_actions->findChildren<ActionCard*>();
        for (ActionCard* card : cards) {
            card->updateGeometry();
        }
        updateList();
        updateColumns();
    });
    updateList();
}

QWidget* WelcomePage::makeActions()
{
    auto* side = new QWidget;
    side->setProperty("pane", true);
    side->setAccessibleName(tr("Begin"));
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(new TextLabel(m_provider, TextStep::Title, QStringLiteral("Rocport")));
    auto* tagline = new TextLabel(
        m_provider, TextStep::Body,
        tr("Port CUDA C++ and PyTorch repositories to ROCm, one reviewed change at a time."),
        &ThemeColours::text2);
    tagline->setWordWrap(true);
    column->addWidget(tagline);
    column->addSpacing(16);
    auto* open = new ActionCard(m_provider, Glyph::Folder, tr("Open repository…"),
                                tr("Git, with CUDA C++ or PyTorch code"), QStringLiteral("Ctrl+O"));
    auto* file = new ActionCard(m_provider, Glyph::File, tr("Open project file…"),
                                tr("A saved .rocport project"), QStringLiteral("Ctrl+Shift+O"));
    m_sample = new ActionCard(m_provider, Glyph::Play, tr("Try the sample"),
                              tr("A small PyTorch extension, no GPU needed"), {});
    m_first = open;
    for (ActionCard* card : {open, file, m_sample}) {
        column->addWidget(card);
    }
    connect(open, &QPushButton::clicked, this, &WelcomePage::openRepositoryRequested);
    connect(file, &QPushButton::clicked, this, &WelcomePage::openProjectFileRequested);
    connect(m_sample, &QPushButton::clicked, this, &WelcomePage::sampleRequested);
    return side;
}

QWidget* WelcomePage::makeRecents()
{
    auto* side = new QWidget;
    side->setProperty("pane", true);
    side->setAccessibleName(tr("Recent projects"));
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    auto* top = new QHBoxLayout;
    top->addWidget(new TextLabel(m_provider, TextStep::Section, tr("Recent projects")));
    top->addStretch();
    m_filter = new SearchField(m_provider, tr("Filter projects"), QStringLiteral("/"));
    m_filter->setFixedWidth(m_provider.theme().scaled(200));
    top->addWidget(m_filter);
    column->addLayout(top);
    column->addSpacing(8);
    column->addWidget(new RecentHeads(m_provider, *m_delegate));
    m_list = new QListView;
    m_list->setModel(m_filtered);
    m_list->setItemDelegate(m_delegate);
    m_list->setMouseTracking(true);
    m_list->setAccessibleName(tr("Recent projects"));
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->viewport()->installEventFilter(this);
    m_list->installEventFilter(this);
    m_empty = new EmptyState(m_provider, Glyph::Repository, {}, {});
    m_clearFilter = m_empty->addAction(tr("Clear filter"));
    connect(m_clearFilter, &QPushButton::clicked, m_filter, &QLineEdit::clear);
    m_stack = new QStackedWidget;
    m_stack->addWidget(m_list);
    m_stack->addWidget(m_empty);
    column->addWidget(m_stack);
    column->addWidget(makeLegend());
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        static_cast<RecentFilter*>(m_filtered)->setText(text);
        updateList();
    });
    joinFilter(*m_filter, [this] { return m_list; });
    connect(m_list, &QListView::activated, this, &WelcomePage::open);
    return side;
}

QWidget* WelcomePage::makeLegend()
{
    auto* legend = new QWidget;
    auto* row = new QHBoxLayout(legend);
    row->setContentsMargins(12, 4, 12, 0);
    row->setSpacing(4);
    for (const PhaseState state : {PhaseState::Done, PhaseState::InProgress, PhaseState::Todo,
                                   PhaseState::Skipped, PhaseState::Attention}) {
        const Mark mark = phaseMark(state);
        row->addWidget(new GlyphLabel(m_provider, mark.glyph, mark.colour, 14));
        row->addWidget(new TextLabel(m_provider, TextStep::Small, phaseStateName(state),
                                     &ThemeColours::text2));
        row->addSpacing(12);
    }
    row->addStretch();
    row->addWidget(new ElidedLabel(m_provider, TextStep::Small, tr("Drop a folder here to open it"),
                                   &ThemeColours::text2));
    return legend;
}

void WelcomePage::updateList()
{
    const int rows = m_filtered->rowCount();
    const bool filtering = static_cast<RecentFilter*>(m_filtered)->isFiltering();
    const Theme& theme = m_provider.theme();
    if (rows == 0) {
        if (filtering) {
            m_empty->setTexts(tr("No project matches"),
                              tr("No recent project has this in its name, folder or branch."));
        } else {
            m_empty->setTexts(tr("No recent projects"),
                              tr("Projects that you open are listed here."));
        }
        m_clearFilter->setVisible(filtering);
    }
    m_stack->setCurrentIndex(rows == 0 ? 1 : 0);
    m_stack->setFixedHeight(rows == 0 ? theme.scaled(200) : qMin(rows, 8) * theme.scaled(64) + 2);
}

void WelcomePage::setSampleAvailable(bool available)
{
    m_sample->setVisible(available);
}

void WelcomePage::setError(const Error& error, bool canRetry)
{
    m_error->setError(error);
    m_error->setRetryVisible(canRetry);
    m_error->show();
    if (canRetry) {
        m_error->retryButton()->setFocus();
    }
}

void WelcomePage::clearError()
{
    m_error->hide();
}

void WelcomePage::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
}

void WelcomePage::focusFirst()
{
    m_first->setFocus();
}

void WelcomePage::open(const QModelIndex& index)
{
    if (!index.isValid()) {
        return;
    }
    const QString file = index.data(RecentModel::FileRole).toString();
    if (index.data(RecentModel::MissingRole).toBool()) {
        Q_EMIT locateRequested(file);
    } else {
        Q_EMIT projectChosen(file, index.data(RecentModel::RepositoryRole).toString());
    }
}

void WelcomePage::removeCurrent()
{
    const QModelIndex index = m_list->currentIndex();
    if (index.isValid()) {
        m_recents.remove(index.data(RecentModel::FileRole).toString());
    }
}

bool WelcomePage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
        removeCurrent();
        return true;
    }
    if (watched == m_list->viewport() && event->type() == QEvent::MouseButtonRelease) {
        const QPoint at = static_cast<QMouseEvent*>(event)->pos();
        const QModelIndex index = m_list->indexAt(at);
        if (index.isValid()) {
            const QRect row = m_list->visualRect(index);
            if (index.data(RecentModel::MissingRole).toBool()) {
                if (m_delegate->removeRect(row).contains(at)) {
                    m_recents.remove(index.data(RecentModel::FileRole).toString());
                } else if (m_delegate->locateRect(row).contains(at)) {
                    open(index);
                }
            } else {
                open(index);
            }
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void WelcomePage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    updateColumns();
}

void WelcomePage::updateColumns()
{
    const Theme& theme = m_provider.theme();
    const bool stacked = width() < 1200 * qMax(1.0, theme.scale);
    m_columns->setDirection(stacked ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_actions->setFixedWidth(stacked ? qMin(width() - 64, theme.scaled(1120)) : theme.scaled(360));
}

void WelcomePage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_recents.checkFolders();
}

} // namespace rocport
