#pragma once

#include "ui/theme/themeprovider.h"

#include <QObject>
#include <QPointer>

namespace rocport {

/// Shows which text, list or other pane that scrolls has the focus: two pixels of the accent colour
/// around it; so do widgets with the property "ring". Fields and buttons have rings of their own.
/// Lists that were clicked into show their row only.
class FocusRing : public QObject
{
    Q_OBJECT

public:
    /// For every window of the program, while it lives.
    explicit FocusRing(ThemeProvider& provider, QObject* parent = nullptr);
    ~FocusRing() override;

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show(QWidget& pane);
    void hide();
    void place();

    ThemeProvider& m_provider;
    QPointer<QWidget> m_pane;
    QPointer<QWidget> m_ring;
};

} // namespace rocport
