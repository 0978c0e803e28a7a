#include "core/rules/python/pythoncompile.h"

namespace rocport {

namespace {

bool isBackend(const NamedValue& value)
{
    return value.text && (value.value == "cudagraphs" || value.value == "inductor" ||
                          value.value == "aot_eager" || value.value == "eager");
}

class RouteFinder
{
public:
    RouteFinder(const PythonInput& input, std::vector<PythonSite>& sites)
        : m_input(input), m_file(input.file), m_tree(input.tree()), m_sites(sites)
    {
    }

    void lookAtCall(qint32 call);
    void lookAtSetting(const ConfigSetting& setting);
    void lookAtVariable(const EnvironmentSetting& setting);

private:
    void addSwitch(qint32 value, const QString& symbol, const KnownValues::Value& on,
                   qint32 statement);
    void lookAtBackend(qint32 value);
    [[nodiscard]] QString note(const char* key) const
    {
        return m_input.note(QString::fromLatin1(key));
    }
    [[nodiscard]] QString state() const
    {
        return note(graphsAreFixed(m_input.target()) ? "verify" : "broken");
    }
    void add(PythonSite site)
    {
        if (graphsAreFixed(m_input.target()) && !site.severity) {
            site.severity = Severity::Warning;
        }
        m_sites.push_back(std::move(site));
    }

    const PythonInput& m_input;
    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    std::vector<PythonSite>& m_sites;
    std::vector<qint32> m_seen;
};

/// A switch that is True: the value becomes False on ROCm, or its statement is left out.
void RouteFinder::addSwitch(qint32 value, const QString& symbol, const KnownValues::Value& on,
                            qint32 statement)
{
    PythonSite site =
        makeSite(m_input, statement >= 0 ? statement : value, symbol, state() + originOf(on));
    if (statement >= 0) {
        gateWholeStatement(m_input, statement, site);
        site.change = note("change-statement");
    } else {
        site.edits = gateExpression(m_file, value, "False");
        site.change = note("change-option");
    }
    leaveToRocmArm(m_input, value, site);
    leaveToRocmArm(m_input, on.node, site);
    add(std::move(site));
}

void RouteFinder::lookAtBackend(qint32 value)
{
    if (value < 0 || isLeftToOthers(m_file, value) ||
        std::find(m_seen.begin(), m_seen.end(), value) != m_seen.end()) {
        return;
    }
    const KnownValues known = knownValues(m_input, value, isBackend);
    const KnownValues::Value* graphs = known.find("cudagraphs");
    if (graphs == nullptr || !graphs->string) {
        return;
    }
    m_seen.push_back(value);
    PythonSite site =
        makeSite(m_input, value, QStringLiteral("backend=%1").arg(shortText(m_file, value)),
                 note("backend") + QStringLiteral(" ") + state() + originOf(*graphs));
    const qint32 like = graphs->node >= 0 ? graphs->node : value;
    site.edits = gateExpression(m_file, value, quotedLike(m_file, like, "inductor"));
    site.change = note("change-backend");
    leaveToRocmArm(m_input, value, site);
    leaveToRocmArm(m_input, graphs->node, site);
    add(std::move(site));
}

void RouteFinder::lookAtCall(qint32 call)
{
    const qint32 trainer = m_file.keyword(call, "torch_compile_backend");
    lookAtBackend(trainer);
    const CompileCallee callee = compileCallee(m_file, call);
    if (callee == CompileCallee::No || isLeftToOthers(m_file, call)) {
        return;
    }
    for (const qint32 value : keywordValues(m_file, call, "backend")) {
        lookAtBackend(value);
    }
    if (callee == CompileCallee::Dynamo) {
        lookAtBackend(m_file.positional(call, 0));
    }
    for (const qint32 options : keywordValues(m_file, call, "options")) {
        for (const qint32 value : dictValues(m_file, options, "triton.cudagraphs")) {
            const KnownValues known = knownValues(m_input, value, isSwitch);
            const KnownValues::Value* on = turnsOn(known);
            const bool seen = std::find(m_seen.begin(), m_seen.end(), value) != m_seen.end();
            if (on != nullptr && !seen && !isLeftToOthers(m_file, value)) {
                m_seen.push_back(value);
                addSwitch(value, QStringLiteral("triton.cudagraphs"), *on, -1);
            }
        }
    }
}

void RouteFinder::lookAtSetting(const ConfigSetting& setting)
{
    if (isLeftToOthers(m_file, setting.value)) {
        return;
    }
    if (setting.key == "inductor.triton.cudagraph_trees") {
        PythonSite site = makeSite(m_input, setting.place, QStringLiteral("triton.cudagraph_trees"),
                                   note("trees"));
        site.severity = Severity::Info;
        site.wayOut = note("trees-way-out");
        m_sites.push_back(std::move(site));
        return;
    }
    if (setting.key != "inductor.triton.cudagraphs") {
        return;
    }
    const KnownValues known = knownValues(m_input, setting.value, isSwitch);
    if (const KnownValues::Value* on = turnsOn(known)) {
        const bool argument = setting.form == ConfigSetting::Form::Argument;
        addSwitch(setting.value, QStringLiteral("triton.cudagraphs"), *on,
                  argument ? -1 : setting.place);
    }
}

void RouteFinder::lookAtVariable(const EnvironmentSetting& setting)
{
    if (setting.variable != "TORCHINDUCTOR_CUDAGRAPHS" || isLeftToOthers(m_file, setting.value)) {
        return;
    }
    const KnownValues known = knownValues(m_input, setting.value, isSwitch);
    const KnownValues::Value* on = turnsOn(known);
    if (on == nullptr) {
        return;
    }
    const bool read = m_input.target().torch >= Version{2, 4};
    PythonSite site =
        makeSite(m_input, setting.place, QStringLiteral("TORCHINDUCTOR_CUDAGRAPHS"),
                 read ? note("variable") + QStringLiteral(" ") + state() : note("variable-unread"));
    if (!read) {
        site.severity = Severity::Info;
        site.wayOut = note("unread-way-out");
    } else if (setting.statement) {
        gateWholeStatement(m_input, setting.place, site);
        site.change = note("change-statement");
    } else {
        site.edits = gateExpression(m_file, setting.value, quotedLike(m_file, setting.value, "0"));
        site.change = note("change-variable");
    }
    leaveToRocmArm(m_input, setting.value, site);
    leaveToRocmArm(m_input, on->node, site);
    add(std::move(site));
}

} // namespace

void findGraphRoutes(const PythonInput& input, std::vector<PythonSite>& sites)
{
    RouteFinder finder(input, sites);
    for (const qint32 call : input.file.nodes(SyntaxKind::Call)) {
        finder.lookAtCall(call);
    }
    for (const ConfigSetting& setting : configSettings(input.file)) {
        finder.lookAtSetting(setting);
    }
    for (const EnvironmentSetting& setting : environmentSettings(input.file)) {
        finder.lookAtVariable(setting);
    }
}

} // namespace rocport
