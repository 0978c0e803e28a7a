#include "ui/review/historydialog.h"

#include "core/project/session/projecthistory.h"
#include "ui/messages/messages.h"
#include "ui/review/historymodel.h"
#include "ui/theme/celldelegate.h"

#include <QHeaderView>
#include <QTreeView>
#include <QVBoxLayout>

#include <cstdlib>

namespace rocport {

HistoryDialog::HistoryDialog(ProjectSession& session, ThemeProvider& provider, QWidget* parent)
    : QDialog(parent),
      m_session(session),
      m_model(new HistoryModel(this)),
      m_list(new QTreeView(this)),
      m_text(new TextLabel(provider, TextStep::Body, {}, &ThemeColours::text2, this)),
      m_problem(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::crit, this)),
      m_go(makeButton({}, ButtonKind::Primary, this))
{
    setObjectName(QStringLiteral("historyDialog"));
    setWindowTitle(tr("History of changes"));
    resize(provider.theme().scaled(820), provider.theme().scaled(520));
    m_text->setWordWrap(true);
    m_text->setObjectName(QStringLiteral("historyText"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_problem->setObjectName(QStringLiteral("historyProblem"));
    m_list->setObjectName(QStringLiteral("historyList"));
    m_list->setAccessibleName(tr("Steps, newest first"));
    m_list->setModel(m_model);
    m_list->setRootIsDecorated(false);
    m_list->setAllColumnsShowFocus(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    QVector<TableColumn> columns(HistoryModel::ColumnCount);
    columns[HistoryModel::WhatColumn] = {ElideAs::Sentence, false, true, true, 220};
    columns[HistoryModel::WhereColumn] = {ElideAs::Path, true, false, false, 160};
    fitColumns(*m_list, provider, columns, 28);
    m_go->setObjectName(QStringLiteral("historyGo"));
    m_go->setDefault(true);
    auto* close = makeButton(tr("Close"), ButtonKind::Normal, this);
    close->setAutoDefault(false);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_problem, 1);
    buttons->addStretch();
    buttons->addWidget(close);
    buttons->addWidget(m_go);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(m_text);
    layout->addWidget(m_list, 1);
    layout->addLayout(buttons);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_go, &QPushButton::clicked, this, &HistoryDialog::go);
    connect(m_list, &QTreeView::doubleClicked, this, &HistoryDialog::go);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &HistoryDialog::updateButton);
    connect(&session, &ProjectSession::stateChanged, this, &HistoryDialog::refresh);
    connect(&session, &ProjectSession::closed, this, &QDialog::reject);
    refresh();
    m_list->setFocus();
}

void HistoryDialog::refresh()
{
    m_problem->hide();
    m_model->setState(m_session.state());
    m_list->setCurrentIndex(m_model->index(m_model->nowRow(), 0));
    updateButton();
}

/// Says what going there does before it is done.
void HistoryDialog::updateButton()
{
    const std::shared_ptr<const ProjectState> state = m_session.state();
    const int row = m_list->currentIndex().row();
    const int steps = row < 0 ? 0 : row - m_model->nowRow();
    const bool one = std::abs(steps) == 1;
    m_go->setEnabled(state && !state->readOnly && steps != 0);
    if (steps > 0) {
        m_text->setText(
            one ? tr("Going back there undoes 1 step; it can be redone.")
                : tr("Going back there undoes %1 steps; they can be redone.").arg(steps));
    } else if (steps < 0) {
        m_text->setText(one ? tr("Going there redoes 1 step.")
                            : tr("Going there redoes %1 steps.").arg(-steps));
    } else {
        m_text->setText(tr("This is the current state. Choose another step to go to."));
    }
    m_go->setText(steps < 0 ? tr("Go forward to it") : tr("Go back to it"));
}

void HistoryDialog::go()
{
    const QModelIndex index = m_list->currentIndex();
    if (!index.isValid() || !m_go->isEnabled()) {
        return;
    }
    if (const Result<void> gone =
            m_session.history().goTo(index.data(HistoryModel::BatchIdRole).toLongLong());
        !gone) {
        m_problem->setText(messageFor(gone.error()));
        m_problem->show();
    }
}

} // namespace rocport
