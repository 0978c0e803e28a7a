#include "core/process/rocmroots.h"

#include <QDir>
#include <QVersionNumber>

#include <algorithm>

namespace rocport {
namespace {

/// The folders of releases with such names, the highest version first.
QStringList releases(const QString& folder, const QString& pattern)
{
    QStringList names = QDir(folder).entryList({pattern}, QDir::Dirs);
    const auto version = [](const QString& name) {
        return QVersionNumber::fromString(name.section(u'-', 1));
    };
    std::sort(names.begin(), names.end(), [&](const QString& a, const QString& b) {
        return version(a) != version(b) ? version(a) > version(b) : a < b;
    });
    for (QString& name : names) {
        name.prepend(folder + u'/');
    }
    return names;
}

} // namespace

QStringList rocmRoots(const QString& opt)
{
    QStringList roots;
    for (const char* name : {"ROCM_PATH", "HIP_PATH"}) {
        const QString chosen = qEnvironmentVariable(name);
        if (QDir::isAbsolutePath(chosen)) {
            roots << QDir::cleanPath(chosen);
        }
    }
    const QString standard = opt + QStringLiteral("/rocm");
    roots << standard << standard + QStringLiteral("/core");
    roots += releases(standard, QStringLiteral("core-*"));
    roots += releases(opt, QStringLiteral("rocm-*"));
    roots.removeDuplicates();
    return roots;
}

} // namespace rocport
