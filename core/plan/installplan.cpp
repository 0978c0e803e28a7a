#include "core/plan/installplan.h"
#include "core/facts/torchwheels.h"
#include "core/plan/installforms.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace rocport {

namespace {

using Met = ManifestIndex::Met;

using install::asksForMore;
using install::insteadOf;
using install::keptAs;
using install::Placed;
using install::quoted;
using install::withoutCuda;
using install::written;

class Planner
{
public:
    Planner(const ScanResult& scan, const TargetSettings& target) : m_target(target)
    {
        QVector<ManifestSummary> manifests;
        for (const auto& file : scan.files) {
            m_places.add(file->path);
            ManifestSummary one = ManifestSummary::read(file->path, file->features);
            if (!one.isEmpty() && !namesOtherHardware(file->path.bytes())) {
                manifests.append(std::move(one));
            }
            if (isUnreadSource(*file) && install::isManifest(*file) &&
                !namesOtherHardware(file->path.bytes())) {
                m_plan.unread.append({file->path, file->skipped});
            }
            m_usesUv = m_usesUv || file->path.fileName() == "uv.lock";
        }
        m_index = ManifestIndex(manifests);
    }

    InstallPlan run()
    {
        const install::Chosen chosen = install::chosenManifests(m_index);
        m_folder = chosen.folder;
        m_projects = chosen.projects;
        for (const RepoPath& path : chosen.manifests) {
            readSources(path);
        }
        for (const RepoPath& path : chosen.manifests) {
            bool complete = true;
            for (const Met& met : m_index.entriesOf(path, &complete)) {
                take(met);
            }
            for (const Met& met : m_index.constraintsOf(path)) {
                takeBound(met);
            }
            takeIndexes(path);
            m_plan.manifests.append(path.display());
            if (!complete) {
                m_plan.notes.append(
                    QStringLiteral("`%1` reads a file that is not in the repository, or not known "
                                   "as a list of requirements; what it lists is missing here.")
                        .arg(path.display()));
            }
        }
        if (chosen.manifests.isEmpty()) {
            return m_plan;
        }
        addBounds();
        if (!m_extras.isEmpty()) {
            m_plan.notes.append(QStringLiteral("Extras and groups are left out: %1. Install what "
                                               "you need of them with `-c rocm-constraints.txt`.")
                                    .arg(m_extras.join(QStringLiteral(", "))));
        }
        addUvNotes();
        addSteps();
        return m_plan;
    }

private:
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
            } else if (one && met.entry.group == "constraint" &&
                       met.path.fileName().endsWith("toml")) {
                m_constraints.append(QString::fromUtf8(met.entry.requirement));
            }
        }
    }

    /// The address of uv's source in the requirement. False where pip has no form for it, and the
    /// requirement is among the omissions then.
    bool applySource(Requirement& one, const QString& text, const Met& met)
    {
        const auto source = m_sources.constFind(one.name);
        if (source == m_sources.constEnd() || isTorchPackage(one.name)) {
            return true;
        }
        const QByteArray& address = source->url;
        if (address.startsWith("index:")) {
            const QByteArray index = address.sliced(6);
            if (findCudaIndex(index)) {
                return true; // an index of CUDA builds; PyPI's is asked
            }
            leaveOut(text, met,
                     QStringLiteral("`\"$PYTHON\" -m pip install -c rocm-constraints.txt --no-deps "
                                    "--index-url %1 %2`, since uv takes it from that index alone")
                         .arg(QString::fromUtf8(index), quoted(written(one))));
            return false;
        }
        if (address.startsWith("workspace:")) {
            leaveOut(text, met,
                     QStringLiteral("the member of the workspace: install its folder with "
                                    "`--no-build-isolation --no-deps -e`"));
            return false;
        }
        one.specifier.clear();
        one.url = address;
        if (address.startsWith('.')) {
            const QByteArray folder = met.path.folder().bytes();
            addSource(QStringLiteral("./") +
                          (folder.isEmpty() ? QString() : QString::fromUtf8(folder) + u'/') +
                          QString::fromUtf8(address.startsWith("./") ? address.sliced(2) : address),
                      text, met);
            return false;
        }
        return true;
    }

    void addUvNotes()
    {
        QStringList left = m_constraints;
        for (const Requirement& one : std::as_const(m_overrides)) {
            if (!m_applied.contains(one.name) && !isTorchPackage(one.name)) {
                left.append(written(one));
            }
        }
        left.removeAll(QString());
        left.sort();
        if (!left.isEmpty()) {
            m_plan.notes.append(
                QStringLiteral("uv bounds or replaces versions that other packages ask for, which "
                               "pip does not read: %1. Where one matters, add it to "
                               "`rocm-constraints.txt`.")
                    .arg(left.join(QStringLiteral(", "))));
        }
        if (m_usesUv) {
            m_plan.notes.append(QStringLiteral(
                "`uv run` and `uv sync` install again what `uv.lock` says, CUDA's torch among it. "
                "In this environment use `uv run --no-sync`, or set `UV_NO_SYNC=1`."));
        }
    }

    void leaveOut(const QString& text, const Met& met, const QString& instead)
    {
        m_plan.omissions.append({text, placeOf(met), instead});
    }

    /// Whether a requirement is asked for already: the same one, or another of the same package,
    /// which is among the omissions then.
    bool isAsked(const QByteArray& key, const QString& text, const Met& met)
    {
        const auto first = m_seen.constFind(key);
        if (first == m_seen.constEnd()) {
            m_seen.insert(key, {text, placeOf(met)});
            return false;
        }
        if (first->first != text && !m_repeated.contains(text)) {
            m_repeated.insert(text);
            leaveOut(text, met,
                     QStringLiteral("`%1` of %2, which comes first: check that both hold")
                         .arg(first->first, first->second));
        }
        return true;
    }

    /// Of a named requirement, for isAsked(). Lines of a package that both have markers, and other
    /// ones, are for different Pythons or machines: each is kept.
    QByteArray keyOf(const Requirement& one, const Met& met)
    {
        QByteArray key = met.entry.group + ' ';
        key += isTorchPackage(one.name) ? met.entry.requirement : one.name;
        const auto first = m_markers.constFind(key);
        if (first == m_markers.constEnd()) {
            m_markers.insert(key, one.marker);
        } else if (!first->isEmpty() && !one.marker.isEmpty() && *first != one.marker) {
            key += " ;" + one.marker;
        }
        return key;
    }

    /// What only an extra or a group needs.
    void takeOptional(const QString& text, const Met& met)
    {
        const QByteArray& group = met.entry.group;
        const QString name = QString::fromUtf8(group.mid(group.indexOf(':') + 1));
        if (!name.isEmpty() && !m_extras.contains(name)) {
            m_extras.append(name);
        }
        if (!isAsked(group + ' ' + met.entry.requirement, text, met)) {
            m_plan.optional.append({text, placeOf(met),
                                    group == "listed"
                                        ? QStringLiteral("a list of which the use is not known")
                                        : QString::fromUtf8(group).replace(u':', u' ')});
        }
    }

    void take(const Met& met)
    {
        const QByteArray& group = met.entry.group;
        if (group == "override" || group == "source" || group == "channel") {
            return; // of uv, see readSources(); no requirement
        }
        const QString text = QString::fromUtf8(met.entry.requirement);
        if (group == "constraint") {
            if (!met.path.fileName().endsWith("toml")) {
                takeBound(met);
            }
            return;
        }
        if (group.startsWith("extra:") || group.startsWith("group:") || group == "listed") {
            takeOptional(text, met);
            return;
        }
        if (install::hidesCharacters(text)) {
            if (!isAsked(met.entry.requirement, text, met)) {
                leaveOut(text, met, install::hidden());
            }
            return;
        }
        if (group == "conda") {
            takeConda(text, met);
            return;
        }
        std::optional<Requirement> one = parseRequirement(met.entry.requirement);
        if (!one) {
            takePlaced(install::readPlaced(met.entry.requirement), text, met);
        } else if (!mayApply(one->marker)) {
            if (!isAsked(met.entry.requirement, text, met)) {
                leaveOut(text, met, QStringLiteral("nothing: its marker does not hold on Linux"));
            }
        } else if (!isAsked(keyOf(*one, met), text, met)) {
            takeNamed(*one, text, met);
        }
    }

    void takeNamed(Requirement one, const QString& text, const Met& met)
    {
        if (isTorchPackage(one.name)) {
            takeTorch(one, text, met);
            return;
        }
        if (const auto other = m_overrides.constFind(one.name); other != m_overrides.constEnd()) {
            m_applied.insert(one.name);
            one.specifier = other->specifier;
            one.url = other->url;
        }
        if (!applySource(one, text, met)) {
            return;
        }
        const QString line = written(withoutCuda(one));
        if (line.isEmpty()) {
            leaveOut(text, met, install::unreadable());
            return;
        }
        std::optional<CudaPin> pin = classifyRequirement(written(one).toUtf8());
        if (pin && !classifyRequirement(line.toUtf8())) {
            leaveOut(text, met, keptAs(*pin, line));
            pin.reset();
        }
        if (pin) {
            leaveOut(text, met, insteadOf(*pin, one));
        } else if (met.entry.group == "build") {
            m_build.append(line);
        } else if (install::buildsOnTorch(one.name)) {
            m_source.append(line);
        } else {
            m_packages.append(line);
        }
    }

    /// An address or a path.
    void takePlaced(const Placed& one, const QString& text, const Met& met)
    {
        if (isAsked(met.entry.requirement, text, met)) {
            return;
        }
        Requirement named;
        named.name = one.name;
        named.url = one.place;
        if (one.kind == Placed::Kind::Unknown) {
            leaveOut(text, met, install::unreadable());
        } else if (!mayApply(one.marker)) {
            leaveOut(text, met, QStringLiteral("nothing: its marker does not hold on Linux"));
        } else if (isTorchPackage(one.name)) {
            takeTorch(named, text, met);
        } else if (const auto pin = one.name.isEmpty()
                                        ? std::nullopt
                                        : classifyRequirement(one.name + " @ " + one.place)) {
            leaveOut(text, met, insteadOf(*pin, named));
        } else if (one.kind == Placed::Kind::Folder) {
            takeFolder(one, text, met);
        } else {
            const bool source = one.editable || install::buildsOnTorch(one.name);
            (source ? m_source : m_packages).append(text);
        }
    }

    /// A path, as seen from where the project is installed.
    void takeFolder(const Placed& one, const QString& text, const Met& met)
    {
        const auto inside = m_places.find(one.place, {m_folder, RepoPath(), met.path.folder()});
        if (one.place.startsWith('/') || !inside) {
            leaveOut(text, met,
                     QStringLiteral("nothing here: the path leads out of the repository. Install "
                                    "what lies there with `-c rocm-constraints.txt`"));
        } else if (*inside == m_folder && !m_projects.isEmpty()) {
            leaveOut(text, met,
                     one.extras.isEmpty()
                         ? QStringLiteral("the last step, which installs the project")
                         : QStringLiteral("the last step, which installs the project; what its "
                                          "extras %1 list is left out")
                               .arg(QString::fromUtf8(one.extras)));
        } else {
            const QByteArray line = "./" + inside->bytes() + one.extras;
            addSource(QString::fromUtf8(one.editable ? "-e " + line : line), text, met);
        }
    }

    /// A path that pip installs from.
    void addSource(const QString& line, const QString& text, const Met& met)
    {
        if (install::hidesCharacters(line)) {
            leaveOut(text, met, install::hidden());
        } else {
            m_source.append(line);
        }
    }

    /// A package of torch's index, but for Triton, which comes with torch.
    void addToTorch(const QByteArray& name)
    {
        const QString package = QString::fromUtf8(name);
        if (!name.contains("triton") && !m_torch.contains(package)) {
            m_torch.append(package);
        }
    }

    void takeTorch(const Requirement& one, const QString& text, const Met& met)
    {
        const bool triton = one.name.contains("triton");
        addToTorch(one.name);
        if (triton || asksForMore(one, m_target.torch)) {
            leaveOut(text, met,
                     triton ? QStringLiteral("the Triton that comes with torch for ROCm")
                            : QStringLiteral("torch %1 for ROCm %2, the plan's target")
                                  .arg(m_target.torch.toString(), m_target.rocm.toString()));
        }
    }

    void takeConda(const QString& text, const Met& met)
    {
        const QByteArray& entry = met.entry.requirement;
        const QByteArray name = condaName(entry);
        if (isAsked("conda " + name, text, met)) {
            return;
        }
        const std::optional<CudaPin> pin = classifyConda(entry);
        const QByteArray package = name == "pytorch" ? "torch" : name;
        if (isTorchPackage(package)) {
            addToTorch(package);
        }
        if (pin || isTorchPackage(package) || name.startsWith("pytorch")) {
            leaveOut(text, met,
                     insteadOf(pin.value_or(CudaPin{PinKind::CondaCuda, {}, {}, {}, 1}), {name}));
        } else {
            m_plan.conda.append(text);
        }
    }

    /// A bound of a file that is read with -c.
    void takeBound(const Met& met)
    {
        const QString text = QString::fromUtf8(met.entry.requirement);
        const std::optional<Requirement> one = parseRequirement(met.entry.requirement);
        if (isAsked("constraint " + met.entry.requirement, text, met)) {
            return;
        }
        if (one && (isTorchPackage(one->name) || classifyRequirement(met.entry.requirement))) {
            leaveOut(text, met,
                     QStringLiteral("`rocm-constraints.txt`, which holds to the installed torch"));
        } else {
            m_plan.bounds.append({text, placeOf(met), {}});
        }
    }

    void addBounds()
    {
        QStringList left;
        for (const InstallOmission& one : std::as_const(m_plan.bounds)) {
            left.append(QStringLiteral("%1 (%2)").arg(one.requirement, one.place));
        }
        if (!left.isEmpty()) {
            m_plan.notes.append(QStringLiteral("Bounds of files read with `-c`: %1. Add those "
                                               "that matter to `rocm-constraints.txt`.")
                                    .arg(left.join(QStringLiteral(", "))));
        }
    }

    /// Where else packages come from.
    void takeIndexes(const RepoPath& path)
    {
        QStringList others;
        for (const Met& met : m_index.indexesOf(path)) {
            const QString address = QString::fromUtf8(met.entry.requirement);
            if (m_addresses.contains(address)) {
                continue;
            }
            m_addresses.insert(address);
            if (findCudaIndex(met.entry.requirement)) {
                leaveOut(address, met, QStringLiteral("nothing: its wheels are built for CUDA"));
            } else if (!address.startsWith(QStringLiteral("https://pypi.org/"))) {
                others.append(address);
            }
        }
        if (!others.isEmpty()) {
            m_plan.notes.append(
                QStringLiteral("`%1` names other places of packages, which the steps do not ask: "
                               "%2. Pass one with `--extra-index-url` or `--find-links` where a "
                               "package is only there.")
                    .arg(path.display(), others.join(QStringLiteral(", "))));
        }
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

    const TargetSettings& m_target;
    ManifestIndex m_index;
    install::Places m_places;
    RepoPath m_folder;
    QVector<RepoPath> m_projects;
    QStringList m_torch, m_build, m_packages, m_source, m_extras;
    QHash<QByteArray, Requirement> m_sources, m_overrides; ///< of uv, by package
    QSet<QByteArray> m_applied;                            ///< overrides that found their place
    QStringList m_constraints;                             ///< of uv
    bool m_usesUv = false;
    QHash<QByteArray, std::pair<QString, QString>> m_seen; ///< requirement and place, by package
    QHash<QByteArray, QByteArray> m_markers;               ///< the first one, by package
    QSet<QString> m_repeated;  ///< requirements that are left out for another of their package
    QSet<QString> m_addresses; ///< of indexes
    InstallPlan m_plan;
};

void Planner::addTorch()
{
    const TorchWheels wheels = torchWheelsFor(m_target.rocm);
    m_plan.torchIndex = wheels.index;
    m_torch.removeAll(QStringLiteral("torch"));
    const QStringList packages = wheelRequirements(
        wheels, QStringList(QStringLiteral("torch==%1.*").arg(m_target.torch.toString())) + m_torch,
        m_target.architectures);
    QStringList words;
    for (const QString& package : packages) {
        words.append(quoted(package));
    }
    InstallStep step;
    step.id = QStringLiteral("torch");
    step.title = QStringLiteral("torch for ROCm, unless it is installed");
    step.why =
        QStringLiteral("A ROCm build that came with an image is kept. Otherwise torch comes ");
    const QString rocm = m_target.rocm.toString();
    if (wheels.isForAllReleases()) {
        step.why +=
            QStringLiteral("from AMD's index, whose wheels bring ROCm %1 along and the code "
                           "of each GPU by itself; PyTorch's own index is known up to ROCm "
                           "%2.")
                .arg(rocm, newestRocmOfPytorch().toString());
    } else {
        step.why +=
            QStringLiteral("from PyTorch's index for ROCm %1, which has no CUDA builds.").arg(rocm);
    }
    if (!wheels.isKnown()) {
        step.why += QStringLiteral(" Whether it has wheels for that release is not known here: "
                                   "look before you run this.");
    }
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
    step.command = install::constraintsProgram();
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
            install::requirementFile(file, packages) +
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
    if (!m_plan.conda.isEmpty()) {
        m_plan.notes.append(QStringLiteral("From conda: %1. Install them in the environment "
                                           "before the first step.")
                                .arg(m_plan.conda.join(QStringLiteral(", "))));
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
