#include "core/verify/gateplan.h"

#include "core/text/bytes.h"
#include "core/translate/translate.h"

namespace rocport {

namespace {

bool isHeaderName(const TreeFile& file)
{
    static const QSet<QByteArray> units{"cu", "hip", "cpp", "cc", "cxx", "c++", "c"};
    return !units.contains(file.path.suffix());
}

/// Translates the CUDA names of the whole tree, as PyTorch's build does before it compiles.
void translateTree(GatePlan& plan, const TargetSettings& target, const CancelToken& cancel)
{
    TranslateOptions options;
    options.names.rocm = target.rocm;
    options.names.asTorch = true;
    options.guardMacro = target.guardMacro.toUtf8();
    QVector<RepoPath> paths;
    for (const TreeFile& file : plan.tree.files()) {
        if (file.language != Language::Hip) {
            paths.append(file.path);
        }
    }
    for (const RepoPath& path : std::as_const(paths)) {
        if (cancel.isCancelled()) {
            return;
        }
        const QByteArray content = plan.tree.file(path)->content;
        const SourceBuffer source(content);
        const Translation translation = translateTokens(source, lexC(source.view()), options);
        QVector<TextEdit> edits;
        for (const TranslateItem& item : translation.items) {
            if (item.hasEdit) {
                edits.append(item.edit);
            }
        }
        const auto made = applyTranslation(source, translation);
        if (!made || edits.isEmpty()) {
            continue;
        }
        plan.maps[path] = plan.maps.value(path).composed(mapEdits(content, *made, edits));
        plan.tree.setContent(path, *made);
        plan.translated = true;
    }
}

class Planner
{
public:
    Planner(const GateInput& input, const GateOptions& options, GatePlan& plan)
        : m_input(input), m_options(options), m_plan(plan)
    {
        for (const GateFileInput& file : input.port) {
            m_port.insert(file.path, &file);
            if (file.isSibling) {
                m_replaced.insert(file.source);
            }
            if (!input.recorded && input.strategy == Strategy::ShimHeaders &&
                file.source.isEmpty() && file.path.fileName() == "cuda_runtime.h") {
                m_shim = file.path;
            }
        }
        if (!m_shim.isEmpty()) {
            plan.flags.folders.removeAll(m_shim.folder());
            plan.flags.folders.prepend(m_shim.folder());
        }
    }

    void choose(const CancelToken& cancel)
    {
        QSet<RepoPath> included;
        for (const TreeFile& file : m_plan.tree.files()) {
            if (cancel.isCancelled()) {
                return;
            }
            if (!isHeaderName(file)) {
                consider(file, included);
            }
        }
        for (const TreeFile& file : m_plan.tree.files()) {
            const GateFileInput* port = m_port.value(file.path);
            if (!isHeaderName(file) || port == nullptr || port->isSibling) {
                continue;
            }
            const bool shimInUse =
                !m_shim.isEmpty() && port->source.isEmpty() && included.contains(file.path);
            if (!shimInUse && (port->source.isEmpty() || m_options.headersAlone)) {
                addUnit(file, m_plan.tree.reached(file.path, m_plan.flags.folders), true);
            } else if (!shimInUse && !included.contains(file.path)) {
                leave(file, QStringLiteral("no compiled file includes it"));
            }
        }
    }

    /// The units of a recorded build.
    void chooseRecorded(const CancelToken& cancel)
    {
        QSet<RepoPath> included;
        for (const TreeFile& file : m_plan.tree.files()) {
            if (cancel.isCancelled()) {
                return;
            }
            const auto unit = m_input.recorded->asHip.constFind(file.path);
            if (unit != m_input.recorded->asHip.constEnd()) {
                considerRecorded(file, *unit, included);
            } else if (m_port.contains(file.path) && !isHeaderName(file)) {
                leave(file, QStringLiteral("the ROCm build does not compile it"));
            }
        }
        for (const TreeFile& file : m_plan.tree.files()) {
            if (isHeaderName(file) && m_port.contains(file.path) && !included.contains(file.path)) {
                leave(file, QStringLiteral("no compiled file includes it"));
            }
        }
    }

private:
    void considerRecorded(const TreeFile& file, bool asHip, QSet<RepoPath>& included)
    {
        if (m_input.undecided.contains(file.path)) {
            leave(file, QStringLiteral("none of the changes proposed for it has been accepted"));
            return;
        }
        if (!m_plan.flags.perFile.contains(file.path)) {
            leave(file, QStringLiteral("the build's commands are too long to read them all"));
            return;
        }
        QVector<RepoPath> folders;
        QSet<RepoPath> reached;
        const QStringList arguments = m_plan.flags.perFile.value(file.path);
        for (qsizetype i = 0; i + 1 < arguments.size(); ++i) {
            if (isFolderOption(arguments[i]) && isOfTree(arguments[i + 1])) {
                folders.append(RepoPath(arguments[i + 1].mid(7).toUtf8()));
            }
        }
        for (qsizetype i = 0; i + 1 < arguments.size(); ++i) {
            if (arguments[i] == QLatin1StringView("-include") && isOfTree(arguments[i + 1])) {
                reached.unite(
                    m_plan.tree.reached(RepoPath(arguments[i + 1].mid(7).toUtf8()), folders));
            }
        }
        reached.unite(m_plan.tree.reached(file.path, folders));
        if (addUnit(file, reached, isHeaderName(file))) {
            m_plan.units.last().host = !asHip;
            included.unite(m_plan.units.last().reached);
        }
    }

    /// Whether an argument's path is "%ROOT%", with or without something below it.
    static bool isOfTree(const QString& path)
    {
        return path.startsWith(QLatin1StringView("%ROOT%"));
    }

    void consider(const TreeFile& file, QSet<RepoPath>& included)
    {
        if (m_replaced.contains(file.path)) {
            return; // its sibling is compiled
        }
        const bool certain = file.language == Language::Cuda || file.language == Language::Hip;
        const QSet<RepoPath> reached = m_plan.tree.reached(file.path, m_plan.flags.folders);
        bool gpu = certain || m_port.contains(file.path);
        for (const RepoPath& path : reached) {
            gpu = gpu || m_plan.tree.file(path)->usesGpu;
        }
        if (!gpu) {
            return;
        }
        if (!isUtf8(file.path.bytes())) {
            leave(file, QStringLiteral("its name is not UTF-8"));
            return;
        }
        if (m_input.undecided.contains(file.path)) {
            leave(file, QStringLiteral("none of the changes proposed for it has been accepted"));
            return;
        }
        if (addUnit(file, reached, false)) {
            included.unite(m_plan.units.last().reached);
        }
    }

    void leave(const TreeFile& file, const QString& reason)
    {
        GateFile left;
        left.path = file.path;
        left.source = m_plan.sources.value(file.path, file.path);
        left.reason = reason;
        left.isHeader = isHeaderName(file);
        left.changed = m_port.contains(file.path);
        m_plan.left.append(left);
    }

    bool addUnit(const TreeFile& file, const QSet<RepoPath>& reached, bool isHeader)
    {
        const RepoPath original = m_plan.sources.value(file.path, file.path);
        QString refused = m_plan.flags.whyNotComplete(file.path);
        if (refused.isEmpty() && !m_plan.flags.perFile.contains(file.path)) {
            refused = m_plan.flags.whyNotComplete(original);
        }
        if (!staysInside(file.path)) {
            refused = QStringLiteral("its path points outside the repository");
        }
        if (!refused.isEmpty()) {
            leave(file, refused);
            return false;
        }
        GateUnit unit;
        unit.path = file.path;
        unit.isHeader = isHeader;
        unit.reached = reached;
        const bool device = file.language == Language::Cuda || file.language == Language::Hip;
        if (!m_shim.isEmpty() && device) {
            unit.reached.insert(m_shim);
            unit.reached.unite(m_plan.tree.reached(m_shim, m_plan.flags.folders));
            unit.arguments = {QStringLiteral("-include"),
                              QStringLiteral("%ROOT%/") + QString::fromUtf8(m_shim.bytes())};
        }
        for (const RepoPath& path : reached) {
            unit.assembly = unit.assembly || m_plan.tree.file(path)->usesAssembly;
        }
        const auto& perFile = m_plan.flags.perFile;
        unit.arguments += perFile.value(file.path, perFile.value(original));
        for (const QString& define : m_plan.flags.defines) {
            unit.arguments.append(QStringLiteral("-D") + define);
        }
        for (const RepoPath& folder : m_plan.flags.folders) {
            if (isUtf8(folder.bytes())) {
                const QString below = QString::fromUtf8(folder.bytes());
                unit.arguments +=
                    {QStringLiteral("-I"),
                     QStringLiteral("%ROOT%") + (below.isEmpty() ? below : u'/' + below)};
            }
        }
        for (const QString& folder : m_plan.flags.outside) {
            unit.arguments += {QStringLiteral("-idirafter"), folder};
        }
        m_plan.units.append(unit);
        return true;
    }

    const GateInput& m_input;
    const GateOptions& m_options;
    GatePlan& m_plan;
    QHash<RepoPath, const GateFileInput*> m_port;
    QSet<RepoPath> m_replaced;
    RepoPath m_shim; ///< strategy shim-headers: what is included before each CUDA source
};

} // namespace

Result<GatePlan> planGate(const GateInput& input, const GateOptions& options,
                          const CancelToken& cancel)
{
    GatePlan plan;
    QHash<RepoPath, QByteArray> overlay;
    for (const GateFileInput& file : input.port) {
        overlay.insert(file.path, file.content);
        plan.maps.insert(file.path, file.map);
        plan.sources.insert(file.path, file.source);
    }
    auto tree = GateTree::read(*input.tree, overlay, cancel);
    if (!tree) {
        return tree.error();
    }
    plan.tree = *std::move(tree);
    if (input.strategy == Strategy::TorchExtension) {
        translateTree(plan, input.target, cancel);
    }
    if (input.recorded) {
        plan.flags = readRecordedFlags(plan.tree, input.repositoryRoot, input.compileCommands,
                                       QStringLiteral("the recorded ROCm build"));
        Planner(input, options, plan).chooseRecorded(cancel);
    } else {
        plan.flags = readBuildFlags(plan.tree, input.repositoryRoot, input.compileCommands);
        Planner(input, options, plan).choose(cancel);
    }
    if (cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, {}};
    }
    return plan;
}

} // namespace rocport
