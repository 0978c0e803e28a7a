#pragma once

#include "core/remote/container.h"
#include "ui/nodes/nodeform.h"

namespace rocport {

/// The container in which jobs run, with choices from the engine on the node.
class ContainerForm : public NodeForm
{
    Q_OBJECT

public:
    explicit ContainerForm(const NodeFormContext& context);

    void fill(const Node& node) override;
    void take(Node& node) const override;
    void refresh(const Node& now) override;
    [[nodiscard]] QVector<QString*> neededTexts(Node& node) const override;

private:
    void buildImageRow();
    void listContainersOrImages();
    void showFound(bool images, const Result<QStringList>& found);

    QComboBox* m_use = nullptr;
    QComboBox* m_engine = nullptr;
    QComboBox* m_image = nullptr; ///< image for run, container for exec
    QWidget* m_imageRow = nullptr;
    QPushButton* m_fetch = nullptr;
    TextLabel* m_fetched = nullptr;
    QLineEdit* m_memory = nullptr;
    QPlainTextEdit* m_mounts = nullptr;
    QPlainTextEdit* m_options = nullptr;
    int m_fetchNumber = 0; ///< an answer to an older question is dropped
};

} // namespace rocport
