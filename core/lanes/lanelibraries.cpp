#include "core/lanes/lanelibraries.h"

#include <algorithm>

namespace rocport {

namespace {

struct LanePackage
{
    const char* header; ///< how the names of its headers begin
    const char* sentence;
};
constexpr LanePackage kLanePackages[] = {
    {"thrust/", "the program uses Thrust, which is not installed (libthrust-dev)"},
};

/// Whether a line says that a header with such a name is not there, in clang's or GCC's words.
bool saysMissing(const QByteArray& line, const QByteArray& header)
{
    const qsizetype at = line.indexOf("fatal error: ");
    if (at < 0 || (!line.contains("file not found") && !line.contains("No such file"))) {
        return false;
    }
    const QByteArray name = line.mid(at + 13);
    return name.startsWith(header) || name.startsWith('\'' + header);
}

} // namespace

QStringList missingLaneLibraries(const QByteArray& compilerOutput)
{
    QStringList sentences;
    const QList<QByteArray> lines = compilerOutput.split('\n');
    for (const LanePackage& package : kLanePackages) {
        const bool isMissing = std::any_of(lines.begin(), lines.end(), [&](const QByteArray& line) {
            return saysMissing(line, package.header);
        });
        if (isMissing) {
            sentences.append(QLatin1StringView(package.sentence));
        }
    }
    return sentences;
}

} // namespace rocport
