#pragma once

#include "ui/plan/planmodel.h"
#include "ui/theme/widgets.h"

#include <optional>

class QBoxLayout;
class QComboBox;
class QPlainTextEdit;

namespace rocport {

/// The user's answer against the evidence, with a reason, which is required.
class OverrideForm : public QWidget
{
    Q_OBJECT

public:
    explicit OverrideForm(ThemeProvider& provider, QWidget* parent = nullptr);

    void setSubject(const PlanSubject& subject);
    void setReadOnly(bool readOnly);
    /// Sets the available width: if both buttons do not fit side by side, they are stacked.
    void setAvailableWidth(int width);

Q_SIGNALS:
    void overrideRequested(const rocport::PlanOverride& planOverride);
    void detectedAnswerRequested(const QString& subject);

private:
    void refresh();

    PlanSubject m_subject;
    bool m_readOnly = false;
    TextLabel* m_hint;
    QComboBox* m_answer;
    TextLabel* m_reasonLabel;
    QPlainTextEdit* m_reason;
    QBoxLayout* m_buttons;
    QPushButton* m_override;
    QPushButton* m_detected;
};

} // namespace rocport
