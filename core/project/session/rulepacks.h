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

/// The packs of a project with the rules that they make; null where the packs are as they were.
struct LoadedRules
{
    PackTexts texts;
    std::shared_ptr<const RuleSet> rules;
    QVector<Error> problems; ///< of the packs' contents
};

/// The rules of a session and the packs that they are made from: the program's own, the project's
/// and the user's. Reads, watches, checks and writes packs, and keeps what the user says of packs
/// of repositories. Packs that changed on the disk are read by themselves.
class RulePacks : public QObject
{
    Q_OBJECT

public:
    explicit RulePacks(OpenProject& project);

    /// Never null.
    [[nodiscard]] std::shared_ptr<const RuleSet> rules() const { return m_rules; }
    /// What is wrong with packs, as of the newest scan.
    [[nodiscard]] QVector<Error> problems() const { return m_problems; }

    /// Folder of the user's rule packs; empty, as at first: none. Before a project is opened.
    void setUserFolder(const QString& folder) { m_userFolder = folder; }
    [[nodiscard]] QString userFolder() const { return m_userFolder; }
    /// Folder of the project's rule packs, there or not; empty without a project.
    [[nodiscard]] QString projectFolder() const;

    /// The file in which the user's answers about packs of repositories are kept; empty, as at
    /// first: those packs are never used. Before a project is opened.
    void setTrustFile(const QString& file) { m_trust = PackTrustStore(file); }
    /// The project's packs that are not used, since the user did not say so yet, as of the newest
    /// scan; nothing: there are none.
    [[nodiscard]] std::optional<WaitingPacks> waiting() const { return m_waiting; }
    /// Keeps the user's answer about packs of exactly that content, and scans again with those that
    /// may be used. Errors: those of PackTrustStore::keep().
    QFuture<Result<void>> answer(const WaitingPacks& packs, PackAnswer answer);

    /// Text of a rule pack of the project or the user. Errors: those of readFile(),
    /// InvalidArgument (another place).
    QFuture<Result<QByteArray>> load(const QString& file);
    /// Writes a pack of the project or the user and scans again with it. Errors: those of
    /// writeFile(), InvalidArgument (another place).
    QFuture<Result<void>> save(const QString& file, const QByteArray& text);
    /// Writes packTemplate() into a new file for the project or the user, and gives its path.
    /// Errors: those of save().
    QFuture<Result<QString>> create(PackOrigin origin);
    /// Writes the rule with its samples into a new pack of the project, where it takes the place of
    /// the program's own, and gives the pack's path. Errors: those of save(); InvalidArgument where
    /// the rule is not the program's or a project's pack may not hold it.
    QFuture<Result<QString>> copyRule(const Rule& rule);
    /// Judges the text of a pack, as checkPack(). Cancelled with `cancel`.
    QFuture<PackCheck> check(const QString& file, const QByteArray& text,
                             const CancelToken& cancel) const;
    /// What a rule would find in the scanned files now. Cancelled with `cancel`.
    QFuture<RulePreview> preview(const Rule& rule, const CancelToken& cancel) const;

    /// How a scan reads packs anew, in any thread; adopt() takes what it gives.
    struct Reader
    {
        PackPlaces places;
        PackTrustStore trust;
        QVector<PackText> known; ///< what the rules were made from
        [[nodiscard]] LoadedRules read() const;
    };
    [[nodiscard]] Reader reader() const;
    /// The rules are those from now on. `stopped`: what is wrong with packs that a scan stopped;
    /// nothing: as it was.
    void adopt(const LoadedRules& loaded,
               const std::optional<QVector<Error>>& stopped = std::nullopt);
    /// Another project is open or none: what waited was the one's before.
    void forgetWaiting() { m_waiting.reset(); }

Q_SIGNALS:
    /// The rules are others than before, or the problems of packs or the packs that wait are.
    void changed();
    /// The packs on the disk make other rules than those of the scan.
    void scanNeeded();

private:
    [[nodiscard]] PackPlaces packPlaces() const;
    [[nodiscard]] PackOrigin originOf(const QString& packFile) const;
    /// Watches the packs that are there, and the folders in which they would be.
    void watch();
    /// Reads what changed; scans only where the rules are others.
    void readAgain();
    /// Writes a new pack called NAME.toml, or NAME-2.toml where there is one.
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
    QTimer m_timer;               // several changes together are one
};

} // namespace rocport
