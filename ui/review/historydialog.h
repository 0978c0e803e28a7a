#pragma once

#include "core/project/session/session.h"
#include "ui/theme/widgets.h"

#include <QDialog>

class QTreeView;

namespace rocport {

class HistoryModel;

/// The history of decisions and guards: what was done, where and when, newest first. Going to a
/// step undoes what came after it, or redoes what was undone, up to it.
class HistoryDialog : public QDialog
{
    Q_OBJECT

public:
    /// The session outlives the dialog.
    HistoryDialog(ProjectSession& session, ThemeProvider& provider, QWidget* parent = nullptr);

private:
    void refresh();
    void updateButton();
    void go();

    ProjectSession& m_session;
    HistoryModel* m_model;
    QTreeView* m_list;
    TextLabel* m_text;
    TextLabel* m_problem;
    QPushButton* m_go;
};

} // namespace rocport
