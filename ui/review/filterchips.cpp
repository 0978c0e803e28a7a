#include "ui/review/filterchips.h"

#include "ui/theme/glyph.h"

#include <QMenu>
#include <QPushButton>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kGap = 4;
constexpr std::array kVerdicts = {Verdict::Violated,  Verdict::Unproved,  Verdict::Equivalent,
                                  Verdict::Projected, Verdict::Identical, Verdict::Compiled};

} // namespace

FilterChips::FilterChips(ThemeProvider& provider, ReviewModel& model, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_add(makeButton(tr("Filter by"), ButtonKind::Normal, this)),
      m_menu(new QMenu(m_add))
{
    setObjectName(QStringLiteral("filterChips"));
    setAccessibleName(tr("Filters of changes"));
    m_add->setObjectName(QStringLiteral("addFilter"));
    m_add->setProperty("compact", true);
    m_add->setProperty("chevron", true);
    m_add->setToolTip(tr("Filter by severity, verdict or kind"));
    m_add->setMenu(m_menu);
    m_menu->setObjectName(QStringLiteral("filterMenu"));
    connect(m_menu, &QMenu::aboutToShow, this, &FilterChips::fillMenu);
    connect(&provider, &ThemeProvider::changed, this, [this] {
        layOut(width(), true);
        updateGeometry();
    });
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void FilterChips::setChips(const ChangeChips& chips)
{
    if (chips != m_chips) {
        m_chips = chips;
        rebuild();
    }
}

void FilterChips::toggle(QSet<int> ChangeChips::*set, int value)
{
    QSet<int>& chosen = m_chips.*set;
    if (!chosen.remove(value)) {
        chosen.insert(value);
    }
    rebuild();
    Q_EMIT changed(m_chips);
}

void FilterChips::addChip(const QString& name, QSet<int> ChangeChips::*set, int value)
{
    // The sign says that a click takes it back.
    auto* chip = makeButton(tr("%1 \u00d7").arg(name), ButtonKind::Normal, this);
    chip->setProperty("compact", true);
    chip->setAccessibleName(tr("Take back the filter: %1").arg(name));
    chip->setToolTip(chip->accessibleName());
    connect(chip, &QPushButton::clicked, this, [this, set, value] { toggle(set, value); });
    m_buttons.append(chip);
    chip->show();
}

void FilterChips::rebuild()
{
    const bool hadFocus = std::any_of(m_buttons.begin(), m_buttons.end(),
                                      [](const QPushButton* button) { return button->hasFocus(); });
    for (QPushButton* button : std::exchange(m_buttons, {})) {
        button->hide();
        button->deleteLater(); // it may be what was clicked
    }
    for (const Severity severity : kSeverities) {
        if (m_chips.severities.contains(static_cast<int>(severity))) {
            addChip(severityName(severity), &ChangeChips::severities, static_cast<int>(severity));
        }
    }
    for (const Verdict verdict : kVerdicts) {
        if (m_chips.verdicts.contains(static_cast<int>(verdict))) {
            addChip(verdictChipText(verdict), &ChangeChips::verdicts, static_cast<int>(verdict));
        }
    }
    for (const ChangeKind kind : kChangeKinds) {
        if (m_chips.kinds.contains(static_cast<int>(kind))) {
            addChip(changeKindName(kind), &ChangeChips::kinds, static_cast<int>(kind));
        }
    }
    QWidget* before = m_add;
    for (QPushButton* button : std::as_const(m_buttons)) {
        setTabOrder(before, button);
        before = button;
    }
    layOut(width(), true);
    updateGeometry();
    if (hadFocus) {
        m_add->setFocus();
    }
}

/// Every value with the number of changes that have it, whatever the filter.
void FilterChips::fillMenu()
{
    m_menu->clear();
    QHash<int, int> severities;
    QHash<int, int> verdicts;
    QHash<int, int> kinds;
    for (const ReviewChange& change : m_model.changes()) {
        ++severities[static_cast<int>(change.hunk->severity)];
        ++verdicts[static_cast<int>(change.verdict)];
        ++kinds[static_cast<int>(changeKindOf(*change.hunk))];
    }
    const auto add = [this](const QString& name, QSet<int> ChangeChips::*set, int value,
                            int count) {
        const bool chosen = (m_chips.*set).contains(value);
        if (count > 0 || chosen) {
            QAction* action = m_menu->addAction(tr("%1 (%2)").arg(name).arg(count), this,
                                                [this, set, value] { toggle(set, value); });
            action->setCheckable(true);
            action->setChecked(chosen);
        }
    };
    m_menu->addSection(tr("Severity"));
    for (const Severity severity : kSeverities) {
        const int value = static_cast<int>(severity);
        add(severityName(severity), &ChangeChips::severities, value, severities.value(value));
    }
    m_menu->addSection(tr("Verdict"));
    for (const Verdict verdict : kVerdicts) {
        const int value = static_cast<int>(verdict);
        add(verdictChipText(verdict), &ChangeChips::verdicts, value, verdicts.value(value));
    }
    m_menu->addSection(tr("Kind"));
    for (const ChangeKind kind : kChangeKinds) {
        const int value = static_cast<int>(kind);
        add(changeKindName(kind), &ChangeChips::kinds, value, kinds.value(value));
    }
}

/// In rows from left to right; gives the height.
int FilterChips::layOut(int width, bool move) const
{
    QVector<QPushButton*> all{m_add};
    all += m_buttons;
    int x = 0;
    int y = 0;
    int row = 0;
    for (QPushButton* button : std::as_const(all)) {
        const QSize size(std::min(button->sizeHint().width(), std::max(1, width)),
                         button->sizeHint().height());
        if (x > 0 && x + size.width() > width) {
            x = 0;
            y += row + kGap;
            row = 0;
        }
        if (move) {
            button->setGeometry(x, y, size.width(), size.height());
        }
        x += size.width() + kGap;
        row = std::max(row, size.height());
    }
    return y + row;
}

int FilterChips::heightForWidth(int width) const
{
    return layOut(width, false);
}

QSize FilterChips::sizeHint() const
{
    return {m_add->sizeHint().width(), layOut(std::max(width(), 1), false)};
}

QSize FilterChips::minimumSizeHint() const
{
    return {m_add->sizeHint().width(), m_add->sizeHint().height()};
}

void FilterChips::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut(width(), true);
}

} // namespace rocport
