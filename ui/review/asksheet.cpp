#include "ui/review/asksheet.h"

#include "core/base/visibletext.h"

#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace rocport {

AskSheet::AskSheet(ThemeProvider& provider, QWidget* parent)
    : QWidget(parent),
      m_title(new TextLabel(provider, TextStep::BodyStrong, {}, &ThemeColours::text, this)),
      m_text(new TextLabel(provider, TextStep::Body, {}, &ThemeColours::text2, this)),
      m_list(new QPlainTextEdit(this)),
      m_fieldLabel(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text2, this)),
      m_field(new QLineEdit(this)),
      m_yes(makeButton({}, ButtonKind::Normal, this))
{
    setObjectName(QStringLiteral("askSheet"));
    m_title->setObjectName(QStringLiteral("askTitle"));
    m_text->setWordWrap(true);
    m_list->setObjectName(QStringLiteral("askList"));
    m_list->setReadOnly(true);
    m_list->setTabChangesFocus(true);
    m_list->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_list->setAccessibleName(tr("Files"));
    m_list->setFont(provider.theme().font(TextStep::Code));
    m_field->setObjectName(QStringLiteral("askField"));
    m_yes->setObjectName(QStringLiteral("askYes"));
    auto* no = makeButton(tr("Cancel"), ButtonKind::Normal, this);
    no->setObjectName(QStringLiteral("askNo"));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_yes);
    buttons->addWidget(no);
    buttons->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_fieldLabel);
    layout->addWidget(m_field);
    layout->addLayout(buttons);
    layout->addStretch();
    connect(m_yes, &QPushButton::clicked, this, [this] { answer(true); });
    connect(no, &QPushButton::clicked, this, [this] { answer(false); });
    connect(m_field, &QLineEdit::textChanged, this, &AskSheet::updateYes);
    for (QWidget* part : std::initializer_list<QWidget*>{m_field, m_list, m_yes, no}) {
        part->installEventFilter(this);
    }
}

/// Ctrl+Enter answers the question; it is no command of the page behind it.
bool AskSheet::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (enter && (key->modifiers() & Qt::ControlModifier)) {
            event->accept();
            if (event->type() == QEvent::KeyPress && m_yes->isEnabled()) {
                answer(true);
            }
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void AskSheet::ask(const Question& question)
{
    leave();
    m_question = question;
    m_asking = true;
    m_declined.remove({question.title, question.subject});
    const QString draft = m_drafts.value({question.title, question.subject});
    const QString kept = tr("The text that you typed here before was restored.");
    const QString text = draft.isEmpty()           ? question.text
                         : question.text.isEmpty() ? kept
                                                   : question.text + u' ' + kept;
    m_title->setText(question.title);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    m_list->setPlainText(visibleText(question.lines.join(u'\n')));
    m_list->setVisible(!question.lines.isEmpty());
    m_fieldLabel->setText(question.field);
    m_fieldLabel->setVisible(!question.field.isEmpty());
    m_field->setVisible(!question.field.isEmpty());
    m_field->setAccessibleName(question.field);
    m_field->setText(draft.isEmpty() ? question.fieldText : draft);
    m_yes->setText(question.yes);
    updateYes();
    question.field.isEmpty() ? m_yes->setFocus() : m_field->setFocus();
}

QString AskSheet::fieldText() const
{
    return m_field->text().trimmed();
}

bool AskSheet::isTyped() const
{
    return m_asking && !m_question.field.isEmpty() && !fieldText().isEmpty() &&
           fieldText() != m_question.fieldText.trimmed();
}

void AskSheet::answer(bool yes)
{
    const QPair<QString, QString> asked{m_question.title, m_question.subject};
    if (yes) {
        m_drafts.remove(asked);
        m_asking = false;
    } else {
        leave();
        m_declined.insert(asked);
    }
    Q_EMIT answered(yes);
}

void AskSheet::leave()
{
    if (isTyped()) {
        m_drafts.insert({m_question.title, m_question.subject}, fieldText());
    } else if (m_asking) {
        m_drafts.remove({m_question.title, m_question.subject});
    }
    m_asking = false;
}

QStringList AskSheet::drafts() const
{
    QStringList titles;
    for (auto draft = m_drafts.cbegin(); draft != m_drafts.cend(); ++draft) {
        if (!m_declined.contains(draft.key())) {
            titles.append(draft.key().first);
        }
    }
    if (isTyped() && !m_drafts.contains({m_question.title, m_question.subject})) {
        titles.append(m_question.title);
    }
    return titles;
}

void AskSheet::dropDrafts()
{
    m_drafts.clear();
    m_declined.clear();
    m_asking = false;
}

void AskSheet::updateYes()
{
    m_yes->setEnabled(!m_question.fieldRequired || !fieldText().isEmpty());
}

void AskSheet::keyPressEvent(QKeyEvent* event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && m_yes->isEnabled()) {
        answer(true);
    } else if (event->key() == Qt::Key_Escape) {
        answer(false);
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace rocport
