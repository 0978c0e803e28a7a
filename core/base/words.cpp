#include "core/base/words.h"

#include <algorithm>

namespace rocport {

namespace {

/// One table per enumeration: index = value.
template <typename Enum, size_t N>
std::optional<Enum> fromId(const std::array<const char*, N>& ids, QStringView id)
{
    for (size_t i = 0; i < N; ++i) {
        if (id == QLatin1StringView(ids[i])) {
            return static_cast<Enum>(i);
        }
    }
    return std::nullopt;
}

template <typename Enum, size_t N>
QString toId(const std::array<const char*, N>& ids, Enum value)
{
    const auto index = static_cast<size_t>(value);
    return index < N ? QLatin1StringView(ids[index]) : QString();
}

constexpr std::array kPhaseNames = {
    "Environment",          "Detection and flags", "Source translation",
    "Wavefront adaptation", "Build system",        "Libraries",
    "torch.compile",        "Graph capture",       "Verification"};
constexpr std::array kSeverities = {"info", "warning", "critical"};
constexpr std::array kEfforts = {"none", "minutes", "hours", "rewrite"};
constexpr std::array kVerdicts = {"violated",  "unproved",  "equivalent",
                                  "projected", "identical", "compiled"};
constexpr std::array kDecisions = {"open", "accepted", "rejected", "edited", "deferred"};
constexpr std::array kStrategies = {"compat-header", "sibling", "torch-extension", "in-place",
                                    "shim-headers"};
constexpr std::array kInductorProfiles = {"safe", "tuned-inference"};
constexpr std::array kLanguageIds = {"other",     "cuda",       "cpp",   "hip",      "python",
                                     "cmake",     "make",       "shell", "toml",     "requirements",
                                     "yaml",      "dockerfile", "json",  "notebook", "markdown",
                                     "setup-cfg", "meson"};
constexpr std::array kLanguageNames = {
    "Other",     "CUDA C++",   "C++",   "HIP",      "Python",
    "CMake",     "Make",       "Shell", "TOML",     "pip requirements",
    "YAML",      "Dockerfile", "JSON",  "Notebook", "Markdown",
    "setup.cfg", "Meson"};

struct SuffixLanguage
{
    const char* suffix;
    Language language;
};
constexpr std::array kSuffixes = {SuffixLanguage{"cu", Language::Cuda},
                                  SuffixLanguage{"cuh", Language::Cuda},
                                  SuffixLanguage{"cpp", Language::Cpp},
                                  SuffixLanguage{"cc", Language::Cpp},
                                  SuffixLanguage{"cxx", Language::Cpp},
                                  SuffixLanguage{"c++", Language::Cpp},
                                  SuffixLanguage{"c", Language::Cpp},
                                  SuffixLanguage{"h", Language::Cpp},
                                  SuffixLanguage{"hpp", Language::Cpp},
                                  SuffixLanguage{"hxx", Language::Cpp},
                                  SuffixLanguage{"hh", Language::Cpp},
                                  SuffixLanguage{"inl", Language::Cpp},
                                  SuffixLanguage{"inc", Language::Cpp},
                                  SuffixLanguage{"ipp", Language::Cpp},
                                  SuffixLanguage{"tpp", Language::Cpp},
                                  SuffixLanguage{"hip", Language::Hip},
                                  SuffixLanguage{"py", Language::Python},
                                  SuffixLanguage{"pyi", Language::Python},
                                  SuffixLanguage{"cmake", Language::CMake},
                                  SuffixLanguage{"mk", Language::Make},
                                  SuffixLanguage{"mak", Language::Make},
                                  SuffixLanguage{"sh", Language::Shell},
                                  SuffixLanguage{"bash", Language::Shell},
                                  SuffixLanguage{"zsh", Language::Shell},
                                  SuffixLanguage{"slurm", Language::Shell},
                                  SuffixLanguage{"sbatch", Language::Shell},
                                  SuffixLanguage{"toml", Language::Toml},
                                  SuffixLanguage{"yml", Language::Yaml},
                                  SuffixLanguage{"yaml", Language::Yaml},
                                  SuffixLanguage{"json", Language::Json},
                                  SuffixLanguage{"ipynb", Language::Notebook},
                                  SuffixLanguage{"md", Language::Markdown},
                                  SuffixLanguage{"dockerfile", Language::Dockerfile}};

} // namespace

QString phaseName(Phase phase)
{
    return toId(kPhaseNames, phase);
}

std::optional<Phase> phaseFromInt(int number)
{
    if (number < 0 || number >= kPhaseCount) {
        return std::nullopt;
    }
    return static_cast<Phase>(number);
}

QString severityId(Severity severity)
{
    return toId(kSeverities, severity);
}
std::optional<Severity> severityFromId(QStringView id)
{
    return fromId<Severity>(kSeverities, id);
}
QString languageId(Language language)
{
    return toId(kLanguageIds, language);
}
QString languageName(Language language)
{
    return toId(kLanguageNames, language);
}
std::optional<Language> languageFromId(QStringView id)
{
    return fromId<Language>(kLanguageIds, id);
}
QString effortId(Effort effort)
{
    return toId(kEfforts, effort);
}
std::optional<Effort> effortFromId(QStringView id)
{
    return fromId<Effort>(kEfforts, id);
}
QString verdictId(Verdict verdict)
{
    return toId(kVerdicts, verdict);
}
std::optional<Verdict> verdictFromId(QStringView id)
{
    return fromId<Verdict>(kVerdicts, id);
}
QString decisionId(DecisionKind kind)
{
    return toId(kDecisions, kind);
}
std::optional<DecisionKind> decisionFromId(QStringView id)
{
    return fromId<DecisionKind>(kDecisions, id);
}
QString strategyId(Strategy strategy)
{
    return toId(kStrategies, strategy);
}
std::optional<Strategy> strategyFromId(QStringView id)
{
    return fromId<Strategy>(kStrategies, id);
}

bool isCompatFolder(QStringView text)
{
    constexpr qsizetype kLongest = 200;
    const auto isPlain = [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9') ||
               c == u'_' || c == u'-' || c == u'.';
    };
    const QList<QStringView> parts = text.split(u'/');
    return text.size() <= kLongest &&
           std::all_of(parts.begin(), parts.end(), [&](QStringView part) {
               return !part.isEmpty() && !part.startsWith(u'.') && !part.startsWith(u'-') &&
                      std::all_of(part.begin(), part.end(), isPlain);
           });
}

QString inductorProfileId(InductorProfile profile)
{
    return toId(kInductorProfiles, profile);
}
std::optional<InductorProfile> inductorProfileFromId(QStringView id)
{
    return fromId<InductorProfile>(kInductorProfiles, id);
}

Language languageOfFile(const QByteArray& fileName, const QByteArray& firstLine)
{
    const qsizetype slash = fileName.lastIndexOf('/');
    const QByteArray lower = fileName.mid(slash + 1).toLower();
    if (lower == "cmakelists.txt" || lower.endsWith(".cmake.in")) {
        return Language::CMake;
    }
    if (lower == "makefile" || lower == "gnumakefile" || lower.startsWith("makefile.")) {
        return Language::Make;
    }
    if (lower == "meson.build" || lower == "meson.options" || lower == "meson_options.txt") {
        return Language::Meson;
    }
    if (lower == "pipfile" || lower == "poetry.lock" || lower == "uv.lock" || lower == "pdm.lock") {
        return Language::Toml;
    }
    if (lower == "pipfile.lock") {
        return Language::Json;
    }
    if (lower == "setup.cfg") {
        return Language::SetupCfg;
    }
    if (lower == "dockerfile" || lower.startsWith("dockerfile.") ||
        lower.startsWith("containerfile")) {
        return Language::Dockerfile;
    }
    if (lower.endsWith(".cuh.in") || lower.endsWith(".cu.in")) {
        return Language::Cuda;
    }
    if (lower.endsWith(".h.in") || lower.endsWith(".hpp.in")) {
        return Language::Cpp;
    }
    if (lower.endsWith(".txt") || lower.endsWith(".in")) {
        const QByteArray folder = '/' + fileName.left(std::max<qsizetype>(0, slash)).toLower();
        const bool pip = lower.startsWith("requirements") || lower.contains("-requirements") ||
                         lower.contains("_requirements") || lower.startsWith("constraints") ||
                         folder.endsWith("/requirements") || folder.endsWith("/reqs");
        return pip ? Language::Requirements : Language::Other;
    }
    const qsizetype dot = lower.lastIndexOf('.');
    if (dot >= 0) {
        const QByteArray suffix = lower.mid(dot + 1);
        const auto found =
            std::find_if(kSuffixes.begin(), kSuffixes.end(),
                         [&](const SuffixLanguage& s) { return suffix == s.suffix; });
        return found == kSuffixes.end() ? Language::Other : found->language;
    }
    if (firstLine.startsWith("#!")) {
        if (firstLine.contains("python")) {
            return Language::Python;
        }
        if (firstLine.contains("sh")) {
            return Language::Shell;
        }
    }
    return Language::Other;
}

std::optional<Version> Version::parse(QStringView text)
{
    Version version;
    qsizetype at = 0;
    while (at < text.size()) {
        const qsizetype begin = at;
        int number = 0;
        while (at < text.size() && text[at] >= u'0' && text[at] <= u'9' && at - begin < 9) {
            number = number * 10 + (text[at].unicode() - u'0');
            ++at;
        }
        if (at == begin) {
            break;
        }
        version.m_parts.append(number);
        if (at >= text.size() || text[at] != u'.') {
            break;
        }
        ++at;
    }
    if (version.m_parts.isEmpty()) {
        return std::nullopt;
    }
    return version;
}

QString Version::toString() const
{
    QStringList parts;
    for (const int part : m_parts) {
        parts.append(QString::number(part));
    }
    return parts.join(u'.');
}

int Version::compare(const Version& a, const Version& b)
{
    const qsizetype size = std::max(a.m_parts.size(), b.m_parts.size());
    for (qsizetype i = 0; i < size; ++i) {
        const int left = a.m_parts.value(i, 0);
        const int right = b.m_parts.value(i, 0);
        if (left != right) {
            return left < right ? -1 : 1;
        }
    }
    return 0;
}

} // namespace rocport
