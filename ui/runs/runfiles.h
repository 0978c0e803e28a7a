#pragma once

#include "core/remote/runrecord.h"
#include "ui/theme/widgets.h"

class QPushButton;
class QThreadPool;

namespace rocport {

class TextTable;
class TextTableModel;

/// The files of a run on this machine: record, log and results. They are listed in the pool.
class RunFiles : public QWidget
{
    Q_OBJECT

public:
    /// Both outlive it.
    RunFiles(ThemeProvider& provider, QThreadPool& pool, QWidget* parent = nullptr);
    /// Sets the folder of the run; empty: none. It is listed once the page is visible.
    void setFolder(const QString& folder);
    /// To be called when files may have been added.
    void refresh();

Q_SIGNALS:
    /// The user asked to see a folder in a file manager.
    void folderOpenRequested(const QString& folder);
    /// Why a file was not opened, or what was copied.
    void said(const QString& sentence);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void show(const QVector<RunFile>& files);
    void openFile(const QString& name);
    void copyPath();

    QThreadPool& m_pool;
    QString m_folder;
    ElidedLabel* m_where;
    QPushButton* m_copy;
    QPushButton* m_open;
    TextTableModel* m_model;
    TextTable* m_table;
    int m_request = 0;
};

} // namespace rocport
