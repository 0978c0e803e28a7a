#pragma once

#include "ui/theme/widgets.h"

namespace rocport {

/// Asks, in place of a rule's row, why the rule is switched off, and says what disappears with it.
/// Enter answers if there is a reason; Esc keeps the rule on.
class RuleReason : public QWidget
{
    Q_OBJECT

public:
    explicit RuleReason(ThemeProvider& provider, QWidget* parent = nullptr);
    /// `leaving`: what the switch does to the lists. What was typed for this rule is kept.
    void ask(const QString& rule, const QString& leaving);
    void setLeaving(const QString& leaving);
    /// Id of the rule that the question is about; empty: none.
    [[nodiscard]] QString rule() const { return m_rule; }
    [[nodiscard]] QString reason() const;
    void close();

Q_SIGNALS:
    void answered(bool off);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    ThemeProvider& m_provider;
    QString m_rule;
    TextLabel* m_text;
    QLineEdit* m_field;
    QPushButton* m_yes;
};

} // namespace rocport
