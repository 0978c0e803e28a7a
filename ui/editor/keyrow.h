#pragma once

#include "ui/theme/widgets.h"

#include <QAbstractButton>

class QAction;

namespace rocport {

/// A key in a box with what it does: the keyboard's help that can be clicked. Follows its action.
class KeyButton : public QAbstractButton
{
    Q_OBJECT

public:
    /// `text` stands in place of the action's; empty: its own.
    KeyButton(ThemeProvider& provider, QAction& action, const QString& key,
              QWidget* parent = nullptr, const QString& text = {});
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ThemeProvider& m_provider;
    QAction& m_action;
    QString m_usualKey; ///< as the page writes it
    QString m_key;      ///< shown: another one where the user chose so
};

/// The row of KeyButtons at the foot of a page. Those that have no room go, the last ones first; it
/// asks for no width of its own.
class KeyRow : public PanelHeader
{
    Q_OBJECT

public:
    explicit KeyRow(ThemeProvider& provider, QWidget* parent = nullptr);
    /// "All shortcuts" at the row's end, which keeps its place while others go. Call once, when the
    /// others are there.
    void addShortcuts(QAction& action);

protected:
    bool event(QEvent* event) override;

private:
    void fit();
    ThemeProvider& m_provider;
    KeyButton* m_shortcuts = nullptr;
};

} // namespace rocport
