#include "core/scan/features.h"

#include "core/text/ascii.h"
#include "core/text/bytes.h"
#include "core/text/clexer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace rocport {

namespace {

/// Where a name counts.
enum class Place : quint8 {
    CTokens,  // C/C++ outside comments and strings; header names count
    Python,   // outside line comments
    Import,   // Python lines that begin with import or from
    Manifest, // dependency lists and settings, outside line comments
    CMake,
    Make,
    Meson,
};

struct Needle
{
    Place place;
    std::string_view text;
    const char* feature;
};

constexpr std::array kNeedles = {
    Needle{Place::CTokens, "__global__", "kernel"},
    Needle{Place::CTokens, "cutlass/", "cutlass"},
    Needle{Place::CTokens, "cute/", "cutlass"},
    Needle{Place::CTokens, "cutlass::", "cutlass"},
    Needle{Place::CTokens, "cute::", "cutlass"},
    Needle{Place::CTokens, "cudaStreamBeginCapture", "graph-capture"},
    Needle{Place::CTokens, "cuStreamBeginCapture", "graph-capture"},
    Needle{Place::CTokens, "CUDAGraph", "graph-capture"},
    Needle{Place::CTokens, "texture<", "texture-reference"},
    Needle{Place::CTokens, "surface<", "texture-reference"},
    Needle{Place::CTokens, "cudaBindTexture", "texture-reference"},
    Needle{Place::CTokens, "cudaTextureObject_t", "texture-reference"},
    Needle{Place::CTokens, "cudaSurfaceObject_t", "texture-reference"},
    Needle{Place::CTokens, "tex1D", "texture-reference"},
    Needle{Place::CTokens, "tex2D", "texture-reference"},
    Needle{Place::CTokens, "tex3D", "texture-reference"},
    Needle{Place::Import, "flash_attn", "flash-attn"},
    Needle{Place::Import, "torch", "torch"},
    Needle{Place::Python, "torch.compile", "torch-compile"},
    Needle{Place::Python, "CUDAExtension", "cuda-extension"},
    Needle{Place::Python, "cpp_extension", "cuda-extension"},
    Needle{Place::Python, "load_inline", "cuda-extension"},
    Needle{Place::Python, "CUDAGraph", "graph-capture"},
    Needle{Place::Python, "torch.cuda.graph", "graph-capture"},
    Needle{Place::Python, "make_graphed_callables", "graph-capture"},
    Needle{Place::Import, "cutlass", "cutlass"},
    Needle{Place::Manifest, "flash-attn", "flash-attn"},
    Needle{Place::Manifest, "flash_attn", "flash-attn"},
    Needle{Place::Manifest, "cutlass", "cutlass"},
    Needle{Place::CMake, "CUDA", "cuda-build"},
    Needle{Place::CMake, "cutlass", "cutlass"},
    Needle{Place::Make, "nvcc", "cuda-build"},
    Needle{Place::Make, "NVCC", "cuda-build"},
    Needle{Place::Meson, "'cuda'", "cuda-build"},
    Needle{Place::Meson, "'cutlass'", "cutlass"},
};

/// First place of `needle` from `from` on that does not continue a longer name to the left.
size_t findName(std::string_view text, std::string_view needle, size_t from)
{
    while (from < text.size()) {
        const void* hit =
            ::memmem(text.data() + from, text.size() - from, needle.data(), needle.size());
        if (hit == nullptr) {
            return std::string_view::npos;
        }
        const auto at = static_cast<size_t>(static_cast<const char*>(hit) - text.data());
        if (at == 0 || !isNameByte(text[at - 1])) {
            return at;
        }
        from = at + 1;
    }
    return std::string_view::npos;
}

bool countsIn(Place place, const RepoPath& path, Language language)
{
    switch (place) {
    case Place::CTokens:
        return language == Language::Cuda || language == Language::Cpp || language == Language::Hip;
    case Place::Python:
    case Place::Import:
        return language == Language::Python || language == Language::Notebook;
    case Place::Manifest:
        return language == Language::Requirements || language == Language::Toml ||
               language == Language::SetupCfg || language == Language::Yaml ||
               path.fileName() == ".gitmodules";
    case Place::CMake:
        return language == Language::CMake;
    case Place::Make:
        return language == Language::Make;
    case Place::Meson:
        return language == Language::Meson;
    }
    return false;
}

class Detector
{
public:
    Detector(const SourceBuffer& source, Language language)
        : m_source(source), m_isNotebook(language == Language::Notebook)
    {
    }

    void look(const Needle& needle, QVector<FeatureMark>& marks)
    {
        const std::string_view text = m_source.view();
        FeatureMark mark;
        mark.count = 0;
        for (size_t at = findName(text, needle.text, 0); at != std::string_view::npos;
             at = findName(text, needle.text, at + needle.text.size())) {
            if (!isCode(needle, at)) {
                continue;
            }
            if (mark.count == 0) {
                mark.line = m_source.lineOf(static_cast<qsizetype>(at));
                mark.text = m_source.excerpt(mark.line);
            }
            ++mark.count;
        }
        if (mark.count > 0) {
            mark.id = QLatin1StringView(needle.feature);
            marks.append(mark);
        }
    }

private:
    bool isCode(const Needle& needle, size_t at)
    {
        if (needle.place == Place::CTokens) {
            return isCToken(at, needle.text.ends_with('/'));
        }
        const int line = m_source.lineOf(static_cast<qsizetype>(at));
        const size_t begin = static_cast<size_t>(m_source.lineRange(line).begin);
        // A line can be megabytes long (minified, notebooks): only its last part is looked at.
        constexpr size_t kLookBack = 4096;
        const size_t from = at - begin > kLookBack ? at - kLookBack : begin;
        if (isAfterHash(m_source.view().substr(from, at - from))) {
            return false;
        }
        return needle.place != Place::Import ||
               (from == begin && isImport(m_source.lineText(line), at - begin));
    }

    bool isCToken(size_t at, bool isHeader)
    {
        if (!m_lexed) {
            m_tokens = lexC(m_source.view());
            m_lexed = true;
        }
        const auto after = std::upper_bound(
            m_tokens.begin(), m_tokens.end(), at,
            [](size_t offset, const CToken& token) { return offset < token.begin; });
        if (after == m_tokens.begin()) {
            return false;
        }
        const CToken& token = *(after - 1);
        if (at >= token.end) {
            return false;
        }
        return isHeader ? token.kind == CTokenKind::HeaderName
                        : token.kind == CTokenKind::Identifier;
    }

    /// Whether a '#' outside quotes stands in `before`. Notebooks are JSON, where code is quoted.
    [[nodiscard]] bool isAfterHash(std::string_view before) const
    {
        char quote = 0;
        for (const char c : before) {
            if (!m_isNotebook && (c == '"' || c == '\'')) {
                if (quote == 0) {
                    quote = c;
                } else if (quote == c) {
                    quote = 0;
                }
            } else if (c == '#' && quote == 0) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool isImport(std::string_view line, size_t column) const
    {
        const size_t begin = line.find_first_not_of(m_isNotebook ? " \t\"" : " \t");
        if (begin == std::string_view::npos || begin > column) {
            return false;
        }
        const std::string_view rest = line.substr(begin);
        if (rest.starts_with("from ")) {
            // The package itself, not a name taken from another one.
            return rest.find_first_not_of(' ', 5) == column - begin;
        }
        return rest.starts_with("import ");
    }

    const SourceBuffer& m_source;
    bool m_isNotebook = false;
    bool m_lexed = false;
    std::vector<CToken> m_tokens;
};

} // namespace

FeatureMark FeatureMark::of(const FileFeature& trait)
{
    return {trait.text, std::max(1, trait.line), std::max(1, trait.count), trait.detail};
}

QVector<FeatureMark> detectFeatures(const RepoPath& path, Language language,
                                    const SourceBuffer& source)
{
    QVector<FeatureMark> marks;
    if (!source.isEditable()) {
        return marks;
    }
    Detector detector(source, language);
    for (const Needle& needle : kNeedles) {
        if (countsIn(needle.place, path, language)) {
            detector.look(needle, marks);
        }
    }
    return marks;
}

std::optional<FeatureMark> topIncludeMark(const SourceBuffer& source,
                                          const QSet<QByteArray>& headers)
{
    const std::string_view text = source.view();
    size_t end = 0; // of the line that was looked at: once is enough
    for (size_t at = text.find("include"); at != std::string_view::npos;
         at = text.find("include", std::max(at + 7, end))) {
        const int line = source.lineOf(static_cast<qsizetype>(at));
        const std::string_view whole = source.lineText(line);
        end = static_cast<size_t>(source.lineRange(line).end);
        const size_t begin = whole.find_first_of("<\"");
        if (begin == std::string_view::npos || whole.find_first_not_of(" \t") != whole.find('#')) {
            continue;
        }
        const size_t close = whole.find_first_of(">\"", begin + 1);
        if (close == std::string_view::npos) {
            continue;
        }
        const std::string_view name = whole.substr(begin + 1, close - begin - 1);
        const QByteArray path = "include/" + toBytes(name);
        if (headers.contains(path)) {
            FeatureMark mark;
            mark.line = line;
            mark.text = source.excerpt(line);
            return mark;
        }
    }
    return std::nullopt;
}

} // namespace rocport
