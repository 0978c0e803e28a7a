#pragma once

#include "ui/area/workarea.h"

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

/// The area Nodes. Shows the state of RemoteService.
class NodesArea : public WorkArea
{
    Q_OBJECT

public:
    /// Collaborators outlive the area. Settings keys begin with "nodes/".
    NodesArea(RemoteService& remote, ThemeProvider& theme, UiSettings& settings,
              QWidget* parent = nullptr);

    void showNode(const QString& nodeId);
    [[nodiscard]] QString currentNode() const;
    /// Tests and probes in progress, one line each: they end with the program, not with the
    /// project.
    QStringList prepareToLeave(Leaving leaving) override;
    [[nodiscard]] NodePage& page() const { return *m_page; }

Q_SIGNALS:
    /// A job was started here: a fix that is run on a node.
    void showJobRequested(const QString& jobId);

private:
    void buildList(QWidget* pane);
    void openTerminal();
    void addCommands();
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
    QString m_selectNext; ///< node to select once it is in the list
};

} // namespace rocport
