#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/theme/widgets.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QPlainTextEdit;
class QSpinBox;

namespace rocport {

/// Adds or changes a node. What is wrong with it is said in sentences, and then it cannot be saved.
class NodeEditor : public QDialog
{
    Q_OBJECT

public:
    /// An empty id makes a new node. Collaborators outlive it.
    NodeEditor(RemoteService& remote, ThemeProvider& provider, const Node& node, QWidget* parent);
    /// The node as the fields say.
    [[nodiscard]] Node node() const;
    [[nodiscard]] QString problems() const { return m_problems->text(); }

Q_SIGNALS:
    void saved(const QString& nodeId);

private:
    void buildPlace(QFormLayout* form);
    void buildContainer(QFormLayout* form);
    void buildSlurm(QFormLayout* form);
    void buildRest(QFormLayout* form);
    void fill();
    void connectFields();
    void updateFields();
    void listContainersOrImages();
    void save();
    void setRow(QWidget* field, bool shown);
    void addRow(QFormLayout* form, const QString& label, QWidget* field);
    QLineEdit* addLine(QFormLayout* form, const QString& label, const QString& name,
                       const QString& placeholder = {});
    QPlainTextEdit* addLines(QFormLayout* form, const QString& label, const QString& name,
                             const QString& placeholder);

    RemoteService& m_remote;
    ThemeProvider& m_provider;
    Node m_node;
    QVector<QFormLayout*> m_forms;
    QLineEdit* m_name = nullptr;
    QComboBox* m_kind = nullptr;
    QComboBox* m_host = nullptr;
    QSpinBox* m_port = nullptr;
    QLineEdit* m_identity = nullptr;
    QComboBox* m_use = nullptr;
    QComboBox* m_engine = nullptr;
    QComboBox* m_image = nullptr; ///< image of run, container of exec
    QWidget* m_imageRow = nullptr;
    QPushButton* m_fetch = nullptr;
    TextLabel* m_fetched = nullptr;
    QLineEdit* m_memory = nullptr;
    QPlainTextEdit* m_mounts = nullptr;
    QPlainTextEdit* m_options = nullptr;
    QCheckBox* m_slurm = nullptr;
    QLineEdit* m_partition = nullptr;
    QLineEdit* m_account = nullptr;
    QLineEdit* m_gpus = nullptr;
    QLineEdit* m_timeLimit = nullptr;
    QPlainTextEdit* m_slurmOptions = nullptr;
    QLineEdit* m_workspace = nullptr;
    QPlainTextEdit* m_environment = nullptr;
    TextLabel* m_problems = nullptr;
    QPushButton* m_save = nullptr;
    int m_fetchNumber = 0; ///< an answer to an older question is dropped
};

} // namespace rocport
