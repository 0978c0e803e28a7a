#pragma once

#include "ui/theme/widgets.h"

#include <functional>

namespace rocport {

/// One line above a port review that says what happened, with one thing to do about it, until it is
/// dismissed. Its parts are named after it: "portNoticeText", "portNoticeButton".
class PortNotice : public Surface
{
    Q_OBJECT

public:
    PortNotice(ThemeProvider& provider, const QString& name, QWidget* parent = nullptr);

    /// `action` names what `run` does; empty: there is no button. The notice stays until it is
    /// dismissed or replaced; `once`: it goes when the button is clicked.
    void showNotice(Mark mark, const QString& text, const QString& action = {},
                    const std::function<void()>& run = {}, bool once = true);
    [[nodiscard]] QString text() const { return m_text->text(); }
    [[nodiscard]] QPushButton* button() const { return m_button; }
    [[nodiscard]] QPushButton* closeButton() const { return m_close; }

Q_SIGNALS:
    void dismissed();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    GlyphLabel* m_mark;
    TextLabel* m_text;
    QPushButton* m_button;
    QPushButton* m_close;
    std::function<void()> m_run;
    bool m_once = true;
};

} // namespace rocport
