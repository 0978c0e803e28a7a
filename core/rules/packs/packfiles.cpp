#include "core/rules/packs/packfiles.h"

#include "core/files/readfile.h"
#include "core/rules/packs/rulereader.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace rocport {

namespace {

constexpr qsizetype kPacks = 64; ///< of one folder

void readFolder(const QString& path, PackOrigin origin, const QString& root, PackTexts& texts)
{
    const QDir folder(path);
    const auto problem = [&](const QString& file, const QString& detail) {
        texts.problems.append(
            {ErrorCode::RulePackInvalid, detail, QStringLiteral("%1:1").arg(file)});
    };
    QStringList names = folder.entryList({QStringLiteral("*.toml")},
                                         QDir::Files | QDir::System | QDir::Hidden, QDir::Name);
    if (names.size() > kPacks) {
        problem(
            path,
            QStringLiteral("%1 packs, only the first %2 are read").arg(names.size()).arg(kPacks));
        names = names.mid(0, kPacks);
    }
    for (const QString& name : std::as_const(names)) {
        const QString file = folder.filePath(name);
        const QFileInfo info(file);
        if (!info.isFile()) {
            problem(file, QStringLiteral("not a file"));
            continue;
        }
        if (!root.isEmpty() && !info.canonicalFilePath().startsWith(root + u'/')) {
            problem(file, QStringLiteral("points outside the repository"));
            continue;
        }
        QFile device(file);
        if (const Result<void> opened = openRegular(device); !opened) {
            problem(file, opened.error().detail);
            continue;
        }
        // One byte over the limit is enough for the reader to refuse it.
        texts.packs.append({file, origin, device.read(PackLimits::kPackBytes + 1)});
    }
}

} // namespace

QString projectRuleFolder(const QString& root)
{
    return root.isEmpty() ? QString() : QDir(root).filePath(QStringLiteral(".rocport/rules"));
}

QString userRuleFolder()
{
    const QString base = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    return base.isEmpty() ? QString() : base + QStringLiteral("/rocport/rules");
}

QString projectRootOf(const QString& folder)
{
    QString start = QFileInfo(folder).absoluteFilePath();
    QDir at(start);
    do {
        if (QFileInfo::exists(at.filePath(QStringLiteral(".git")))) {
            return at.absolutePath();
        }
    } while (at.cdUp());
    return start;
}

QString packTrustFolder(const QString& projectRoot)
{
    const QString folder = projectRuleFolder(projectRoot);
    const QString real = QFileInfo(folder).canonicalFilePath();
    return real.isEmpty() ? folder : real;
}

QVector<PackText> readProjectPacks(const QString& projectRoot, QVector<Error>* problems)
{
    PackTexts texts;
    if (!projectRoot.isEmpty()) {
        readFolder(projectRuleFolder(projectRoot), PackOrigin::Project,
                   QFileInfo(projectRoot).canonicalFilePath(), texts);
    }
    if (problems != nullptr) {
        *problems += texts.problems;
    }
    return texts.packs;
}

PackTexts readPacks(const PackPlaces& places)
{
    PackTexts texts;
    const QVector<PackText> project = readProjectPacks(places.projectRoot, &texts.problems);
    if (!project.isEmpty()) {
        texts.projectHash = packContentHash(project);
        const PackAnswer answer = places.trust.of(texts.projectHash);
        if (answer == PackAnswer::Trusted) {
            texts.packs = project;
        } else {
            WaitingPacks waiting;
            waiting.folder = packTrustFolder(places.projectRoot);
            for (const PackText& pack : project) {
                waiting.names.append(QFileInfo(pack.file).fileName());
            }
            waiting.names.sort();
            waiting.hash = texts.projectHash;
            waiting.answer = answer;
            waiting.changed = answer == PackAnswer::None && places.trust.knows(waiting.folder);
            texts.waiting = waiting;
        }
    }
    if (!places.userFolder.isEmpty()) {
        readFolder(places.userFolder, PackOrigin::User, {}, texts);
    }
    return texts;
}

PackLoad loadRules(const PackPlaces& places)
{
    const PackTexts texts = readPacks(places);
    PackLoad result{RuleSet::load(texts.packs), texts.waiting, packTrustFolder(places.projectRoot),
                    texts.projectHash};
    result.problems = texts.problems + result.problems;
    return result;
}

} // namespace rocport
