#include "core/plan/installforms.h"

#include "core/base/visibletext.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport::install {

namespace {

/// "my-lib" of "my-lib-1.2.tar.gz" and of "my-lib-1.2&subdirectory=x".
QByteArray distribution(const QByteArray& text)
{
    qsizetype end = 0;
    for (; end < text.size() && !QByteArrayView("&[#=").contains(text[end]); ++end) {
        const bool version = text[end] == '-' && end + 1 < text.size() && text[end + 1] >= '0' &&
                             text[end + 1] <= '9';
        if (version) {
            break;
        }
    }
    return normalisedName(text.first(end));
}

/// PyTorch's own repositories are not called as their packages are.
QByteArray packageOf(const QByteArray& owner, const QByteArray& repository)
{
    if (owner.toLower() != "pytorch") {
        return repository;
    }
    return repository == "pytorch"                            ? QByteArray("torch")
           : isOneOf(repository, {"vision", "audio", "text"}) ? "torch" + repository
                                                              : repository;
}

/// What an address says of its package: "apex" of "…/apex.git@v1" and of "…#egg=apex", "torch" of
/// "…/torch-2.3.0-cp310-….whl".
QByteArray nameOf(const QByteArray& place)
{
    if (const qsizetype egg = place.indexOf("egg="); egg >= 0) {
        return distribution(place.sliced(egg + 4));
    }
    const qsizetype fragment = place.indexOf('#');
    QByteArray name = place.first(fragment < 0 ? place.size() : fragment);
    const bool repository = place.startsWith("git+") || place.startsWith("hg+") ||
                            place.startsWith("svn+") || place.startsWith("bzr+");
    if (repository) {
        const qsizetype host = name.indexOf("://");
        const qsizetype path = name.indexOf('/', host < 0 ? 0 : host + 3);
        const qsizetype version = name.indexOf('@', std::max<qsizetype>(path, 0));
        name.truncate(version < 0 ? name.size() : version);
        name.truncate(name.endsWith(".git") ? name.size() - 4 : name.size());
        const qsizetype slash = name.lastIndexOf('/');
        const QByteArray before = name.first(std::max<qsizetype>(slash, 0));
        const qsizetype owner = std::max(before.lastIndexOf('/'), before.lastIndexOf(':'));
        return packageOf(before.sliced(owner + 1), normalisedName(name.sliced(slash + 1)));
    }
    name = name.sliced(name.lastIndexOf('/') + 1);
    if (name.endsWith(".whl")) {
        return normalisedName(name.first(std::max<qsizetype>(name.indexOf('-'), 0)));
    }
    return name.endsWith(".tar.gz") || name.endsWith(".zip") ? distribution(name) : QByteArray();
}

bool isPrintable(const QByteArray& text)
{
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) >= 0x20; });
}

} // namespace

Placed readPlaced(QByteArrayView text)
{
    Placed result;
    QByteArray line = text.toByteArray().simplified();
    if (line.startsWith("-e ")) {
        result.editable = true;
        line = line.sliced(3).trimmed();
    }
    if (const qsizetype marker = line.indexOf(" ;"); marker >= 0) {
        result.marker = line.sliced(marker + 2).trimmed();
        line = line.first(marker).trimmed();
    }
    if (line.isEmpty() || line.startsWith('-') || !isPrintable(line)) {
        return result;
    }
    result.place = line;
    if (line.contains("://")) {
        const bool file = line.startsWith("file:");
        result.kind = file ? Placed::Kind::Unknown : Placed::Kind::Address;
        result.name = nameOf(line);
        return result;
    }
    const bool archive = line.endsWith(".whl") || line.endsWith(".tar.gz") || line.endsWith(".zip");
    if (!result.editable && !archive && !line.contains('/') && !line.startsWith('.')) {
        return result;
    }
    if (line.contains(' ')) {
        return result; // two words are no path that pip reads
    }
    result.kind = Placed::Kind::Folder;
    if (const qsizetype open = line.indexOf('['); open >= 0 && line.endsWith(']')) {
        result.extras = line.sliced(open);
        result.place = line.first(open);
    }
    result.name = archive ? nameOf(line) : QByteArray();
    return result;
}

void Places::add(const RepoPath& file)
{
    QByteArray path = file.bytes();
    while (!path.isEmpty() && !m_known.contains(path)) {
        m_known.insert(path);
        path.truncate(std::max<qsizetype>(path.lastIndexOf('/'), 0));
    }
}

std::optional<RepoPath> Places::find(const QByteArray& place,
                                     const QVector<RepoPath>& folders) const
{
    const auto in = [&](const RepoPath& folder) { return below(folder, place); };
    for (const RepoPath& folder : folders) {
        std::optional<RepoPath> inside = in(folder);
        if (inside && (inside->isEmpty() || m_known.contains(inside->bytes()))) {
            return inside;
        }
    }
    return in(folders.value(0));
}

QString unreadable()
{
    return QStringLiteral("nothing here: it is written in a way that is not read. Install it by "
                          "hand, with `-c rocm-constraints.txt`");
}

bool asksForMore(const Requirement& one, const Version& torch)
{
    // Only of torch itself the plan knows the version.
    const bool least = one.name == "torch" && one.specifier.startsWith(">=");
    const QString bound = least ? QString::fromUtf8(one.specifier.sliced(2)) : QString();
    const std::optional<Version> version = Version::parse(bound);
    const bool holds = version && *version <= torch && !bound.contains(u',');
    return !one.url.isEmpty() || !(one.specifier.isEmpty() || holds);
}

bool buildsOnTorch(const QByteArray& name)
{
    return isOneOf(name, {"flash-attn", "apex", "deepspeed", "torch-scatter", "torch-sparse",
                          "torch-cluster", "torch-spline-conv", "mamba-ssm", "causal-conv1d",
                          "grouped-gemm", "detectron2", "pytorch3d", "natten", "gsplat",
                          "flash-attention"});
}

QString insteadOf(const CudaPin& pin, const Requirement& one)
{
    const QByteArray& name = one.name;
    if (buildsOnTorch(name)) {
        return QStringLiteral("its source, built against this torch with --no-build-isolation; "
                              "this wheel does not load on it");
    }
    if (name == "tensorflow" || name == "tensorflow-gpu") {
        return QStringLiteral("`tensorflow-rocm` from AMD's wheels, or `tensorflow` without the "
                              "extra for the CPU");
    }
    if (name == "onnxruntime-gpu") {
        return QStringLiteral("`onnxruntime-migraphx` or `onnxruntime-rocm` from AMD's wheels, "
                              "with --no-deps");
    }
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

QString keptAs(const CudaPin& pin, const QString& line)
{
    return pin.kind == PinKind::JaxCuda
               ? QStringLiteral("`%1`, which runs on the CPU; AMD's plugins for the GPU").arg(line)
               : QStringLiteral("`%1`").arg(line);
}

Chosen chosenManifests(const ManifestIndex& index)
{
    Chosen chosen;
    bool found = false;
    for (const ManifestSummary& one : index.manifests()) {
        const auto depth = chosen.folder.bytes().count('/') + (chosen.folder.isEmpty() ? 0 : 1);
        const bool named = one.project || one.path.fileName() == "requirements.txt";
        if (named && (!found || one.path.bytes().count('/') < depth)) {
            chosen.folder = one.path.folder();
            found = true;
        }
    }
    if (!found) {
        return {};
    }
    chosen.projects = index.projectsIn(chosen.folder);
    chosen.manifests = chosen.projects;
    for (const char* name : {"requirements.txt", "environment.yml", "environment.yaml"}) {
        const RepoPath path(chosen.folder.isEmpty() ? QByteArray(name)
                                                    : chosen.folder.bytes() + '/' + name);
        if (index.manifest(path) != nullptr) {
            chosen.manifests.append(path);
        }
    }
    return chosen;
}

bool isManifest(const FileAnalysis& file)
{
    return file.language == Language::Requirements || file.language == Language::SetupCfg ||
           isOneOf(file.path.fileName(),
                   {"pyproject.toml", "setup.py", "environment.yml", "environment.yaml"});
}

bool hidesCharacters(const QString& text)
{
    return visibleLine(text) != text;
}

QString hidden()
{
    return QStringLiteral("nothing: it holds characters that do not show, which no package has in "
                          "its name; look at the line");
}

QString quoted(const QString& text)
{
    if (hidesCharacters(text)) { // as octal numbers, so that the script itself shows what it does
        QString octal;
        const QByteArray bytes = text.toUtf8();
        for (const char c : bytes) {
            octal += QStringLiteral("\\0%1").arg(static_cast<unsigned char>(c), 3, 8, QChar(u'0'));
        }
        return QStringLiteral("\"$(printf %b '%1')\"").arg(octal);
    }
    QString inner = text;
    inner.replace(u'\'', QStringLiteral("'\\''"));
    return u'\'' + inner + u'\'';
}

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
    const QString line = QString::fromUtf8(text);
    // Names are lower case, so that no line is the end of a here-document.
    return hidesCharacters(line) ? QString() : line;
}

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

QString requirementFile(const QString& name, const QStringList& packages)
{
    constexpr QLatin1StringView kEnd("END_OF_REQUIREMENTS");
    return QStringLiteral("cat >%1 <<'%2'\n%3\n%2").arg(name, kEnd, packages.join(u'\n'));
}

QString constraintsProgram()
{
    QStringList names;
    for (const char* name : kTorchPackages) {
        names.append(QStringLiteral("\"%1\"").arg(QLatin1StringView(name)));
    }
    return QStringLiteral(
               "\"$PYTHON\" - >rocm-constraints.txt <<'END_OF_PROGRAM'\n"
               "from importlib.metadata import distributions\n"
               "\n"
               "names = {%1}\n"
               "found = set()\n"
               "for one in distributions():\n"
               "    name = (one.metadata[\"Name\"] or \"\").lower().replace(\"_\", \"-\")\n"
               "    if name in names or \"rocm\" in one.version:\n"
               "        found.add(name + \"==\" + one.version)\n"
               "print(\"\\n\".join(sorted(found)))\n"
               "END_OF_PROGRAM\n"
               "grep -q '^torch==' rocm-constraints.txt")
        .arg(names.join(QStringLiteral(", ")));
}

} // namespace rocport::install
