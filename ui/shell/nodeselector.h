#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/theme/widgets.h"

class QMenu;

namespace rocport {

/// The node that jobs go to, in the top bar: mark, name and state. Its menu selects another.
class NodeSelector : public QPushButton
{
    Q_OBJECT

public:
    /// Both outlive it.
    NodeSelector(RemoteService& remote, ThemeProvider& provider, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
    [[nodiscard]] QString shownText() const { return m_name + u' ' + m_word; }

Q_SIGNALS:
    void manageRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void fillMenu();
    RemoteService& m_remote;
    ThemeProvider& m_provider;
    QMenu* m_menu;
    QString m_name, m_word;
    Mark m_mark;
};

} // namespace rocport
