// CUDA images, NVIDIA runtimes and the CUDA toolkit in Dockerfiles, compose files and workflows.
#include "core/base/cancelscope.h"
#include "core/rules/manifests/containerimages.h"
#include "core/rules/manifests/manifest.h"
#include "core/rules/python/pythonanalysis.h"
#include "core/text/bytes.h"
#include "core/text/yamlline.h"

#include <QHash>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr size_t kLongestLine = 5000;

/// A line without indentation, comment lines left out. `at` becomes the offset of its code.
std::string_view codeOf(const SourceBuffer& source, int line, qsizetype* at)
{
    std::string_view text = source.lineText(line);
    const size_t code = text.find_first_not_of(" \t");
    if (code == std::string_view::npos || text[code] == '#' || text.size() > kLongestLine) {
        return {};
    }
    *at = source.lineRange(line).begin + static_cast<qsizetype>(code);
    text = text.substr(code);
    const size_t last = text.find_last_not_of(" \t\r");
    return text.substr(0, last + 1);
}

/// A place that the rule speaks about.
struct ContainerSite
{
    ByteRange range;
    QString symbol;
    QString key;      ///< of the rule's notes and steps
    QString instead;  ///< {instead}
    QString note;     ///< {advice}
    QString argument; ///< {argument}: the build argument
    std::optional<Severity> severity;
};

class Containers
{
public:
    Containers(const SourceBuffer& source, const AnalysisContext& context, const Rule& rule,
               ProposalWriter& writer)
        : m_source(source), m_context(context), m_rule(rule), m_writer(writer)
    {
    }

    void dockerfile();
    void yaml();
    void commands(Language language);
    void write();

private:
    struct From
    {
        ByteRange image;
        QByteArray text;
        int line = 1;
        size_t site = 0;
    };
    void readFrom(std::string_view code, qsizetype at, int line);
    void readArgument(std::string_view code, qsizetype at);
    void propose(const std::vector<From>& from, qsizetype first);
    void yamlLine(std::string_view text, qsizetype at);
    void command(const ShellCommand& command, Language language);
    void add(ByteRange range, const QString& symbol, const char* key,
             std::optional<Severity> severity = std::nullopt)
    {
        m_sites.push_back({range, symbol, QLatin1StringView(key), {}, {}, {}, severity});
    }

    const SourceBuffer& m_source;
    const AnalysisContext& m_context;
    const Rule& m_rule;
    ProposalWriter& m_writer;
    std::vector<ContainerSite> m_sites;
    std::vector<From> m_from;
    QHash<QByteArray, QByteArray> m_arguments; ///< global ARGs with defaults
    QHash<QByteArray, ByteRange> m_argumentPlaces;
    QHash<QByteArray, QByteArray> m_stages;
    qsizetype m_firstFrom = -1;
    int m_firstLine = 1;
    QByteArray m_argument; ///< proposed build argument; empty: none
    std::vector<TextEdit> m_edits;
};

bool startsWithInstruction(std::string_view code, std::string_view upper)
{
    return code.size() > upper.size() &&
           (code[upper.size()] == ' ' || code[upper.size()] == '\t') &&
           toBytes(code.substr(0, upper.size())).toUpper() == toBytes(upper);
}

void Containers::readArgument(std::string_view code, qsizetype at)
{
    const QByteArray text = toBytes(code.substr(4)).trimmed();
    const qsizetype equals = text.indexOf('=');
    if (equals <= 0) {
        return;
    }
    QByteArray value = text.sliced(equals + 1);
    if (value.size() > 1 && (value.front() == '"' || value.front() == '\'')) {
        value = value.sliced(1, value.size() - 2);
    }
    m_arguments.insert(text.first(equals), value);
    m_argumentPlaces.insert(text.first(equals), {at, at + static_cast<qsizetype>(code.size())});
}

void Containers::readFrom(std::string_view code, qsizetype at, int line)
{
    size_t begin = code.find_first_not_of(" \t", 4);
    while (begin != std::string_view::npos && code.substr(begin).starts_with("--")) {
        begin = code.find_first_not_of(" \t", code.find_first_of(" \t", begin));
    }
    if (begin == std::string_view::npos) {
        return;
    }
    const size_t end = std::min(code.find_first_of(" \t", begin), code.size());
    const QByteArray image = toBytes(code.substr(begin, end - begin));
    const QByteArrayList rest = toBytes(code.substr(end)).simplified().split(' ');
    if (m_stages.contains(image)) {
        return;
    }
    if (rest.size() == 2) {
        m_stages.insert(rest[1], image);
    }
    QByteArray resolved = image;
    ByteRange place{at + static_cast<qsizetype>(begin), at + static_cast<qsizetype>(end)};
    bool byArgument = false;
    if (image.startsWith('$')) {
        QByteArray name = image.sliced(1);
        if (name.startsWith('{')) {
            name = name.sliced(1, name.indexOf('}') - 1);
            name.truncate(name.indexOf(':') < 0 ? name.size() : name.indexOf(':'));
        }
        resolved = m_arguments.value(name);
        place = m_argumentPlaces.value(name, place);
        byArgument = !resolved.isEmpty();
    }
    const std::optional<ImageAdvice> advice = adviseImage(resolved, m_context.target);
    if (!advice) {
        return;
    }
    ContainerSite site{place,
                       QString::fromUtf8(resolved),
                       QStringLiteral("image"),
                       advice->instead,
                       advice->note,
                       {},
                       {}};
    if (byArgument) {
        site.key = QStringLiteral("image-argument");
        site.argument = QString::fromUtf8(image).remove(u'$').remove(u'{').remove(u'}');
        site.severity = Severity::Info;
    } else {
        m_from.push_back({place, image, line, m_sites.size()});
    }
    m_sites.push_back(site);
}

/// One build argument for each image: what is built without them is what was built before.
void Containers::propose(const std::vector<From>& from, qsizetype first)
{
    const std::string_view text = m_source.view();
    QByteArray base;
    for (const char* name : {"BASE_IMAGE", "ROCM_BASE_IMAGE", "PORT_BASE_IMAGE"}) {
        if (base.isEmpty() && text.find(name) == std::string_view::npos) {
            base = name;
        }
    }
    const bool plain = std::all_of(from.begin(), from.end(), [](const From& one) {
        return std::all_of(one.text.begin(), one.text.end(), [](char c) {
            return isalnum(static_cast<unsigned char>(c)) != 0 ||
                   QByteArrayView("._/:@-+${}").contains(c);
        });
    });
    if (base.isEmpty() || !plain || from.empty()) {
        return;
    }
    const QByteArray newline = m_source.newlineAt(first);
    QHash<QByteArray, QByteArray> names;
    QByteArray arguments;
    std::vector<TextEdit> edits;
    for (const From& one : from) {
        QByteArray& name = names[one.text];
        if (name.isEmpty()) {
            name = names.size() == 1 ? base : base + '_' + QByteArray::number(names.size());
            arguments += "ARG " + name + '=' + one.text + newline;
        }
        edits.push_back({one.image, "${" + name + '}'});
        m_sites[one.site].argument = QString::fromUtf8(name);
        m_sites[one.site].key = QStringLiteral("image-gated");
    }
    m_edits.push_back({{first, first}, arguments});
    m_edits.insert(m_edits.end(), edits.begin(), edits.end());
    m_argument = base;
}

void Containers::dockerfile()
{
    bool goes = false;
    for (int line = 1; line <= m_source.lineCount() && !isWorkCancelled(); ++line) {
        qsizetype at = 0;
        const std::string_view code = codeOf(m_source, line, &at);
        if (code.empty()) {
            continue;
        }
        if (!goes && startsWithInstruction(code, "FROM")) {
            if (m_firstFrom < 0) {
                m_firstFrom =
                    m_source.lineRange(line).begin + (line == 1 ? m_source.bomLength() : 0);
                m_firstLine = line;
            }
            readFrom(code, at, line);
        } else if (!goes && startsWithInstruction(code, "ARG") && m_firstFrom < 0) {
            readArgument(code, at);
        }
        goes = code.back() == '\\';
    }
    if (m_rule.fix.transform == QStringLiteral("build-argument")) {
        propose(m_from, m_firstFrom);
    }
}

void Containers::yamlLine(std::string_view text, qsizetype at)
{
    const YamlLine line = readYamlLine(text);
    if (line.key.empty() || line.scalar.empty()) {
        return;
    }
    const std::string_view key = line.key;
    const auto begin = static_cast<size_t>(line.scalar.data() - text.data());
    const size_t end = begin + line.scalar.size();
    const QByteArray value = toBytes(line.scalar);
    const ByteRange range{at + static_cast<qsizetype>(begin), at + static_cast<qsizetype>(end)};
    const QString whole = toText(text.substr(line.begin, end - line.begin));
    if (key == "image" || key == "container" || key == "base_image" || key == "BASE_IMAGE") {
        if (!value.startsWith('$')) {
            if (const auto advice = adviseImage(value, m_context.target)) {
                m_sites.push_back({range,
                                   QString::fromUtf8(value),
                                   QStringLiteral("image-yaml"),
                                   advice->instead,
                                   advice->note,
                                   {},
                                   {}});
            }
        }
    } else if (((key == "runtime" || key == "driver") && value == "nvidia") ||
               (key == "gpus" &&
                (value == "all" || (value.size() == 1 && isdigit(value[0]) != 0)))) {
        add(range, whole, "runtime");
    } else if (key == "nvidia.com/gpu") {
        add(range, whole, "kubernetes");
    } else if (key == "uses" && (value.contains("cuda-toolkit") || value.contains("setup-cuda") ||
                                 value.contains("install-cuda"))) {
        add(range, QString::fromUtf8(value), "action");
    }
}

void Containers::yaml()
{
    for (int line = 1; line <= m_source.lineCount() && !isWorkCancelled(); ++line) {
        const std::string_view text = m_source.lineText(line);
        if (text.size() <= kLongestLine) {
            yamlLine(text, m_source.lineRange(line).begin);
        }
    }
}

bool isToolkitPackage(const QByteArray& word)
{
    constexpr std::array kStarts = {"cuda-toolkit",   "nvidia-cuda-toolkit",
                                    "cuda-nvcc",      "cuda-compiler",
                                    "cuda-libraries", "libcudnn",
                                    "libnccl",        "cudnn9",
                                    "cuda-drivers",   "tensorrt",
                                    "libcublas"};
    return std::any_of(kStarts.begin(), kStarts.end(),
                       [&](const char* one) { return word.startsWith(one); });
}

/// NVIDIA's own way for GPUs into containers.
bool isContainerToolkit(const QByteArray& word)
{
    constexpr std::array kStarts = {"nvidia-container-toolkit", "nvidia-container-runtime",
                                    "nvidia-docker2", "libnvidia-container"};
    return std::any_of(kStarts.begin(), kStarts.end(),
                       [&](const char* one) { return word.startsWith(one); });
}

void Containers::command(const ShellCommand& command, Language language)
{
    const QByteArray first = command.words.front().text;
    const auto has = [&](const char* word) {
        return std::any_of(command.words.begin(), command.words.end(),
                           [&](const ShellWord& one) { return one.text == word; });
    };
    const bool installer = has("install") && (has("apt-get") || has("apt") || has("dnf") ||
                                              has("yum") || has("microdnf"));
    const bool runs = (first == "docker" || first == "podman" || first == "nerdctl" ||
                       first == "sudo" || first == "nvidia-docker") &&
                      (has("run") || has("create"));
    if (has("nvidia-ctk")) {
        add(command.words.front().range, QStringLiteral("nvidia-ctk"), "container-toolkit");
        return;
    }
    if (first == "nvidia-docker") {
        add(command.words.front().range, QString::fromUtf8(first), "docker-run");
        return;
    }
    const bool document = language == Language::Markdown || language == Language::Notebook;
    if (first == "nvidia-smi" && !document) {
        add(command.words.front().range, QString::fromUtf8(first), "smi");
        return;
    }
    for (const ShellWord& word : command.words) {
        if (runs && (word.text.startsWith("--gpus") || word.text == "--runtime=nvidia")) {
            add(word.range, QString::fromUtf8(word.text), "docker-run");
            return;
        }
        if (installer && isContainerToolkit(word.text)) {
            add(word.range, QString::fromUtf8(word.text), "container-toolkit");
            return;
        }
        if (installer && isToolkitPackage(word.text)) {
            add(word.range, QString::fromUtf8(word.text), "toolkit");
            return;
        }
    }
}

void Containers::commands(Language language)
{
    const QByteArray text = shellTextOf(m_source.view(), language);
    forEachShellCommand(viewOf(text), [&](const ShellCommand& one) { command(one, language); });
}

void Containers::write()
{
    std::stable_sort(m_sites.begin(), m_sites.end(),
                     [](const auto& a, const auto& b) { return a.range.begin < b.range.begin; });
    QVector<QByteArray> ids;
    Captures captures;
    for (const ContainerSite& site : m_sites) {
        if (isWorkCancelled()) {
            return;
        }
        const bool image = !site.argument.isEmpty() && site.key == u"image-gated";
        QString instead = site.instead;
        if (instead.isEmpty()) {
            instead = QStringLiteral("IMAGE");
        }
        Captures own = {{QStringLiteral("symbol"), site.symbol},
                        {QStringLiteral("instead"), instead},
                        {QStringLiteral("advice"), site.note},
                        {QStringLiteral("argument"), site.argument},
                        {QStringLiteral("rocm"), m_context.target.rocm.toString()}};
        const auto text = [&](const char* topic) {
            const QString key = QLatin1StringView(topic) + site.key;
            return fillText(noteFor(m_rule.matcherParameters, key, m_context.target), own);
        };
        own.append({QStringLiteral("note"), text("note:")});
        own.append({QStringLiteral("steps"), text("steps:")});
        const QByteArray id = m_writer.addFinding(
            m_rule, site.range, site.symbol.left(120), fillText(m_rule.message, own),
            fillText(m_rule.wayOut, own).trimmed(), m_rule.effort, {});
        m_writer.analysis().findings.last().severity = site.severity.value_or(m_rule.severity);
        if (image) {
            ids.append(id);
            captures = ids.size() == 1 ? own : captures;
        }
    }
    if (m_edits.empty()) {
        return;
    }
    HunkDraft draft;
    draft.rules = {&m_rule};
    draft.edits = QVector<TextEdit>(m_edits.begin(), m_edits.end());
    draft.firstLine = m_firstLine;
    draft.lastLine = m_from.back().line;
    draft.findingIds = ids;
    draft.captures = captures;
    m_writer.addHunk(draft);
}

} // namespace

void addContainers(const SourceBuffer& source, const AnalysisContext& context,
                   FileAnalysis& analysis, ProposalWriter& writer)
{
    const Rule* rule = manifestRule(context, analysis.language, "image");
    if (rule == nullptr || namesOtherHardware(analysis.path.bytes())) {
        return;
    }
    Containers containers(source, context, *rule, writer);
    if (analysis.language == Language::Dockerfile) {
        containers.dockerfile();
    } else if (analysis.language == Language::Yaml) {
        containers.yaml();
    }
    containers.commands(analysis.language);
    containers.write();
}

} // namespace rocport
