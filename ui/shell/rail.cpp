#include "ui/shell/rail.h"

#include "core/base/wording.h"
#include "ui/theme/elide.h"

#include <QHBoxLayout>
#include <QListView>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {
constexpr int kWide = 200;
constexpr int kDetailLines = 3; // below a phase, at most
constexpr int kDetailLine = 14;
constexpr int kNarrow = 56;
} // namespace

void RailModel::setState(const std::shared_ptr<const ProjectState>& state)
{
    const bool had = m_state != nullptr;
    if (had != (state != nullptr)) {
        beginResetModel();
        m_state = state;
        endResetModel();
        return;
    }
    m_state = state;
    if (state) {
        Q_EMIT dataChanged(index(0), index(kPhaseCount - 1));
    }
}

PhaseState RailModel::stateOf(int row) const
{
    for (const PlanPhase& phase : m_state->plan.phases) {
        if (int(phase.phase) == row) {
            return phaseState(phase, m_state->counts.value(row));
        }
    }
    return PhaseState::Todo;
}

int RailModel::doneCount() const
{
    int done = 0;
    for (int row = 0; row < rowCount(); ++row) {
        done += stateOf(row) == PhaseState::Done;
    }
    return done;
}

QString RailModel::detail(int row) const
{
    for (const PlanPhase& phase : m_state->plan.phases) {
        if (int(phase.phase) == row && !phase.run) {
            const QString word = phase.overridden ? tr("Overridden") : tr("Skipped");
            return phase.reason.isEmpty() ? word : QStringLiteral("%1: %2").arg(word, phase.reason);
        }
    }
    const PhaseCounts counts = m_state->counts.value(row);
    if (const int left = counts.openFindings(); left > 0) {
        const QString findings = counted(left, tr("finding"), tr("findings"));
        const QString changes = counted(counts.open(), tr("change"), tr("changes"));
        return tr("%1 · %2").arg(changes, findings);
    }
    if (counts.hunks == 0) {
        return counts.findingsWithoutFix > 0 ? tr("Every finding is decided") : tr("No changes");
    }
    if (counts.decided() == 0) {
        return counted(counts.open(), tr("change"), tr("changes"));
    }
    return tr("%1 · %2 decided")
        .arg(counted(counts.open(), tr("change"), tr("changes")))
        .arg(counts.decided());
}

int RailModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_state ? 0 : kPhaseCount;
}

QVariant RailModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_state) {
        return {};
    }
    const int row = index.row();
    const QString name = phaseName(kPhases[size_t(row)]);
    switch (role) {
    case Qt::DisplayRole:
        return name;
    case Qt::ToolTipRole: {
        QString text = QStringLiteral("%1 %2: %3").arg(row).arg(name, detail(row));
        for (const PlanPhase& phase : m_state->plan.phases) {
            if (int(phase.phase) == row && phase.run && !phase.reason.isEmpty()) {
                text += QLatin1Char('\n') + phase.reason;
            }
        }
        return text;
    }
    case Qt::AccessibleTextRole:
        return tr("Phase %1, %2, %3, %4")
            .arg(row)
            .arg(name, phaseStateName(stateOf(row)), detail(row));
    case NumberRole:
        return row;
    case StateRole:
        return int(stateOf(row));
    case DetailRole:
        return detail(row);
    case OpenRole:
        return m_state->counts.value(row).open();
    case OverriddenRole:
        for (const PlanPhase& phase : m_state->plan.phases) {
            if (int(phase.phase) == row) {
                return phase.overridden;
            }
        }
        return false;
    default:
        return {};
    }
}

RailDelegate::RailDelegate(ThemeProvider& provider, QObject* parent)
    : QStyledItemDelegate(parent), m_provider(provider)
{
}

/// What stands below a phase's name: on more lines where one cuts it.
QStringList RailDelegate::detailLines(const QModelIndex& index) const
{
    QString detail = index.data(RailModel::DetailRole).toString();
    const auto state = static_cast<PhaseState>(index.data(RailModel::StateRole).toInt());
    if (state != PhaseState::Skipped && index.data(RailModel::OverriddenRole).toBool()) {
        detail = tr("Overridden · %1").arg(detail);
    }
    const Theme& theme = m_provider.theme();
    const int room = theme.scaled(kWide) - (12 + theme.scaled(16) + 8) - 10;
    return wrapped(theme.font(TextStep::Caption), detail, room, kDetailLines);
}

QSize RailDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const auto more = m_compact ? 0 : std::max<qsizetype>(0, detailLines(index).size() - 1);
    return {40, theme.scaled(44) + static_cast<int>(more) * theme.scaled(kDetailLine)};
}

void RailDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    painter->save();
    if (option.state & QStyle::State_Selected) {
        painter->fillRect(option.rect, theme.accentSoft);
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), 2, option.rect.height()),
                          theme.accent);
    } else if (option.state & QStyle::State_MouseOver) {
        painter->fillRect(option.rect, theme.hover);
    }
    if (m_compact) {
        paintCompact(*painter, option.rect, index);
    } else {
        paintFull(*painter, option.rect, index);
    }
    if (option.state & QStyle::State_HasFocus) {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(theme.accent, 2));
        painter->drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), 3, 3);
    }
    painter->restore();
}

void RailDelegate::paintCompact(QPainter& p, const QRect& rect, const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const auto state = static_cast<PhaseState>(index.data(RailModel::StateRole).toInt());
    const Mark mark = phaseMark(state);
    const int side = theme.scaled(16);
    const int middle = rect.center().x();
    paintGlyph(p, mark.glyph, QRectF(middle - side, rect.top() + theme.scaled(5), side, side),
               theme.*mark.colour);
    p.setFont(theme.font(TextStep::Code));
    p.setPen(state == PhaseState::Skipped ? theme.muted : theme.text);
    p.drawText(QRect(middle + 4, rect.top() + theme.scaled(4), side, theme.scaled(18)),
               Qt::AlignVCenter | Qt::AlignLeft, QString::number(index.row()));
    p.setFont(theme.font(TextStep::CodeSmall));
    p.setPen(theme.muted);
    const QString below = state == PhaseState::Skipped
                              ? tr("skip")
                              : QString::number(index.data(RailModel::OpenRole).toInt());
    p.drawText(QRect(rect.left(), rect.top() + theme.scaled(22), rect.width(), theme.scaled(18)),
               Qt::AlignCenter, below);
}

void RailDelegate::paintFull(QPainter& p, const QRect& rect, const QModelIndex& index) const
{
    const Theme& theme = m_provider.theme();
    const auto state = static_cast<PhaseState>(index.data(RailModel::StateRole).toInt());
    const Mark mark = phaseMark(state);
    const int side = theme.scaled(16);
    const int upper = rect.top() + theme.scaled(4);
    paintGlyph(p, mark.glyph, QRectF(rect.left() + 12, upper + theme.scaled(1), side, side),
               theme.*mark.colour);
    int x = rect.left() + 12 + side + 8;
    const bool skipped = state == PhaseState::Skipped;
    p.setFont(theme.font(TextStep::Code));
    p.setPen(theme.muted);
    const int right = rect.right() - 8;
    p.drawText(QRect(x, upper, side, theme.scaled(18)), Qt::AlignVCenter | Qt::AlignLeft,
               QString::number(index.row()));
    const int name = x + theme.scaled(13);
    p.setFont(theme.font(TextStep::BodyMedium));
    p.setPen(skipped ? theme.muted : theme.text);
    p.drawText(QRect(name, upper, right - name, theme.scaled(18)), Qt::AlignVCenter | Qt::AlignLeft,
               elided(p.fontMetrics(), index.data().toString(), ElideAs::Name, right - name));
    p.setFont(theme.font(TextStep::Caption));
    p.setPen(theme.muted);
    int top = upper + theme.scaled(18);
    for (const QString& line : detailLines(index)) {
        p.drawText(QRect(x, top, right - x, theme.scaled(18)), Qt::AlignVCenter | Qt::AlignLeft,
                   line);
        top += theme.scaled(kDetailLine);
    }
}

Rail::Rail(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_provider(provider),
      m_model(new RailModel(this)),
      m_delegate(new RailDelegate(provider, this)),
      m_list(new QListView),
      m_title(new TextLabel(provider, TextStep::Small, tr("Phases"), &ThemeColours::text2)),
      m_done(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text2)),
      m_footer(new QWidget),
      m_decided(makeButton({}, ButtonKind::Link)),
      m_bar(new ThinProgressBar(provider)),
      m_findings(makeButton({}, ButtonKind::Link)),
      m_findingsBar(new ThinProgressBar(provider))
{
    setProperty("pane", true);
    setAccessibleName(tr("Phases and counts"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 1, 0);
    column->setSpacing(0);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(12, 8, 12, 8);
    top->addWidget(m_title);
    top->addStretch();
    top->addWidget(m_done);
    column->addLayout(top);
    m_list->setModel(m_model);
    m_list->setItemDelegate(m_delegate);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setAccessibleName(tr("Phases"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->viewport()->setAutoFillBackground(false);
    column->addWidget(m_list, 1);
    auto* footer = new QVBoxLayout(m_footer);
    footer->setContentsMargins(12, 12, 12, 12);
    footer->setSpacing(8);
    const auto addLine = [&](const QString& name, QPushButton* count, ThinProgressBar* bar) {
        auto* line = new QHBoxLayout;
        line->addWidget(new TextLabel(provider, TextStep::Small, name, &ThemeColours::text2));
        line->addStretch();
        line->addWidget(count);
        footer->addLayout(line);
        footer->addWidget(bar);
    };
    addLine(tr("Changes"), m_decided, m_bar);
    addLine(tr("Findings"), m_findings, m_findingsBar);
    m_decided->setObjectName(QStringLiteral("railChanges"));
    m_decided->setToolTip(tr("Show the open changes of all phases"));
    m_findings->setObjectName(QStringLiteral("railFindings"));
    m_findings->setToolTip(tr("Show the open findings of all phases"));
    connect(m_decided, &QPushButton::clicked, this, &Rail::changesWanted);
    connect(m_findings, &QPushButton::clicked, this, &Rail::findingsWanted);
    column->addWidget(m_footer);

    const auto choose = [this](const QModelIndex& index) {
        const Phase phase = kPhases[size_t(index.row())];
        setCurrentPhase(m_current == phase ? std::nullopt : std::optional(phase));
        Q_EMIT phaseChosen(m_current);
    };
    connect(m_list, &QListView::clicked, this, choose);
    connect(m_list, &QListView::activated, this, [this, choose](const QModelIndex& index) {
        if (m_current != kPhases[size_t(index.row())]) { // a double click is one choice
            choose(index);
        }
    });
    connect(&provider, &ThemeProvider::changed, this, &Rail::restyle);
    restyle();
}

void Rail::restyle()
{
    const Theme& theme = m_provider.theme();
    setFixedWidth(theme.scaled(m_compact ? kNarrow : kWide));
    m_title->setVisible(true);
    m_done->setVisible(!m_compact);
    layout()->itemAt(0)->layout()->setContentsMargins(m_compact ? 6 : 12, 8, m_compact ? 6 : 12, 8);
    m_footer->setVisible(!m_compact);
    m_title->setStep(m_compact ? TextStep::Caption : TextStep::Small);
    m_delegate->setCompact(m_compact);
    m_list->doItemsLayout();
    update();
}

void Rail::setState(const std::shared_ptr<const ProjectState>& state)
{
    m_model->setState(state);
    Q_EMIT m_delegate->sizeHintChanged(m_model->index(0)); // a reason may take more lines now
    m_done->setText(state ? tr("%1 of %2 done").arg(m_model->doneCount()).arg(kPhaseCount)
                          : QString());
    m_decided->setText(state ? QStringLiteral("%1 / %2").arg(state->decided).arg(state->hunks)
                             : QString());
    m_bar->setProgress(state ? state->decided : 0, state ? state->hunks : 0);
    m_decided->setAccessibleName(tr("Changes decided: %1").arg(m_decided->text()));
    m_bar->setAccessibleName(tr("Changes decided"));
    int findings = 0;
    int ticked = 0;
    for (const PhaseCounts& counts : state ? state->counts : QVector<PhaseCounts>()) {
        findings += counts.findingsWithoutFix;
        ticked += counts.findingsTicked;
    }
    m_findings->setText(state ? QStringLiteral("%1 / %2").arg(ticked).arg(findings) : QString());
    m_findings->setAccessibleName(tr("Findings decided: %1").arg(m_findings->text()));
    m_findingsBar->setProgress(ticked, findings);
    m_findingsBar->setAccessibleName(tr("Findings decided"));
}

void Rail::setCompact(bool compact)
{
    if (compact != m_compact) {
        m_compact = compact;
        restyle();
    }
}

void Rail::setCurrentPhase(std::optional<Phase> phase)
{
    m_current = phase;
    if (phase) {
        m_list->setCurrentIndex(m_model->index(int(*phase)));
    } else {
        m_list->clearSelection();
        m_list->selectionModel()->clearCurrentIndex();
    }
}

void Rail::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = m_provider.theme();
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), theme.border);
    if (m_footer->isVisible()) {
        painter.fillRect(QRect(0, m_footer->y(), width(), 1), theme.border);
    }
}

} // namespace rocport
