#pragma once

#include "core/remote/emulator.h"
#include "ui/nodes/nodeform.h"

#include <optional>

class QCheckBox;
class QTimer;

namespace rocport {

/// This machine with an emulated GPU: which GPU, and where the emulator is. What is missing is
/// said below the fields, and shown again by the test of the connection.
class EmulatedForm : public NodeForm
{
    Q_OBJECT

public:
    explicit EmulatedForm(const NodeFormContext& context);

    void fill(const Node& node) override;
    void take(Node& node) const override;
    void refresh(const Node& now) override;

private:
    void look();

    QComboBox* m_gpu;
    QLineEdit* m_rocm;
    QLineEdit* m_configuration;
    QCheckBox* m_shared;
    TextLabel* m_found; ///< the emulator that is there, or what is missing
    QTimer* m_wait;
    std::optional<EmulatorSettings> m_asked; ///< what m_found tells of, or will
};

} // namespace rocport
