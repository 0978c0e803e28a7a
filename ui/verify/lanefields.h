#pragma once

#include "core/verify/verifyrun.h"

#include <QObject>

class QFormLayout;
class QLineEdit;
class QSpinBox;
class QWidget;

namespace rocport {

/// The fields of a form that say what is run on lanes: the sources of a program, its arguments, the
/// time that it may take, and what it is looked over for.
class LaneFields : public QObject
{
    Q_OBJECT

public:
    /// Adds the rows to `form`, which outlives it.
    explicit LaneFields(QFormLayout& form, QObject* parent = nullptr);

    void fill(const VerifyRequest& start);
    /// Sets what the fields say, in `request`.
    void read(VerifyRequest& request) const;
    /// Shows or hides all rows.
    void setVisible(bool visible);
    /// The same for those that only a program has, not one kernel.
    void setProgram(bool program);
    [[nodiscard]] QLineEdit& sources() const { return *m_sources; }

private:
    void buildChecks();

    QFormLayout& m_form;
    QLineEdit* m_sources = nullptr;
    QLineEdit* m_arguments = nullptr;
    QSpinBox* m_time = nullptr;
    QWidget* m_checkRow = nullptr; ///< with a box for each of laneCheckNames()
};

} // namespace rocport
