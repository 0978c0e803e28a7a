#pragma once

#include "core/probe/probereport.h"
#include "ui/theme/widgets.h"

class QPlainTextEdit;

namespace rocport {

/// The fix for the selected finding: the exact command, before anything runs. What needs root or
/// only sets the environment is copied, never run.
class FixStrip : public QWidget
{
    Q_OBJECT

public:
    explicit FixStrip(ThemeProvider& provider, QWidget* parent = nullptr);
    /// Null: nothing is chosen. `mayRun`: jobs can be started.
    void setFinding(const ProbeFinding* finding, bool mayRun);
    void copy() const;
    [[nodiscard]] QString commandText() const { return m_command; }
    [[nodiscard]] QPushButton* runButton() const { return m_run; }
    [[nodiscard]] QString note() const { return m_note->text(); }

Q_SIGNALS:
    void runRequested(const QString& title, const QString& command);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ThemeProvider& m_provider;
    TextLabel* m_title;
    TextLabel* m_note;
    QPlainTextEdit* m_text;
    QPushButton* m_copy;
    QPushButton* m_run;
    QString m_command, m_findingTitle;
};

} // namespace rocport
