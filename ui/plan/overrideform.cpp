#include "ui/plan/overrideform.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace rocport {

OverrideForm::OverrideForm(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_hint(new TextLabel(provider, TextStep::Caption, tr("Override"), &ThemeColours::text2)),
      m_answer(new QComboBox),
      m_reasonLabel(new TextLabel(provider, TextStep::Caption, tr("Reason (required)"),
                                  &ThemeColours::text2)),
      m_reason(new QPlainTextEdit),
      m_buttons(new QBoxLayout(QBoxLayout::LeftToRight)),
      m_override(makeButton(tr("Override"), ButtonKind::Primary)),
      m_detected(makeButton(tr("Use detected answer")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(4);
    m_hint->setWordWrap(true);
    column->addWidget(m_hint);
    column->addWidget(m_answer);
    column->addSpacing(8);
    column->addWidget(m_reasonLabel);
    m_reason->setProperty("field", true);
    m_reason->setTabChangesFocus(true);
    m_reason->setAccessibleName(tr("Reason (required)"));
    m_reason->setMinimumHeight(provider.theme().scaled(48));
    m_reason->setMaximumHeight(provider.theme().scaled(96));
    m_reasonLabel->setBuddy(m_reason);
    m_answer->setAccessibleName(tr("Answer"));
    m_answer->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_answer->setMinimumContentsLength(8);
    column->addWidget(m_reason, 1);
    column->addSpacing(8);
    m_buttons->setSpacing(8);
    m_buttons->addWidget(m_override);
    m_buttons->addWidget(m_detected);
    m_buttons->addStretch();
    column->addLayout(m_buttons);
    column->addStretch(2);

    connect(m_reason, &QPlainTextEdit::textChanged, this, &OverrideForm::refresh);
    connect(m_answer, &QComboBox::currentIndexChanged, this, &OverrideForm::refresh);
    connect(m_override, &QPushButton::clicked, this, [this] {
        Q_EMIT overrideRequested(
            {m_subject.id, m_answer->currentData().toBool(), m_reason->toPlainText().simplified()});
    });
    connect(m_detected, &QPushButton::clicked, this,
            [this] { Q_EMIT detectedAnswerRequested(m_subject.id); });
    refresh();
}

void OverrideForm::setSubject(const PlanSubject& subject)
{
    const bool same = subject.id == m_subject.id && subject.overridden == m_subject.overridden;
    m_subject = subject;
    if (same) { // a refresh of the same answer keeps what is being written
        refresh();
        return;
    }
    m_answer->clear();
    if (subject.isPhase) {
        m_answer->addItem(tr("Skip this phase"), false);
        m_answer->addItem(tr("Run this phase"), true);
    } else {
        m_answer->addItem(tr("Does not apply to the ROCm build"), false);
        m_answer->addItem(tr("Applies to the ROCm build"), true);
    }
    // The other answer than now is what an override is for.
    m_answer->setCurrentIndex(subject.taken ? 0 : 1);
    m_reason->setPlainText(subject.overridden ? subject.reason : QString());
    if (subject.overridden) {
        m_answer->setCurrentIndex(subject.taken ? 1 : 0);
    }
    refresh();
}

void OverrideForm::setReadOnly(bool readOnly)
{
    m_readOnly = readOnly;
    refresh();
}

void OverrideForm::setAvailableWidth(int width)
{
    const int needed = m_override->sizeHint().width() + m_detected->sizeHint().width() + 8 + 32;
    m_buttons->setDirection(needed <= width ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void OverrideForm::refresh()
{
    const bool usable = !m_subject.id.isEmpty() && !m_subject.isRoot && !m_readOnly;
    if (m_subject.isRoot) {
        m_hint->setText(tr("The first question cannot be overridden"));
    } else if (m_readOnly) {
        m_hint->setText(tr("The project is read-only, so nothing can be overridden"));
    } else {
        m_hint->setText(m_subject.overridden ? tr("Overridden") : tr("Override"));
    }
    m_answer->setEnabled(usable);
    m_reason->setEnabled(usable);
    const bool reasoned = !m_reason->toPlainText().trimmed().isEmpty();
    const bool differs = !m_subject.overridden ||
                         m_answer->currentData().toBool() != m_subject.taken ||
                         m_reason->toPlainText().simplified() != m_subject.reason;
    m_override->setEnabled(usable && reasoned && differs);
    m_override->setToolTip(reasoned ? QString() : tr("Enter a reason first"));
    m_detected->setEnabled(usable && m_subject.overridden);
}

} // namespace rocport
