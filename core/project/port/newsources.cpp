#include "core/project/port/newsources.h"

#include "core/text/ascii.h"
#include "core/text/clexer.h"

#include <algorithm>

namespace rocport {

bool SourceGlobs::mayHoldGlobs(Language language)
{
    return language == Language::CMake || language == Language::Make ||
           language == Language::Python;
}

void SourceGlobs::add(const RepoPath& path, Language language, const QByteArray& text)
{
    const bool collects =
        language == Language::CMake
            ? text.contains("GLOB") || text.toLower().contains("aux_source_directory")
            : text.contains(language == Language::Make ? "wildcard" : "glob");
    if (!collects) {
        return;
    }
    for (qsizetype star = text.indexOf('*'); star >= 0; star = text.indexOf('*', star + 1)) {
        qsizetype end = star + 1;
        while (end < text.size() && isFileNameByte(text.at(end))) {
            ++end;
        }
        const QByteArray ending = text.mid(star + 1, end - star - 1);
        const QByteArray key = path.folder().bytes() + '\0' + ending;
        if (ending.startsWith('.') && !m_takers.contains(key)) {
            m_takers.insert(key, {path, m_takers.size()});
        }
    }
}

/// Asks for each ending and each folder above: as many look-ups as the path has dots and slashes.
QString SourceGlobs::takerOf(const RepoPath& source) const
{
    const QByteArray& path = source.bytes();
    const Taker* first = nullptr;
    const auto ask = [&](const QByteArray& folder) {
        for (qsizetype dot = path.indexOf('.', folder.size()); dot >= 0;
             dot = path.indexOf('.', dot + 1)) {
            const auto found = m_takers.constFind(folder + '\0' + path.mid(dot));
            if (found != m_takers.cend() && (first == nullptr || found->order < first->order)) {
                first = &*found;
            }
        }
    };
    ask({});
    for (qsizetype slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
        ask(path.left(slash));
    }
    return first == nullptr ? QString() : first->file.display();
}

bool isEmptyOnNvidia(const QByteArray& text, Language language, const GuardMacros& macros)
{
    if (language != Language::Cuda && language != Language::Cpp && language != Language::Hip) {
        return false;
    }
    const Result<Projection> projection = projectGuards(text, language, macros);
    if (!projection) {
        return false;
    }
    const std::string_view left(projection->text.constData(),
                                static_cast<size_t>(projection->text.size()));
    const std::vector<CToken> tokens = lexC(left);
    return std::all_of(tokens.begin(), tokens.end(), [](const CToken& token) {
        return token.inDirective || token.kind == CTokenKind::Comment ||
               token.kind == CTokenKind::Newline || token.kind == CTokenKind::Directive;
    });
}

} // namespace rocport
