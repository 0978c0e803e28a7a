// The part of the area Runs that is about matrices.
#include "ui/runs/joblistmodel.h"
#include "ui/runs/matrixpanel.h"
#include "ui/runs/newmatrixdialog.h"
#include "ui/runs/runpanel.h"
#include "ui/runs/runsarea.h"
#include "ui/theme/plaintext.h"

#include <QListView>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace rocport {

void RunsArea::buildMatrix()
{
    m_matrix = new MatrixPanel(m_provider, m_detail);
    m_matrix->setObjectName(QStringLiteral("matrixPanel"));
    m_matrix->setProperty("pane", true);
    m_matrix->setAccessibleName(tr("Matrix"));
    auto* job = new QWidget(m_detail);
    auto* bar = new PanelHeader(m_provider, 36, &ThemeColours::alt, job);
    auto* back = makeButton(tr("Back to the matrix"), ButtonKind::Normal, bar);
    back->setObjectName(QStringLiteral("backToMatrix"));
    back->setProperty("compact", true);
    bar->row()->addWidget(back);
    bar->row()->addStretch();
    m_cellBar = bar;
    auto* layout = new QVBoxLayout(job);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_panel, 1);
    m_detail->addWidget(job);
    m_detail->addWidget(m_matrix);
    connect(back, &QPushButton::clicked, this, &RunsArea::backToMatrix);
    connect(m_matrix, &MatrixPanel::showLogRequested, this, &RunsArea::showCell);
    connect(m_matrix, &MatrixPanel::cancelRequested, this, &RunsArea::cancelMatrix);
    connect(m_matrix, &MatrixPanel::cancelCellRequested, this, [this] { cancelJob(); });
    connect(m_matrix, &MatrixPanel::currentJobChanged, this, [this] {
        if (!m_refreshing) {
            updateCommands();
        }
    });
}

QString RunsArea::currentMatrix() const
{
    return m_list->currentIndex().data(JobListModel::MatrixIdRole).toString();
}

void RunsArea::showMatrix(const QString& matrixId, const QDateTime& now)
{
    const auto state = m_remote.state();
    QVector<Matrix> all = matricesOf(state->jobs);
    for (Matrix& matrix : all) {
        if (matrix.id == matrixId) {
            addRuns(matrix, state->runs);
            m_matrix->setMatrix(matrix, now);
        }
    }
}

/// The log of a cell. Of cells that nobody looks at only some are followed; this one is from now
/// on.
void RunsArea::showCell(const QString& jobId)
{
    const JobEntry* job = m_remote.state()->job(jobId);
    if (job == nullptr) {
        return;
    }
    if (job->status.state == JobState::Running) {
        m_remote.reattachJob(jobId);
    }
    m_cell = jobId;
    m_matrix->setCurrentJob(jobId);
    jobChosen();
    m_panel->setFocus();
}

void RunsArea::backToMatrix()
{
    m_cell.clear();
    jobChosen();
    m_matrix->setFocus();
}

void RunsArea::newMatrix()
{
    auto* dialog = new NewMatrixDialog(m_remote, m_provider, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_problem->hide();
        m_selectJob = dialog->matrixId();
        refresh();
    });
    dialog->open();
}

void RunsArea::cancelMatrix()
{
    const QString id = currentMatrix();
    const Matrix& matrix = m_matrix->matrix();
    if (id.isEmpty() || matrix.ended() == matrix.count()) {
        return;
    }
    QMessageBox* box =
        questionBox(tr("Cancel matrix"),
                    tr("%1 of %2 cells have not ended. Cancel them? Logs and results of the others "
                       "are kept.")
                        .arg(matrix.count() - matrix.ended())
                        .arg(matrix.count()),
                    this);
    box->setObjectName(QStringLiteral("confirmCancelMatrix"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* yes = box->addButton(tr("Cancel matrix"), QMessageBox::DestructiveRole);
    box->setDefaultButton(box->addButton(tr("Keep running"), QMessageBox::RejectRole));
    connect(yes, &QPushButton::clicked, this, [this, id] { m_remote.cancelMatrix(id); });
    box->open();
}

} // namespace rocport
