#pragma once

#include "core/base/result.h"
#include "core/project/session/packtruststore.h"
#include "core/rules/packs/packfiles.h"

#include <QFileSystemWatcher>
#include <QFuture>
#include <QObject>
#include <QString>
#include <QTimer>
#include <QVector>

#include <memory>
#include <optional>

namespace rocport {

class CancelToken;
class OpenProject;
struct PackCheck;
struct RulePreview;

/// The packs of a project with the rules made from them; `rules` is null if the packs have not
/// changed.
struct LoadedRules
{
    PackTexts texts;
    std::shared_ptr<const RuleSet> rules;
    QVector<Error> problems; ///< of the packs' contents
};

/// The rules of a session and the packs that they are made from: the program's own, the project's
/// and the user's. Reads, watches, checks and writes packs, and keeps the user's answers about
/// packs of repositories. Packs that change on disk are read again automatically.
class RulePacks : public QObject
{
    Q_OBJECT

public:
    explicit RulePacks(OpenProject& project);

    /// Never null.
    [[nodiscard]] std::shared_ptr<const RuleSet> rules() const { return m_rules; }
    /// Problems with packs, as of the newest scan.
    [[nodiscard]] QVector<Error> problems() const { return m_problems; }

    /// Sets the folder of the user's rule packs; empty (the default): none. To be called before a
    /// project is opened.
    void setUserFolder(const QString& folder) { m_userFolder = folder; }
    [[nodiscard]] QString userFolder() const { return m_userFolder; }
    /// Folder of the project's rule packs, whether it exists or not; empty without a project.
    [[nodiscard]] QString projectFolder() const;

    /// Sets the file in which the user's answers about packs of repositories are kept; empty (the
    /// default): those packs are never used. To be called before a project is opened.
    void setTrustFile(const QString& file) { m_trust = PackTrustStore(file); }
    /// The project's packs that are not used because the user has not answered yet, as of the
    /// newest scan; nothing: there are none.
    [[nodiscard]] std::optional<WaitingPacks> waiting() const { return m_waiting; }
    /// Keeps the user's answer about packs with exactly that content, and scans again with those
    /// that may be used. Errors: those of PackTrustStore::keep().
    QFuture<Result<void>> answer(const WaitingPacks& packs, PackAnswer answer);

    /// Reads the text of a rule pack of the project or the user. Errors: those of readFile(),
    /// InvalidArgument (another place).
    QFuture<Result<QByteArray>> load(const QString& file);
    /// Writes a pack of the project or the user and scans again with it. Errors: those of
    /// writeFile(), InvalidArgument (another place).
    QFuture<Result<void>> save(const QString& file, const QByteArray& text);
    /// Writes packTemplate() into a new file for the project or the user, and returns its path.
    /// Errors: those of save().
    QFuture<Result<QString>> create(PackOrigin origin);
    /// Writes the rule with its samples into a new pack of the project, where it replaces the
    /// program's own, and returns the pack's path. Errors: those of save(); InvalidArgument if the
    /// rule is not the program's or is not allowed in a project's pack.
    QFuture<Result<QString>> copyRule(const Rule& rule);
    /// Checks the text of a pack, as checkPack() does. Cancelled with `cancel`.
    QFuture<PackCheck> check(const QString& file, const QByteArray& text,
                             const CancelToken& cancel) const;
    /// What a rule would find in the scanned files now. Cancelled with `cancel`.
    QFuture<RulePreview> preview(const Rule& rule, const CancelToken& cancel) const;

    /// Reads the packs again for a scan, in any thread; adopt() takes the result.
    struct Reader
    {
        PackPlaces places;
        PackTrustStore trust;
        QVector<PackText> known; ///< what the rules were made from
        [[nodiscard]] LoadedRules read() const;
    };
    [[nodiscard]] Reader reader() const;
    /// Makes these the rules from now on. `stopped`: problems of packs that a scan stopped;
    /// nothing: unchanged.
    void adopt(const LoadedRules& loaded,
               const std::optional<QVector<Error>>& stopped = std::nullopt);
    /// To be called when another project is open, or none: waiting packs belonged to the previous
    /// one.
    void forgetWaiting() { m_waiting.reset(); }

Q_SIGNALS:
    /// The rules, the problems of packs or the waiting packs have changed.
    void changed();
    /// The packs on disk make different rules from those of the scan.
    void scanNeeded();

private:
    [[nodiscard]] PackPlaces packPlaces() const;
    [[nodiscard]] PackOrigin originOf(const QString& packFile) const;
    /// Watches the existing packs, and the folders in which packs would be.
    void watch();
    /// Reads what changed; scans only if the rules differ.
    void readAgain();
    /// Writes a new pack called NAME.toml, or NAME-2.toml if that exists.
    QFuture<Result<QString>> writeNew(PackOrigin origin, const QString& name,
                                      const QByteArray& text);

    OpenProject& m_project;
    std::shared_ptr<const RuleSet> m_rules;
    QVector<Error> m_problems;
    QString m_userFolder;
    PackTrustStore m_trust; // the user's answers about packs of repositories
    std::optional<WaitingPacks> m_waiting;
    QVector<Error> m_stopped;     // of packs that the newest scan stopped
    QVector<PackText> m_packs;    // what the rules were made from, besides the program's own
    QVector<Error> m_faults;      // of their contents
    QFileSystemWatcher m_watcher; // of the packs and their folders
    QTimer m_timer;               // combines several changes in quick succession
};

} // namespace rocport
