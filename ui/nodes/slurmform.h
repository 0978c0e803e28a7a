#pragma once

#include "core/remote/slurm.h"
#include "ui/nodes/nodeform.h"

class QCheckBox;

namespace rocport {

/// How jobs go through Slurm.
class SlurmForm : public NodeForm
{
    Q_OBJECT

public:
    explicit SlurmForm(const NodeFormContext& context);

    void fill(const Node& node) override;
    void take(Node& node) const override;
    void refresh(const Node& now) override;

private:
    QCheckBox* m_use = nullptr;
    QLineEdit* m_partition = nullptr;
    QLineEdit* m_account = nullptr;
    QLineEdit* m_gpus = nullptr;
    QLineEdit* m_timeLimit = nullptr;
    QPlainTextEdit* m_options = nullptr;
};

} // namespace rocport
