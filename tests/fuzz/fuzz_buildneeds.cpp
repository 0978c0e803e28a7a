// What CMake and meson say of a stranger's project is a stranger's: what is taken from it goes into
// CMake files and lists of files, so that it holds names and paths alone, not many, and none
// outside.

#include "core/verify/mesonneeds.h"
#include "tests/fuzz/require.h"

#include <QRegularExpression>

#include <algorithm>
#include <cstdint>

namespace {

constexpr qsizetype kMost = 200; // as buildneeds.h promises

void requireAll(const QStringList& list, const QRegularExpression& form, qsizetype longest)
{
    rocport::require(list.size() <= kMost);
    for (const QString& one : list) {
        rocport::require(one.size() <= longest && form.match(one).hasMatch());
    }
}

} // namespace

namespace {

/// The same of meson, whose names become files and lines of its language.
void learnAsMeson(const QByteArray& bytes)
{
    using namespace rocport;
    static const QRegularExpression name(QStringLiteral("\\A[A-Za-z0-9_+.:-]+\\z"));
    static const QRegularExpression version(QStringLiteral("\\A[A-Za-z0-9_+.:-]+ [0-9.]+\\z"));
    static const QRegularExpression path(QStringLiteral("\\A[^/;$`\"'\\s][^;$`\"'\\s]*\\z"));
    BuildNeeds needs;
    for (int tries = 0; tries < 60; ++tries) {
        const BuildNeeds before = needs;
        const bool isNew = learnFromMeson(needs, bytes, QStringLiteral("/p/cuda"), {});
        require(isNew == (needs != before));
        if (!isNew) {
            break;
        }
    }
    const MesonNeeds& meson = needs.meson;
    for (const QStringList& list : {meson.modules, meson.overridden, meson.subprojects,
                                    meson.variables, meson.libraries, meson.programs}) {
        requireAll(list, name, kMost);
    }
    requireAll(meson.versions, version, 2 * kMost);
    requireAll(meson.headers, path, kMost);
    requireAll(needs.files, path, 4 * kMost);
    for (const QString& file : needs.files + meson.headers) {
        require(!(u'/' + file + u'/').contains(QStringLiteral("/../")));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace rocport;
    static const QRegularExpression name(QStringLiteral("\\A[A-Za-z0-9_+.:-]+\\z"));
    static const QRegularExpression path(QStringLiteral("\\A(?:tree|build)/[^;$`\"'\\s]+\\z"));
    static const QRegularExpression release(QStringLiteral("\\A[0-9.]+ [0-9.]+\\z"));
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    learnAsMeson(bytes);
    BuildNeeds needs;
    // As the build does it: a new try for as long as there is something new.
    for (int tries = 0; tries < 16; ++tries) {
        const BuildNeeds before = needs;
        const bool isNew = needs.learn(bytes, QStringLiteral("/p/cuda"));
        require(isNew == (needs != before));
        if (!isNew) {
            break;
        }
    }
    for (const QStringList& list : {needs.packages, needs.variables, needs.targets, needs.libraries,
                                    needs.sourceless, needs.commands}) {
        requireAll(list, name, kMost);
    }
    requireAll(needs.files, path, 4 * kMost);
    for (const QString& file : needs.files) {
        require(!file.contains(QStringLiteral("/../")) && !file.endsWith(QStringLiteral("/..")));
    }
    requireAll(needs.releases, release, 64);
    const QStringList names = standInNames(needs, bytes);
    require(names.size() <= kMost);
    for (const QString& one : names) {
        require(std::none_of(one.cbegin(), one.cend(),
                             [](QChar c) { return c < u' ' || (c >= u'\x7f' && c < u'\xa0'); }));
    }
    return 0;
}
