#include "core/verify/buildsystems.h"

#include "core/isolation/mesontokens.h"
#include "core/process/localprocess.h"
#include "core/rules/build/buildcmakeswitch.h"
#include "core/rules/build/buildfile.h"
#include "core/rules/build/buildmakereader.h"
#include "core/rules/build/buildmakeswitch.h"
#include "core/rules/build/mesonoptions.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <string_view>

namespace rocport {

namespace {

bool isTopMakefile(const QByteArray& path)
{
    return path == "Makefile" || path == "makefile" || path == "GNUmakefile";
}

/// The files at the top in which a system's options stand.
bool holdsOptions(const QByteArray& path, const QString& system)
{
    if (system == QLatin1StringView("cmake")) {
        return path == "CMakeLists.txt";
    }
    if (system == QLatin1StringView("meson")) {
        return path == "meson_options.txt" || path == "meson.options";
    }
    return isTopMakefile(path);
}

} // namespace

QStringList systemsOf(const SourceTree& tree, const CancelToken& cancel)
{
    bool cmake = false;
    bool meson = false;
    bool make = false;
    if (const auto entries = tree.list(cancel)) {
        for (const TreeEntry& entry : *entries) {
            const QByteArray& name = entry.path.bytes();
            cmake = cmake || name == "CMakeLists.txt";
            meson = meson || name == "meson.build";
            make = make || isTopMakefile(name);
        }
    }
    QStringList systems;
    for (const auto& [name, isHere] :
         {std::pair("cmake", cmake), {"meson", meson}, {"make", make}}) {
        if (isHere) {
            systems.append(QString::fromUtf8(name));
        }
    }
    return systems;
}

QStringList programsOf(const QString& system)
{
    if (system == QLatin1StringView("meson")) {
        return {system, QStringLiteral("ninja")};
    }
    const QString make = QStringLiteral("make");
    return system == make ? QStringList{make} : QStringList{system, make};
}

QString missingProgram(const QString& system)
{
    const QStringList programs = programsOf(system);
    const auto missing = std::find_if(programs.begin(), programs.end(), [](const QString& program) {
        return !findProgram(program).ok();
    });
    return missing != programs.end() ? *missing : QString();
}

QStringList cudaOptions(const SourceTree& tree, const QString& guardMacro, const QString& system,
                        const CancelToken& cancel)
{
    QStringList options;
    const auto entries = tree.list(cancel);
    if (!entries) {
        return options;
    }
    const QByteArray guard = guardMacro.toUtf8();
    const std::string_view macro = viewOf(guard);
    for (const TreeEntry& entry : *entries) {
        if (!holdsOptions(entry.path.bytes(), system) || entry.kind != TreeEntry::Kind::File) {
            continue;
        }
        const auto read = tree.read(entry, kMostOfBuildFile);
        const QByteArray bytes = read ? *read : QByteArray();
        const std::string_view text = viewOf(bytes);
        if (system == QLatin1StringView("cmake")) {
            for (const QByteArray& one : cudaSwitches(text, macro)) {
                options.append(QStringLiteral("-D%1=ON").arg(QString::fromUtf8(one)));
            }
        } else if (system == QLatin1StringView("meson")) {
            for (const MesonOption& one : mesonOptions(MesonFile(text, {}))) {
                if (!one.isOn && namesCudaSwitch(one)) {
                    options.append(QStringLiteral("-D%1=%2").arg(QString::fromUtf8(one.name),
                                                                 QString::fromUtf8(one.on())));
                }
            }
        } else {
            for (const auto& [variable, one] : cudaSwitches(readMake(text, macro))) {
                if (!one.isOn) {
                    options.append(QString::fromStdString(variable) + u'=' +
                                   QString::fromUtf8(one.on));
                }
            }
        }
    }
    return options;
}

namespace {

/// What switches the ROCm build on among the options that `options` declare: that of the guard
/// macro's name, else the one in whose arm `top`, the meson.build at the top, defines it.
QString mesonGuardOption(const QByteArrayList& options, const QByteArray& top,
                         const QString& guardMacro)
{
    const QByteArray macro = guardMacro.toUtf8();
    for (const QByteArray& name :
         {mesonOptionFor(macro),
          mesonOptionThatDefines(MesonFile(viewOf(top), {}), viewOf(macro))}) {
        for (const QByteArray& text : options) {
            for (const MesonOption& one : mesonOptions(MesonFile(viewOf(text), {}))) {
                if (one.name == name) {
                    return QStringLiteral("-D%1=%2").arg(QString::fromUtf8(name),
                                                         QString::fromUtf8(one.on()));
                }
            }
        }
    }
    return {};
}

} // namespace

QString rocmOption(const SourceTree& tree, const QVector<GateFileInput>& port,
                   const QString& guardMacro, const QString& system, const CancelToken& cancel)
{
    if (system == QLatin1StringView("make")) {
        return guardMacro + QStringLiteral("=1");
    }
    const bool isMeson = system == QLatin1StringView("meson");
    QByteArrayList texts;
    QByteArray top;
    if (const auto entries = tree.list(cancel)) {
        for (const TreeEntry& entry : *entries) {
            const QByteArray& name = entry.path.bytes();
            const bool isTop = isMeson && name == "meson.build";
            if (entry.kind == TreeEntry::Kind::File && (isTop || holdsOptions(name, system))) {
                const auto read = tree.read(entry, kMostOfBuildFile);
                const QByteArray bytes = read ? *read : QByteArray();
                if (isTop) {
                    top = bytes;
                } else {
                    texts.append(bytes);
                }
            }
        }
    }
    if (isMeson) {
        for (const GateFileInput& file : port) {
            if (holdsOptions(file.path.bytes(), system)) {
                texts.append(file.content);
            }
        }
        return mesonGuardOption(texts, top, guardMacro);
    }
    const QByteArray option = texts.isEmpty() ? QByteArray()
                                              : summariseBuild(viewOf(texts.constFirst()),
                                                               Language::CMake, guardMacro.toUtf8())
                                                    .guardOption;
    return QStringLiteral("-D%1=ON").arg(option.isEmpty() ? guardMacro : QString::fromUtf8(option));
}

} // namespace rocport
