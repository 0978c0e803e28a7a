#pragma once

#include "ui/theme/widgets.h"

#include <functional>

namespace rocport {

/// A strip below the top bar that says what happened, with details to copy, until it is dismissed.
class NoticeBar : public QWidget
{
    Q_OBJECT

public:
    explicit NoticeBar(ThemeProvider& provider, QWidget* parent = nullptr);
    /// Shows a failure: the sentence for its code. `retry` is what "Try again" does; none: no such
    /// button.
    void showError(const Error& error, const std::function<void()>& retry = {});
    /// Shows the failure of a task; it disappears when a task with that title begins again.
    void showFailure(const Error& error, const QString& task);
    void taskBegins(const QString& task);
    /// Shows something that needs attention. `details`: what "Copy details" copies; empty: no such
    /// button.
    void showNotice(const QString& text, const QString& details = {});
    [[nodiscard]] QString text() const { return m_text->text(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void present(const QString& text, const QString& details, bool critical);
    ThemeProvider& m_provider;
    GlyphLabel* m_icon;
    TextLabel* m_text;
    QPushButton* m_retry;
    QPushButton* m_copy;
    QPushButton* m_close;
    QString m_details;
    QString m_task; ///< whose failure is shown; empty: something else is
    std::function<void()> m_again;
    bool m_critical = false;
};

} // namespace rocport
