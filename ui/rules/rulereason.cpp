#include "ui/rules/rulereason.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace rocport {

RuleReason::RuleReason(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_provider(provider),
      m_text(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text2, this)),
      m_field(new QLineEdit(this)),
      m_yes(makeButton(tr("Turn off"), ButtonKind::Primary, this))
{
    setObjectName(QStringLiteral("ruleReason"));
    setAccessibleName(tr("Why the rule is switched off"));
    m_field->setObjectName(QStringLiteral("ruleReasonField"));
    m_field->setPlaceholderText(tr("Why is this rule off in this project?"));
    m_field->setAccessibleName(tr("Why is this rule off in this project?"));
    m_yes->setObjectName(QStringLiteral("ruleReasonYes"));
    auto* no = makeButton(tr("Cancel"), ButtonKind::Normal, this);
    no->setObjectName(QStringLiteral("ruleReasonNo"));
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_field, 1);
    row->addWidget(m_yes);
    row->addWidget(no);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(38, 6, 12, 7);
    layout->setSpacing(4);
    layout->addWidget(m_text);
    layout->addLayout(row);
    m_yes->setEnabled(false);
    connect(m_field, &QLineEdit::textChanged, this,
            [this] { m_yes->setEnabled(!reason().isEmpty()); });
    connect(m_yes, &QPushButton::clicked, this, [this] { Q_EMIT answered(true); });
    connect(no, &QPushButton::clicked, this, [this] { Q_EMIT answered(false); });
    hide();
}

void RuleReason::ask(const QString& rule, const QString& leaving)
{
    if (rule != m_rule) {
        m_rule = rule;
        m_field->clear();
    }
    setLeaving(leaving);
}

void RuleReason::setLeaving(const QString& leaving)
{
    m_text->setText(tr("%1 off: %2").arg(m_rule, leaving));
}

QString RuleReason::reason() const
{
    return m_field->text().simplified();
}

void RuleReason::close()
{
    m_rule.clear();
    m_field->clear();
    hide();
}

void RuleReason::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        Q_EMIT answered(false);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (auto* button = qobject_cast<QPushButton*>(focusWidget())) {
            button->click();
        } else if (m_yes->isEnabled()) {
            Q_EMIT answered(true);
        }
        return;
    default:
        // What is no text is no key of the list below either.
        event->accept();
    }
}

void RuleReason::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_provider.theme().accentSoft);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_provider.theme().border);
}

} // namespace rocport
