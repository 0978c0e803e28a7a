#include "core/verify/mesonneeds.h"

#include "core/rules/build/buildlibraries.h"
#include "core/rules/build/buildmesonreader.h"
#include "core/text/bytes.h"
#include "core/verify/buildstandins.h"
#include "core/verify/buildsystems.h"
#include "core/verify/compilerarguments.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

/// The one error of a run, and what was looked for last before it.
struct MesonError
{
    QString file; ///< relative to the tree: "src/meson.build"; empty: not known
    QString text;
    QString fallback; ///< the dependency for which a subproject was looked for
};

MesonError mesonErrorOf(const QByteArray& output)
{
    static const QRegularExpression place(QStringLiteral("^(\\S+):\\d+:\\d+: ERROR: (.*)$"));
    static const QRegularExpression alone(QStringLiteral("^ERROR: (.*)$"));
    static const QRegularExpression fallback(
        QStringLiteral("^Looking for a fallback subproject for the dependency (\\S+)"));
    MesonError error;
    const QStringList lines = QString::fromUtf8(output.right(kMostOfOutput)).split(u'\n');
    for (const QString& whole : lines) {
        const qsizetype bar = whole.lastIndexOf(QStringLiteral("| ")); // output of a subproject
        const QString line = bar < 0 ? whole : whole.mid(bar + 2);
        if (const auto found = fallback.match(line); found.hasMatch()) {
            error.fallback = found.captured(1);
        } else if (line.contains(QLatin1StringView("found: NO"))) {
            error.fallback.clear(); // the project does without
        } else if (const auto placed = place.match(line); placed.hasMatch()) {
            error.file = placed.captured(1);
            error.text = placed.captured(2);
        } else if (const auto said = alone.match(line); said.hasMatch() && error.text.isEmpty()) {
            error.text = said.captured(1);
        }
    }
    return error;
}

/// A version that "['>=1.2', '<2']" takes.
QString versionFor(const QString& requirements)
{
    static const QRegularExpression one(
        QStringLiteral("'\\s*(>=|<=|==|=|>|<|)\\s*(\\d[\\d.]{0,30})\\s*'"));
    QString above;
    auto all = one.globalMatch(requirements);
    while (all.hasNext()) {
        const auto match = all.next();
        const QString sign = match.captured(1);
        if (sign == QLatin1StringView(">")) {
            above = match.captured(2) + QStringLiteral(".1");
        } else if (sign != QLatin1StringView("<")) {
            return match.captured(2);
        }
    }
    return above.isEmpty() ? QStringLiteral("0.0.1") : above;
}

/// First as a module of pkg-config; where that is not what meson asks, in its place.
bool learnDependency(const QString& name, const QString& text, MesonNeeds& meson)
{
    static const QRegularExpression other(
        QStringLiteral("Invalid version, need '[^']*' (\\[[^\\]]*\\]) found"));
    const QString wanted = capturedIn(text, other);
    if (!wanted.isEmpty() && meson.modules.contains(name)) {
        // The last one counts, since requirements are told one after the other.
        return addNew(meson.versions, name + u' ' + versionFor(wanted));
    }
    return addNeed(meson.modules, name) || addNeed(meson.overridden, name);
}

bool learnSubproject(const MesonError& error, const MesonMentions& mentions, MesonNeeds& meson)
{
    static const QRegularExpression neither(
        QStringLiteral("Neither a subproject directory nor a ([\\w.+-]+)\\.wrap file was found"));
    const QString named = capturedIn(error.text, neither);
    const bool isUnnamed =
        error.text.contains(QLatin1StringView("subproject downloading is disabled")) ||
        error.text.contains(QLatin1StringView("Subproject exists but has no"));
    if (named.isEmpty() && !isUnnamed) {
        return false;
    }
    // A dependency for which it would have been: a module does as well.
    if (!error.fallback.isEmpty() && addNeed(meson.modules, error.fallback)) {
        return true;
    }
    bool isNew = addNeed(meson.subprojects, named);
    for (const QString& one : named.isEmpty() ? mentions.subprojects : QStringList()) {
        isNew = addNeed(meson.subprojects, one) || isNew;
    }
    return isNew;
}

bool learnMesonFile(const MesonError& error, const QString& place, QStringList& files)
{
    static const QRegularExpression buildFile(QStringLiteral("Non-?existent build file '([^']+)'"));
    static const QRegularExpression sourceFile(QStringLiteral("^File (\\S+) does not exist"));
    static const QRegularExpression includeFolder(
        QStringLiteral("^Include dir (\\S+) does not exist"));
    const QString top = QStringLiteral("meson.build");
    const QString build = capturedIn(error.text, buildFile);
    if (!build.isEmpty()) {
        return addNeededFile(files, top, build, place);
    }
    const QString source = capturedIn(error.text, sourceFile);
    if (!source.isEmpty()) {
        return addNeededFile(files, error.file, source, place);
    }
    const QString folder = capturedIn(error.text, includeFolder);
    return !folder.isEmpty() &&
           addNeededFile(files, error.file, folder + QStringLiteral("/empty.h"), place);
}

/// Whether one of the files would have to be a folder of the other.
bool collides(const QString& one, const QString& other)
{
    return one.startsWith(other + u'/') || other.startsWith(one + u'/');
}

bool learnHeader(const QString& name, QStringList& headers)
{
    const bool isTaken = std::any_of(headers.cbegin(), headers.cend(),
                                     [&](const QString& header) { return collides(name, header); });
    return !name.isEmpty() && name.size() <= kLongestNeed && !name.startsWith(u'/') &&
           isNeutralPath(name) && !isTaken && addNew(headers, name);
}

bool learnMesonRelease(const QString& text, QStringList& releases)
{
    static const QRegularExpression asked(
        QStringLiteral("Meson version is (\\d{1,9}\\.\\d{1,9})\\S* but project requires "
                       "\\D{0,10}(\\d[\\d.]{0,30})"));
    const auto match = asked.match(text);
    const QString pair = match.captured(2) + u' ' + match.captured(1);
    return match.hasMatch() && addNew(releases, pair);
}

} // namespace

bool learnFromMeson(BuildNeeds& needs, const QByteArray& output, const QString& place,
                    const MesonMentions& mentions)
{
    static const QRegularExpression notFound(
        QStringLiteral("^Dependency \"([\\w.+-]+)\" not found"));
    static const QRegularExpression required(
        QStringLiteral("^Dependency '([\\w.+-]+)[^']*' is required"));
    static const QRegularExpression withMethod(
        QStringLiteral("^Dependency lookup for ([\\w.+-]+) with method"));
    static const QRegularExpression variable(
        QStringLiteral("^Requested variable \"(\\w+)\" not found"));
    static const QRegularExpression library(QStringLiteral("library '([^']+)' not found"));
    static const QRegularExpression header(QStringLiteral("header '([^']+)' not found"));
    static const QRegularExpression program(
        QStringLiteral("[Pp]rogram(?: or command)? '([^']+)' not found"));
    const MesonError error = mesonErrorOf(output);
    MesonNeeds& meson = needs.meson;
    const QString& text = error.text;
    for (const QRegularExpression& pattern : {notFound, required, withMethod}) {
        if (const QString name = capturedIn(text, pattern); !name.isEmpty()) {
            return learnDependency(name, text, meson);
        }
    }
    const bool isNew = learnMesonRelease(text, needs.releases) ||
                       learnMesonFile(error, place, needs.files) ||
                       learnSubproject(error, mentions, meson) ||
                       addNeed(meson.variables, capturedIn(text, variable)) ||
                       addNeed(meson.libraries, capturedIn(text, library)) ||
                       learnHeader(capturedIn(text, header), meson.headers) ||
                       addNeed(meson.programs, capturedIn(text, program));
    const bool isOwn = text.startsWith(QLatin1StringView("Problem encountered:")) ||
                       text.startsWith(QLatin1StringView("Assert failed"));
    if (!isNew && isOwn && !needs.all) {
        needs.all = true; // it may be of something that was looked for and is not there
        return true;
    }
    return isNew;
}

MesonMentions mesonMentions(const SourceTree& tree, const CancelToken& cancel)
{
    MesonMentions mentions{QStringLiteral("subprojects"), {}};
    const auto entries = tree.list(cancel);
    if (!entries) {
        return mentions;
    }
    QSet<QByteArray> files;
    QSet<QString> asked;
    for (const TreeEntry& entry : *entries) {
        if (entry.kind != TreeEntry::Kind::File || entry.path.fileName() != "meson.build") {
            continue;
        }
        files.insert(entry.path.bytes());
        const auto read = tree.read(entry, kMostOfBuildFile);
        const QByteArray bytes = read ? *read : QByteArray();
        const MesonFile file(viewOf(bytes), {});
        for (const MesonCall& call : file.calls()) {
            const MesonArgument* name =
                call.name == "project" && entry.path.folder().isEmpty()
                    ? call.keyword("subproject_dir")
                : call.name == "subproject" && !call.isMethod && call.keyword("required") == nullptr
                    ? call.positional(0)
                    : nullptr;
            if (name == nullptr || name->last != name->first + 1) {
                continue;
            }
            const MesonToken& token = file.tokens().at(name->first);
            const QString text = toText(token.text);
            if (token.kind != MesonToken::Kind::Text || !isNeutralPath(text)) {
                continue;
            }
            if (call.name == "project") {
                mentions.folder = text;
            } else if (asked.size() < kMostOfKind) {
                asked.insert(text);
            }
        }
    }
    for (const QString& name : std::as_const(asked)) {
        if (!files.contains(
                (mentions.folder + u'/' + name + QStringLiteral("/meson.build")).toUtf8())) {
            mentions.subprojects.append(name);
        }
    }
    mentions.subprojects.sort();
    return mentions;
}

namespace {

/// Variables of a stand-in are named as what they stand for is, as far as meson takes it.
QString variableFor(const QString& name)
{
    static const QRegularExpression other(QStringLiteral("\\W"));
    return QStringLiteral("dep_") + QString(name).replace(other, QStringLiteral("_"));
}

using StandInTexts = QVector<QPair<QString, QByteArray>>; // by what follows "cuda" or "rocm"

/// The machine file, which says what is called, and pkg-config.
StandInTexts programTexts(const QString& stand, const QString& side, const QString& notes,
                          const BuildNeeds& needs)
{
    const bool rocm = side == QLatin1StringView("rocm");
    QByteArray found;
    for (const QString& one : rocm ? programsOfRocm() : QStringList()) {
        found += QStringLiteral("%1 = '%2/rocm/bin/%1'\n").arg(one, stand).toUtf8();
    }
    if (!rocm) {
        found = "nvcc = '@NVCC@'\n";
    }
    const QString nvcc =
        rocm ? QStringLiteral("/no-nvcc-in-the-rocm-build") : QStringLiteral("/cuda/bin/nvcc");
    const auto filled = [&](const QString& name) {
        QByteArray text = standInResource(name);
        return text.replace("@PROGRAMS@", found)
            .replace("@NVCC@", (stand + nvcc).toUtf8())
            .replace("@STAND@", stand.toUtf8())
            .replace("@SIDE@", side.toUtf8())
            .replace("@NOTES@", notes.toUtf8())
            .replace("@ALL@", needs.all ? "yes" : "no")
            .replace("@CUDAMODULES@", modulesOfCuda());
    };
    return {{QStringLiteral(".ini"), filled(QStringLiteral("meson.ini"))},
            {QStringLiteral("-pkg-config"), filled(QStringLiteral("pkgconfig.sh"))},
            {QStringLiteral(".modules"), asLines(needs.meson.modules + needs.meson.versions)}};
}

/// Subprojects: those that would be fetched, and one that provides what meson looks for in its own
/// way. `wraps`: files that would fetch the former.
StandInTexts subprojectTexts(const MesonNeeds& meson, bool rocm, const QString& folder,
                             QStringList& wraps)
{
    const QString below = QStringLiteral("-subprojects/tree/") + folder + u'/';
    const QByteArray end = "', version: '99.0.0')\n";
    const QByteArray value = " = declare_dependency(version: '99.0.0')\n";
    QByteArray variables;
    QByteArray provides;
    for (const QString& name : meson.overridden) {
        if (!rocm || !(isNameOfCuda(name) || isModuleOfCuda(name))) {
            const QByteArray variable = variableFor(name).toUtf8();
            variables += variable + value;
            provides += name.toUtf8() + " = " + variable + '\n';
        }
    }
    StandInTexts texts;
    if (rocm) { // an installed toolkit is not found
        texts.append({below + QStringLiteral("rocport-no-cuda.wrap"),
                      "[wrap-file]\ndirectory = rocport-no-cuda\n[provide]\ncuda = cuda_dep\n"});
        texts.append(
            {below + QStringLiteral("rocport-no-cuda/meson.build"),
             "project('rocport-no-cuda" + end + "cuda_dep = dependency('', required: false)\n"});
    }
    if (!provides.isEmpty()) {
        texts.append({below + QStringLiteral("rocport-standins.wrap"),
                      "[wrap-file]\ndirectory = rocport-standins\n[provide]\n" + provides});
        texts.append({below + QStringLiteral("rocport-standins/meson.build"),
                      "project('rocport-standins" + end + variables});
    }
    QByteArray asked;
    for (const QString& name : meson.variables) {
        asked += name.toUtf8() + value;
    }
    for (const QString& name : meson.subprojects) {
        texts.append({below + name + QStringLiteral("/meson.build"),
                      "project('" + name.toUtf8() + end + asked});
        wraps.append(folder + u'/' + name + QStringLiteral(".wrap"));
    }
    return texts;
}

bool isLibraryOfCuda(const QString& name)
{
    const QByteArray bytes = name.toUtf8();
    return libraryOfArgument(viewOf(bytes)) != nullptr;
}

} // namespace

Result<void> writeMesonNeeds(const QString& stand, const QString& side, const QString& notes,
                             const BuildNeeds& needs, const MesonMentions& mentions)
{
    const bool rocm = side == QLatin1StringView("rocm");
    const MesonNeeds& meson = needs.meson;
    QStringList wraps;
    StandInTexts texts = programTexts(stand, side, notes, needs);
    texts += subprojectTexts(meson, rocm, mentions.folder, wraps);
    texts.append({QStringLiteral(".wraps"), asLines(wraps)});
    for (const QString& name : meson.libraries) {
        if (!rocm || !isLibraryOfCuda(name)) {
            texts.append({QStringLiteral("-libraries/lib%1.a").arg(name), "!<arch>\n"});
        }
    }
    for (const QString& name : meson.headers) {
        texts.append({QStringLiteral("-headers/") + name, {}});
    }
    for (const QString& name : meson.programs) {
        if (!rocm || !isCommandOfCuda(name)) {
            texts.append({QStringLiteral("-programs/") + name,
                          "#!/bin/sh\n[ \"$1\" != --version ] || echo 99.0.0\n"});
        }
    }
    for (const auto& [name, text] : std::as_const(texts)) {
        const QString path = stand + u'/' + side + name;
        if (const auto written = writeStandIn(path, text, text.startsWith("#!")); !written) {
            return written.error();
        }
    }
    return {};
}

} // namespace rocport
