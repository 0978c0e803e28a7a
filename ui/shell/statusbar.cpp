#include "ui/shell/statusbar.h"

#include "core/base/wording.h"
#include "ui/theme/plaintext.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QPainter>

namespace rocport {

namespace {
constexpr int kSayTime = 8000; // ms
} // namespace

StatusBar::StatusBar(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_provider(provider),
      m_running(new GlyphLabel(provider, Glyph::MarkRunning, &ThemeColours::accent, 14)),
      m_task(new ElidedLabel(provider, TextStep::Caption, {}, &ThemeColours::text2)),
      m_said(new ElidedLabel(provider, TextStep::Caption)),
      m_bar(new ThinProgressBar(provider)),
      m_percent(new TextLabel(provider, TextStep::CodeSmall, {}, &ThemeColours::text2)),
      m_cancel(makeButton({}, ButtonKind::Flat)),
      m_place(new TextLabel(provider, TextStep::Caption, {}, &ThemeColours::text2)),
      m_files(new TextLabel(provider, TextStep::Caption, {}, &ThemeColours::text2)),
      m_rules(new TextLabel(provider, TextStep::Caption, {}, &ThemeColours::text2)),
      m_commit(new TextLabel(provider, TextStep::CodeSmall, {}, &ThemeColours::text2))
{
    setProperty("pane", true);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(tr("Tasks"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 1, 12, 0);
    row->setSpacing(8);
    m_bar->setFixedWidth(96);
    m_cancel->setIcon(provider.icon(Glyph::Cross));
    m_cancel->setAccessibleName(tr("Cancel task"));
    m_cancel->setToolTip(tr("Cancel task"));
    m_cancel->setStyleSheet(QStringLiteral("min-height: 16px; padding: 0px 3px;"));
    row->addWidget(m_running);
    row->addWidget(m_task); // one that stretches would give of what it needs
    row->addWidget(m_said);
    m_said->setObjectName(QStringLiteral("statusSaid"));
    m_said->hide();
    m_sayTime.setSingleShot(true);
    m_sayTime.setInterval(kSayTime);
    connect(&m_sayTime, &QTimer::timeout, this, [this] {
        m_said->hide();
        m_task->show();
        fit();
    });
    row->addWidget(m_bar);
    row->addWidget(m_percent);
    row->addWidget(m_cancel);
    row->addStretch(2);
    m_place->setObjectName(QStringLiteral("statusPlace"));
    m_place->hide();
    m_files->setObjectName(QStringLiteral("statusFiles"));
    row->addWidget(m_place);
    row->addWidget(m_files);
    row->addSpacing(8);
    row->addWidget(m_rules);
    row->addSpacing(8);
    row->addWidget(m_commit);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (!m_tasks.isEmpty()) {
            m_cancelled = m_tasks.lastKey();
            Q_EMIT cancelRequested(m_cancelled);
            refresh();
        }
    });
    connect(&provider, &ThemeProvider::changed, this, &StatusBar::restyle);
    restyle();
    setState(nullptr, 0);
    refresh();
}

void StatusBar::restyle()
{
    setFixedHeight(m_provider.theme().scaled(24));
    fit();
    update();
}

/// What goes on is said whole before facts about the project are; of those the first ones go first.
void StatusBar::fit()
{
    const auto* row = static_cast<QHBoxLayout*>(layout());
    const QMargins margins = row->contentsMargins();
    const int gap = row->spacing();
    int room = width() - margins.left() - margins.right() - 2 * gap; // about what stretches
    for (const QWidget* widget : std::initializer_list<const QWidget*>{
             m_running, m_task, m_said, m_bar, m_percent, m_cancel}) {
        if (!widget->isHidden()) {
            room -= std::min(widget->sizeHint().width(), width() * 2 / 3) + gap;
        }
    }
    const bool placed = !m_place->text().isEmpty();
    const auto show = [&](TextLabel* label, bool wanted) {
        const bool any = wanted && !label->text().isEmpty();
        room -= any ? label->sizeHint().width() + 3 * gap : 0;
        label->setVisible(any && room >= 0);
    };
    show(m_place, placed);
    show(m_commit, true);
    show(m_rules, !placed);
    show(m_files, !placed);
}

void StatusBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

void StatusBar::setState(const std::shared_ptr<const ProjectState>& state, int rules)
{
    if (!state) {
        m_files->setText(tr("Version %1").arg(QStringLiteral(ROCPORT_VERSION)));
        m_rules->setText(rules > 0 ? counted(rules, tr("rule"), tr("rules")) : QString());
        m_commit->clear();
        fit();
        return;
    }
    m_files->setText(state->scan ? tr("%1, %2").arg(counted(state->scan->inventory.scannedFiles,
                                                            tr("source file"), tr("source files")),
                                                    counted(state->scan->inventory.lines,
                                                            tr("line"), tr("lines")))
                                 : QString());
    const qsizetype off = state->meta.target.rulesOff.size();
    const QString count = counted(rules, tr("rule"), tr("rules"));
    m_rules->setText(off == 0 ? count : tr("%1, %2 off").arg(count, countText(off)));
    const QString branch = state->repository.headBranch;
    const QString hash = QString::fromLatin1(state->meta.baseCommit.left(7));
    m_commit->setText(hash.isEmpty()     ? QString()
                      : branch.isEmpty() ? hash
                                         : QStringLiteral("%1 @ %2").arg(branch, hash));
    if (state->readOnly) {
        m_rules->setText(tr("Read-only project"));
    }
    fit();
}

QString StatusBar::factsText() const
{
    return QStringList{m_files->text(), m_rules->text(), m_commit->text()}.join(
        QStringLiteral(" | "));
}

void StatusBar::setPlace(const QStringList& facts)
{
    m_place->setText(facts.join(QStringLiteral("    ")));
    m_place->setAccessibleName(facts.join(QStringLiteral(", ")));
    fit();
}

QString StatusBar::placeText() const
{
    return m_place->isHidden() ? QString() : m_place->text();
}

void StatusBar::setTask(const TaskInfo& task)
{
    m_tasks.insert(task.id, task);
    refresh();
}

void StatusBar::removeTask(int id)
{
    m_tasks.remove(id);
    refresh();
}

void StatusBar::clearTasks()
{
    m_tasks.clear();
    refresh();
}

void StatusBar::setJobs(const QVector<RunningJob>& jobs)
{
    m_jobs = jobs;
    refresh();
}

void StatusBar::say(const QString& sentence)
{
    m_said->setText(sentence);
    m_said->setAccessibleName(sentence);
    m_task->hide();
    m_said->show();
    fit();
    m_sayTime.start();
    QAccessibleEvent event(m_said, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

QString StatusBar::saidText() const
{
    return m_said->isHidden() ? QString() : m_said->text();
}

void StatusBar::refresh()
{
    const bool any = !m_tasks.isEmpty();
    m_running->setVisible(any || !m_jobs.isEmpty());
    const TaskInfo task = any ? m_tasks.last() : TaskInfo();
    const bool matrix = !any && !m_jobs.isEmpty() && m_jobs.first().total > 0;
    const int done = matrix ? m_jobs.first().done : task.done;
    const int total = matrix ? m_jobs.first().total : task.total;
    const bool measured = (any || matrix) && total > 0;
    m_bar->setVisible(measured);
    m_percent->setVisible(measured);
    m_cancel->setVisible(any && task.cancellable && m_cancelled != task.id);
    const auto others = [](qsizetype count) {
        return count > 0 ? tr(" and %1 more").arg(count) : QString();
    };
    if (!any && !m_jobs.isEmpty()) {
        m_task->setText(m_jobs.first().text + others(m_jobs.size() - 1));
    } else if (!any) {
        m_task->setText(tr("No background tasks"));
    } else if (m_cancelled == task.id) {
        m_task->setText(tr("Cancelling… %1").arg(task.title));
    } else {
        QString text = task.title;
        if (!measured && !task.detail.isEmpty()) {
            text += QStringLiteral(", ") + task.detail;
        }
        m_task->setText(text + others(m_tasks.size() - 1 + m_jobs.size()));
    }
    if (measured) {
        m_bar->setProgress(done, total);
        m_percent->setText(QStringLiteral("%1 %").arg(100LL * done / total));
    }
    setAccessibleDescription(m_task->text());
    fit();
}

void StatusBar::listTasks()
{
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("statusMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_tasks.isEmpty() && m_jobs.isEmpty()) {
        menu->addAction(tr("No background tasks"))->setEnabled(false);
    }
    for (const TaskInfo& task : std::as_const(m_tasks)) {
        QString text = task.title;
        if (task.total > 0) {
            text += tr(", %1 of %2").arg(task.done).arg(task.total);
        }
        QAction* action = menu->addAction(task.cancellable ? tr("Cancel: %1").arg(text) : text);
        action->setEnabled(task.cancellable);
        connect(action, &QAction::triggered, this, [this, id = task.id] {
            m_cancelled = id;
            Q_EMIT cancelRequested(id);
            refresh();
        });
    }
    for (const RunningJob& job : std::as_const(m_jobs)) {
        connect(menu->addAction(withoutMnemonic(job.text)), &QAction::triggered, this,
                [this, id = job.id] { Q_EMIT jobChosen(id); });
    }
    menu->popup(mapToGlobal(QPoint(8, -menu->sizeHint().height())));
}

void StatusBar::mousePressEvent(QMouseEvent*)
{
    listTasks();
}

void StatusBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Space) {
        listTasks();
        return;
    }
    QWidget::keyPressEvent(event);
}

void StatusBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(0, 0, width(), 1), theme.border);
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 2));
        painter.drawRect(rect().adjusted(1, 2, -1, -1));
    }
}

} // namespace rocport
