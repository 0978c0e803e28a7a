#include "ui/verify/pyramid.h"

#include "ui/verify/verifytext.h"

#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace rocport {

namespace {

constexpr qreal kTopWidth = 0.36;   // of the pyramid's upper edge
constexpr qreal kStepWidth = 0.116; // that each level is wider than the one above

struct LevelColours
{
    QColor fill, line, text;
};

LevelColours coloursFor(const Theme& theme, CheckState state)
{
    switch (state) {
    case CheckState::Passed:
        return {theme.okSoft, theme.okFill, theme.ok};
    case CheckState::Failed:
        return {theme.critSoft, theme.critFill, theme.crit};
    case CheckState::Running:
        return {theme.accentSoft, theme.accent, theme.accent};
    case CheckState::NotRun:
    case CheckState::Skipped:
        break;
    }
    return {theme.alt, theme.control, theme.text2};
}

} // namespace

PyramidLevel::PyramidLevel(VerifyLevel level, ThemeProvider& provider, QWidget* parent)
    : QAbstractButton(parent), m_provider(provider), m_level(level)
{
    setFocusPolicy(Qt::StrongFocus);
    setCheckable(true);
    setAutoExclusive(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    connect(&provider, &ThemeProvider::changed, this, [this] {
        updateGeometry();
        update();
    });
    setResult(CheckState::NotRun, tr("Not run"), {});
}

void PyramidLevel::setResult(CheckState state, const QString& count, const QString& time)
{
    m_state = state;
    m_count = count;
    m_time = time;
    const QString name = tr("Level %1, %2, %3, %4")
                             .arg(verifyLevelNumber(m_level))
                             .arg(levelWord(m_level), checkStateWord(state), count);
    setAccessibleName(time.isEmpty() ? name : name + QStringLiteral(", ") + time);
    setToolTip(accessibleName());
    update();
}

QSize PyramidLevel::sizeHint() const
{
    return {m_provider.theme().scaled(280), m_provider.theme().scaled(42)};
}

QSize PyramidLevel::minimumSizeHint() const
{
    return {m_provider.theme().scaled(236), m_provider.theme().scaled(42)};
}

QPolygonF PyramidLevel::outline() const
{
    const int row = LevelsModel::rowOf(m_level);
    const qreal middle = width() / 2.0;
    const qreal top = width() * (kTopWidth + kStepWidth * row) / 2;
    const qreal bottom = width() * (kTopWidth + kStepWidth * (row + 0.92)) / 2;
    return QPolygonF({{middle - top, 1.0},
                      {middle + top, 1.0},
                      {middle + bottom, height() - 1.0},
                      {middle - bottom, height() - 1.0}});
}

bool PyramidLevel::hitButton(const QPoint& position) const
{
    return outline().containsPoint(position, Qt::OddEvenFill);
}

void PyramidLevel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    const LevelColours colours = coloursFor(theme, m_state);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(colours.fill);
    painter.setPen(hasFocus()    ? QPen(theme.accent, 2.5)
                   : isChecked() ? QPen(colours.line, 2)
                                 : QPen(colours.line, 1));
    painter.drawPolygon(outline());
    QFont title = theme.font(TextStep::Small);
    title.setWeight(QFont::DemiBold);
    painter.setFont(title);
    const QString name = levelTitle(m_level);
    const int side = theme.scaled(14);
    const int lineHeight = theme.lineHeight(TextStep::Small);
    const int textWidth = painter.fontMetrics().horizontalAdvance(name);
    const int left = (width() - textWidth - side - theme.scaled(4)) / 2;
    const int top = (height() - 2 * lineHeight) / 2;
    paintGlyph(painter, checkStateMark(m_state).glyph,
               QRect(left, top + (lineHeight - side) / 2, side, side), colours.text);
    painter.setPen(colours.text);
    painter.drawText(QRect(left + side + theme.scaled(4), top, textWidth + 2, lineHeight),
                     Qt::AlignVCenter | Qt::AlignLeft, name);
    painter.setFont(theme.font(TextStep::Caption));
    const bool both = !m_time.isEmpty() && m_level != VerifyLevel::Numerical;
    painter.drawText(QRect(0, top + lineHeight, width(), lineHeight), Qt::AlignCenter,
                     both ? QStringLiteral("%1 · %2").arg(m_count, m_time) : m_count);
}

Pyramid::Pyramid(ThemeProvider& provider, QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("pyramid"));
    setAccessibleName(tr("Verification pyramid"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(3);
    for (int row = 0; row < static_cast<int>(m_levels.size()); ++row) {
        auto* level = new PyramidLevel(LevelsModel::levelAt(row), provider, this);
        level->installEventFilter(this);
        column->addWidget(level);
        m_levels[m_levels.size() - 1 - static_cast<size_t>(row)] = level;
        connect(level, &QAbstractButton::clicked, this,
                [this, level] { Q_EMIT levelChosen(level->level()); });
    }
}

PyramidLevel& Pyramid::level(VerifyLevel level) const
{
    return *m_levels[static_cast<size_t>(verifyLevelNumber(level)) - 1];
}

void Pyramid::setLevels(const LevelsModel& model)
{
    for (PyramidLevel* level : m_levels) {
        level->setResult(model.stateOf(level->level()), model.countText(level->level()),
                         model.timeText(level->level()));
    }
}

void Pyramid::setCurrent(std::optional<VerifyLevel> chosen)
{
    for (PyramidLevel* level : m_levels) {
        level->setAutoExclusive(chosen.has_value()); // else one of them always stays checked
        level->setChecked(chosen == level->level());
    }
}

bool Pyramid::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int step = key == Qt::Key_Up ? 1 : key == Qt::Key_Down ? -1 : 0;
        if (step != 0) {
            const int now = verifyLevelNumber(static_cast<PyramidLevel*>(watched)->level());
            if (const auto next = verifyLevelAt(now + step)) {
                level(*next).setFocus(Qt::TabFocusReason);
                level(*next).click();
            }
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace rocport
