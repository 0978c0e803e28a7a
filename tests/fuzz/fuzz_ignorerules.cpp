#include "core/scan/ignorerules.h"
#include "tests/fuzz/require.h"

#include <QList>

#include <cstdint>

using namespace rocport;

/// Any bytes as a .gitignore file, asked about the paths that stand after its first NUL: the work
/// is at most paths times patterns, what a lone pattern answers is what the file answers, and a
/// negated pattern answers where the pattern itself does.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const qsizetype end = bytes.indexOf('\0');
    const QByteArray text = end < 0 ? bytes : bytes.left(end);
    const QList<QByteArray> paths =
        (end < 0 ? QByteArray("a/b/c.o\nbuild\nsrc/aaaaaaaaaaaa.txt") : bytes.mid(end + 1))
            .split('\n');
    const IgnoreFile file(text);
    for (const QByteArray& path : paths.mid(0, 16)) {
        const std::string_view view(path.constData(), static_cast<std::size_t>(path.size()));
        qint64 work = 0;
        (void)file.ask(view, false, work);
        require(work <= (path.size() + 2) * (2 * text.size() + 4));
    }
    const QList<QByteArray> lines = text.split('\n');
    for (const QByteArray& line : lines.mid(0, 16)) {
        const auto pattern = IgnorePattern::parse(line);
        if (!pattern || pattern->isNegated() || line.startsWith("\xEF\xBB\xBF")) {
            continue; // left out at the start of a file, not of another line
        }
        const auto negated = IgnorePattern::parse('!' + line);
        require(negated && negated->isNegated());
        const IgnoreFile alone(line);
        for (const QByteArray& path : paths.mid(0, 4)) {
            const std::string_view view(path.constData(), static_cast<std::size_t>(path.size()));
            for (const bool isFolder : {false, true}) {
                qint64 work = 0;
                const bool matches = pattern->matches(view, isFolder, work);
                require(negated->matches(view, isFolder, work) == matches);
                require((alone.ask(view, isFolder, work) == IgnoreFile::Answer::Ignored) ==
                        matches);
            }
        }
    }
    return 0;
}
