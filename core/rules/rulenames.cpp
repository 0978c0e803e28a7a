#include "core/rules/rulenames.h"

#include "core/rules/cpp/cppbuiltins.h"
#include "core/rules/python/pythonbuiltins.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr std::array kMatchers = {"api-table",    "token-pattern", "tree-sitter",
                                  "manifest-key", "builtin",       "probe"};

/// The analyses that a pack may name with kind = "builtin", beside those of C++ and Python, which
/// have tables of their own.
constexpr std::array kBuiltins = {
    // Build files
    "cmake-language", "cmake-arch", "cmake-targets", "nvcc-flags", "setup-extension", "make-nvcc",
    "arch-detect", "meson-language", "meson-sources", "build-switch", "build-environment",
    "build-width", "setup-pattern",
    // Scripts, Dockerfiles and settings
    "variable-lines",
    // Every text
    "hidden-characters"};

/// The transforms that a pack may name in `fix`.
constexpr std::array kTransforms = {
    // C and C++
    "rename-by-table", "insert-compat-include", "replace-inline-ptx", "widen-lane-mask",
    "widen-mask-literal", "widen-mask-count", "widen-mask-shift", "widen-warp-size", "replace",
    "gate-condition", "cast-kernel-pointer", "cast-warp-size", "name-compute-type",
    "alias-namespace", "drop-definition", "copy-targets", "add-this", "add-template",
    "name-members", "fill-array",
    // Python, manifests
    "gate-expression", "gate-statement", "guard-import", "guard-call", "insert-block",
    "rewrite-call-argument", "gate-build-flag", "build-argument"};

template <size_t N>
bool holds(const std::array<const char*, N>& names, QStringView name)
{
    return std::any_of(names.begin(), names.end(),
                       [&](const char* known) { return name == QLatin1StringView(known); });
}

template <size_t N>
QStringList list(const std::array<const char*, N>& names)
{
    QStringList result;
    for (const char* name : names) {
        result.append(QLatin1StringView(name));
    }
    return result;
}

QStringList& registeredProbeConditions()
{
    static QStringList ids; // made by the first registration, which may run before this file's own
    return ids;
}

} // namespace

void registerProbeConditions(const QStringList& ids)
{
    registeredProbeConditions() += ids;
}

bool isProbeCondition(const QString& id)
{
    const QStringList& known = registeredProbeConditions();
    return known.isEmpty() || known.contains(id);
}

QStringList probeConditionNames()
{
    return registeredProbeConditions();
}

QString matcherId(MatcherKind kind)
{
    return QLatin1StringView(kMatchers[static_cast<size_t>(kind)]);
}

std::optional<MatcherKind> matcherFromId(QStringView id)
{
    for (size_t i = 0; i < kMatchers.size(); ++i) {
        if (id == QLatin1StringView(kMatchers[i])) {
            return static_cast<MatcherKind>(i);
        }
    }
    return std::nullopt;
}

bool isBuiltinMatcher(QStringView name)
{
    return holds(kBuiltins, name) || cppBuiltin(name) != nullptr || pythonBuiltin(name) != nullptr;
}

bool isTransform(QStringView name)
{
    return holds(kTransforms, name);
}

QStringList matcherNames()
{
    return list(kMatchers);
}

QStringList builtinMatcherNames()
{
    QStringList result = list(kBuiltins);
    for (const CppBuiltin& builtin : cppBuiltins()) {
        result.append(QLatin1StringView(builtin.name));
    }
    for (const PythonBuiltin& builtin : pythonBuiltins()) {
        result.append(QLatin1StringView(builtin.name));
    }
    return result;
}

QStringList transformNames()
{
    return list(kTransforms);
}

bool globMatches(QStringView glob, QStringView text)
{
    qsizetype g = 0;
    qsizetype t = 0;
    qsizetype star = -1;
    qsizetype mark = 0;
    while (t < text.size()) {
        if (g < glob.size() && (glob[g] == u'?' || glob[g] == text[t]) && glob[g] != u'*') {
            ++g;
            ++t;
        } else if (g < glob.size() && glob[g] == u'*') {
            star = g++;
            mark = t;
        } else if (star >= 0) {
            g = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (g < glob.size() && glob[g] == u'*') {
        ++g;
    }
    return g == glob.size();
}

QString listName(const Rule& rule)
{
    if (!rule.name.isEmpty()) {
        return rule.name;
    }
    static const QRegularExpression capture(QStringLiteral("\\{[a-z_]+\\}"));
    const QString title = QString(rule.title).replace(capture, QStringLiteral("…"));
    return title.isEmpty() ? rule.id : title;
}

} // namespace rocport
