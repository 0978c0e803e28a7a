#pragma once

#include "core/project/session/projectstate.h"
#include "ui/theme/widgets.h"

class QAction;
class QMenu;
class QTabBar;
class QToolButton;

namespace rocport {

/// The bar at the top: menu, repository, branch, areas with counts, palette field, theme.
class TopBar : public QWidget
{
    Q_OBJECT

public:
    /// `mainMenu` opens from the menu button; `repositoryMenu` from the repository's name.
    TopBar(ThemeProvider& provider, QMenu* mainMenu, QMenu* repositoryMenu,
           QWidget* parent = nullptr);

    /// Null: no project; repository, branch and tabs are hidden.
    void setState(const std::shared_ptr<const ProjectState>& state);
    int addArea(const QString& name);
    /// `word` is what is counted, for screen readers; empty: "open".
    void setAreaCount(int area, int count, const QString& word = {});
    void setCurrentArea(int area);
    [[nodiscard]] int currentArea() const;
    /// Shows digits beside the areas' names while Alt is held.
    void showDigits(bool shown);
    void openMenu();
    /// Sets the commands whose keys the buttons name; call once.
    void followKeys(const QAction& palette, const QAction& menu);
    /// Adds a widget at the right end and takes ownership. It is hidden while no project is open.
    void setNodeSelector(QWidget* selector);
    [[nodiscard]] QTabBar* tabs() const { return m_tabs; }

Q_SIGNALS:
    void areaChosen(int area);
    void paletteRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void restyle();
    void fit();
    void updateThemeButton();
    ThemeProvider& m_provider;
    QPushButton* m_menuButton;
    QPushButton* m_repository;
    QPushButton* m_branch;
    QPushButton* m_repositorySize; ///< never shown: used to measure the width of the button with a
                                   ///  text
    QPushButton* m_branchSize;
    TextLabel* m_product;
    QWidget* m_line;
    QTabBar* m_tabs;
    QPushButton* m_palette;
    QPushButton* m_paletteIcon;
    QPushButton* m_theme;
    QMenu* m_branchMenu;
    QStringList m_areas;
    QString m_repositoryText, m_branchText; // in full
    QWidget* m_node = nullptr;
    bool m_open = false;
};

} // namespace rocport
