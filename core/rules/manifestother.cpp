#include "core/rules/manifest.h"

namespace rocport {

namespace {

QByteArrayView lineView(const SourceBuffer& source, int line)
{
    const std::string_view text = source.lineText(line);
    return {text.data(), static_cast<qsizetype>(text.size())};
}

qsizetype firstCode(QByteArrayView text)
{
    qsizetype at = 0;
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) {
        ++at;
    }
    return at;
}

void append(QVector<CudaPin>& pins, std::optional<CudaPin> pin, qsizetype by)
{
    if (pin) {
        pin->range.begin += by;
        pin->range.end += by;
        pins.append(*pin);
    }
}

/// Conda: "pytorch-cuda=12.4", "cudatoolkit", "cuda-toolkit", "pytorch=2.5=*cuda*".
std::optional<CudaPin> classifyConda(QByteArrayView text)
{
    qsizetype end = 0;
    while (end < text.size() && text[end] != ' ' && text[end] != '#' && text[end] != '"' &&
           text[end] != '\'') {
        ++end;
    }
    QByteArrayView entry = text.first(end);
    const qsizetype channel = entry.indexOf("::");
    const QByteArrayView spec = channel < 0 ? entry : entry.sliced(channel + 2);
    qsizetype nameEnd = 0;
    while (nameEnd < spec.size() && spec[nameEnd] != '=' && spec[nameEnd] != '<' &&
           spec[nameEnd] != '>' && spec[nameEnd] != '[') {
        ++nameEnd;
    }
    const QByteArrayView name = spec.first(nameEnd);
    const bool cuda =
        name == QByteArrayView("pytorch-cuda") || name == QByteArrayView("cudatoolkit") ||
        name == QByteArrayView("cuda-toolkit") || name == QByteArrayView("cuda-version") ||
        (name == QByteArrayView("pytorch") && spec.contains("cuda"));
    if (!cuda) {
        return std::nullopt;
    }
    CudaPin pin;
    pin.kind = PinKind::CondaCuda;
    pin.range = {0, end};
    pin.symbol = QString::fromUtf8(entry);
    return pin;
}

} // namespace

QVector<CudaPin> pinsOfSetupCfg(const SourceBuffer& source)
{
    QVector<CudaPin> pins;
    bool dependencies = false;
    for (int line = 1; line <= source.lineCount(); ++line) {
        const QByteArrayView text = lineView(source, line);
        const qsizetype begin = source.lineRange(line).begin;
        qsizetype code = firstCode(text);
        if (code >= text.size() || text[code] == '#' || text[code] == ';') {
            continue;
        }
        if (code == 0) {
            // "key = value" or "[section]"; extras are keys of a section of their own.
            const qsizetype equals = text.indexOf('=');
            const QByteArray key =
                text.first(equals < 0 ? text.size() : equals).toByteArray().trimmed();
            if (key.startsWith('[')) {
                dependencies = key.startsWith("[options.extras_require");
                continue;
            }
            const bool section = dependencies && !key.endsWith("_requires");
            dependencies = section || key == "install_requires" || key == "setup_requires" ||
                           key == "tests_require" || key == "dependency_links";
            code = equals < 0 ? text.size() : equals + 1;
        }
        if (dependencies && code < text.size()) {
            append(pins, classifyRequirement(text.sliced(code)), begin + code);
            append(pins, findCudaIndex(text.sliced(code)), begin + code);
        }
    }
    return pins;
}

QVector<CudaPin> pinsOfYaml(const SourceBuffer& source)
{
    QVector<CudaPin> pins;
    const bool conda = source.view().find("dependencies:") != std::string_view::npos;
    for (int line = 1; line <= source.lineCount(); ++line) {
        const QByteArrayView text = lineView(source, line);
        const qsizetype begin = source.lineRange(line).begin;
        qsizetype code = firstCode(text);
        if (code >= text.size() || text[code] == '#') {
            continue;
        }
        const bool item = text[code] == '-' && code + 1 < text.size() && text[code + 1] == ' ';
        const qsizetype before = pins.size();
        if (conda && item) {
            code += 1 + firstCode(text.sliced(code + 1));
            if (code < text.size() && (text[code] == '"' || text[code] == '\'')) {
                ++code;
            }
            append(pins, classifyConda(text.sliced(code)), begin + code);
            if (pins.size() == before) {
                append(pins, classifyRequirement(text.sliced(code)), begin + code);
            }
        }
        if (pins.size() == before) {
            append(pins, findCudaIndex(text), begin);
        }
    }
    return pins;
}

QVector<CudaPin> pinsOfSetupPy(const SyntaxTree& tree)
{
    QVector<CudaPin> pins;
    const auto count = static_cast<qint32>(tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        std::string_view text;
        if (tree.kind(i) != SyntaxKind::String || !tree.plainString(i, &text)) {
            continue;
        }
        const SyntaxKind outer = tree.kind(tree.parent(i));
        const bool listed = outer == SyntaxKind::List || outer == SyntaxKind::Tuple ||
                            outer == SyntaxKind::Pair || outer == SyntaxKind::ArgumentList;
        const QByteArrayView view(text.data(), static_cast<qsizetype>(text.size()));
        std::optional<CudaPin> pin = listed ? classifyRequirement(view) : std::nullopt;
        pin = pin ? pin : findCudaIndex(view);
        append(pins, pin, text.data() - tree.source().data());
    }
    return pins;
}

} // namespace rocport
