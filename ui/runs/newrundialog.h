#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/theme/widgets.h"

#include <QDialog>
#include <QTimer>

class QCheckBox;
class QComboBox;
class QPlainTextEdit;
class QSpinBox;
class QTableWidget;

namespace rocport {

/// Asks what to run and shows the script and the environment before it starts. Start is enabled
/// once what is shown is what would run.
class NewRunDialog : public QDialog
{
    Q_OBJECT

public:
    /// Collaborators outlive it. `request` fills the fields.
    NewRunDialog(RemoteService& remote, ThemeProvider& provider, const JobRequest& request,
                 QWidget* parent = nullptr);

    /// What the fields ask for.
    [[nodiscard]] JobRequest request() const;
    /// The job that was started; empty: none.
    [[nodiscard]] QString jobId() const { return m_jobId; }
    void accept() override;

private:
    QWidget* buildForm(const JobRequest& request);
    QWidget* buildEnvironment(const JobRequest& request);
    QWidget* buildPreview();
    void addVariable(const QString& name, const QString& value);
    void changed();
    void askPreview();
    void showPreview(const Result<JobPreview>& preview);
    void showProblem(const QString& text);

    RemoteService& m_remote;
    ThemeProvider& m_provider;
    QComboBox* m_node = nullptr;
    QLineEdit* m_title = nullptr;
    QCheckBox* m_sync = nullptr;
    QCheckBox* m_probed = nullptr;
    QComboBox* m_build = nullptr;
    QPlainTextEdit* m_arguments = nullptr;
    QLineEdit* m_command = nullptr;
    QSpinBox* m_limit = nullptr;
    QTableWidget* m_environment = nullptr;
    QPlainTextEdit* m_script = nullptr;
    QPlainTextEdit* m_variables = nullptr;
    TextLabel* m_notes = nullptr;
    TextLabel* m_problem = nullptr;
    QPushButton* m_start = nullptr;
    QTimer m_timer;
    quint64 m_serial = 0;
    QString m_jobId;
};

} // namespace rocport
