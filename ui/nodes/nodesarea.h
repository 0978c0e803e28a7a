#pragma once

#include <QWidget>

#include <functional>

class QAction;
class QListView;
class QStackedWidget;

namespace rocport {

class NodePage;
class NodesModel;
class RemoteService;
class TextLabel;
class ThemeProvider;
class UiSettings;
struct Node;

/// The area Nodes. Shows what RemoteService says.
class NodesArea : public QWidget
{
    Q_OBJECT

public:
    /// Collaborators outlive the area. Settings keys begin with "nodes/".
    NodesArea(RemoteService& remote, ThemeProvider& theme, UiSettings& settings,
              QWidget* parent = nullptr);

    /// Actions by name, for the palette and the menu.
    [[nodiscard]] QList<QAction*> commands() const { return m_commands; }
    [[nodiscard]] QAction* command(const QString& name) const;
    /// Single letters are commands, or not.
    void setLetterKeys(bool on);
    void showNode(const QString& nodeId);
    [[nodiscard]] QString currentNode() const;
    /// Tests and probes under way, a line each: they end with the program.
    [[nodiscard]] QStringList unsaved() const;
    [[nodiscard]] NodePage& page() const { return *m_page; }

Q_SIGNALS:
    /// A job was started here: a fix that runs on a node.
    void showJobRequested(const QString& jobId);

private:
    void buildList(QWidget* pane);
    void openTerminal();
    void addCommands();
    void addCommand(const QString& name, const QString& text, const QKeySequence& key,
                    const std::function<void()>& run);
    void refresh();
    void updateCommands();
    void openEditor(const Node& node);
    void askRemove();
    void askExport();

    RemoteService& m_remote;
    ThemeProvider& m_provider;
    UiSettings& m_settings;
    NodesModel* m_model;
    QListView* m_list = nullptr;
    TextLabel* m_count = nullptr;
    QStackedWidget* m_pages = nullptr;
    NodePage* m_page = nullptr;
    QList<QAction*> m_commands;
    QString m_selectNext; ///< node that is chosen once it is there
};

} // namespace rocport
