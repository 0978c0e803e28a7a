#include "core/rules/manifest.h"

#include "core/rules/pythonanalysis.h"

#include <QRegularExpression>

namespace rocport {

namespace {

QString noteOf(const CudaPin& pin)
{
    switch (pin.kind) {
    case PinKind::TorchVersion:
        return QStringLiteral("pins a version that PyPI has as a CUDA build only.");
    case PinKind::TorchCuda:
        return QStringLiteral("pins a CUDA build by its local version.");
    case PinKind::JaxCuda:
        return QStringLiteral("asks for JAX's CUDA plugin; ROCm has plugins of its own.");
    case PinKind::NvidiaPackage:
        return QStringLiteral("is a library for NVIDIA GPUs; ROCm brings its own.");
    case PinKind::CupyCuda:
        return QStringLiteral("is a CUDA build of CuPy; ROCm builds have another name.");
    case PinKind::CudaIndex:
        return QStringLiteral("is an index of CUDA wheels.");
    case PinKind::CondaCuda:
        return QStringLiteral("selects CUDA builds in the whole environment.");
    }
    return {};
}

/// Steps for a person; the check after each says whether torch is still the ROCm build.
QString stepsOf(const CudaPin& pin, const TargetSettings& target)
{
    const QString check = QStringLiteral("`python3 -c \"import torch; print(torch.__version__, "
                                         "torch.version.hip)\"` must not print None");
    const QString editable =
        QStringLiteral("3. `pip install --no-deps -e .`, then %1. 4. Start the program, and for "
                       "each module that "
                       "is missing `pip install --no-deps NAME`, then the check again.")
            .arg(check);
    QString first;
    switch (pin.kind) {
    case PinKind::JaxCuda:
        first =
            QStringLiteral("1. Leave the extra out: `pip install --no-deps jax jaxlib`, or AMD's "
                           "`jax-rocm` plugin packages where JAX is used on the GPU, then %1. "
                           "2. Keep JAX optional in the code. ")
                .arg(check);
        break;
    case PinKind::NvidiaPackage:
        first = QStringLiteral("1. Do not install %1 on ROCm. 2. Look whether the code imports it; "
                               "only then it needs a stand-in. ")
                    .arg(pin.symbol);
        break;
    case PinKind::CupyCuda:
        first = QStringLiteral("1. Do not install %1 on ROCm. 2. Where CuPy is used, take the ROCm "
                               "wheel of CuPy or build it, with `--no-deps`, then %2. ")
                    .arg(pin.symbol, check);
        break;
    default:
        first =
            QStringLiteral("1. Install torch for ROCm %1 from PyTorch's ROCm index or AMD's "
                           "wheels, then %2. 2. Write the installed version into a constraints "
                           "file (`pip freeze | grep -E '^(torch|torchvision|torchaudio|triton)' > "
                           "rocm-constraints.txt`) and pass `-c rocm-constraints.txt` to every "
                           "later install. ")
                .arg(target.rocm.toString(), check);
        break;
    }
    return first + editable;
}

void addAllocatorLines(const SourceBuffer& source, const AnalysisContext& context,
                       FileAnalysis& analysis)
{
    if (source.view().find("ALLOC_CONF") == std::string_view::npos) {
        return;
    }
    static const QRegularExpression pattern(QStringLiteral(
        "(PYTORCH_(?:CUDA_|HIP_)?ALLOC_CONF)\\s*[=: ]\\s*(\"[^\"]*\"|'[^']*'|[^\\s\"';&|\\\\]*)"));
    ProposalWriter writer(source, analysis);
    for (const Rule* rule : context.rules->applicable(analysis.language, context.target)) {
        if (rule->matcherParameters.value(QStringLiteral("name")) !=
            QStringLiteral("allocator-setting")) {
            continue;
        }
        for (int line = 1; line <= source.lineCount(); ++line) {
            const std::string_view text = source.lineText(line);
            const size_t code = text.find_first_not_of(" \t");
            if (text.find("ALLOC_CONF") == std::string_view::npos || text.size() > 10000 ||
                text[code] == '#') {
                continue;
            }
            // Latin-1 keeps offsets equal to bytes.
            const QString decoded =
                QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
            const QRegularExpressionMatch match = pattern.match(decoded);
            if (!match.hasMatch() || match.captured(2).contains(u'$')) {
                continue;
            }
            QByteArray value = match.captured(2).toLatin1();
            if (value.startsWith('"') || value.startsWith('\'')) {
                value = value.mid(1, value.size() - 2);
            }
            const AllocatorAdvice advice =
                adviseAllocator(match.captured(1), value, context.target);
            const qsizetype begin = source.lineRange(line).begin;
            writer.addFinding(
                *rule, {begin + match.capturedStart(0), begin + match.capturedEnd(0)},
                match.captured(1),
                fillText(rule->message, {{QStringLiteral("symbol"), match.captured(1)},
                                         {QStringLiteral("note"), advice.note}}),
                advice.severity == Severity::Info ? QStringLiteral("Nothing to do.") : rule->wayOut,
                rule->effort, {});
            analysis.findings.last().severity = advice.severity;
        }
    }
}

} // namespace

void addPins(const QVector<CudaPin>& pins, const AnalysisContext& context, Language language,
             ProposalWriter& writer)
{
    if (pins.isEmpty()) {
        return;
    }
    for (const Rule* rule : context.rules->applicable(language, context.target)) {
        if (rule->matcher != MatcherKind::ManifestKey) {
            continue;
        }
        for (const CudaPin& pin : pins) {
            const Captures captures = {{QStringLiteral("symbol"), pin.symbol},
                                       {QStringLiteral("note"), noteOf(pin)},
                                       {QStringLiteral("steps"), stepsOf(pin, context.target)}};
            writer.addFinding(*rule, pin.range, pin.symbol, fillText(rule->message, captures),
                              fillText(rule->wayOut, captures), rule->effort, {});
        }
    }
}

void analyseManifest(const SourceBuffer& source, const AnalysisContext& context,
                     FileAnalysis& analysis)
{
    QVector<CudaPin> pins;
    switch (analysis.language) {
    case Language::Requirements:
        pins = pinsOfRequirements(source);
        break;
    case Language::Toml:
        pins = pinsOfToml(source);
        break;
    case Language::SetupCfg:
        pins = pinsOfSetupCfg(source);
        break;
    case Language::Yaml:
        pins = pinsOfYaml(source);
        break;
    default:
        break;
    }
    ProposalWriter writer(source, analysis);
    addPins(pins, context, analysis.language, writer);
    addAllocatorLines(source, context, analysis);
}

} // namespace rocport
