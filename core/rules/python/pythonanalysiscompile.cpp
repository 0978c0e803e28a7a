#include "core/rules/python/pythoncompile.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

bool isCompileMode(const NamedValue& value)
{
    constexpr std::array<std::string_view, 5> kModes = {
        "default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs", "lite"};
    const std::string_view text = viewOf(value.value);
    return value.value == "None" || std::find(kModes.begin(), kModes.end(), text) != kModes.end();
}

QString joined(const QStringList& modes)
{
    QStringList parts;
    for (const QString& mode : modes) {
        parts.append(QStringLiteral("`%1`").arg(mode));
    }
    parts.removeDuplicates();
    return parts.join(QStringLiteral(" or "));
}

class ModeFinder
{
public:
    ModeFinder(const PythonInput& input, std::vector<PythonSite>& sites)
        : m_input(input),
          m_sites(sites),
          m_unsafe(input.rule.matcherParameters.value(QStringLiteral("modes")).toStringList()),
          m_safe(input.rule.fix.parameters.value(QStringLiteral("rocm"), QStringLiteral("default"))
                     .toString()
                     .toUtf8())
    {
    }

    void look(qint32 value, CompileCallee callee);

private:
    const PythonInput& m_input;
    std::vector<PythonSite>& m_sites;
    QStringList m_unsafe;
    QByteArray m_safe;
    std::vector<qint32> m_seen;
};

void ModeFinder::look(qint32 value, CompileCallee callee)
{
    const PythonFile& file = m_input.file;
    if (std::find(m_seen.begin(), m_seen.end(), value) != m_seen.end() ||
        isLeftToOthers(file, value)) {
        return;
    }
    const KnownValues known = knownValues(m_input, value, isCompileMode);
    QStringList bad;
    QString origin;
    qint32 literal = -1;
    qint32 rocmArm = value; // where the bad mode is chosen
    for (const KnownValues::Value& one : known.values) {
        literal = one.string && one.node >= 0 ? one.node : literal;
        const QString text = QString::fromUtf8(one.text);
        if (one.string && m_unsafe.contains(text)) {
            bad.append(text);
            rocmArm =
                one.node >= 0 && rocmSide(file, one.node) == RocmSide::Rocm ? one.node : rocmArm;
            origin = origin.isEmpty() ? originOf(one) : origin;
        }
    }
    const bool guess = bad.isEmpty() && known.unknown;
    if (bad.isEmpty() && (!guess || callee != CompileCallee::Torch)) {
        return;
    }
    m_seen.push_back(value);
    const bool fixed = graphsAreFixed(m_input.target());
    const QString key = guess   ? QStringLiteral("unknown")
                        : fixed ? QStringLiteral("verify")
                                : QStringLiteral("broken");
    PythonSite site =
        makeSite(m_input, value, QStringLiteral("mode=%1").arg(shortText(file, value)),
                 m_input.note(key) + origin);
    // After the note, which names the mode itself.
    site.captures.append({QStringLiteral("mode"), joined(bad)});
    if (guess || fixed) {
        site.severity = guess && fixed ? Severity::Info : Severity::Warning;
    }
    site.edits =
        gateExpression(file, value, quotedLike(file, literal >= 0 ? literal : value, m_safe));
    leaveToRocmArm(m_input, rocmArm, site);
    m_sites.push_back(std::move(site));
}

} // namespace

void findCompileModes(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    ModeFinder finder(input, sites);
    for (const qint32 call : file.nodes(SyntaxKind::Call)) {
        const CompileCallee callee = compileCallee(file, call);
        const bool compiles =
            callee == CompileCallee::Torch || callee == CompileCallee::MaybeModule;
        // transformers.TrainingArguments and its like.
        const qint32 trainer = file.keyword(call, "torch_compile_mode");
        if ((!compiles && trainer < 0) || isLeftToOthers(file, call)) {
            continue;
        }
        if (compiles) {
            for (const qint32 value : keywordValues(file, call, "mode")) {
                finder.look(value, callee);
            }
        }
        if (trainer >= 0) {
            finder.look(trainer, CompileCallee::MaybeModule);
        }
    }
}

} // namespace rocport
