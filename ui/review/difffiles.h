#pragma once

#include "core/project/session/filetexts.h"
#include "ui/review/difflayout.h"

#include <QHash>
#include <QObject>
#include <QSet>

#include <functional>
#include <memory>

namespace rocport {

/// A file in the review, read and laid out.
struct DiffFile
{
    FileTexts texts;
    DiffLayout layout;
    DiffDecisions madeFor; ///< the decisions that the layout shows
};

/// Reads files of the review and lays them out in the pool, and keeps the last few, and those that
/// the next keys lead to, which can then be shown at once. All belong to one scan.
class DiffFiles : public QObject
{
    Q_OBJECT

public:
    /// What to lay out.
    struct Wanted
    {
        RepoPath path;
        DiffDecisions decisions;
        DiffStyle style;
    };
    using Loaded = std::shared_ptr<const Result<DiffFile>>; ///< never null when passed on

    /// `session` outlives it.
    explicit DiffFiles(ProjectSession& session, QObject* parent = nullptr);

    /// The kept layout of a file that shows it as wanted; null: it has to be loaded.
    [[nodiscard]] Loaded kept(const Wanted& wanted);
    /// Loads a file; `done` is called later in this thread, unless clear() is called first. If the
    /// file is already being loaded, that is waited for, and may be laid out for other decisions.
    void load(const Wanted& wanted, const std::function<void(const Loaded&)>& done);
    /// Loads files ahead that are not kept, one after the other. Replaces an earlier list.
    void prepare(const QVector<Wanted>& files);
    /// Keeps a file as it is shown now.
    void keep(const DiffFile& file);
    /// To be called for another scan: drops everything that is kept or being loaded.
    void clear();
    /// Whether a file is kept in this layout, for whatever decisions; for tests.
    [[nodiscard]] bool has(const RepoPath& path, bool unified) const;
    /// How many are kept.
    [[nodiscard]] qsizetype count() const { return m_kept.size(); }

private:
    using Callbacks = QVector<std::function<void(const Loaded&)>>;
    void begin(const Wanted& wanted, const Callbacks& callbacks);
    void arrived(int generation, const RepoPath& path, const Loaded& loaded);
    void put(const Loaded& loaded);
    void prepareNext();

    ProjectSession& m_session;
    QVector<Loaded> m_kept; ///< most recently used first
    QHash<RepoPath, Callbacks> m_onTheirWay;
    QVector<Wanted> m_toPrepare; ///< the next one first
    RepoPath m_preparing;        ///< empty: nothing is
    QSet<RepoPath> m_notAhead;   ///< too large to be kept, or unreadable
    int m_generation = 0;        ///< counts scans: what was begun for an older one is dropped
};

} // namespace rocport
