#include "ui/runs/stagetimeline.h"

#include "ui/runs/runaccessible.h"
#include "ui/runs/runtext.h"
#include "ui/theme/elide.h"
#include "ui/theme/plaintext.h"

#include <QHelpEvent>
#include <QPainter>

#include <algorithm>

namespace rocport {

StageTimeline::StageTimeline(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent), m_provider(provider)
{
    installRunAccessibility();
    setObjectName(QStringLiteral("stageTimeline"));
    setAccessibleName(tr("Stages"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&provider, &ThemeProvider::changed, this, [this] {
        updateGeometry();
        update();
    });
}

StageTimeline::Stage StageTimeline::stageOf(const JobEntry& job, const JobStage& stage,
                                            const QDateTime& now) const
{
    Stage result;
    result.title = stage.title;
    const StageProgress* progress = progressOf(job.status, stage.id);
    QString state = tr("waiting");
    result.state = isEnded(job.status.state) ? StageState::NotReached : StageState::Waiting;
    if (result.state == StageState::NotReached) {
        state = tr("not reached");
    }
    if (progress != nullptr && progress->started.isValid()) {
        const bool ended = progress->ended.isValid();
        const QDateTime end = ended                        ? progress->ended
                              : job.status.ended.isValid() ? job.status.ended
                                                           : now;
        result.time = elapsedText(std::chrono::seconds(progress->started.secsTo(end)));
        result.state = !ended && !isEnded(job.status.state) ? StageState::Running
                       : progress->exitCode == 0            ? StageState::Done
                                                            : StageState::Failed;
        state = result.state == StageState::Running ? tr("running")
                : result.state == StageState::Done  ? tr("done")
                : progress->exitCode >= 0 ? tr("failed, exit status %1").arg(progress->exitCode)
                                          : tr("did not end");
    } else {
        result.time = QStringLiteral("–");
    }
    if (stage.expected.count() > 0 && result.state != StageState::Done) {
        result.expected = tr("usually %1").arg(elapsedText(stage.expected));
    }
    result.words = tr("%1, %2").arg(stage.title, state);
    if (progress != nullptr) {
        result.words += QStringLiteral(", ") + result.time;
    }
    if (!result.expected.isEmpty()) {
        result.words += QStringLiteral(", ") + result.expected;
    }
    return result;
}

void StageTimeline::setJob(const JobEntry& job, const QDateTime& now)
{
    QVector<Stage> stages;
    for (const JobStage& stage : job.spec.stages) {
        stages.append(stageOf(job, stage, now));
    }
    if (stages == m_stages) {
        return;
    }
    m_stages = stages;
    setAccessibleDescription(spoken().join(QStringLiteral("; ")));
    update();
}

QStringList StageTimeline::spoken() const
{
    QStringList words;
    for (const Stage& stage : m_stages) {
        words.append(stage.words);
    }
    return words;
}

QSize StageTimeline::sizeHint() const
{
    return {400, m_provider.theme().scaled(56)};
}

QSize StageTimeline::minimumSizeHint() const
{
    return {160, m_provider.theme().scaled(56)};
}

QRect StageTimeline::rectOf(int stage) const
{
    const int count = std::max(1, static_cast<int>(m_stages.size()));
    const int width = std::min((QWidget::width() - 24) / count, m_provider.theme().scaled(220));
    return {12 + stage * width, 0, width, height()};
}

bool StageTimeline::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        for (int i = 0; i < m_stages.size(); ++i) {
            if (rectOf(i).contains(help->pos())) {
                showTip(help->globalPos(), m_stages[i].words, this);
                return true;
            }
        }
        hideTip();
        return true;
    }
    return QWidget::event(event);
}

void StageTimeline::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = m_provider.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    painter.setPen(theme.border);
    painter.drawLine(0, height() - 1, width(), height() - 1);
    painter.setRenderHint(QPainter::Antialiasing);
    const int line = theme.lineHeight(TextStep::Small);
    const int top = (height() - 16 - 4 - line) / 2;
    for (int i = 0; i < m_stages.size(); ++i) {
        const Stage& stage = m_stages[i];
        const QRect area = rectOf(i);
        const Mark mark =
            stage.state == StageState::Running  ? Mark{Glyph::MarkRunning, &ThemeColours::accent}
            : stage.state == StageState::Done   ? Mark{Glyph::MarkDone, &ThemeColours::okFill}
            : stage.state == StageState::Failed ? Mark{Glyph::MarkFailed, &ThemeColours::critFill}
            : stage.state == StageState::NotReached
                ? Mark{Glyph::MarkSkipped, &ThemeColours::control}
                : Mark{Glyph::MarkTodo, &ThemeColours::control};
        paintGlyph(painter, mark.glyph, QRectF(area.left(), top, 16, 16), theme.*mark.colour);
        if (i + 1 < m_stages.size()) {
            const bool done = stage.state == StageState::Done;
            painter.setPen(QPen(done ? theme.okFill : theme.control, done ? 2 : 1,
                                done ? Qt::SolidLine : Qt::DotLine));
            painter.drawLine(area.left() + 22, top + 8, area.right() - 6, top + 8);
        }
        painter.setFont(theme.font(TextStep::CodeSmall));
        const QString time =
            stage.expected.isEmpty() || stage.state == StageState::Failed
                ? stage.time
                : (stage.state == StageState::Running ? stage.time + QStringLiteral(", ")
                                                      : QString()) +
                      stage.expected;
        const int timeWidth = painter.fontMetrics().horizontalAdvance(time);
        painter.setFont(theme.font(TextStep::Small));
        const int room = area.width() - 14 - timeWidth;
        const QString title = elided(painter.fontMetrics(), stage.title, ElideAs::Name,
                                     std::max(room, area.width() / 3));
        const bool quiet =
            stage.state == StageState::Waiting || stage.state == StageState::NotReached;
        painter.setPen(stage.state == StageState::Running ? theme.accent
                       : quiet                            ? theme.muted
                                                          : theme.text);
        painter.drawText(QRect(area.left(), top + 20, area.width() - 8, line), Qt::AlignVCenter,
                         title);
        const int used = painter.fontMetrics().horizontalAdvance(title) + 6;
        painter.setFont(theme.font(TextStep::CodeSmall));
        painter.setPen(quiet ? theme.muted : theme.text2);
        const QRect timeRect(area.left() + used, top + 20, area.width() - used - 6, line);
        painter.drawText(timeRect, Qt::AlignVCenter,
                         elided(painter.fontMetrics(), time, ElideAs::Sentence, timeRect.width()));
    }
}

} // namespace rocport
