#include "core/scan/gitconfigpaths.h"
#include "core/scan/githandle.h"
#include "core/scan/gitvariables.h"
#include "tests/fuzz/require.h"

#include <QFile>
#include <QTemporaryDir>

#include <cstdint>

using namespace rocport;

namespace {

struct Seen
{
    const GitVariables& ours;
    qsizetype count = 0;

    static int add(const git_config_entry* entry, void* payload)
    {
        auto& self = *static_cast<Seen*>(payload);
        ++self.count;
        require(!self.ours.isPlain() || self.ours.mayHave(entry->name));
        return 0;
    }
};

} // namespace

/// Any bytes as a configuration of git: libgit2 finds no more variables than we count, and where we
/// say that their names are plain, none with another name than those that we added up.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const GitLibrary library;
    static const QTemporaryDir folder(QStringLiteral("/dev/shm/rocport-fuzz-XXXXXX"));
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    if (!filesIncludedByConfig(bytes, 2).isEmpty()) {
        return 0; // libgit2 would add what is in those
    }
    GitVariables variables;
    variables.add(bytes);
    const QString file = folder.filePath(QStringLiteral("config"));
    QFile config(file);
    require(config.open(QIODevice::WriteOnly) && config.write(bytes) == bytes.size());
    config.close();
    GitConfig read;
    if (gitMake(read, git_config_open_ondisk, QFile::encodeName(file).constData()) < 0) {
        return 0;
    }
    Seen seen{variables};
    (void)git_config_foreach(read.get(), &Seen::add, &seen);
    require(seen.count <= variables.count());
    return 0;
}
