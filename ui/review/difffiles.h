#pragma once

#include "core/project/session/filetexts.h"
#include "ui/review/difflayout.h"

#include <QHash>
#include <QObject>
#include <QSet>

#include <functional>
#include <memory>

namespace rocport {

/// A file of the review, read and laid out.
struct DiffFile
{
    FileTexts texts;
    DiffLayout layout;
    DiffDecisions madeFor; ///< the decisions that the layout shows
};

/// Reads files of the review and lays them out on the pool, and keeps the last few, and those that
/// the next keys lead to: those are shown at once. All of one scan.
class DiffFiles : public QObject
{
    Q_OBJECT

public:
    /// What is to be laid out.
    struct Wanted
    {
        RepoPath path;
        DiffDecisions decisions;
        bool unified = false;
    };
    using Loaded = std::shared_ptr<const Result<DiffFile>>; ///< never null where it is handed on

    /// `session` outlives it.
    explicit DiffFiles(ProjectSession& session, QObject* parent = nullptr);

    /// What is kept of a file and shows it as wanted; null: it has to be loaded.
    [[nodiscard]] Loaded kept(const Wanted& wanted);
    /// Loads a file; `done` is called later in this thread, unless clear() comes first. A file that
    /// is on its way already is waited for, and may be laid out for other decisions.
    void load(const Wanted& wanted, const std::function<void(const Loaded&)>& done);
    /// Loads files that are not kept, one after the other. Replaces what was to be prepared before.
    void prepare(const QVector<Wanted>& files);
    /// A file as it is shown now.
    void keep(const DiffFile& file);
    /// Another scan: nothing that is kept or on its way is shown any more.
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
    QVector<Loaded> m_kept; ///< used last comes first
    QHash<RepoPath, Callbacks> m_onTheirWay;
    QVector<Wanted> m_toPrepare; ///< next comes first
    RepoPath m_preparing;        ///< empty: nothing is
    QSet<RepoPath> m_notAhead;   ///< too large to be kept, or not to be read
    int m_generation = 0;        ///< of scans: what was begun for an older one is dropped
};

} // namespace rocport
