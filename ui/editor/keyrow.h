#pragma once

#include "ui/theme/widgets.h"

#include <QAbstractButton>

class QAction;

namespace rocport {

/// A key in a box with what it does: clickable help for the keyboard. Follows its action.
class KeyButton : public QAbstractButton
{
    Q_OBJECT

public:
    /// `text` replaces the action's; empty: the action's own.
    KeyButton(ThemeProvider& provider, QAction& action, const QString& key,
              QWidget* parent = nullptr, const QString& text = {});
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ThemeProvider& m_provider;
    QAction& m_action;
    QString m_usualKey; ///< as the page writes it
    QString m_key;      ///< as shown: a different one if the user chose it
};

/// The row of KeyButtons at the bottom of a page. Those for which there is no room are hidden, the
/// last ones first; it requests no width of its own.
class KeyRow : public PanelHeader
{
    Q_OBJECT

public:
    explicit KeyRow(ThemeProvider& provider, QWidget* parent = nullptr);
    /// Adds "All shortcuts" at the end of the row, which stays when others are hidden. Call once,
    /// after the others were added.
    void addShortcuts(QAction& action);

protected:
    bool event(QEvent* event) override;

private:
    void fit();
    ThemeProvider& m_provider;
    KeyButton* m_shortcuts = nullptr;
};

} // namespace rocport
