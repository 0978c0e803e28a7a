#pragma once

#include "core/project/nodes/remoteservice.h"
#include "ui/theme/texttable.h"
#include "ui/theme/widgets.h"

#include <QDialog>
#include <QTimer>

class QCheckBox;
class QComboBox;
class QPlainTextEdit;
class QSpinBox;

namespace rocport {

/// Asks for the checks and the images, partitions and architectures of a matrix, and shows how many
/// cells that makes and what each will run. Start is enabled once what is shown is what would run.
class NewMatrixDialog : public QDialog
{
    Q_OBJECT

public:
    /// Collaborators outlive it.
    NewMatrixDialog(RemoteService& remote, ThemeProvider& provider, QWidget* parent = nullptr);

    /// What the fields ask for.
    [[nodiscard]] MatrixRequest request() const;
    /// The matrix that was started; empty: none.
    [[nodiscard]] QString matrixId() const { return m_matrixId; }
    void accept() override;

private:
    QWidget* buildForm();
    QWidget* buildChecks();
    QWidget* buildPreview();
    QPlainTextEdit* lines(const QString& name, const QString& accessible,
                          const QString& placeholder, QWidget* parent);
    void follow();
    void offerNode();
    void changed();
    void askPreview();
    void showPreview(const Result<MatrixPreview>& preview);
    void showCell(const QString& row);
    void showProblem(const QString& text);
    void addVerifications(MatrixRequest& request) const;

    RemoteService& m_remote;
    ThemeProvider& m_provider;
    QComboBox* m_node = nullptr;
    QLineEdit* m_title = nullptr;
    QCheckBox* m_sync = nullptr;
    QCheckBox* m_builds = nullptr;
    QComboBox* m_build = nullptr;
    QCheckBox* m_buildFirst = nullptr;
    QLineEdit* m_target = nullptr;
    QCheckBox* m_loads = nullptr;
    QCheckBox* m_golden = nullptr;
    QLineEdit* m_reference = nullptr;
    QCheckBox* m_stable = nullptr;
    QCheckBox* m_runs = nullptr;
    QLineEdit* m_command = nullptr;
    QPlainTextEdit* m_images = nullptr;
    QPlainTextEdit* m_partitions = nullptr;
    QPlainTextEdit* m_architectures = nullptr;
    QSpinBox* m_atOnce = nullptr;
    TextLabel* m_count = nullptr;
    TextTableModel* m_cells = nullptr;
    TextTable* m_table = nullptr;
    QPlainTextEdit* m_script = nullptr;
    TextLabel* m_notes = nullptr;
    TextLabel* m_problem = nullptr;
    QPushButton* m_start = nullptr;
    QTimer m_timer;
    MatrixPreview m_preview; ///< as shown
    quint64 m_serial = 0;
    QString m_matrixId;
};

} // namespace rocport
