#include "core/plan/installplan.h"

#include "core/rules/manifest.h"
#include "core/rules/requirement.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

using Met = ManifestIndex::Met;

bool isOneOf(const QByteArray& name, std::initializer_list<const char*> names)
{
    return std::any_of(names.begin(), names.end(), [&](const char* one) { return name == one; });
}

bool isTorch(const QByteArray& name)
{
    return isOneOf(name, {"torch", "torchvision", "torchaudio", "triton", "pytorch-triton-rocm"});
}

/// Packages that compile against the installed torch.
bool buildsOnTorch(const QByteArray& name)
{
    return isOneOf(name, {"flash-attn", "apex", "deepspeed", "torch-scatter", "torch-sparse",
                          "torch-cluster", "torch-spline-conv", "mamba-ssm", "causal-conv1d",
                          "grouped-gemm", "detectron2", "pytorch3d", "natten", "gsplat"});
}

/// What stands in for a CUDA package.
QString insteadOf(const CudaPin& pin, const QByteArray& name)
{
    if (name == "nvidia-ml-py" || name == "pynvml") {
        return QStringLiteral("nothing: torch reads AMD GPUs through amdsmi; guard `nvmlInit()`");
    }
    if (name == "xformers") {
        return QStringLiteral("PyTorch's scaled_dot_product_attention, or xformers for ROCm from "
                              "PyTorch's index with --no-deps");
    }
    if (name == "vllm" || name == "sglang") {
        return QStringLiteral("its image for ROCm, or a build from source on the installed torch");
    }
    switch (pin.kind) {
    case PinKind::JaxCuda:
        return QStringLiteral("`jax` without the extra runs on the CPU; AMD's plugins for the GPU");
    case PinKind::CupyCuda:
        return QStringLiteral("CuPy for ROCm, with --no-deps");
    case PinKind::NvidiaPackage:
        return QStringLiteral("nothing: ROCm has its own libraries");
    case PinKind::CondaCuda:
        return QStringLiteral("nothing: torch is installed with pip, from ROCm's index");
    default:
        return QStringLiteral("nothing in general: check whether the code imports it");
    }
}

/// What is left of a requirement when its CUDA part is gone.
QString keptAs(const CudaPin& pin, const QString& line)
{
    return pin.kind == PinKind::JaxCuda
               ? QStringLiteral("`%1`, which runs on the CPU; AMD's plugins for the GPU").arg(line)
               : QStringLiteral("`%1`").arg(line);
}

/// A text as one word of a POSIX shell.
QString quoted(const QString& text)
{
    QString inner = text;
    inner.replace(u'\'', QStringLiteral("'\\''"));
    return u'\'' + inner + u'\'';
}

constexpr QLatin1StringView kEnd("END_OF_REQUIREMENTS");

/// The requirement as pip reads it, and nothing but it; empty for one that no name can hold.
QString written(const Requirement& one)
{
    QByteArray text = one.name;
    if (!one.extras.isEmpty()) {
        text += '[' + one.extras.join(',') + ']';
    }
    text += one.url.isEmpty() ? one.specifier : " @ " + one.url;
    if (!one.marker.isEmpty()) {
        text += " ; " + one.marker;
    }
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20) {
            return {};
        }
    }
    // Names are lower case, so that no line is the end of a here-document.
    return QString::fromUtf8(text);
}

/// "cuda12" of jax[cuda12], "cu128".
bool isCudaExtra(const QByteArray& extra)
{
    return extra.startsWith("cuda") || extra.startsWith("cu1");
}

/// The requirement without what asks for CUDA in it: an extra, or the local part of a version
/// ("==2.1.2+pt25cu121"). The rest is needed on ROCm too.
Requirement withoutCuda(Requirement one)
{
    one.extras.removeIf(isCudaExtra);
    QByteArrayList clauses;
    for (QByteArray clause : one.specifier.split(',')) {
        const qsizetype plus = clause.indexOf('+');
        if (plus >= 0 && clause.sliced(plus).contains("cu")) {
            clause.truncate(plus);
        }
        clauses.append(clause);
    }
    one.specifier = clauses.join(',');
    return one;
}

class Planner
{
public:
    Planner(const ScanResult& scan, const TargetSettings& target) : m_target(target)
    {
        QVector<ManifestSummary> manifests;
        for (const auto& file : scan.files) {
            ManifestSummary one = ManifestSummary::read(file->path, file->features);
            if (!one.isEmpty() && !namesOtherHardware(file->path.bytes())) {
                manifests.append(std::move(one));
            }
            m_usesUv = m_usesUv || file->path.fileName() == "uv.lock";
        }
        m_index = ManifestIndex(manifests);
    }

    InstallPlan run()
    {
        chooseProject();
        if (m_chosen.isEmpty()) {
            return m_plan;
        }
        for (const RepoPath& path : std::as_const(m_chosen)) {
            readSources(path);
        }
        for (const RepoPath& path : std::as_const(m_chosen)) {
            bool complete = true;
            for (const Met& met : m_index.entriesOf(path, &complete)) {
                take(met);
            }
            m_plan.manifests.append(path.display());
            if (!complete) {
                m_plan.remarks.append(QStringLiteral("`%1` reads a file that is not in the "
                                                     "repository; what it lists is missing here.")
                                          .arg(path.display()));
            }
        }
        if (!m_extras.isEmpty()) {
            m_plan.remarks.append(QStringLiteral("Extras and groups are left out: %1. Install what "
                                                 "you need of them with `-c rocm-constraints.txt`.")
                                      .arg(m_extras.join(QStringLiteral(", "))));
        }
        addUvRemarks();
        addSteps();
        return m_plan;
    }

private:
    void chooseProject()
    {
        RepoPath folder;
        bool found = false;
        for (const ManifestSummary& one : m_index.manifests()) {
            const bool better =
                !found || one.path.bytes().count('/') <
                              folder.bytes().count('/') + (folder.isEmpty() ? 0 : 1);
            const bool named = one.project || one.path.fileName() == "requirements.txt";
            if (named && better) {
                folder = one.path.folder();
                found = true;
            }
        }
        if (!found) {
            return;
        }
        m_folder = folder;
        m_projects = m_index.projectsIn(folder);
        m_chosen = m_projects;
        for (const char* name : {"requirements.txt", "environment.yml", "environment.yaml"}) {
            const QByteArray path =
                folder.isEmpty() ? QByteArray(name) : folder.bytes() + '/' + name;
            const bool environment = !m_chosen.isEmpty() && QByteArrayView(name).startsWith("env");
            if (m_index.manifest(RepoPath(path)) != nullptr && !environment) {
                m_chosen.append(RepoPath(path));
            }
        }
    }

    /// What uv puts in place of what is asked for.
    void readSources(const RepoPath& path)
    {
        for (const Met& met : m_index.entriesOf(path, nullptr)) {
            const bool source = met.entry.group == "source";
            const bool override = met.entry.group == "override";
            const std::optional<Requirement> one = parseRequirement(met.entry.requirement);
            if (one && (source || override) && mayApply(one->marker)) {
                QHash<QByteArray, Requirement>& known = source ? m_sources : m_overrides;
                if (!known.contains(one->name)) {
                    known.insert(one->name, *one);
                }
            } else if (one && met.entry.group == "constraint" && path.fileName().endsWith("toml")) {
                m_constraints.append(QString::fromUtf8(met.entry.requirement));
            }
        }
    }

    /// The address of uv's source in the requirement. False where pip has no form for it, and the
    /// requirement is among the omissions then.
    bool applySource(Requirement& one, const QString& text, const Met& met)
    {
        const auto source = m_sources.constFind(one.name);
        if (source == m_sources.constEnd() || isTorch(one.name)) {
            return true;
        }
        const QByteArray& address = source->url;
        if (address.startsWith("index:")) {
            const QByteArray index = address.sliced(6);
            if (findCudaIndex(index)) {
                return true; // an index of CUDA builds; PyPI's is asked
            }
            m_plan.omissions.append(
                {text, placeOf(met),
                 QStringLiteral("`\"$PYTHON\" -m pip install -c rocm-constraints.txt --no-deps "
                                "--index-url %1 %2`, since uv takes it from that index alone")
                     .arg(QString::fromUtf8(index), quoted(written(one)))});
            return false;
        }
        if (address.startsWith("workspace:")) {
            m_plan.omissions.append({text, placeOf(met),
                                     QStringLiteral("the member of the workspace: install its "
                                                    "folder with `--no-build-isolation --no-deps "
                                                    "-e`")});
            return false;
        }
        one.specifier.clear();
        one.url = address;
        if (address.startsWith('.')) {
            const QByteArray folder = met.path.folder().bytes();
            m_source.append(
                QStringLiteral("./") +
                (folder.isEmpty() ? QString() : QString::fromUtf8(folder) + u'/') +
                QString::fromUtf8(address.startsWith("./") ? address.sliced(2) : address));
            return false;
        }
        return true;
    }

    void addUvRemarks()
    {
        QStringList left = m_constraints;
        for (const Requirement& one : std::as_const(m_overrides)) {
            if (!m_applied.contains(one.name) && !isTorch(one.name)) {
                left.append(written(one));
            }
        }
        left.removeAll(QString());
        left.sort();
        if (!left.isEmpty()) {
            m_plan.remarks.append(
                QStringLiteral("uv bounds or replaces versions that other packages ask for, which "
                               "pip does not read: %1. Where one matters, add it to "
                               "`rocm-constraints.txt`.")
                    .arg(left.join(QStringLiteral(", "))));
        }
        if (m_usesUv) {
            m_plan.remarks.append(QStringLiteral(
                "`uv run` and `uv sync` install again what `uv.lock` says, CUDA's torch among it. "
                "In this environment use `uv run --no-sync`, or set `UV_NO_SYNC=1`."));
        }
    }

    void take(const Met& met)
    {
        const QByteArray& group = met.entry.group;
        std::optional<Requirement> one = parseRequirement(met.entry.requirement);
        if (group == "constraint" || group == "override" || group == "source" ||
            group == "channel" || !one || !mayApply(one->marker)) {
            return;
        }
        if (group.startsWith("extra:") || group.startsWith("group:") || group == "listed") {
            const QString name = QString::fromUtf8(group.mid(group.indexOf(':') + 1));
            if (!name.isEmpty() && !m_extras.contains(name)) {
                m_extras.append(name);
            }
            return;
        }
        const QString text = QString::fromUtf8(met.entry.requirement);
        if (m_seen.contains(one->name + group)) {
            return;
        }
        m_seen.insert(one->name + group);
        if (isTorch(one->name)) {
            takeTorch(*one, text, met);
            return;
        }
        if (const auto other = m_overrides.constFind(one->name); other != m_overrides.constEnd()) {
            m_applied.insert(one->name);
            one->specifier = other->specifier;
            one->url = other->url;
        }
        if (group != "conda" && !applySource(*one, text, met)) {
            return;
        }
        const Requirement plain = group == "conda" ? *one : withoutCuda(*one);
        const QString line = written(plain);
        if (line.isEmpty()) {
            return;
        }
        std::optional<CudaPin> pin = group == "conda" ? classifyConda(met.entry.requirement)
                                                      : classifyRequirement(written(*one).toUtf8());
        if (pin && !classifyRequirement(line.toUtf8()) && group != "conda") {
            m_plan.omissions.append({text, placeOf(met), keptAs(*pin, line)});
            pin.reset();
        }
        if (pin) {
            m_plan.omissions.append({text, placeOf(met), insteadOf(*pin, one->name)});
        } else if (group == "conda") {
            takeConda(*one, text, met);
        } else if (group == "build") {
            m_build.append(line);
        } else if (buildsOnTorch(one->name)) {
            m_source.append(line);
        } else {
            m_packages.append(line);
        }
    }

    void takeTorch(const Requirement& one, const QString& text, const Met& met)
    {
        if (one.name != "triton" && one.name != "pytorch-triton-rocm" &&
            !m_torch.contains(QString::fromUtf8(one.name))) {
            m_torch.append(QString::fromUtf8(one.name));
        }
        if (one.specifier.contains("==") || one.name == "triton") {
            m_plan.omissions.append(
                {text, placeOf(met),
                 one.name == "triton"
                     ? QStringLiteral("the Triton that comes with torch for ROCm")
                     : QStringLiteral("torch %1 for ROCm %2, the plan's target")
                           .arg(m_target.torch.toString(), m_target.rocm.toString())});
        }
    }

    void takeConda(const Requirement& one, const QString& text, const Met& met)
    {
        if (isOneOf(one.name, {"python", "pip"})) {
            return;
        }
        if (one.name.startsWith("pytorch")) {
            m_plan.omissions.append(
                {text, placeOf(met), insteadOf({PinKind::CondaCuda, {}, {}, {}, 1}, one.name)});
            if (one.name == "pytorch") {
                m_torch.append(QStringLiteral("torch"));
            }
            return;
        }
        m_conda.append(text);
    }

    static QString placeOf(const Met& met)
    {
        return QStringLiteral("%1:%2").arg(met.path.display(), QString::number(met.entry.line));
    }

    void addSteps();
    void addTorch();
    void addConstraints();
    void addPackages();
    void addProject();
    static QString requirementFile(const QString& name, const QStringList& packages);

    const TargetSettings& m_target;
    ManifestIndex m_index;
    RepoPath m_folder;
    QVector<RepoPath> m_projects;
    QVector<RepoPath> m_chosen;
    QStringList m_torch, m_build, m_packages, m_source, m_conda, m_extras;
    QHash<QByteArray, Requirement> m_sources, m_overrides; ///< of uv, by package
    QSet<QByteArray> m_applied;                            ///< overrides that found their place
    QStringList m_constraints;                             ///< of uv
    bool m_usesUv = false;
    QSet<QByteArray> m_seen;
    InstallPlan m_plan;
};

/// A file by a here-document whose text no shell expands.
QString Planner::requirementFile(const QString& name, const QStringList& packages)
{
    return QStringLiteral("cat >%1 <<'%2'\n%3\n%2").arg(name, kEnd, packages.join(u'\n'));
}

void Planner::addTorch()
{
    m_plan.torchIndex =
        QStringLiteral("https://download.pytorch.org/whl/rocm%1").arg(m_target.rocm.toString());
    if (!m_torch.contains(QStringLiteral("torch"))) {
        m_torch.prepend(QStringLiteral("torch"));
    }
    QStringList packages = m_torch;
    packages[packages.indexOf(QStringLiteral("torch"))] =
        QStringLiteral("torch==%1.*").arg(m_target.torch.toString());
    QStringList words;
    for (const QString& package : std::as_const(packages)) {
        words.append(quoted(package));
    }
    InstallStep step;
    step.id = QStringLiteral("torch");
    step.title = QStringLiteral("torch for ROCm, unless it is installed");
    step.why = QStringLiteral("A ROCm build that came with an image is kept. Otherwise torch comes "
                              "from PyTorch's index for ROCm %1, which has no CUDA builds.")
                   .arg(m_target.rocm.toString());
    step.packages = packages;
    step.command = QStringLiteral("if ! has_rocm_torch; then\n"
                                  "    \"$PYTHON\" -m pip install --index-url %1 %2\n"
                                  "fi")
                       .arg(m_plan.torchIndex, words.join(u' '));
    m_plan.steps.append(step);
}

void Planner::addConstraints()
{
    InstallStep step;
    step.id = QStringLiteral("constraints");
    step.title = QStringLiteral("Constraints from what is installed");
    step.why = QStringLiteral("Every later install gets this file. A package that wants another "
                              "torch then stops pip instead of replacing it.");
    step.command = QStringLiteral(
        "\"$PYTHON\" - >rocm-constraints.txt <<'END_OF_PROGRAM'\n"
        "from importlib.metadata import distributions\n"
        "\n"
        "names = {\"torch\", \"torchvision\", \"torchaudio\", \"triton\", \"pytorch-triton-rocm\","
        " \"triton-rocm\"}\n"
        "found = set()\n"
        "for one in distributions():\n"
        "    name = (one.metadata[\"Name\"] or \"\").lower().replace(\"_\", \"-\")\n"
        "    if name in names or \"rocm\" in one.version:\n"
        "        found.add(name + \"==\" + one.version)\n"
        "print(\"\\n\".join(sorted(found)))\n"
        "END_OF_PROGRAM\n"
        "grep -q '^torch==' rocm-constraints.txt");
    step.checks = false;
    m_plan.steps.append(step);
}

void Planner::addPackages()
{
    const auto add = [&](const QString& id, const QString& title, const QString& why,
                         const QStringList& packages, const QString& options) {
        if (packages.isEmpty()) {
            return;
        }
        const QString file = QStringLiteral("rocm-%1.txt").arg(id);
        InstallStep step;
        step.id = id;
        step.title = title;
        step.why = why;
        step.packages = packages;
        step.command =
            requirementFile(file, packages) +
            QStringLiteral("\n\"$PYTHON\" -m pip install -c rocm-constraints.txt%1 -r %2")
                .arg(options, file);
        m_plan.steps.append(step);
    };
    add(QStringLiteral("build"), QStringLiteral("What the build needs"),
        QStringLiteral("The project is built without isolation so that it sees this torch; its "
                       "build requirements must be installed first."),
        m_build, {});
    add(QStringLiteral("packages"), QStringLiteral("The other packages, under the constraints"),
        QStringLiteral("With their dependencies; none of them can change torch."), m_packages, {});
    add(QStringLiteral("source"), QStringLiteral("Packages that compile against torch"),
        QStringLiteral("Without isolation, because pip would otherwise build them against a CUDA "
                       "build of torch. They need hipcc, and time."),
        m_source, QStringLiteral(" --no-build-isolation"));
    if (!m_conda.isEmpty()) {
        m_plan.remarks.append(QStringLiteral("From conda: %1. Install them in the environment "
                                             "before the first step.")
                                  .arg(m_conda.join(QStringLiteral(", "))));
    }
}

void Planner::addProject()
{
    if (m_projects.isEmpty()) {
        return;
    }
    // A place for pip, not a text for people: display() escapes.
    const QString folder = m_folder.isEmpty()
                               ? QStringLiteral(".")
                               : QStringLiteral("./") + QString::fromUtf8(m_folder.bytes());
    InstallStep step;
    step.id = QStringLiteral("project");
    step.title = QStringLiteral("The project itself, last");
    step.why = QStringLiteral("Its requirements are installed, except for those left out on "
                              "purpose; --no-deps keeps pip from fetching them.");
    step.packages = {folder};
    step.command = QStringLiteral("\"$PYTHON\" -m pip install --no-build-isolation --no-deps -e %1")
                       .arg(quoted(folder));
    m_plan.steps.append(step);
}

void Planner::addSteps()
{
    addTorch();
    addConstraints();
    addPackages();
    addProject();
    InstallStep step;
    step.id = QStringLiteral("end");
    step.title = QStringLiteral("What is still missing");
    step.why = QStringLiteral("pip lists requirements that are not met; those left out above are "
                              "expected here.");
    step.command = QStringLiteral("\"$PYTHON\" -m pip check || true");
    m_plan.steps.append(step);
}

} // namespace

InstallPlan makeInstallPlan(const ScanResult& scan, const TargetSettings& target)
{
    return Planner(scan, target).run();
}

} // namespace rocport
