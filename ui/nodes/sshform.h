#pragma once

#include "ui/nodes/nodeform.h"

class QSpinBox;

namespace rocport {

/// Host, port and key of an ssh host.
class SshForm : public NodeForm
{
    Q_OBJECT

public:
    explicit SshForm(const NodeFormContext& context);

    void fill(const Node& node) override;
    void take(Node& node) const override;
    [[nodiscard]] QVector<QString*> neededTexts(Node& node) const override;

private:
    QComboBox* m_host = nullptr;
    QSpinBox* m_port = nullptr;
    QLineEdit* m_identity = nullptr;
};

} // namespace rocport
