#include "core/base/cancelscope.h"
#include "core/translate/launches.h"
#include "core/translate/likehipify.h"

#include <unordered_set>

namespace rocport {

namespace {

QByteArray withHipCub(QByteArray kernel)
{
    for (qsizetype at = kernel.indexOf("cub::"); at >= 0; at = kernel.indexOf("cub::", at + 5)) {
        const char before = at > 0 ? kernel[at - 1] : ' ';
        const bool longer = before == '_' || (before >= '0' && before <= '9') ||
                            (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z');
        if (!longer) {
            kernel.insert(at, "hip");
        }
    }
    return kernel;
}

class LikeLaunches
{
public:
    explicit LikeLaunches(LikeHipifyParts parts)
        : m_context(parts.context),
          m_walk(parts.context.walk),
          m_out(parts.out),
          m_macros(parts.macros)
    {
        for (int i = 0; i < m_walk.count() && !isWorkCancelledAt(i); ++i) {
            if (m_walk.is(i, "__global__")) {
                kernel(i);
            } else if (m_walk.is(i, "*")) {
                functionPointer(i);
            } else if (m_walk.is(i, "auto") && m_walk.is(m_walk.next(m_walk.next(i)), "=")) {
                m_pointers.insert(m_walk.text(m_walk.next(i)));
            }
        }
    }

    void translate(int chevrons)
    {
        Launch launch;
        if (!parseLaunch(m_walk, chevrons, launch) || m_walk.partner(launch.open) < 0) {
            return;
        }
        if (launch.kernel == launch.kernelEnd && m_pointers.count(m_walk.text(launch.kernel))) {
            return;
        }
        const bool inMacro = m_walk.token(chevrons).inDirective;
        const MacroDefinition* const macro = inMacro ? m_macros.around(chevrons) : nullptr;
        if (inMacro && (!macro || macro->uses.empty())) {
            return;
        }
        if (macro && macro->isFunction) {
            inUses(launch, *macro);
        } else if (const QByteArray written = text(launch, nullptr); !written.isEmpty()) {
            add(m_context.rangeOf(launch.kernel, m_walk.partner(launch.open)), written);
        }
    }

private:
    /// The argument that a use of a macro has for each parameter.
    struct Use
    {
        const MacroDefinition* macro = nullptr;
        std::vector<ArgumentTokens> arguments;
        bool fits = true; ///< nothing was cut out of the middle of a parameter
    };

    void kernel(int global);
    void functionPointer(int star);
    void inUses(const Launch& launch, const MacroDefinition& macro);
    [[nodiscard]] QByteArray text(const Launch& launch, Use* use) const;
    [[nodiscard]] QByteArray piece(int first, int last, Use* use) const;
    [[nodiscard]] std::vector<ArgumentTokens> settings(const Launch& launch) const;

    [[nodiscard]] QByteArray source(int first, int last) const
    {
        const ByteRange range = m_context.rangeOf(first, last);
        return m_context.source.bytes().mid(range.begin, range.size());
    }

    void add(ByteRange range, const QByteArray& text)
    {
        TextReplacement out;
        out.range = range;
        out.text = text;
        out.topic = TranslateTopic::Launch;
        m_out.add(std::move(out));
    }

    TranslateContext& m_context;
    const TokenWalk& m_walk;
    ReplacementSet& m_out;
    const MacroTable& m_macros;
    std::unordered_set<std::string_view> m_templates; ///< kernels that the file declares so
    std::unordered_set<std::string_view> m_pointers;  ///< variables that point to functions
};

/// Notes the name of a kernel template: "template <class T> __global__ void name(".
void LikeLaunches::kernel(int global)
{
    bool isTemplate = false;
    int i = m_walk.previous(global);
    for (int steps = 0; steps < 64 && i >= 0; ++steps) {
        const std::string_view text = m_walk.text(i);
        if (text == "template") {
            isTemplate = true;
            break;
        }
        if (text == ";" || text == "}" || text == "{") {
            break;
        }
        i = m_walk.previous(i);
    }
    if (!isTemplate) {
        return;
    }
    i = m_walk.next(global);
    for (int steps = 0; steps < 64 && i >= 0; ++steps) {
        const int after = m_walk.next(i);
        if (after >= 0 && m_walk.is(after, "(")) {
            const std::string_view name = m_walk.text(i);
            if (!name.starts_with("__")) { // not __launch_bounds__, __attribute__
                m_templates.insert(name);
                return;
            }
            i = m_walk.partner(after);
            if (i < 0) {
                return;
            }
        }
        i = m_walk.next(i);
    }
}

/// "void (*name)(...)": what it points to is not known when it is launched.
void LikeLaunches::functionPointer(int star)
{
    const int name = m_walk.next(star);
    const int close = name < 0 ? -1 : m_walk.next(name);
    const int open = close < 0 ? -1 : m_walk.next(close);
    if (open >= 0 && m_walk.isIdentifier(name) && m_walk.is(close, ")") && m_walk.is(open, "(") &&
        m_walk.is(m_walk.previous(star), "(")) {
        m_pointers.insert(m_walk.text(name));
    }
}

/// A single name of a macro that holds several settings stands for them.
std::vector<ArgumentTokens> LikeLaunches::settings(const Launch& launch) const
{
    if (launch.settings.size() > 1) {
        return launch.settings;
    }
    const ArgumentTokens& only = launch.settings.front();
    const MacroDefinition* const macro =
        only.first == only.last ? m_macros.find(m_walk.text(only.first)) : nullptr;
    if (!macro || macro->isFunction || macro->bodyBegin < 0) {
        return {};
    }
    std::vector<ArgumentTokens> parts(1);
    for (int i = macro->bodyBegin; i >= 0; i = m_walk.next(i)) {
        if (m_walk.is(i, ",")) {
            parts.emplace_back();
            continue;
        }
        if (parts.back().first < 0) {
            parts.back().first = i;
        }
        if (m_walk.is(i, "(")) {
            i = m_walk.partner(i);
            if (i < 0) {
                return {};
            }
        }
        parts.back().last = i;
    }
    for (const ArgumentTokens& part : parts) {
        if (part.isEmpty()) {
            return {};
        }
    }
    return parts;
}

QByteArray LikeLaunches::piece(int first, int last, Use* use) const
{
    if (!use) {
        return source(first, last);
    }
    const int parameter = first == last ? use->macro->parameter(m_walk.text(first)) : -1;
    if (parameter >= 0) {
        if (parameter >= int(use->arguments.size()) ||
            use->arguments[size_t(parameter)].isEmpty()) {
            use->fits = false;
            return {};
        }
        const ArgumentTokens& argument = use->arguments[size_t(parameter)];
        return source(argument.first, argument.last);
    }
    for (int i = first; i >= 0 && i <= last; i = m_walk.next(i)) {
        use->fits = use->fits && use->macro->parameter(m_walk.text(i)) < 0;
    }
    return source(first, last);
}

/// Nothing at all where the launch is none.
QByteArray LikeLaunches::text(const Launch& launch, Use* use) const
{
    const std::vector<ArgumentTokens> parts = settings(launch);
    if (parts.size() < 2 || parts.size() > 4) {
        return {};
    }
    QByteArray kernel = piece(launch.kernel, launch.kernelEnd, use);
    if (launch.isTemplate || m_templates.count(m_walk.text(launch.kernelEnd))) {
        kernel = "HIP_KERNEL_NAME(" + withHipCub(kernel) + ')';
    }
    QByteArray out = "hipLaunchKernelGGL(" + kernel;
    for (size_t i = 0; i < 4; ++i) {
        if (i >= parts.size()) {
            out += ", 0";
            continue;
        }
        const QByteArray setting = piece(parts[i].first, parts[i].last, use);
        const bool wrapped = i < 2 && !setting.startsWith("dim3(");
        out += ", ";
        out += wrapped ? "dim3(" + setting + ')' : setting;
    }
    std::vector<ArgumentTokens> arguments;
    if (!splitArguments(m_walk, launch.open, arguments)) {
        return {};
    }
    if (!arguments.empty()) {
        if (arguments.front().isEmpty() || arguments.back().isEmpty()) {
            return {};
        }
        out += ", ";
        for (size_t i = 0; use && i < arguments.size(); ++i) {
            out += (i ? ", " : "") + piece(arguments[i].first, arguments[i].last, use);
        }
        if (!use) {
            out += source(arguments.front().first, arguments.back().last);
        }
    }
    return out + ')';
}

/// A launch that is all of a macro with parameters takes the place of the macro's uses.
void LikeLaunches::inUses(const Launch& launch, const MacroDefinition& macro)
{
    const int close = m_walk.partner(launch.open);
    if (macro.bodyBegin != launch.kernel || macro.bodyEnd != close) {
        return;
    }
    for (const int token : macro.uses) {
        const int open = m_walk.next(token);
        Use use;
        use.macro = &macro;
        if (open < 0 || !m_walk.is(open, "(") || !splitArguments(m_walk, open, use.arguments)) {
            continue;
        }
        // A kernel that is a parameter comes out broken there; here the use stays.
        if (macro.parameter(m_walk.text(launch.kernel)) >= 0) {
            continue;
        }
        const QByteArray written = text(launch, &use);
        if (use.fits && !written.isEmpty()) {
            add(m_context.rangeOf(token, m_walk.partner(open)), written);
        }
    }
}

} // namespace

void likeLaunches(LikeHipifyParts parts)
{
    if (parts.context.scan.launches.empty()) {
        return;
    }
    LikeLaunches pass(parts);
    for (const int chevrons : parts.context.scan.launches) {
        pass.translate(chevrons);
    }
}

} // namespace rocport
