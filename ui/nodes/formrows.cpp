#include "ui/nodes/formrows.h"

#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace rocport {

FormRows::FormRows(QFormLayout& form, ThemeProvider& provider, QWidget* dialogue)
    : m_form(form), m_provider(provider), m_dialogue(dialogue)
{
}

void FormRows::add(const QString& label, QWidget* field)
{
    auto* text = new TextLabel(m_provider, TextStep::Body, label, &ThemeColours::text, m_dialogue);
    text->setMinimumWidth(m_provider.theme().scaled(136));
    text->setBuddy(field);
    m_form.addRow(text, field);
    m_fields.append(field);
}

QLineEdit* FormRows::addLine(const QString& label, const QString& name, const QString& placeholder)
{
    auto* field = new QLineEdit(m_dialogue);
    field->setObjectName(name);
    field->setAccessibleName(label);
    field->setPlaceholderText(placeholder);
    add(label, field);
    return field;
}

QPlainTextEdit* FormRows::addLines(const QString& label, const QString& name,
                                   const QString& placeholder)
{
    auto* field = new QPlainTextEdit(m_dialogue);
    field->setObjectName(name);
    field->setAccessibleName(label);
    field->setPlaceholderText(placeholder);
    field->setProperty("field", true);
    field->setTabChangesFocus(true);
    field->setFont(m_provider.theme().font(TextStep::Code));
    field->setFixedHeight(m_provider.theme().scaled(64));
    add(label, field);
    return field;
}

void FormRows::setShown(QWidget* field, bool shown)
{
    m_form.setRowVisible(field, shown);
}

void FormRows::setAllShown(bool shown)
{
    for (QWidget* field : std::as_const(m_fields)) {
        setShown(field, shown);
    }
}

QStringList linesOf(const QPlainTextEdit* edit)
{
    QStringList out;
    for (const QString& line : edit->toPlainText().split(u'\n')) {
        if (!line.trimmed().isEmpty()) {
            out.append(line.trimmed());
        }
    }
    return out;
}

} // namespace rocport
