#include "core/lanes/lanelibraries.h"

#include <QString>

#include <algorithm>

namespace rocport {

namespace {

/// What stands behind headers of resources/lanes.
struct LaneLibrary
{
    const char* header;  ///< a part of the path of what uses it
    const char* sources; ///< with spaces between
    const char* options;
};
constexpr LaneLibrary kLaneLibraries[] = {
    {"/include/lanes/blas/", "blasvectors blasmatrices blasbatched", "-lopenblas"},
    {"/include/lanes/random/sobol.h", "sobol", ""},
    {"/include/lanes/fft/", "fft", "-lfftw3 -lfftw3f"},
    {"/include/lanes/sparse/", "sparse", ""},
    {"/include/lanes/solver/", "solver", "-lopenblas"},
};

struct LanePackage
{
    const char* missing; ///< how the name of a header begins, or what the linker is given with -l
    const char* sentence;
};
constexpr LanePackage kLanePackages[] = {
    {"thrust/", "the program uses Thrust, which is not installed (libthrust-dev)"},
    {"openblas",
     "the program uses BLAS or LAPACK, for which OpenBLAS is not installed (libopenblas-dev)"},
    {"omp.h", "the program uses OpenMP, whose header this compiler lacks (of clang: libomp-dev)"},
    {"boost/random/",
     "the program uses random numbers of cuRAND or hipRAND, for which Boost.Random is "
     "not installed (libboost-dev)"},
    {"fftw3", "the program uses FFT, for which FFTW is not installed (libfftw3-dev)"},
};

/// Whether a line says that a header with such a name is not there, in clang's or GCC's words, or a
/// library, in those of the linkers of binutils and LLVM.
bool saysMissing(const QByteArray& line, const QByteArray& what)
{
    if (line.endsWith("cannot find -l" + what) || line.contains("cannot find -l" + what + ':') ||
        line.endsWith("unable to find library -l" + what)) {
        return true;
    }
    const qsizetype at = line.indexOf("fatal error: ");
    if (at < 0 || (!line.contains("file not found") && !line.contains("No such file"))) {
        return false;
    }
    const QByteArray name = line.mid(at + 13);
    return name.startsWith(what) || name.startsWith('\'' + what);
}

/// Appends those words that are not there yet.
void appendWords(QStringList& all, const char* words)
{
    const QStringList split = QString::fromLatin1(words).split(u' ', Qt::SkipEmptyParts);
    for (const QString& word : split) {
        if (!all.contains(word)) {
            all.append(word);
        }
    }
}

} // namespace

LaneLibraries laneLibraries(const QVector<QByteArray>& lists)
{
    LaneLibraries needed;
    for (const LaneLibrary& library : kLaneLibraries) {
        const bool isUsed = std::any_of(lists.begin(), lists.end(), [&](const QByteArray& list) {
            return list.contains(library.header);
        });
        if (isUsed) {
            appendWords(needed.sources, library.sources);
            appendWords(needed.options, library.options);
        }
    }
    return needed;
}

bool includesOpenMp(const QByteArray& source)
{
    for (qsizetype at = source.indexOf("omp.h"); at >= 0; at = source.indexOf("omp.h", at + 1)) {
        const qsizetype begin = source.lastIndexOf('\n', at) + 1;
        const QByteArray before = source.mid(begin, at - begin).simplified().replace(' ', "");
        if (before == "#include<" || before == "#include\"") {
            return true;
        }
    }
    return false;
}

QStringList missingLaneLibraries(const QByteArray& output)
{
    QStringList sentences;
    const QList<QByteArray> lines = output.split('\n');
    for (const LanePackage& package : kLanePackages) {
        const bool isMissing = std::any_of(lines.begin(), lines.end(), [&](const QByteArray& line) {
            return saysMissing(line, package.missing);
        });
        if (isMissing) {
            sentences.append(QLatin1StringView(package.sentence));
        }
    }
    return sentences;
}

} // namespace rocport
