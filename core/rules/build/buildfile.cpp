#include "core/rules/build/buildfile.h"

#include "core/text/ascii.h"

namespace rocport {

namespace {

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

} // namespace

QByteArray buildNewline(const SourceBuffer& source, qsizetype at)
{
    const qsizetype end = source.bytes().indexOf('\n', at);
    const qsizetype last = end >= 0 ? end : source.bytes().lastIndexOf('\n');
    return last > 0 && source.bytes().at(last - 1) == '\r' ? "\r\n" : "\n";
}

std::vector<BuildPlace> hardCodedArchitectures(const SourceBuffer& source, const Rule& rule,
                                               const QString& variable)
{
    std::vector<BuildPlace> places;
    const std::string_view text = source.view();
    int lastLine = 0;
    for (size_t at = text.find("gfx"); at != std::string_view::npos;
         at = text.find("gfx", at + 3)) {
        size_t end = at + 3;
        while (end < text.size() && isHexDigit(text[end])) {
            ++end;
        }
        const std::string_view name = text.substr(at, end - at);
        const bool whole = (at == 0 || !isNameByte(text[at - 1])) &&
                           (end >= text.size() || (!isNameByte(text[end]) && text[end] != '['));
        if (!whole || name.size() < 6 || name.size() > 8 || name == "gfx000") {
            continue;
        }
        const int line = source.lineOf(static_cast<qsizetype>(at));
        const ByteRange range = source.lineRange(line);
        const size_t comment = text.substr(0, at).rfind('#');
        const bool isComment =
            comment != std::string_view::npos && static_cast<qsizetype>(comment) >= range.begin;
        if (isComment || line == lastLine) {
            continue;
        }
        lastLine = line;
        places.push_back({&rule,
                          {static_cast<qsizetype>(at), static_cast<qsizetype>(end)},
                          toText(name),
                          QStringLiteral("hard-codes one GPU: on another the program ends with `no "
                                         "kernel image` or `invalid device function`."),
                          QStringLiteral("Let the build ask `amdgpu-arch`, `rocm_agent_enumerator` "
                                         "or `rocminfo`, and let `%1` override it.")
                              .arg(variable)});
    }
    return places;
}

QString ownOptionText(const QByteArray& option)
{
    return QStringLiteral("The project builds for AMD GPUs by its own option `%1`, so no edit is "
                          "proposed: add to its arms what is missing here.")
        .arg(QString::fromUtf8(option));
}

} // namespace rocport
