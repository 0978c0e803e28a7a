#pragma once

#include "core/tensor/comparison.h"
#include "ui/theme/widgets.h"

#include <QDialog>

#include <optional>

namespace rocport {

/// A tolerance for one tensor, which needs a reason; or the default again.
class ToleranceDialog : public QDialog
{
    Q_OBJECT

public:
    ToleranceDialog(const TensorComparison& tensor, ThemeProvider& provider, QWidget* parent);
    /// The tolerance in the fields; nothing: not a valid one yet, or "Use the default" was chosen.
    [[nodiscard]] std::optional<Tolerance> tolerance() const;
    [[nodiscard]] QString problem() const { return m_problem->text(); }

private:
    void update();
    QLineEdit* m_absolute;
    QLineEdit* m_relative;
    QLineEdit* m_reason;
    TextLabel* m_problem;
    QPushButton* m_set;
    bool m_default = false;
};

} // namespace rocport
