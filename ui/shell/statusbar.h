#pragma once

#include "core/project/session/projectstate.h"
#include "core/project/session/taskinfo.h"
#include "ui/runs/runningjob.h"
#include "ui/theme/widgets.h"

#include <QTimer>

#include <QMap>

namespace rocport {

/// The bar at the bottom: the newest task with its progress bar and Cancel at the left, else the
/// newest job that has not ended (a click lists all), and facts about the project at the right.
class StatusBar : public QWidget
{
    Q_OBJECT

public:
    explicit StatusBar(ThemeProvider& provider, QWidget* parent = nullptr);
    void setState(const std::shared_ptr<const ProjectState>& state, int rules);
    void setTask(const TaskInfo& task);
    void removeTask(int id);
    void clearTasks();
    /// Sets the jobs that have not ended, newest first.
    void setJobs(const QVector<RunningJob>& jobs);
    [[nodiscard]] QString taskText() const { return m_task->text(); }
    /// Sets where the user is in a text, shown in place of the facts about the project; empty:
    /// nowhere.
    void setPlace(const QStringList& facts);
    [[nodiscard]] QString placeText() const;
    /// Shows a sentence for a while in place of the task, and announces it, such as why a key does
    /// nothing.
    void say(const QString& sentence);
    /// What say() is showing; empty: nothing.
    [[nodiscard]] QString saidText() const;
    [[nodiscard]] QString factsText() const;

Q_SIGNALS:
    void cancelRequested(int task);
    /// A job was selected from the list.
    void jobChosen(const QString& id);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refresh();
    void restyle();
    void fit();
    void listTasks();
    ThemeProvider& m_provider;
    QMap<int, TaskInfo> m_tasks;
    QVector<RunningJob> m_jobs;
    GlyphLabel* m_running;
    ElidedLabel* m_task;
    ElidedLabel* m_said;
    QTimer m_sayTime;
    ThinProgressBar* m_bar;
    TextLabel* m_percent;
    QPushButton* m_cancel;
    TextLabel* m_place;
    TextLabel* m_files;
    TextLabel* m_rules;
    TextLabel* m_commit;
    int m_cancelled = 0;
};

} // namespace rocport
