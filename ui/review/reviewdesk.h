#pragma once

#include "core/project/session/session.h"
#include "ui/review/difflayout.h"
#include "ui/review/reviewfilter.h"
#include "ui/review/reviewmodel.h"

#include <QObject>

#include <functional>

namespace rocport {

/// What the parts of Review share: the project as Review shows it, the changes and the filter over
/// them, the change that keys act on, the file shown, and the way to tell the user something. Knows
/// no widgets.
class ReviewDesk : public QObject
{
    Q_OBJECT

public:
    /// `session` outlives it.
    explicit ReviewDesk(ProjectSession& session, QObject* parent = nullptr);

    [[nodiscard]] ProjectSession& session() const { return m_session; }
    [[nodiscard]] ReviewModel& model() const { return *m_model; }
    [[nodiscard]] ReviewFilter& filter() const { return *m_filter; }

    /// The state shown, which may briefly be older than the session's; null: no project is open.
    [[nodiscard]] const std::shared_ptr<const ProjectState>& state() const { return m_state; }
    void setState(std::shared_ptr<const ProjectState> state) { m_state = std::move(state); }
    /// Whether a project is open in which decisions can be made.
    [[nodiscard]] bool isWritable() const { return m_state && !m_state->readOnly; }

    /// Whether every change is decided while only open ones are listed, so that there is nothing to
    /// show.
    [[nodiscard]] bool isAllDecided() const;

    /// The change that keys act on, as an index into model().changes(); -1: none.
    [[nodiscard]] int current() const { return m_current; }
    void setCurrent(int change) { m_current = change; }
    /// Its key; empty when there is none.
    [[nodiscard]] QByteArray currentKey() const;
    /// Null when there is none; until the model's next state.
    [[nodiscard]] const Hunk* currentHunk() const;

    /// The file shown; without a path: none.
    [[nodiscard]] const FileTexts& texts() const { return m_texts; }
    void setTexts(FileTexts texts) { m_texts = std::move(texts); }
    /// The file that was requested and is not loaded yet; empty: none.
    [[nodiscard]] const RepoPath& loading() const { return m_loading; }
    void setLoading(const RepoPath& path) { m_loading = path; }

    /// Whether the current change is in view, so that a key may decide it; tells the user why
    /// nothing happens if it is not. False if no change is current.
    [[nodiscard]] bool mayDecideCurrent() const;
    /// Sets how mayDecideCurrent() finds out what is in view; without it the current change counts
    /// as in view.
    void setInSight(std::function<bool()> inSight) { m_inSight = std::move(inSight); }

    /// The decisions about the changes in the file shown.
    [[nodiscard]] DiffDecisions decisionsOfFile() const;
    /// The same for another file.
    [[nodiscard]] DiffDecisions decisionsOf(const RepoPath& path) const;
    /// How many are undecided.
    [[nodiscard]] QVector<int> openOnly(const QVector<int>& changes) const;
    /// The next open change that passes the filter; -1: none does.
    [[nodiscard]] int nextOpen(int change) const;
    /// The change that contains what another one in `before` contained, whose guard may have been
    /// wider or narrower; -1: none does.
    [[nodiscard]] int changeAfter(const ProjectState* before, const QByteArray& key) const;

    /// A sentence for the status bar.
    void say(const QString& sentence) { Q_EMIT said(sentence); }
    /// Shows a failure where it stays visible. Cancelled work is not a failure.
    void showProblem(const Error& error);
    void showProblem(const QString& title, const QString& sentence);
    /// To be called when what failed before has now succeeded.
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
