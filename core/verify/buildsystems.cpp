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

/// In the order in which they are tried. Meson says one thing at a time, so that it gets more
/// tries.
const QVector<BuildSystemTraits>& buildSystems()
{
    static const QByteArrayList makefiles{"GNUmakefile", "makefile", "Makefile"};
    static const QString define = QStringLiteral("-D");
    static const QString make = QStringLiteral("make");
    static const QString meson = QStringLiteral("meson");
    static const QString cmake = QStringLiteral("cmake");
    static const QVector<BuildSystemTraits> systems{
        {BuildSystem::CMake,
         cmake,
         QStringLiteral("CMake"),
         {"CMakeLists.txt"},
         {"CMakeLists.txt"},
         {cmake, make},
         define,
         16},
        {BuildSystem::Meson,
         meson,
         meson,
         {"meson.build"},
         {"meson_options.txt", "meson.options"},
         {meson, QStringLiteral("ninja")},
         define,
         60},
        {BuildSystem::Make, make, make, makefiles, makefiles, {make}, {}, 1}};
    return systems;
}

/// A file at the top in which a system's options stand.
bool holdsOptions(const QByteArray& path, BuildSystem system)
{
    return traitsOf(system).optionFiles.contains(path);
}

} // namespace

const BuildSystemTraits& traitsOf(BuildSystem system)
{
    const auto& all = buildSystems();
    return *std::find_if(all.cbegin(), all.cend(),
                         [&](const BuildSystemTraits& one) { return one.system == system; });
}

QVector<BuildSystem> systemsOf(const SourceTree& tree, const CancelToken& cancel)
{
    QVector<BuildSystem> systems;
    const auto entries = tree.list(cancel);
    if (!entries) {
        return systems;
    }
    for (const BuildSystemTraits& one : buildSystems()) {
        if (std::any_of(entries->cbegin(), entries->cend(), [&](const TreeEntry& entry) {
                return one.topFiles.contains(entry.path.bytes());
            })) {
            systems.append(one.system);
        }
    }
    return systems;
}

QString missingProgram(BuildSystem system)
{
    const QStringList& programs = traitsOf(system).programs;
    const auto missing =
        std::find_if(programs.cbegin(), programs.cend(),
                     [](const QString& program) { return !findProgram(program).ok(); });
    return missing != programs.cend() ? *missing : QString();
}

QStringList cudaOptions(const SourceTree& tree, const QString& guardMacro, BuildSystem system,
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
        switch (system) {
        case BuildSystem::CMake:
            for (const QByteArray& one : cudaSwitches(text, macro)) {
                options.append(QStringLiteral("-D%1=ON").arg(QString::fromUtf8(one)));
            }
            break;
        case BuildSystem::Meson:
            for (const MesonOption& one : mesonOptions(MesonFile(text, {}))) {
                if (!one.isOn && namesCudaSwitch(one)) {
                    options.append(QStringLiteral("-D%1=%2").arg(QString::fromUtf8(one.name),
                                                                 QString::fromUtf8(one.on())));
                }
            }
            break;
        case BuildSystem::Make:
            for (const auto& [variable, one] : cudaSwitches(readMake(text, macro))) {
                if (!one.isOn) {
                    options.append(QString::fromStdString(variable) + u'=' +
                                   QString::fromUtf8(one.on));
                }
            }
            break;
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
                   const QString& guardMacro, BuildSystem system, const CancelToken& cancel)
{
    if (system == BuildSystem::Make) {
        return guardMacro + QStringLiteral("=1");
    }
    const bool isMeson = system == BuildSystem::Meson;
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
