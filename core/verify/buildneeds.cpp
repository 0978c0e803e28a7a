#include "core/verify/buildneeds.h"

#include "core/base/visibletext.h"
#include "core/verify/compilerarguments.h"

#include <QDir>
#include <QVector>

namespace rocport {

namespace {

/// One error of CMake, its lines joined by blanks.
struct CMakeError
{
    QString file;    ///< as CMake names it, relative to the tree or absolute; empty: not known
    QString command; ///< that failed: "add_subdirectory"
    QString text;
    QStringList lines;  ///< the same, line by line
    bool lists = false; ///< names of variables, one a line and not moved in
};

QVector<CMakeError> errorsOf(const QByteArray& output)
{
    static const QRegularExpression head(
        QStringLiteral("^CMake Error(?: at ([^:]+):\\d+ \\((\\w+)\\))?:(.*)$"));
    QVector<CMakeError> errors;
    bool open = false;
    const QStringList lines = QString::fromUtf8(output.right(kMostOfOutput)).split(u'\n');
    for (const QString& line : lines) {
        const auto match = head.match(line);
        if (match.hasMatch()) {
            const QString text = match.captured(3).trimmed();
            errors.append({match.captured(1),
                           match.captured(2),
                           text,
                           {},
                           text.contains(QLatin1StringView("set to NOTFOUND"))});
            open = true;
            continue;
        }
        // An error ends at a line that is neither empty nor moved in; but for one of generating,
        // whose lines are names of variables.
        const bool isIn = line.isEmpty() || line.startsWith(u' ') || line.startsWith(u'\t');
        const bool names = open && errors.last().lists && !line.startsWith(u'-');
        open = open && (isIn || errors.last().file.isEmpty() || names) &&
               !line.startsWith(QLatin1StringView("--")) &&
               !line.startsWith(QLatin1StringView("CMake Warning"));
        if (open) {
            errors.last().text += u' ' + line.trimmed();
            errors.last().lines.append(line);
        }
    }
    for (CMakeError& error : errors) {
        error.text = error.text.simplified();
    }
    return errors;
}

bool learnFiles(const CMakeError& error, const QString& place, QStringList& files)
{
    static const QString list = QStringLiteral("/CMakeLists.txt");
    static const QRegularExpression withoutList(
        QStringLiteral("source directory (\\S+) does not contain a CMakeLists\\.txt file"));
    static const QRegularExpression noFolder(
        QStringLiteral("given source \"([^\"]+)\" which is not an existing directory"));
    static const QRegularExpression included(
        QStringLiteral("include could not find (?:requested|load) file: (\\S+/\\S*)"));
    static const QRegularExpression source(
        QStringLiteral("Cannot find source file: (\\S+\\.\\w+)"));
    static const QRegularExpression configured(QStringLiteral("File (\\S+) does not exist\\."));
    for (const QRegularExpression& one : {withoutList, noFolder}) {
        const QString folder = capturedIn(error.text, one);
        if (!folder.isEmpty()) {
            return addNeededFile(files, error.file, folder + list, place);
        }
    }
    for (const QRegularExpression& one : {included, source, configured}) {
        const QString file = capturedIn(error.text, one);
        if (!file.isEmpty()) {
            return addNeededFile(files, error.file, file, place);
        }
    }
    return false;
}

/// The package whose module or configuration failed.
QString failedPackage(const CMakeError& error)
{
    static const QRegularExpression module(
        QStringLiteral("(?:^|/)Find(?!PackageHandle|PackageMessage)([A-Za-z0-9_+.-]+)\\.cmake"));
    static const QRegularExpression config(
        QStringLiteral("/([A-Za-z0-9_+.]+?)-?[cC]onfig(?:-version)?\\.cmake"));
    for (const QRegularExpression& one : {module, config}) {
        const auto match = one.match(error.file);
        if (match.hasMatch()) {
            return match.captured(1);
        }
    }
    static const QRegularExpression notFound(QStringLiteral("Could NOT find (\\S+)"));
    static const QRegularExpression notProvided(
        QStringLiteral("configuration file provided by \"([^\"]+)\""));
    for (const QRegularExpression& one : {notFound, notProvided}) {
        QString name = capturedIn(error.text, one);
        if (!name.isEmpty()) {
            return name;
        }
    }
    return {};
}

bool learnVariables(const CMakeError& error, QStringList& variables)
{
    static const QRegularExpression alone(
        QStringLiteral("^(?:/\\S*/)?(\\w+)(?: \\(ADVANCED\\))?$"));
    static const QRegularExpression searched(
        QStringLiteral("Could not find (\\w+) using the following (?:names|files):"));
    if (error.lists) {
        bool isNew = false;
        for (const QString& line : error.lines) {
            isNew = addNeed(variables, alone.match(line).captured(1)) || isNew;
        }
        return isNew;
    }
    return addNeed(variables, capturedIn(error.text, searched));
}

bool learnRelease(const CMakeError& error, QStringList& releases)
{
    static const QRegularExpression asked(
        QStringLiteral("CMake (\\d[\\d.]{0,30}) or higher is required\\. You are running version "
                       "(\\d{1,9}\\.\\d{1,9})"));
    static const QRegularExpression policy(
        QStringLiteral("policy version of CMake to \"(\\d[\\d.]{0,30})\" which is greater than "
                       "this version of CMake"));
    const auto match = asked.match(error.text);
    QString pair;
    if (match.hasMatch()) {
        pair = match.captured(1) + u' ' + match.captured(2);
    } else if (const auto other = policy.match(error.text); other.hasMatch()) {
        // The message does not say which CMake this is; each that is in use knows these policies.
        pair = other.captured(1) + QStringLiteral(" 3.16");
    }
    return !pair.isEmpty() && addNew(releases, pair);
}

bool learnTarget(const CMakeError& error, QStringList& targets)
{
    static const QRegularExpression linked(QStringLiteral(
        "links to(?: target)?:? \"?([\\w.+-]+::[\\w.:+-]+)\"? but the target was not found"));
    return addNeed(targets, capturedIn(error.text, linked));
}

bool learnLibrary(const CMakeError& error, QStringList& libraries)
{
    static const QRegularExpression specified(
        QStringLiteral("Cannot specify [a-z ]+ for target \"([\\w.+-]+)\" which is not built"));
    static const QRegularExpression given(QStringLiteral(
        "(?:called (?:for|with) non-?existent|TARGETS given) target \"([\\w.+-]+)\""));
    for (const QRegularExpression& one : {specified, given}) {
        const QString name = capturedIn(error.text, one);
        if (!name.isEmpty()) {
            return addNeed(libraries, name);
        }
    }
    return false;
}

} // namespace

bool addNew(QStringList& list, const QString& text)
{
    const bool isNew = !list.contains(text) && list.size() < kMostOfKind;
    if (isNew) {
        list.append(text);
    }
    return isNew;
}

QString capturedIn(const QString& text, const QRegularExpression& pattern)
{
    return pattern.match(text).captured(1);
}

bool addNeed(QStringList& list, const QString& name)
{
    static const QRegularExpression letters(QStringLiteral("^[A-Za-z0-9_][A-Za-z0-9_+.:-]*\\z"));
    return name.size() <= kLongestNeed && letters.match(name).hasMatch() && addNew(list, name);
}

bool addNeededFile(QStringList& list, const QString& file, const QString& name,
                   const QString& place)
{
    const QDir tree(place + QStringLiteral("/tree"));
    const QString from = tree.absoluteFilePath(file);
    const QString full =
        QDir::cleanPath(QDir(from.left(from.lastIndexOf(u'/'))).absoluteFilePath(name));
    if (!full.startsWith(place + u'/')) {
        return false;
    }
    const QString path = full.mid(place.size() + 1);
    const bool fits = (path.startsWith(QLatin1StringView("tree/")) ||
                       path.startsWith(QLatin1StringView("build/"))) &&
                      isNeutralPath(path) && path.size() <= kLongestNeed * 4;
    return fits && addNew(list, path);
}

bool BuildNeeds::learn(const QByteArray& output, const QString& place)
{
    static const QRegularExpression empty(QStringLiteral("No SOURCES given to target: (\\S+)"));
    static const QRegularExpression unknown(QStringLiteral("Unknown CMake command \"(\\w+)\""));
    bool isNew = false;
    bool isOwn = false; // an error that the project's own text raises
    const QVector<CMakeError> errors = errorsOf(output);
    for (const CMakeError& error : errors) {
        const bool learned = learnRelease(error, releases) || learnFiles(error, place, files) ||
                             learnVariables(error, variables) || learnTarget(error, targets) ||
                             learnLibrary(error, libraries) ||
                             addNeed(sourceless, capturedIn(error.text, empty)) ||
                             addNeed(commands, capturedIn(error.text, unknown)) ||
                             addNeed(packages, failedPackage(error));
        isNew = isNew || learned;
        isOwn = isOwn || (!learned && error.command == QLatin1StringView("message") &&
                          !error.file.endsWith(QLatin1StringView("-packages.cmake")) &&
                          !error.file.endsWith(QLatin1StringView("-pkgconfig.cmake")));
    }
    if (!isNew && isOwn && !all) {
        all = true; // it may be of a package that was looked for and is not there
        return true;
    }
    return isNew;
}

QByteArray packagesOfCuda()
{
    return "^([Cc][Uu][Dd][Aa]|[Cc][Uu][Dd][Nn][Nn]|NCCL|Nccl|nccl|CUB$|cub$|Thrust$|CCCL$|"
           "libcudacxx$)";
}

bool isNameOfCuda(const QString& name)
{
    static const QRegularExpression names(QString::fromUtf8(packagesOfCuda()));
    return names.match(name).hasMatch();
}

QByteArray modulesOfCuda()
{
    return "^(cu(da|dart|blas|fft|rand|solver|sparse|dnn|libos|file)|"
           "nv(rtc|ml|idia-ml|jpeg|jitlink|tx|ToolsExt)|npp|nccl)";
}

bool isModuleOfCuda(const QString& name)
{
    static const QRegularExpression names(QString::fromUtf8(modulesOfCuda()));
    return names.match(name).hasMatch();
}

QStringList standInNames(const BuildNeeds& needs, const QByteArray& noted)
{
    QStringList names;
    const auto say = [&names](const QString& name) {
        if (!name.isEmpty()) {
            addNew(names, name);
        }
    };
    const QList<QByteArray> lines = noted.left(kMostOfOutput).split('\n');
    for (const QByteArray& line : lines) {
        say(visibleLine(QString::fromUtf8(line.trimmed()).left(kLongestNeed)));
    }
    for (const QString& name : needs.variables) {
        say(name);
    }
    for (const QString& name : needs.targets) {
        say(name);
    }
    for (const QString& name : needs.libraries + needs.sourceless) {
        say(name);
    }
    for (const QString& name : needs.commands) {
        say(name + QStringLiteral("()"));
    }
    const MesonNeeds& meson = needs.meson;
    for (const QString& name :
         meson.overridden + meson.subprojects + meson.libraries + meson.headers + meson.programs) {
        say(name);
    }
    for (const QString& path : needs.files) {
        say(path.mid(path.indexOf(u'/') + 1));
    }
    return names;
}

} // namespace rocport
