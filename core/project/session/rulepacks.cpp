#include "core/project/session/rulepacks.h"

#include "core/base/whendone.h"
#include "core/files/filewriter.h"
#include "core/files/readfile.h"
#include "core/project/session/openproject.h"
#include "core/project/session/projectstate.h"
#include "core/project/session/rulepreview.h"
#include "core/project/session/sourcereader.h"
#include "core/rules/packs/packcheck.h"
#include "core/rules/packs/rulecopy.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QtConcurrent>

#include <algorithm>
#include <chrono>
#include <functional>

namespace rocport {

using namespace std::chrono_literals;

namespace {

constexpr qint64 kMaxPack = 1024 * 1024;

/// Writes a pack of a repository by `write`. Where the packs that lay there were trusted, or none
/// did, the user's own text is as well: with the others as they were read, and nothing else.
Result<void> writeTrusted(const PackTrustStore& trust, const QString& root, const PackText& pack,
                          const std::function<Result<void>()>& write)
{
    QVector<PackText> packs = readProjectPacks(root);
    const Result<PackTrust> answers = trust.read();
    const bool trusted =
        packs.isEmpty() || (answers && answers->of(packContentHash(packs)) == PackAnswer::Trusted);
    if (Result<void> written = write(); !written) {
        return written;
    }
    packs.removeIf([&](const PackText& one) {
        return QFileInfo(one.file).fileName() == QFileInfo(pack.file).fileName();
    });
    packs.append(pack);
    if (!trusted || trust.file().isEmpty()) {
        return {};
    }
    return trust.keep(packContentHash(packs), packTrustFolder(root), PackAnswer::Trusted);
}

/// Whether a file of the project's packs, there or not yet, is inside of the repository.
bool isInside(const QString& root, const QString& file)
{
    const QString top = QFileInfo(root).canonicalFilePath();
    QFileInfo at(file);
    while (!at.exists() && !at.isSymLink() && at.filePath() != at.path()) {
        at.setFile(at.path());
    }
    const QString real = at.canonicalFilePath();
    return !top.isEmpty() && (real == top || real.startsWith(top + u'/'));
}

Error noPackPlace(const QString& file)
{
    return {ErrorCode::InvalidArgument,
            QStringLiteral("it is not in a rule pack folder of this project or of yours"), file};
}

} // namespace

RulePacks::RulePacks(OpenProject& project) : m_project(project)
{
    RuleSet::LoadResult loaded = RuleSet::load();
    m_rules = std::make_shared<const RuleSet>(std::move(loaded.rules));
    m_problems = std::move(loaded.problems);
    m_timer.setSingleShot(true);
    m_timer.setInterval(300ms);
    const auto start = [this] { m_timer.start(); };
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, start);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, start);
    connect(&m_timer, &QTimer::timeout, this, &RulePacks::readAgain);
    watch();
}

LoadedRules RulePacks::Reader::read() const
{
    LoadedRules loaded;
    const Result<PackTrust> answers = trust.read();
    PackPlaces trusted = places;
    trusted.trust = answers ? *answers : PackTrust();
    loaded.texts = readPacks(trusted);
    if (!answers && loaded.texts.waiting) {
        loaded.texts.problems.append(answers.error());
    }
    RuleSet::LoadResult made;
    if (loaded.texts.packs != known) {
        made = RuleSet::load(loaded.texts.packs);
        loaded.rules = std::make_shared<const RuleSet>(std::move(made.rules));
    }
    loaded.problems = made.problems;
    return loaded;
}

RulePacks::Reader RulePacks::reader() const
{
    return {packPlaces(), m_trust, m_packs};
}

PackPlaces RulePacks::packPlaces() const
{
    return {
        m_project.state() ? m_project.state()->meta.repositoryRoot : QString(), m_userFolder, {}};
}

/// BuiltIn stands for "none of the folders".
PackOrigin RulePacks::originOf(const QString& packFile) const
{
    const QFileInfo info(packFile);
    const QString folder = QDir::cleanPath(info.absolutePath());
    if (info.suffix() != u"toml" || packFile.isEmpty()) {
        return PackOrigin::BuiltIn;
    }
    if (!m_userFolder.isEmpty() && folder == QDir::cleanPath(m_userFolder)) {
        return PackOrigin::User;
    }
    const QString root = packPlaces().projectRoot;
    return !root.isEmpty() && folder == QDir::cleanPath(rocport::projectRuleFolder(root))
               ? PackOrigin::Project
               : PackOrigin::BuiltIn;
}

void RulePacks::adopt(const LoadedRules& loaded, const std::optional<QVector<Error>>& stopped)
{
    m_stopped = stopped.value_or(m_stopped);
    const bool anew = loaded.rules && loaded.texts.packs != m_packs;
    if (anew) {
        m_packs = loaded.texts.packs;
        m_faults = loaded.problems;
        m_rules = loaded.rules;
    }
    const QVector<Error> problems = loaded.texts.problems + m_faults + m_stopped;
    const auto same = [](const Error& a, const Error& b) {
        return a.object == b.object && a.detail == b.detail;
    };
    const bool others =
        !std::equal(problems.begin(), problems.end(), m_problems.begin(), m_problems.end(), same);
    m_problems = problems;
    const bool waits = m_waiting != loaded.texts.waiting;
    m_waiting = loaded.texts.waiting;
    watch();
    if (anew || others || waits) {
        Q_EMIT changed();
    }
}

/// A folder that is not there yet is noticed by the nearest one above it.
void RulePacks::watch()
{
    QStringList wanted;
    const PackPlaces places = packPlaces();
    const QString project = rocport::projectRuleFolder(places.projectRoot);
    for (const QString& folder : {project, places.userFolder}) {
        if (folder.isEmpty()) {
            continue;
        }
        QDir at(folder);
        for (int up = 0; up < 2 && !at.exists(); ++up) {
            at = QDir(QFileInfo(at.path()).path());
        }
        if (at.exists()) {
            wanted.append(at.path());
        }
    }
    QStringList files;
    for (const PackText& pack : std::as_const(m_packs)) {
        files.append(pack.file);
    }
    if (m_waiting) {
        for (const QString& name : std::as_const(m_waiting->names)) {
            files.append(QDir(project).filePath(name));
        }
    }
    for (const QString& file : std::as_const(files)) {
        if (QFileInfo::exists(file)) {
            wanted.append(file);
        }
    }
    QStringList drop;
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    for (const QString& path : watched) {
        if (!wanted.removeOne(path)) {
            drop.append(path);
        }
    }
    if (!drop.isEmpty()) {
        m_watcher.removePaths(drop);
    }
    if (!wanted.isEmpty()) {
        m_watcher.addPaths(wanted);
    }
}

/// Reads what changed; scans only where the rules are others.
void RulePacks::readAgain()
{
    if (!m_project.state()) {
        return;
    }
    const quint64 at = m_project.generation();
    whenDone(QtConcurrent::run(&m_project.pool(), [reader = reader()] { return reader.read(); }),
             this, [this, at](const LoadedRules& loaded) {
                 if (!m_project.isOpen(at)) {
                     return;
                 }
                 const std::shared_ptr<const RuleSet> before = m_rules;
                 adopt(loaded);
                 if (m_rules != before) {
                     Q_EMIT scanNeeded();
                 }
             });
}

QFuture<Result<void>> RulePacks::answer(const WaitingPacks& packs, PackAnswer answer)
{
    return whenDone(QtConcurrent::run(&m_project.pool(),
                                      [trust = m_trust, packs, answer] {
                                          return trust.keep(packs.hash, packs.folder, answer);
                                      }),
                    this, [this](const Result<void>& kept) {
                        if (kept) {
                            readAgain();
                        }
                        return kept;
                    });
}

QString RulePacks::projectFolder() const
{
    return rocport::projectRuleFolder(packPlaces().projectRoot);
}

QFuture<Result<QByteArray>> RulePacks::load(const QString& file)
{
    const PackOrigin origin = originOf(file);
    const QString root = packPlaces().projectRoot;
    return QtConcurrent::run(&m_project.pool(), [file, origin, root]() -> Result<QByteArray> {
        if (origin == PackOrigin::BuiltIn ||
            (origin == PackOrigin::Project && !isInside(root, file))) {
            return noPackPlace(file);
        }
        return readFile(file, kMaxPack);
    });
}

QFuture<Result<void>> RulePacks::save(const QString& file, const QByteArray& text)
{
    const PackOrigin origin = originOf(file);
    const QString root = packPlaces().projectRoot;
    const auto write = [file, text, root, origin, trust = m_trust]() -> Result<void> {
        if (origin == PackOrigin::BuiltIn ||
            (origin == PackOrigin::Project && !isInside(root, file))) {
            return noPackPlace(file);
        }
        if (origin == PackOrigin::User) {
            return writeFile(file, text);
        }
        return writeTrusted(trust, root, {file, origin, text},
                            [&] { return writeFile(file, text); });
    };
    return whenDone(QtConcurrent::run(&m_project.pool(), write), this,
                    [this](const Result<void>& written) {
                        if (written) {
                            readAgain();
                        }
                        return written;
                    });
}

QFuture<Result<QString>> RulePacks::writeNew(PackOrigin origin, const QString& name,
                                             const QByteArray& text)
{
    const QString root = packPlaces().projectRoot;
    const QString folder =
        origin == PackOrigin::Project ? rocport::projectRuleFolder(root) : m_userFolder;
    const auto write = [folder, root, origin, name, text, trust = m_trust]() -> Result<QString> {
        if (folder.isEmpty()) {
            return noPackPlace(folder);
        }
        QString file;
        for (int number = 1; file.isEmpty() || QFileInfo::exists(file); ++number) {
            file = QDir(folder).filePath(number == 1
                                             ? name + QStringLiteral(".toml")
                                             : QStringLiteral("%1-%2.toml").arg(name).arg(number));
        }
        if (origin == PackOrigin::Project && !isInside(root, file)) {
            return noPackPlace(file);
        }
        const auto writePack = [&] { return writeFile(file, text); };
        const Result<void> written =
            origin == PackOrigin::Project
                ? writeTrusted(trust, root, {file, origin, text}, writePack)
                : writePack();
        if (!written) {
            return written.error();
        }
        return file;
    };
    return whenDone(QtConcurrent::run(&m_project.pool(), write), this,
                    [this](const Result<QString>& written) {
                        if (written) {
                            readAgain();
                        }
                        return written;
                    });
}

QFuture<Result<QString>> RulePacks::create(PackOrigin origin)
{
    return writeNew(origin, QStringLiteral("rules"), packTemplate());
}

QFuture<Result<QString>> RulePacks::copyRule(const Rule& rule)
{
    const Result<QByteArray> pack = packOfRule(rule);
    if (!pack) {
        return QtFuture::makeReadyFuture<Result<QString>>(pack.error());
    }
    static const QRegularExpression odd(QStringLiteral("[^A-Za-z0-9_-]+"));
    const QString name = QString(rule.id).replace(odd, QStringLiteral("-")).left(80);
    return writeNew(PackOrigin::Project, name, *pack);
}

QFuture<PackCheck> RulePacks::check(const QString& file, const QByteArray& text,
                                    const CancelToken& cancel) const
{
    return QtConcurrent::run(&m_project.pool(), [pack = PackText{file, PackOrigin::User, text},
                                                 cancel] { return checkPack(pack, cancel); });
}

QFuture<RulePreview> RulePacks::preview(const Rule& rule, const CancelToken& cancel) const
{
    return QtConcurrent::run(&m_project.pool(), [state = m_project.state(), rule, cancel] {
        if (!state || !state->scan) {
            RulePreview none;
            none.ruleId = rule.id;
            return none;
        }
        return rocport::previewRule(rule, *state->scan, state->meta.target, sourceReader(*state),
                                    cancel);
    });
}

} // namespace rocport
