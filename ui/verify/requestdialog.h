#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/theme/widgets.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QPlainTextEdit;
class QSpinBox;
class QStackedWidget;

namespace rocport {

class LaneFields;

/// Asks for what a run of a level on a node, or on lanes, needs; then shows exactly what would run;
/// only then offers Start.
class RequestDialog : public QDialog
{
    Q_OBJECT

public:
    /// Collaborators outlive it. `start` fills the fields.
    RequestDialog(RemoteService& remote, ThemeProvider& provider, const VerifyRequest& start,
                  QWidget* parent);
    [[nodiscard]] VerifyRequest request() const;
    [[nodiscard]] QString problem() const { return m_problem->text(); }

Q_SIGNALS:
    /// The run was started; `jobId` is empty if it runs here.
    void started(const QString& jobId, const rocport::VerifyRequest& request);

private:
    void buildFields(QWidget* page);
    void buildNumerical(QFormLayout* form);
    void buildPreview(QWidget* page);
    void fill(const VerifyRequest& start);
    void updateFields();
    void choosePath(bool folder);
    void preview();
    void showPreview(const JobPreview& preview);
    void start();
    [[nodiscard]] QString missing() const;

    RemoteService& m_remote;
    ThemeProvider& m_provider;
    VerifyLevel m_level;
    QStackedWidget* m_pages;
    QFormLayout* m_form = nullptr;
    QComboBox* m_node = nullptr;
    QCheckBox* m_sync = nullptr;
    QComboBox* m_kind = nullptr;
    LaneFields* m_lanes = nullptr;
    QLineEdit* m_target = nullptr;
    QLineEdit* m_command = nullptr;
    QLineEdit* m_outputs = nullptr;
    QLineEdit* m_shapes = nullptr;
    QLineEdit* m_dtypes = nullptr;
    QLineEdit* m_seed = nullptr;
    QSpinBox* m_iterations = nullptr;
    QCheckBox* m_capture = nullptr;
    QLineEdit* m_reference = nullptr;
    QWidget* m_referenceRow = nullptr;
    QPushButton* m_file = nullptr;
    TextLabel* m_commandText = nullptr;
    QPlainTextEdit* m_script = nullptr;
    QPlainTextEdit* m_environment = nullptr;
    TextLabel* m_notes = nullptr;
    TextLabel* m_problem;
    QPushButton* m_back;
    QPushButton* m_next; ///< "Preview", then "Start"
    int m_number = 0;    ///< of the preview requested last
};

} // namespace rocport
