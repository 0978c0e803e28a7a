#pragma once

#include "ui/runs/matrixmodel.h"
#include "ui/theme/widgets.h"

class QPushButton;
class QTableView;

namespace rocport {

/// One matrix: how far it is, and the table of its cells with the selected one explained.
class MatrixPanel : public QWidget
{
    Q_OBJECT

public:
    explicit MatrixPanel(ThemeProvider& provider, QWidget* parent = nullptr);

    void setMatrix(const Matrix& matrix, const QDateTime& now);
    [[nodiscard]] const Matrix& matrix() const { return m_model->matrix(); }
    /// Updates the times.
    void tick(const QDateTime& now);
    /// Job of the selected cell; empty: none.
    [[nodiscard]] QString currentJob() const;
    void setCurrentJob(const QString& jobId);

Q_SIGNALS:
    void showLogRequested(const QString& jobId);
    void cancelCellRequested(const QString& jobId);
    void cancelRequested(); ///< of all cells
    void currentJobChanged(const QString& jobId);

private:
    void buildHeader();
    void buildTable();
    QWidget* buildDetail();
    void updateHeader();
    void updateDetail();
    void fitColumns();
    bool eventFilter(QObject* watched, QEvent* event) override;

    ThemeProvider& m_provider;
    MatrixModel* m_model;
    PanelHeader* m_header = nullptr;
    ElidedLabel* m_title = nullptr;
    Chip* m_state = nullptr;
    ElidedLabel* m_facts = nullptr;
    ThinProgressBar* m_bar = nullptr;
    QPushButton* m_cancel = nullptr;
    QTableView* m_table = nullptr;
    GlyphLabel* m_mark = nullptr;
    TextLabel* m_cell = nullptr;
    TextLabel* m_sentence = nullptr;
    QPushButton* m_log = nullptr;
    QPushButton* m_cancelCell = nullptr;
};

} // namespace rocport
