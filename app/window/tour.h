#pragma once

#include "app/window/assemble.h"

#include <QElapsedTimer>
#include <QTimer>

#include <functional>
#include <vector>

namespace rocport {

/// Does the main job in the real window without a person: opens a repository, visits each area,
/// accepts what is proved, runs two jobs on this machine, commits, exports, and saves a picture of
/// each step. The jobs compile and read the files of the port; nothing from the repository is run.
/// Says on standard output where the results are; ends the program with 0, or with 1 and a sentence
/// on standard error.
class Tour : public QObject
{
    Q_OBJECT

public:
    /// Pictures and reports go to `output`. Collaborators outlive it.
    Tour(ProjectSession& session, ThemeProvider& theme, Assembly& assembly, QString output);

    void start(const QString& repository);

private:
    /// Runs `act` once `ready` holds.
    struct Step
    {
        std::function<bool()> ready;
        std::function<void()> act;
    };

    void addSteps(const QString& repository);
    void addReviewSteps();
    void addVerifySteps();
    void addRunSteps();
    void run(const QString& title, const QString& command);
    [[nodiscard]] bool allEnded() const;
    void addOutputSteps();
    void addPortSteps();
    void add(std::function<bool()> ready, std::function<void()> act);
    void next();
    void picture(const QString& name);
    void fail(const Error& error);
    void finish();
    [[nodiscard]] bool idle() const;

    ProjectSession& m_session;
    ThemeProvider& m_theme;
    Assembly& m_assembly;
    QString m_output;
    std::vector<Step> m_steps;
    size_t m_at = 0;
    QTimer m_timer;
    QElapsedTimer m_since; // since the last step
};

} // namespace rocport
