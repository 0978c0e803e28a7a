#include "core/facts/inductorkeys.h"
#include "core/rules/python/pythoncompile.h"
#include "core/rules/python/pythonvalues.h"
#include "core/text/bytes.h"

#include <QSet>

namespace rocport {

namespace {

QString keyName(const QByteArray& key)
{
    return QString::fromUtf8(key.mid(key.indexOf('.') + 1));
}

/// Whether the target's profile asks for the key itself.
bool isTunedKey(const PythonInput& input, const QByteArray& key)
{
    const InductorKey* known = inductorKey(key);
    return known != nullptr && known->tuned == "True" &&
           input.target().inductor == InductorProfile::TunedInference;
}

bool isIn(const PythonInput& input, const char* list, const QByteArray& key)
{
    return input.rule.matcherParameters.value(QString::fromLatin1(list))
        .toStringList()
        .contains(QString::fromUtf8(key));
}

/// Whether the file leaves ATen alone to the search over GEMMs, which then ends at once.
bool searchesAtenOnly(const PythonFile& file, const std::vector<ConfigSetting>& settings)
{
    std::string_view text;
    return std::any_of(settings.begin(), settings.end(), [&](const ConfigSetting& setting) {
        return setting.key == "inductor.max_autotune_gemm_backends" &&
               file.tree().plainString(file.tree().unwrapped(setting.value), &text) &&
               (text == "ATEN" || text == "aten");
    });
}

void addUnsafe(const PythonInput& input, const ConfigSetting& setting, bool atenOnly,
               std::vector<PythonSite>& sites)
{
    const KnownValues known = knownValues(input, setting.value, isSwitch);
    const KnownValues::Value* on = turnsOn(known);
    if (on == nullptr || isLeftToOthers(input.file, setting.value) ||
        isTunedKey(input, setting.key)) {
        return;
    }
    const bool argument = setting.form == ConfigSetting::Form::Argument;
    const QString name = keyName(setting.key);
    const bool minor = name == QStringLiteral("memory_planning") ||
                       name == QStringLiteral("coordinate_descent_tuning");
    QString note = input.note(name) + originOf(*on);
    if (atenOnly && name.startsWith(QStringLiteral("max_autotune")) &&
        name != QStringLiteral("max_autotune_pointwise")) {
        note += QStringLiteral(" ") + input.note(QStringLiteral("aten"));
    }
    PythonSite site = makeSite(input, argument ? setting.value : setting.place, name, note);
    if (minor || (atenOnly && name == QStringLiteral("max_autotune_gemm"))) {
        site.severity = Severity::Warning;
    }
    if (argument) {
        site.edits = gateExpression(input.file, setting.value, "False");
        site.change = input.note(QStringLiteral("change-option"));
    } else {
        gateWholeStatement(input, setting.place, site);
    }
    leaveToRocmArm(input, setting.value, site);
    leaveToRocmArm(input, on->node, site);
    sites.push_back(std::move(site));
}

bool usesThreads(const PythonFile& file)
{
    for (const char* package : {"threading", "concurrent.futures", "fastapi", "uvicorn", "flask",
                                "gradio", "asyncio", "aiohttp", "http.server", "grpc", "queue"}) {
        if (file.imports(package)) {
            return true;
        }
    }
    return false;
}

/// A key of Inductor's that is turned on in something that is not known to be its configuration: an
/// object or a dictionary that a function gets. Only names that mean nothing else.
class HandedOn
{
public:
    HandedOn(const PythonInput& input, std::vector<PythonSite>& sites)
        : m_input(input), m_file(input.file), m_tree(input.tree()), m_sites(sites)
    {
        for (const PythonSite& site : sites) {
            m_done.insert(site.range.begin);
        }
    }

    void run()
    {
        if (!m_file.imports("torch")) {
            return;
        }
        for (const qint32 node : m_file.nodes(SyntaxKind::Assignment)) {
            const qint32 left = m_tree.child(node, SyntaxField::Left);
            if (m_tree.kind(left) == SyntaxKind::Attribute) {
                const std::string_view name = m_tree.text(left);
                const bool own = m_file.qualified(left).starts_with("torch._inductor.config.");
                add(own ? std::string_view() : lastPart(name), node,
                    m_tree.child(node, SyntaxField::Right));
            }
        }
        for (const qint32 node : m_file.nodes(SyntaxKind::Pair)) {
            std::string_view key;
            if (m_tree.plainString(m_tree.child(node, SyntaxField::Key), &key)) {
                add(lastPart(key), node, m_tree.child(node, SyntaxField::Value));
            }
        }
        for (const qint32 node : m_file.nodes(SyntaxKind::KeywordArgument)) {
            add(m_tree.text(m_tree.child(node, SyntaxField::Name)), node,
                m_tree.child(node, SyntaxField::Value));
        }
    }

private:
    void add(std::string_view name, qint32 place, qint32 value)
    {
        const bool own = name == "max_autotune_gemm" || name == "max_autotune_pointwise" ||
                         name == "coordinate_descent_tuning" || name == "max_autotune";
        const qint32 plain = m_tree.unwrapped(value);
        const bool on =
            own && plain >= 0 &&
            (m_tree.kind(plain) == SyntaxKind::True || flagOnRocm(m_file, plain).value_or(false));
        const qsizetype begin = plain < 0 ? 0 : m_tree.at(plain).begin;
        if (!on || m_done.contains(begin) || m_done.contains(m_tree.at(place).begin) ||
            isLeftToOthers(m_file, value) || isTunedKey(m_input, "inductor." + toBytes(name))) {
            return;
        }
        PythonSite site =
            makeSite(m_input, place, toText(name), m_input.note(QStringLiteral("handed-on")));
        site.severity = Severity::Warning;
        site.wayOut = m_input.note(QStringLiteral("handed-on-way"));
        m_sites.push_back(std::move(site));
    }

    const PythonInput& m_input;
    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    std::vector<PythonSite>& m_sites;
    QSet<qsizetype> m_done; ///< where what was found begins
};

/// One finding for all settings of a file that run at import.
void addPerThread(const PythonInput& input, const std::vector<ConfigSetting>& settings,
                  std::vector<PythonSite>& sites)
{
    QStringList keys;
    QStringList steps;
    qint32 first = -1;
    for (const ConfigSetting& setting : settings) {
        const bool scoped = setting.form == ConfigSetting::Form::Argument;
        if (scoped || !input.file.runsAtImport(setting.place) ||
            isLeftToOthers(input.file, setting.place)) {
            continue;
        }
        first = first < 0 ? setting.place : first;
        const QString name = keyName(setting.key);
        if (keys.contains(QStringLiteral("`%1`").arg(name))) {
            continue;
        }
        keys.append(QStringLiteral("`%1`").arg(name));
        const InductorKey* key = inductorKey(setting.key);
        if (key != nullptr && key->hasVariableIn(input.target().torch)) {
            steps.append(
                QStringLiteral("`%1` for `%2`").arg(QString::fromUtf8(key->variable), name));
        }
    }
    if (first < 0) {
        return;
    }
    PythonSite site =
        makeSite(input, first, keys.mid(0, 6).join(QStringLiteral(", ")).remove(u'`'),
                 input.note(usesThreads(input.file) ? QStringLiteral("per-thread")
                                                    : QStringLiteral("per-thread-unseen")));
    site.severity = usesThreads(input.file) ? Severity::Warning : Severity::Info;
    site.wayOut = input.note(QStringLiteral("per-thread-way-out"));
    if (!steps.isEmpty()) {
        site.wayOut += QStringLiteral(" The variables: %1.").arg(steps.join(QStringLiteral(", ")));
    }
    sites.push_back(std::move(site));
}

void addDeadKey(const PythonInput& input, const ConfigSetting& setting,
                std::vector<PythonSite>& sites)
{
    const InductorKey* key = inductorKey(setting.key);
    if (key == nullptr || isLeftToOthers(input.file, setting.value)) {
        return;
    }
    const QString name = keyName(setting.key);
    QString note;
    std::optional<Severity> severity;
    if (!key->existsIn(input.target().torch)) {
        note = input.note(QStringLiteral("missing"));
        severity = Severity::Warning;
    } else if (key->effect == KeyEffect::Dead) {
        note = input.note(QStringLiteral("dead"));
    } else if (key->effect == KeyEffect::Harness) {
        const KnownValues known = knownValues(input, setting.value, isSwitch);
        note = turnsOn(known) != nullptr ? input.note(QStringLiteral("harness")) : QString();
    }
    if (note.isEmpty()) {
        return;
    }
    PythonSite site = makeSite(input, setting.place, name, note);
    site.severity = severity.value_or(Severity::Info);
    site.wayOut = severity ? input.note(QStringLiteral("missing-way-out"))
                           : input.note(QStringLiteral("dead-way-out"));
    site.captures.append({QStringLiteral("from"), key->from ? key->from->toString() : QString()});
    sites.push_back(std::move(site));
}

/// The first import, at the top, that loads Inductor's configuration; -1: none.
qint32 loadsConfig(const PythonFile& file)
{
    const SyntaxTree& tree = file.tree();
    for (qint32 i = tree.namedChild(0, 0); i >= 0; i = tree.at(i).nextSibling) {
        const SyntaxKind kind = tree.kind(i);
        if ((kind == SyntaxKind::ImportStatement || kind == SyntaxKind::ImportFrom) &&
            tree.text(i).find("torch._inductor") != std::string_view::npos) {
            return i;
        }
    }
    return -1;
}

void addVariable(const PythonInput& input, const EnvironmentSetting& setting, qint32 loaded,
                 std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const QString name = QString::fromUtf8(setting.variable);
    const bool invented = isIn(input, "invented", setting.variable);
    const bool late = setting.statement && loaded >= 0 && file.runsAtImport(setting.place) &&
                      file.tree().at(setting.place).begin > file.tree().at(loaded).begin &&
                      inductorKeyOfVariable(setting.variable) != nullptr;
    if (isLeftToOthers(file, setting.place) || (!invented && !late)) {
        return;
    }
    PythonSite site =
        makeSite(input, setting.place, name,
                 input.note(invented ? QStringLiteral("invented") : QStringLiteral("late")));
    site.wayOut =
        input.note(invented ? QStringLiteral("invented-way-out") : QStringLiteral("late-way-out"));
    const QByteArray real = "TORCH" + setting.variable;
    if (invented && inductorKeyOfVariable(real) != nullptr) {
        site.wayOut = QStringLiteral("Set `%1`, which is read.").arg(QString::fromUtf8(real));
    }
    sites.push_back(std::move(site));
}

std::optional<int> intOf(const PythonInput& input, qint32 value)
{
    const KnownValues known = knownValues(input, value, [](const NamedValue&) { return false; });
    bool ok = false;
    const int number = known.values.size() == 1 ? known.values[0].text.toInt(&ok) : 0;
    return ok && !known.values[0].string ? std::optional(number) : std::nullopt;
}

bool isTotal(const QByteArray& key)
{
    return key.startsWith("dynamo.accumulated_");
}

void addLimit(const PythonInput& input, const ConfigSetting& setting, int total,
              std::vector<PythonSite>& sites)
{
    constexpr int kDefault = 8;
    const Version& torch = input.target().torch;
    const InductorKey* key = inductorKey(setting.key);
    if (key == nullptr || key->effect != KeyEffect::Limit ||
        isLeftToOthers(input.file, setting.place)) {
        return;
    }
    const std::optional<int> limit = intOf(input, setting.value);
    QString note;
    if (!key->existsIn(torch)) {
        note = input.note(QStringLiteral("missing"));
    } else if (limit && !isTotal(setting.key) && *limit < kDefault) {
        note = input.note(QStringLiteral("small"));
    } else if (limit && !isTotal(setting.key) && *limit > total) {
        note = input.note(QStringLiteral("capped"));
    } else {
        return;
    }
    PythonSite site = makeSite(input, setting.place, keyName(setting.key), note);
    site.captures.append({QStringLiteral("limit"), QString::number(limit.value_or(0))});
    site.captures.append({QStringLiteral("total"), QString::number(total)});
    site.captures.append({QStringLiteral("from"), key->from ? key->from->toString() : QString()});
    sites.push_back(std::move(site));
}

} // namespace

void findUnsafeConfig(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const std::vector<ConfigSetting> settings = configSettings(input.file);
    const bool atenOnly = searchesAtenOnly(input.file, settings);
    for (const ConfigSetting& setting : settings) {
        if (isIn(input, "keys", setting.key)) {
            addUnsafe(input, setting, atenOnly, sites);
        }
    }
    for (const qint32 call : input.file.nodes(SyntaxKind::Call)) {
        if (compileCallee(input.file, call) == CompileCallee::No) {
            continue;
        }
        for (const qint32 options : keywordValues(input.file, call, "options")) {
            for (const QString& key :
                 input.rule.matcherParameters.value(QStringLiteral("keys")).toStringList()) {
                const QByteArray name = key.mid(key.indexOf(u'.') + 1).toUtf8();
                for (const qint32 value : dictValues(input.file, options, viewOf(name))) {
                    addUnsafe(input, {key.toUtf8(), call, value, ConfigSetting::Form::Argument},
                              atenOnly, sites);
                }
            }
        }
    }
    HandedOn(input, sites).run();
}

void findConfigScope(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const std::vector<ConfigSetting> settings = configSettings(input.file);
    if (input.target().torch >= configIsPerThreadSince()) {
        addPerThread(input, settings, sites);
    }
    for (const ConfigSetting& setting : settings) {
        const InductorKey* key = inductorKey(setting.key);
        if (key != nullptr && key->effect != KeyEffect::Limit) {
            addDeadKey(input, setting, sites);
        }
    }
    const qint32 loaded = loadsConfig(input.file);
    for (const EnvironmentSetting& setting : environmentSettings(input.file)) {
        addVariable(input, setting, loaded, sites);
    }
}

void findCacheLimits(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const std::vector<ConfigSetting> settings = configSettings(input.file);
    int total = input.target().torch < Version{2, 4} ? 64 : 256;
    for (const ConfigSetting& setting : settings) {
        if (isTotal(setting.key)) {
            total = std::max(total, intOf(input, setting.value).value_or(1 << 30));
        }
    }
    for (const ConfigSetting& setting : settings) {
        addLimit(input, setting, total, sites);
    }
}

void findCompileEnvironment(const PythonInput& input, std::vector<PythonSite>& sites)
{
    for (const EnvironmentSetting& setting : environmentSettings(input.file)) {
        const QString name = QString::fromUtf8(setting.variable);
        if (!isIn(input, "variables", setting.variable) ||
            isLeftToOthers(input.file, setting.value)) {
            continue;
        }
        const KnownValues known = knownValues(input, setting.value, isSwitch);
        const KnownValues::Value* on = turnsOn(known);
        const InductorKey* key = inductorKeyOfVariable(setting.variable);
        if (on == nullptr || (key != nullptr && isTunedKey(input, key->key))) {
            continue;
        }
        PythonSite site = makeSite(input, setting.place, name, input.note(name));
        if (isIn(input, "warnings", setting.variable)) {
            site.severity = Severity::Warning;
        }
        if (setting.statement) {
            gateWholeStatement(input, setting.place, site);
        } else if (input.tree().kind(setting.value) == SyntaxKind::String) {
            site.edits = gateExpression(input.file, setting.value,
                                        quotedLike(input.file, setting.value, "0"));
            site.change = input.note(QStringLiteral("change-value"));
        }
        leaveToRocmArm(input, setting.value, site);
        leaveToRocmArm(input, on->node, site);
        sites.push_back(std::move(site));
    }
}

} // namespace rocport
