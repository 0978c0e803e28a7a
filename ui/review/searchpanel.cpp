#include "ui/review/searchpanel.h"

#include "core/base/wording.h"
#include "ui/review/foundlinedelegate.h"
#include "ui/review/searchmodel.h"
#include "ui/theme/findbar.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace rocport {

namespace {

constexpr int kTypingPause = 150; // milliseconds

} // namespace

SearchPanel::SearchPanel(ProjectSession& session, ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_provider(provider),
      m_search(session),
      m_model(new SearchModel(this)),
      m_bar(new FindBar(provider, QStringLiteral("search"), tr("Search in all changes"), this)),
      m_scope(new SegmentedControl(provider, m_bar)),
      m_stop(makeButton(tr("Stop"), ButtonKind::Normal, m_bar)),
      m_table(new QTreeView(this))
{
    setObjectName(QStringLiteral("searchPanel"));
    setAccessibleName(tr("Search in all changes and files"));
    m_bar->hideSteps();
    m_scope->setObjectName(QStringLiteral("searchScope"));
    m_scope->setAccessibleName(tr("Where to search"));
    m_scope->addSegment(tr("Changes"));
    m_scope->setSegmentToolTip(0, tr("Removed and added lines of all changes"));
    m_scope->addSegment(tr("All files"));
    m_scope->setSegmentToolTip(1, tr("Every line of all files of the scan"));
    m_scope->setCurrent(0);
    m_stop->setObjectName(QStringLiteral("searchStop"));
    m_stop->setProperty("compact", true);
    m_stop->hide();
    m_bar->row()->insertWidget(1, m_scope);
    m_bar->row()->insertWidget(m_bar->row()->count() - 1, m_stop);
    buildTable();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_table, 1);

    m_timer.setSingleShot(true);
    m_timer.setInterval(kTypingPause);
    connect(&m_timer, &QTimer::timeout, this, &SearchPanel::start);
    connect(m_bar, &FindBar::queryChanged, this, &SearchPanel::queryChanged);
    connect(m_bar, &FindBar::closeRequested, this, &SearchPanel::closeRequested);
    connect(m_bar, &FindBar::downPressed, this, &SearchPanel::enterTable);
    connect(m_bar, &FindBar::stepRequested, this, [this] {
        m_enter = true;
        if (m_timer.isActive()) {
            start();
        }
        enterTable();
    });
    connect(m_scope, &SegmentedControl::currentChanged, this, [this](int index) {
        m_bar->field().setPlaceholderText(index == 0 ? tr("Search in all changes")
                                                     : tr("Search in all files"));
        start();
    });
    connect(m_stop, &QPushButton::clicked, this, &SearchPanel::stop);
    connect(&m_search, &ReviewSearch::found, this, &SearchPanel::found);
    connect(&m_search, &ReviewSearch::progressed, this, &SearchPanel::updateStatus);
    connect(&session, &ProjectSession::stateChanged, this, &SearchPanel::stateChanged);
    connect(&session, &ProjectSession::opened, this, &SearchPanel::stateChanged);
    connect(&session, &ProjectSession::closed, this, &SearchPanel::stateChanged);
    stateChanged();
}

void SearchPanel::buildTable()
{
    m_table->setObjectName(QStringLiteral("searchTable"));
    m_table->setAccessibleName(tr("Matching lines"));
    m_table->setModel(m_model);
    m_table->setRootIsDecorated(false);
    m_table->setAllColumnsShowFocus(true);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->header()->setSectionsMovable(false);
    QVector<TableColumn> columns(SearchModel::ColumnCount);
    columns[SearchModel::PlaceColumn] = {ElideAs::Path, true, false, false, 200};
    columns[SearchModel::TextColumn] = {ElideAs::Sentence, false, true, false, 240};
    fitColumns(*m_table, m_provider, columns, new FoundLineDelegate(m_provider, *m_model, m_table));
    m_table->installEventFilter(this);
    connect(m_table, &QTreeView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT lineChosen(m_model->lines()[index.row()]); });
}

void SearchPanel::open(const QString& text)
{
    m_bar->open(text);
}

void SearchPanel::stop()
{
    m_timer.stop();
    m_stopped = m_search.isRunning();
    m_search.cancel();
    updateStatus();
}

FindScope SearchPanel::scope() const
{
    return m_scope->current() == 0 ? FindScope::Changes : FindScope::Lines;
}

void SearchPanel::queryChanged()
{
    m_enter = false;
    m_search.cancel();
    m_timer.start();
    updateStatus();
}

void SearchPanel::start()
{
    m_timer.stop();
    m_search.cancel();
    m_model->clear();
    m_stopped = false;
    const TextQuery query = m_bar->query();
    const Result<TextMatcher> matcher = TextMatcher::make(query);
    m_problem = !matcher;
    if (!matcher) {
        m_stop->hide();
        m_bar->setProblem(matcher.error().detail);
        return;
    }
    if (query.text.isEmpty()) {
        updateStatus();
        return;
    }
    m_search.start(*matcher, scope());
}

void SearchPanel::stateChanged()
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    const void* scan = state ? state->scan.get() : nullptr;
    if (scan == m_scan) {
        return;
    }
    m_scan = scan;
    m_search.cancel();
    m_model->clear();
    if (scan != nullptr && isVisible()) {
        start();
    } else {
        updateStatus();
    }
}

void SearchPanel::found(const QVector<FoundLine>& lines)
{
    const bool first = m_model->rowCount() == 0;
    m_model->append(lines);
    if (first) {
        m_table->setCurrentIndex(m_model->index(0, 0));
    }
    if (m_enter) {
        enterTable();
    }
}

void SearchPanel::enterTable()
{
    if (m_model->rowCount() > 0 && !m_timer.isActive()) {
        m_enter = false;
        m_table->setFocus(Qt::OtherFocusReason);
    }
}

void SearchPanel::updateStatus()
{
    m_stop->setVisible(m_search.isRunning());
    if (m_problem && !m_timer.isActive()) {
        return;
    }
    const auto number = [](qint64 value) { return QLocale(QLocale::English).toString(value); };
    const int lines = m_model->rowCount();
    if (m_bar->query().text.isEmpty() || m_timer.isActive()) {
        m_bar->setCount({});
        return;
    }
    const QString linesText = counted(lines, tr("line"), tr("lines"));
    const QString filesText = counted(m_model->files(), tr("file"), tr("files"));
    QString text = lines == 0 ? tr("No matches") : tr("%1 in %2").arg(linesText, filesText);
    if (m_search.isRunning()) {
        text = tr("%1 so far, file %2 of %3")
                   .arg(linesText, number(m_search.filesDone()), number(m_search.files()));
    } else if (m_search.isFull()) {
        text = tr("The first %1; narrow the search to see the rest").arg(linesText);
    } else if (m_stopped) {
        text = tr("Stopped: %1 in %2").arg(linesText, filesText);
    }
    text += FindBar::leftOutText(m_search.leftOut());
    if (m_search.unreadable() > 0) {
        text += tr("; %1 could not be read")
                    .arg(counted(m_search.unreadable(), tr("file"), tr("files")));
    }
    m_bar->setCount(text);
}

void SearchPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT closeRequested();
        return;
    }
    QWidget::keyPressEvent(event);
}

bool SearchPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::ShortcutOverride &&
        FindBar::isLetter(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Up && m_table->currentIndex().row() <= 0) {
            m_bar->field().setFocus(Qt::OtherFocusReason);
            return true;
        }
        return m_bar->takeLetter(*key);
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace rocport
