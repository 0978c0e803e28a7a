// Commands that install Python packages, in scripts, Dockerfiles, makefiles, workflows, documents.
#include "core/base/cancelscope.h"
#include "core/rules/manifests/installcommands.h"
#include "core/rules/manifests/manifest.h"
#include "core/rules/manifests/requirement.h"
#include "core/rules/python/pythonanalysis.h"
#include "core/text/bytes.h"

#include <QSet>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

void forEachInstall(const SourceBuffer& source, Language language,
                    const std::function<void(const InstallCommand&)>& take)
{
    if (source.view().find("install") == std::string_view::npos &&
        source.view().find("sync") == std::string_view::npos &&
        source.view().find("uv run") == std::string_view::npos &&
        source.view().find("setup.py") == std::string_view::npos) {
        return;
    }
    const QByteArray text = shellTextOf(source.view(), language);
    forEachShellCommand(viewOf(text), [&](const ShellCommand& command) {
        if (const std::optional<InstallCommand> install = installCommandOf(command)) {
            take(*install);
        }
    });
}

/// Variables of a shell as a version: "torch==${TORCH}" is judged like "torch==0".
QByteArray withoutVariables(const QByteArray& word)
{
    QByteArray result;
    for (qsizetype at = 0; at < word.size(); ++at) {
        if (word[at] != '$') {
            result.append(word[at]);
            continue;
        }
        const qsizetype close = word.sliced(at).startsWith("${") ? word.indexOf('}', at) : -1;
        if (close > 0) {
            at = close;
        } else {
            while (
                at + 1 < word.size() &&
                (isalnum(static_cast<unsigned char>(word[at + 1])) != 0 || word[at + 1] == '_')) {
                ++at;
            }
        }
        result.append('0');
    }
    return result;
}

/// Packages that need torch, so that an install of theirs may bring it.
bool bringsTorch(const QByteArray& name)
{
    constexpr std::array kNames = {"accelerate",
                                   "transformers",
                                   "diffusers",
                                   "timm",
                                   "peft",
                                   "lightning",
                                   "pytorch-lightning",
                                   "torchmetrics",
                                   "deepspeed",
                                   "bitsandbytes",
                                   "flash-attn",
                                   "sentence-transformers",
                                   "kornia",
                                   "fairseq",
                                   "trl",
                                   "torchao",
                                   "torchdata",
                                   "torchrl",
                                   "torch-geometric",
                                   "open-clip-torch",
                                   "unsloth",
                                   "optimum",
                                   "ultralytics",
                                   "mosaicml",
                                   "torchtune"};
    return isTorchPackage(name) ||
           std::any_of(kNames.begin(), kNames.end(), [&](const char* one) { return name == one; });
}

/// One pin for torch in a command, and the others.
void addCommandPins(const InstallCommand& install, QVector<CudaPin>& pins)
{
    bool torchDone = false;
    for (const ShellWord& index : install.indexes) {
        torchDone = torchDone || index.text.contains("rocm") || index.text.contains("/cpu");
        if (std::optional<CudaPin> pin = findCudaIndex(index.text)) {
            pin->range = index.range;
            pins.append(*pin);
            torchDone = true;
        }
    }
    for (const ShellWord& word : install.requirements) {
        if (install.tool == "conda") {
            if (std::optional<CudaPin> pin = classifyConda(word.text)) {
                pin->range = word.range;
                pins.append(*pin);
            }
            continue;
        }
        const QByteArray text = withoutVariables(word.text);
        std::optional<CudaPin> pin =
            text.contains("://") ? findCudaIndex(text) : std::optional<CudaPin>();
        pin = pin ? pin : classifyRequirement(text);
        const std::optional<Requirement> one = parseRequirement(text);
        const bool torch = one && isTorchPackage(one->name);
        if (!pin && one && one->name == "torch" && !install.keepsTorch && one->url.isEmpty()) {
            pin = CudaPin{PinKind::TorchLatest, {}, {}, {}, 1};
        }
        if (pin && !(torch && torchDone)) {
            pin->range = word.range;
            pin->symbol = QString::fromUtf8(word.text);
            pins.append(*pin);
            torchDone = torchDone || torch;
        }
    }
}

/// What an install of a project or a requirement file would bring.
struct Brought
{
    bool known = false;   ///< a manifest was found
    bool complete = true; ///< all of it could be followed
    QString exact;        ///< "`torch==2.5.1` (`setup.py:3`)", a CUDA build; empty: none
    QString loose;        ///< needs torch, any version
    QStringList leaveOut; ///< requirements that have no place on ROCm
};

QString placeOf(const ManifestIndex::Met& met)
{
    return QStringLiteral("`%1` (`%2:%3`)")
        .arg(QString::fromUtf8(met.entry.requirement), met.path.display(),
             QString::number(met.entry.line));
}

void judge(const QVector<ManifestIndex::Met>& entries, Brought& brought)
{
    for (const ManifestIndex::Met& met : entries) {
        const QByteArray& group = met.entry.group;
        const std::optional<Requirement> one = parseRequirement(met.entry.requirement);
        if (!one || !mayApply(one->marker) || group.startsWith("group:") || group == "constraint" ||
            group == "override" || group == "source" || group == "channel" || group == "conda") {
            continue;
        }
        if (const auto pin = classifyRequirement(met.entry.requirement)) {
            // Only these change torch; the others have no place on ROCm and do it no harm.
            const bool changesTorch = pin->kind == PinKind::TorchVersion ||
                                      pin->kind == PinKind::TorchCuda ||
                                      pin->kind == PinKind::TorchPinner;
            if (changesTorch && brought.exact.isEmpty()) {
                brought.exact = placeOf(met);
            }
            brought.leaveOut.append(QString::fromUtf8(met.entry.requirement));
        } else if (bringsTorch(one->name) && brought.loose.isEmpty()) {
            brought.loose = placeOf(met);
        }
    }
}

class InstallJudge
{
public:
    InstallJudge(const AnalysisContext& context, FileAnalysis& analysis)
        : m_index(context.manifests.get()), m_analysis(analysis)
    {
        if (m_index != nullptr) {
            m_index->remember(analysis.features);
        }
    }

    [[nodiscard]] Brought of(const InstallCommand& install) const
    {
        Brought brought;
        if (m_index == nullptr) {
            brought.known = true;
            brought.complete = false;
            return brought;
        }
        for (const ShellWord& file : install.files) {
            const RepoPath path = m_index->resolve(m_analysis.path, file.text);
            if (!path.isEmpty()) {
                brought.known = true;
                judge(m_index->entriesOf(path, &brought.complete), brought);
            }
        }
        for (const ShellWord& folder : install.folders) {
            for (const RepoPath& path : projects(folder.text)) {
                brought.known = true;
                judge(m_index->entriesOf(path, &brought.complete), brought);
            }
        }
        return brought;
    }

private:
    /// The package that a folder means here: beside the file, or from a folder above it.
    [[nodiscard]] QVector<RepoPath> projects(const QByteArray& written) const
    {
        for (RepoPath folder = m_analysis.path.folder();; folder = folder.folder()) {
            const QByteArray base = folder.isEmpty() ? written : folder.bytes() + '/' + written;
            QVector<RepoPath> found =
                m_index->projectsIn(RepoPath(QByteArray(base).replace("/./", "/")));
            if (!found.isEmpty() || folder.isEmpty()) {
                return found;
            }
        }
    }

    const ManifestIndex* m_index;
    FileAnalysis& m_analysis;
};

/// The command as it can be run: constraints, and for projects no resolver and no build of its own.
QString protectedCommand(const QByteArray& text, const InstallCommand& install)
{
    QString command = QString::fromUtf8(text).simplified();
    if (install.runs) {
        return command.insert(command.indexOf(QStringLiteral("run")) + 3,
                              QStringLiteral(" --no-sync"));
    }
    if (install.locked || install.tool == "setup.py") {
        return QStringLiteral("pip install --no-build-isolation --no-deps -e .");
    }
    const qsizetype at = command.indexOf(QStringLiteral("install"));
    QString options = QStringLiteral(" -c rocm-constraints.txt");
    if (!install.folders.empty()) {
        options += QStringLiteral(" --no-build-isolation --no-deps");
    }
    return at < 0 ? command : command.insert(at + 7, options);
}

void addInstall(const InstallCommand& install, const Brought& brought, const QByteArray& text,
                const Rule& rule, const AnalysisContext& context, ProposalWriter& writer)
{
    const QString symbol = QString::fromUtf8(text).simplified();
    QString key = QStringLiteral("unknown");
    QString what;
    Severity severity = rule.severity;
    if (!brought.exact.isEmpty()) {
        key = QStringLiteral("exact");
        what = brought.exact;
    } else if (!brought.loose.isEmpty()) {
        key = QStringLiteral("loose");
        what = brought.loose;
        severity = install.upgrades ? severity : Severity::Warning;
    }
    if (install.locked) {
        key = install.runs ? QStringLiteral("synced") : QStringLiteral("locked");
    }
    QString leaveOut;
    if (!brought.leaveOut.isEmpty()) {
        leaveOut = noteFor(rule.matcherParameters, QStringLiteral("leave-out"), context.target);
        leaveOut.replace(
            QStringLiteral("{list}"),
            QStringLiteral("`%1`").arg(brought.leaveOut.mid(0, 6).join(QStringLiteral("`, `"))));
    }
    const Captures captures = {{QStringLiteral("symbol"), symbol.left(200)},
                               {QStringLiteral("what"), what},
                               {QStringLiteral("rocm"), context.target.rocm.toString()},
                               {QStringLiteral("torch"), context.target.torch.toString()},
                               {QStringLiteral("command"), protectedCommand(text, install)},
                               {QStringLiteral("leave-out"), leaveOut}};
    Captures all = captures;
    all.append({QStringLiteral("note"),
                fillText(noteFor(rule.matcherParameters, key, context.target), captures)});
    const QString wayOut =
        install.runs ? noteFor(rule.matcherParameters, QStringLiteral("synced-way"), context.target)
                     : rule.wayOut;
    writer.addFinding(rule, install.range, symbol.left(80), fillText(rule.message, all),
                      fillText(wayOut, all).simplified(), rule.effort, {});
    writer.analysis().findings.last().severity = severity;
}

} // namespace

QVector<CudaPin> pinsOfCommands(const SourceBuffer& source, Language language)
{
    QVector<CudaPin> pins;
    forEachInstall(source, language, [&](const InstallCommand& install) {
        if (!isWorkCancelled()) {
            addCommandPins(install, pins);
        }
    });
    if (language == Language::Markdown) {
        // A document says the same command several times.
        QVector<CudaPin> once;
        QSet<QString> symbols;
        for (const CudaPin& pin : std::as_const(pins)) {
            if (isWorkCancelled()) {
                break;
            }
            if (!symbols.contains(pin.symbol)) {
                symbols.insert(pin.symbol);
                once.append(pin);
            }
        }
        return once;
    }
    return pins;
}

void addInstalls(const SourceBuffer& source, const AnalysisContext& context, FileAnalysis& analysis,
                 ProposalWriter& writer)
{
    const Rule* rule = manifestRule(context, analysis.language, "install");
    if (rule == nullptr || namesOtherHardware(analysis.path.bytes())) {
        return;
    }
    std::optional<InstallJudge> judgement;
    QSet<QByteArray> seen;
    forEachInstall(source, analysis.language, [&](const InstallCommand& install) {
        if (isWorkCancelled()) {
            return;
        }
        if (!judgement) {
            judgement.emplace(context, analysis);
        }
        const QByteArray text =
            source.bytes().sliced(install.range.begin, install.range.size()).replace('\\', ' ');
        const bool local = !install.folders.empty() || !install.files.empty();
        // Documents run many programs by `uv run`; one word about that is enough.
        const QByteArray once = install.runs ? QByteArray("uv run") : text.simplified();
        if (install.keepsTorch || !local || install.tool == "conda" || seen.contains(once)) {
            return;
        }
        seen.insert(once);
        const Brought brought = judgement->of(install);
        const bool nothing = brought.complete && brought.exact.isEmpty() && brought.loose.isEmpty();
        if (brought.known && !nothing) {
            addInstall(install, brought, text, *rule, context, writer);
        }
    });
}

} // namespace rocport
