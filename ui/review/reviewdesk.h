#pragma once

#include "core/project/session/session.h"
#include "ui/review/difflayout.h"
#include "ui/review/reviewfilter.h"
#include "ui/review/reviewmodel.h"

#include <QObject>

#include <functional>

namespace rocport {

/// What the parts of Review have in common: the project as Review shows it, the changes and the
/// filter over them, the change that keys act on, the file that is shown, and the way to tell the
/// user something. Knows no widget.
class ReviewDesk : public QObject
{
    Q_OBJECT

public:
    /// `session` outlives it.
    explicit ReviewDesk(ProjectSession& session, QObject* parent = nullptr);

    [[nodiscard]] ProjectSession& session() const { return m_session; }
    [[nodiscard]] ReviewModel& model() const { return *m_model; }
    [[nodiscard]] ReviewFilter& filter() const { return *m_filter; }

    /// The state that is shown, which may be older than the session's for a moment; null: no
    /// project is open.
    [[nodiscard]] const std::shared_ptr<const ProjectState>& state() const { return m_state; }
    void setState(std::shared_ptr<const ProjectState> state) { m_state = std::move(state); }
    /// Whether a project is open that can be decided in.
    [[nodiscard]] bool isWritable() const { return m_state && !m_state->readOnly; }

    /// Whether every change is decided while open ones alone are listed: there is nothing to show.
    [[nodiscard]] bool isAllDecided() const;

    /// The change that keys act on, as an index into model().changes(); -1: none.
    [[nodiscard]] int current() const { return m_current; }
    void setCurrent(int change) { m_current = change; }
    /// Its key; empty when there is none.
    [[nodiscard]] QByteArray currentKey() const;
    /// Null when there is none; until the model's next state.
    [[nodiscard]] const Hunk* currentHunk() const;

    /// The file that is shown; without a path: none is.
    [[nodiscard]] const FileTexts& texts() const { return m_texts; }
    void setTexts(FileTexts texts) { m_texts = std::move(texts); }
    /// The file that was asked for and is not here yet; empty: none.
    [[nodiscard]] const RepoPath& loading() const { return m_loading; }
    void setLoading(const RepoPath& path) { m_loading = path; }

    /// Whether the current change is in sight, so that a key may decide it; says why nothing
    /// happens where it is not. False where no change is current.
    [[nodiscard]] bool mayDecideCurrent() const;
    /// How mayDecideCurrent() finds out what is in sight; without one the current change is.
    void setInSight(std::function<bool()> inSight) { m_inSight = std::move(inSight); }

    /// What is decided of the changes of the file shown.
    [[nodiscard]] DiffDecisions decisionsOfFile() const;
    /// The same of another file.
    [[nodiscard]] DiffDecisions decisionsOf(const RepoPath& path) const;
    /// Those that are not decided.
    [[nodiscard]] QVector<int> openOnly(const QVector<int>& changes) const;
    /// The next open change that passes the filter; -1: none does.
    [[nodiscard]] int nextOpen(int change) const;
    /// The change that holds what another one of `before` held, whose guard may have been wider or
    /// narrower; -1: none does.
    [[nodiscard]] int changeAfter(const ProjectState* before, const QByteArray& key) const;

    /// A sentence for the status bar.
    void say(const QString& sentence) { Q_EMIT said(sentence); }
    /// What failed, where it stays in sight. Cancelled work is no failure.
    void showProblem(const Error& error);
    void showProblem(const QString& title, const QString& sentence);
    /// What failed before has been done now.
    void dropProblem() { Q_EMIT problemGone(); }

Q_SIGNALS:
    void said(const QString& sentence);
    void problemFound(const QString& title, const QString& sentence);
    void problemGone();

private:
    ProjectSession& m_session;
    ReviewModel* m_model;
    ReviewFilter* m_filter;
    std::shared_ptr<const ProjectState> m_state;
    std::function<bool()> m_inSight;
    int m_current = -1;
    FileTexts m_texts;
    RepoPath m_loading;
};

} // namespace rocport
