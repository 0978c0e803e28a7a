#pragma once

#include "ui/nodes/nodeform.h"

#include <QDialog>

class QVBoxLayout;

namespace rocport {

/// Adds or changes a node: where it is and what lies in between, in the forms of the kinds
/// (nodeFormKinds()), and the settings that every node has. Problems are shown as sentences, and
/// the node cannot be saved while there are any.
class NodeEditor : public QDialog
{
    Q_OBJECT

public:
    /// An empty id makes a new node. Collaborators outlive it.
    NodeEditor(RemoteService& remote, ThemeProvider& provider, const Node& node, QWidget* parent);
    ~NodeEditor() override;
    /// The node as entered in the fields.
    [[nodiscard]] Node node() const;
    [[nodiscard]] QString problems() const { return m_problems->text(); }

Q_SIGNALS:
    void saved(const QString& nodeId);

private:
    FormRows section(QVBoxLayout* column, QWidget* body, const QString& title);
    void buildBottom(QVBoxLayout* layout);
    void buildPlaces(FormRows rows);
    void addForm(const NodeFormKind& kind, const FormRows& rows);
    void buildRest(FormRows rows);
    void fill();
    void connectFields();
    void updateFields();
    [[nodiscard]] bool onlyLacksTexts(Node node) const;
    void save();

    RemoteService& m_remote;
    ThemeProvider& m_provider;
    Node m_node;
    QLineEdit* m_name = nullptr;
    QComboBox* m_place = nullptr; ///< data: id of the kind
    QLineEdit* m_workspace = nullptr;
    QPlainTextEdit* m_environment = nullptr;
    TextLabel* m_problems = nullptr;
    QPushButton* m_save = nullptr;
    std::vector<std::unique_ptr<NodeForm>>
        m_forms; ///< they refer to the fields, so they are destroyed first
};

} // namespace rocport
