// Rule packs of the project and the user, as the session reads, watches and writes them.
#include "core/base/whendone.h"
#include "core/files/filewriter.h"
#include "core/files/readfile.h"
#include "core/project/session/rulepreview.h"
#include "core/project/session/sessionprivate.h"
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

LoadedRules loadRulesAnew(PackPlaces places, const PackTrustStore& trust,
                          const QVector<PackText>& known)
{
    LoadedRules loaded;
    const Result<PackTrust> answers = trust.read();
    places.trust = answers ? *answers : PackTrust();
    loaded.texts = readPacks(places);
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

PackPlaces ProjectSession::Private::packPlaces() const
{
    return {q.m_state ? q.m_state->meta.repositoryRoot : QString(), userRules, {}};
}

/// BuiltIn stands for "none of the folders".
PackOrigin ProjectSession::Private::originOf(const QString& packFile) const
{
    const QFileInfo info(packFile);
    const QString folder = QDir::cleanPath(info.absolutePath());
    if (info.suffix() != u"toml" || packFile.isEmpty()) {
        return PackOrigin::BuiltIn;
    }
    if (!userRules.isEmpty() && folder == QDir::cleanPath(userRules)) {
        return PackOrigin::User;
    }
    const QString root = packPlaces().projectRoot;
    return !root.isEmpty() && folder == QDir::cleanPath(rocport::projectRuleFolder(root))
               ? PackOrigin::Project
               : PackOrigin::BuiltIn;
}

void ProjectSession::Private::adoptRules(const LoadedRules& loaded)
{
    const bool anew = loaded.rules && loaded.texts.packs != packs;
    if (anew) {
        packs = loaded.texts.packs;
        packFaults = loaded.problems;
        q.m_rules = loaded.rules;
    }
    const QVector<Error> problems = loaded.texts.problems + packFaults + packWork;
    const auto same = [](const Error& a, const Error& b) {
        return a.object == b.object && a.detail == b.detail;
    };
    const bool others = !std::equal(problems.begin(), problems.end(), q.m_rulePackProblems.begin(),
                                    q.m_rulePackProblems.end(), same);
    q.m_rulePackProblems = problems;
    const bool waits = waitingPacks != loaded.texts.waiting;
    waitingPacks = loaded.texts.waiting;
    watchPacks();
    if (anew || others || waits) {
        Q_EMIT q.rulesChanged();
    }
}

/// A folder that is not there yet is noticed by the nearest one above it.
void ProjectSession::Private::watchPacks()
{
    if (packTimer.interval() == 0) {
        packTimer.setSingleShot(true);
        packTimer.setInterval(300ms);
        const auto start = [this] { packTimer.start(); };
        QObject::connect(&watcher, &QFileSystemWatcher::directoryChanged, &q, start);
        QObject::connect(&watcher, &QFileSystemWatcher::fileChanged, &q, start);
        QObject::connect(&packTimer, &QTimer::timeout, &q, [this] { packsChanged(); });
    }
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
    for (const PackText& pack : std::as_const(packs)) {
        files.append(pack.file);
    }
    if (waitingPacks) {
        for (const QString& name : std::as_const(waitingPacks->names)) {
            files.append(QDir(project).filePath(name));
        }
    }
    for (const QString& file : std::as_const(files)) {
        if (QFileInfo::exists(file)) {
            wanted.append(file);
        }
    }
    QStringList drop;
    const QStringList watched = watcher.files() + watcher.directories();
    for (const QString& path : watched) {
        if (!wanted.removeOne(path)) {
            drop.append(path);
        }
    }
    if (!drop.isEmpty()) {
        watcher.removePaths(drop);
    }
    if (!wanted.isEmpty()) {
        watcher.addPaths(wanted);
    }
}

/// Reads what changed; scans only where the rules are others.
void ProjectSession::Private::packsChanged()
{
    if (!q.m_state) {
        return;
    }
    const quint64 at = generation.load();
    whenDone(
        QtConcurrent::run(&pool, [places = packPlaces(), trust = packTrust,
                                  known = packs] { return loadRulesAnew(places, trust, known); }),
        &q, [this, at](const LoadedRules& loaded) {
            if (at != generation || !q.m_state) {
                return;
            }
            const std::shared_ptr<const RuleSet> before = q.m_rules;
            adoptRules(loaded);
            if (q.m_rules != before) {
                startScan();
            }
        });
}

void ProjectSession::setUserRuleFolder(const QString& folder)
{
    d->userRules = folder;
}

void ProjectSession::setPackTrustFile(const QString& file)
{
    d->packTrust = PackTrustStore(file);
}

std::optional<WaitingPacks> ProjectSession::waitingPacks() const
{
    return d->waitingPacks;
}

QFuture<Result<void>> ProjectSession::answerPacks(const WaitingPacks& packs, PackAnswer answer)
{
    return whenDone(QtConcurrent::run(&d->pool,
                                      [trust = d->packTrust, packs, answer] {
                                          return trust.keep(packs.hash, packs.folder, answer);
                                      }),
                    this, [this](const Result<void>& kept) {
                        if (kept) {
                            d->packsChanged();
                        }
                        return kept;
                    });
}

QString ProjectSession::userRuleFolder() const
{
    return d->userRules;
}

QString ProjectSession::projectRuleFolder() const
{
    return rocport::projectRuleFolder(d->packPlaces().projectRoot);
}

QFuture<Result<QByteArray>> ProjectSession::loadPack(const QString& file)
{
    const PackOrigin origin = d->originOf(file);
    const QString root = d->packPlaces().projectRoot;
    return QtConcurrent::run(&d->pool, [file, origin, root]() -> Result<QByteArray> {
        if (origin == PackOrigin::BuiltIn ||
            (origin == PackOrigin::Project && !isInside(root, file))) {
            return noPackPlace(file);
        }
        return readFile(file, kMaxPack);
    });
}

QFuture<Result<void>> ProjectSession::savePack(const QString& file, const QByteArray& text)
{
    const PackOrigin origin = d->originOf(file);
    const QString root = d->packPlaces().projectRoot;
    const auto write = [file, text, root, origin, trust = d->packTrust]() -> Result<void> {
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
    return whenDone(QtConcurrent::run(&d->pool, write), this, [this](const Result<void>& written) {
        if (written) {
            d->packsChanged();
        }
        return written;
    });
}

QFuture<Result<QString>> ProjectSession::Private::writeNewPack(PackOrigin origin,
                                                               const QString& name,
                                                               const QByteArray& text)
{
    const QString root = packPlaces().projectRoot;
    const QString folder =
        origin == PackOrigin::Project ? rocport::projectRuleFolder(root) : userRules;
    const auto write = [folder, root, origin, name, text, trust = packTrust]() -> Result<QString> {
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
    return whenDone(QtConcurrent::run(&pool, write), &q, [this](const Result<QString>& written) {
        if (written) {
            packsChanged();
        }
        return written;
    });
}

QFuture<Result<QString>> ProjectSession::newPack(PackOrigin origin)
{
    return d->writeNewPack(origin, QStringLiteral("rules"), packTemplate());
}

QFuture<Result<QString>> ProjectSession::copyRule(const Rule& rule)
{
    const Result<QByteArray> pack = packOfRule(rule);
    if (!pack) {
        return QtFuture::makeReadyFuture<Result<QString>>(pack.error());
    }
    static const QRegularExpression odd(QStringLiteral("[^A-Za-z0-9_-]+"));
    const QString name = QString(rule.id).replace(odd, QStringLiteral("-")).left(80);
    return d->writeNewPack(PackOrigin::Project, name, *pack);
}

QFuture<PackCheck> ProjectSession::checkRulePack(const QString& file, const QByteArray& text,
                                                 const CancelToken& cancel) const
{
    return QtConcurrent::run(&d->pool, [pack = PackText{file, PackOrigin::User, text}, cancel] {
        return checkPack(pack, cancel);
    });
}

QFuture<RulePreview> ProjectSession::previewRule(const Rule& rule, const CancelToken& cancel) const
{
    return QtConcurrent::run(&d->pool, [state = m_state, rule, cancel] {
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
