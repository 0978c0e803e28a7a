#include "core/scan/gitconfigpaths.h"
#include "core/scan/githandle.h"
#include "tests/fuzz/require.h"

#include <QFile>
#include <QSet>
#include <QTemporaryDir>

#include <cstdint>

using namespace rocport;

namespace {

struct Expected
{
    QSet<QByteArray> included;

    static int add(const git_config_entry* entry, void* payload)
    {
        auto& self = *static_cast<Expected*>(payload);
        const QByteArray name(entry->name);
        const QByteArray value(entry->value != nullptr ? entry->value : "");
        if (value.isEmpty()) {
            return 0;
        }
        if (name == "include.path" || (name.startsWith("includeif.") && name.endsWith(".path"))) {
            self.included.insert(value);
        }
        return 0;
    }
};

} // namespace

/// Any bytes as a configuration of git: whatever file libgit2 would open because of it is one that
/// we know of before.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const GitLibrary library;
    static const QTemporaryDir folder(QStringLiteral("/dev/shm/rocport-fuzz-XXXXXX"));
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const QList<QByteArray> named = filesIncludedByConfig(bytes, 1'000'000);
    require(filesIncludedByConfig(bytes, 2).size() <= std::max<qsizetype>(2, named.size()));
    // What is named lies nowhere: a path in a folder that is not there. Absolute ones may be
    // anything, and are not for libgit2.
    for (const QByteArray& one : named) {
        if (one.contains('/') || one == "config" || one.startsWith('.')) {
            return 0;
        }
    }
    const QString file = folder.filePath(QStringLiteral("config"));
    QFile config(file);
    require(config.open(QIODevice::WriteOnly) && config.write(bytes) == bytes.size());
    config.close();
    GitConfig read;
    if (gitMake(read, git_config_open_ondisk, QFile::encodeName(file).constData()) < 0) {
        return 0;
    }
    Expected expected;
    (void)git_config_foreach(read.get(), &Expected::add, &expected);
    for (const QByteArray& one : named) {
        expected.included.remove(one);
    }
    require(expected.included.isEmpty());
    return 0;
}
