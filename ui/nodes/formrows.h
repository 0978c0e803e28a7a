#pragma once

#include "ui/theme/widgets.h"

#include <QStringList>
#include <QVector>

class QFormLayout;
class QLineEdit;
class QPlainTextEdit;

namespace rocport {

/// Labelled rows in one column of a dialogue. The fields belong to the dialogue.
class FormRows
{
public:
    /// `form` and `provider` outlive this.
    FormRows(QFormLayout& form, ThemeProvider& provider, QWidget* dialogue);

    /// The labels of all forms have the same width, so that the fields line up.
    void add(const QString& label, QWidget* field);
    /// A field for one line; `name` is its object name.
    QLineEdit* addLine(const QString& label, const QString& name, const QString& placeholder = {});
    /// A field for several lines of code.
    QPlainTextEdit* addLines(const QString& label, const QString& name, const QString& placeholder);
    /// Shows or hides the row of a field.
    void setShown(QWidget* field, bool shown);
    /// The same for all rows that were added here.
    void setAllShown(bool shown);
    /// Further rows at the end of the same form, for which setAllShown() is separate.
    [[nodiscard]] FormRows emptyCopy() const { return {m_form, m_provider, m_dialogue}; }
    [[nodiscard]] QWidget* dialogue() const { return m_dialogue; }
    [[nodiscard]] ThemeProvider& provider() const { return m_provider; }

private:
    QFormLayout& m_form;
    ThemeProvider& m_provider;
    QWidget* m_dialogue;
    QVector<QWidget*> m_fields;
};

/// The lines of a field, trimmed and without empty ones.
QStringList linesOf(const QPlainTextEdit* edit);

} // namespace rocport
