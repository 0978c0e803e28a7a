#pragma once

#include "ui/theme/themeprovider.h"

#include <QObject>
#include <QPointer>

namespace rocport {

/// Shows which text, list or other scrolling pane has the focus by a two-pixel frame in the accent
/// colour; also for widgets with the property "ring". Fields and buttons have rings of their own.
/// Lists that were clicked only show their row.
class FocusRing : public QObject
{
    Q_OBJECT

public:
    /// Works for every window of the program while it exists.
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
