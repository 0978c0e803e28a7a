#pragma once

#include "core/project/session/session.h"
#include "ui/theme/widgets.h"

#include <QDialog>

class QPlainTextEdit;
class QVBoxLayout;

namespace rocport {

/// Hands the port to others: the command that pushes its branch with the user's own git, and title
/// and text for a pull request, which can be edited and copied. Nothing is sent from here.
class HandOffDialog : public QDialog
{
    Q_OBJECT

public:
    HandOffDialog(ProjectSession& session, ThemeProvider& provider, QWidget* parent = nullptr);

private:
    void addRow(QVBoxLayout& layout, const QString& title, QWidget* field, QPushButton* copy);
    void fill();

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    QLineEdit* m_command;
    QLineEdit* m_title;
    QPlainTextEdit* m_text;
    TextLabel* m_note;
    QPushButton* m_copyCommand;
};

} // namespace rocport
