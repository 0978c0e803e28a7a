#include "core/verify/buildsystems.h"

#include "core/rules/build/buildcmakeswitch.h"
#include "core/rules/build/buildfile.h"
#include "core/rules/build/buildmakeswitch.h"
#include "core/text/bytes.h"

#include <string_view>

namespace rocport {

namespace {

bool isTopMakefile(const QByteArray& path)
{
    return path == "Makefile" || path == "makefile" || path == "GNUmakefile";
}

} // namespace

QStringList systemsOf(const SourceTree& tree, const CancelToken& cancel)
{
    bool cmake = false;
    bool make = false;
    if (const auto entries = tree.list(cancel)) {
        for (const TreeEntry& entry : *entries) {
            const QByteArray& name = entry.path.bytes();
            cmake = cmake || name == "CMakeLists.txt";
            make = make || isTopMakefile(name);
        }
    }
    QStringList systems;
    if (cmake) {
        systems.append(QStringLiteral("cmake"));
    }
    if (make) {
        systems.append(QStringLiteral("make"));
    }
    return systems;
}

QStringList cudaOptions(const SourceTree& tree, const QString& guardMacro, bool cmake,
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
        const QByteArray& name = entry.path.bytes();
        const bool top = cmake ? name == "CMakeLists.txt" : isTopMakefile(name);
        if (!top || entry.kind != TreeEntry::Kind::File) {
            continue;
        }
        const auto read = tree.read(entry, kMostOfBuildFile);
        const QByteArray bytes = read ? *read : QByteArray();
        const std::string_view text = viewOf(bytes);
        if (cmake) {
            for (const QByteArray& one : cudaSwitches(text, macro)) {
                options.append(QStringLiteral("-D%1=ON").arg(QString::fromUtf8(one)));
            }
            continue;
        }
        for (const auto& [variable, one] : cudaSwitches(readMake(text, macro))) {
            if (!one.isOn) {
                options.append(QString::fromStdString(variable) + u'=' + QString::fromUtf8(one.on));
            }
        }
    }
    return options;
}

QString rocmOption(const SourceTree& tree, const QString& guardMacro, bool cmake,
                   const CancelToken& cancel)
{
    if (!cmake) {
        return guardMacro + QStringLiteral("=1");
    }
    QByteArray option;
    if (const auto entries = tree.list(cancel)) {
        for (const TreeEntry& entry : *entries) {
            if (entry.path.bytes() == "CMakeLists.txt" && entry.kind == TreeEntry::Kind::File) {
                const auto read = tree.read(entry, kMostOfBuildFile);
                const QByteArray bytes = read ? *read : QByteArray();
                option =
                    summariseBuild(viewOf(bytes), Language::CMake, guardMacro.toUtf8()).guardOption;
            }
        }
    }
    return QStringLiteral("-D%1=ON").arg(option.isEmpty() ? guardMacro : QString::fromUtf8(option));
}

} // namespace rocport
