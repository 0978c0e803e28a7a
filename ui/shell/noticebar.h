#pragma once

#include "ui/theme/widgets.h"

namespace rocport {

/// A strip below the top bar that says what happened, with details to copy, until it is dismissed.
class NoticeBar : public QWidget
{
    Q_OBJECT

public:
    explicit NoticeBar(ThemeProvider& provider, QWidget* parent = nullptr);
    /// A failure: the sentence of its code.
    void showError(const Error& error);
    /// Something that needs a look. `details`: what "Copy details" gives; empty: no such button.
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
    QPushButton* m_copy;
    QPushButton* m_close;
    QString m_details;
    bool m_critical = false;
};

} // namespace rocport
