#include "core/rules/build/nvccflags.h"

#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace rocport {

namespace {

/// What is done with a flag. Sources: nvcc's manual (CUDA 13.0, "NVCC Command Options"), clang's
/// command line reference and the HIP compiler guide (ROCm 7.0).
enum class Action : quint8 {
    Drop,     ///< with its value
    Replace,  ///< `now` instead, without value
    Value,    ///< `now` and the value
    Pass,     ///< the value alone, for the host compiler, commas become blanks
    Arch,     ///< left out: the architecture comes from the build
    WithArch, ///< kept only where the value is no architecture of NVIDIA
};

enum class Form : quint8 {
    Alone,   ///< no value
    Equals,  ///< value after '=' only, if any
    EqOrNext ///< value after '=' or as the next word
};

struct FlagRule
{
    std::string_view name; ///< without leading dashes
    Form form;
    Action action;
    const char* now;
    const char* why;
};

constexpr std::array kFlags = {
    FlagRule{"use_fast_math", Form::Equals, Action::Replace, "-ffast-math", "clang's name for it"},
    FlagRule{"expt-relaxed-constexpr", Form::Alone, Action::Drop, "",
             "clang calls constexpr functions from device code anyway"},
    FlagRule{"expt-extended-lambda", Form::Alone, Action::Drop, "",
             "clang accepts device lambdas anyway"},
    FlagRule{"extended-lambda", Form::Alone, Action::Drop, "",
             "clang accepts device lambdas anyway"},
    FlagRule{"lineinfo", Form::Alone, Action::Replace, "-gline-tables-only",
             "clang's name for line tables"},
    FlagRule{"generate-line-info", Form::Alone, Action::Replace, "-gline-tables-only",
             "clang's name for line tables"},
    FlagRule{"G", Form::Alone, Action::Replace, "-ggdb", "clang's name for device debugging"},
    FlagRule{"device-debug", Form::Alone, Action::Replace, "-ggdb",
             "clang's name for device debugging"},
    FlagRule{"Xcompiler", Form::EqOrNext, Action::Pass, "",
             "there is one compiler for host and device"},
    FlagRule{"compiler-options", Form::EqOrNext, Action::Pass, "",
             "there is one compiler for host and device"},
    FlagRule{"Xptxas", Form::EqOrNext, Action::Drop, "", "there is no ptxas"},
    FlagRule{"ptxas-options", Form::EqOrNext, Action::Drop, "", "there is no ptxas"},
    FlagRule{"Xcudafe", Form::EqOrNext, Action::Drop, "", "there is no cudafe"},
    FlagRule{"Xnvlink", Form::EqOrNext, Action::Drop, "", "there is no nvlink"},
    FlagRule{"nvlink-options", Form::EqOrNext, Action::Drop, "", "there is no nvlink"},
    FlagRule{"Xfatbin", Form::EqOrNext, Action::Drop, "", "there is no fatbinary"},
    FlagRule{"fatbin-options", Form::EqOrNext, Action::Drop, "", "there is no fatbinary"},
    FlagRule{"Xarchive", Form::EqOrNext, Action::Drop, "", "the archiver is called by itself"},
    FlagRule{"ccbin", Form::EqOrNext, Action::Drop, "", "clang is the host compiler too"},
    FlagRule{"compiler-bindir", Form::EqOrNext, Action::Drop, "", "clang is the host compiler too"},
    FlagRule{"gencode", Form::EqOrNext, Action::Arch, "", "it names NVIDIA GPUs"},
    FlagRule{"generate-code", Form::EqOrNext, Action::Arch, "", "it names NVIDIA GPUs"},
    FlagRule{"arch", Form::EqOrNext, Action::WithArch, "", "it names an NVIDIA GPU"},
    FlagRule{"gpu-architecture", Form::EqOrNext, Action::Arch, "", "it names an NVIDIA GPU"},
    FlagRule{"code", Form::EqOrNext, Action::WithArch, "", "it names an NVIDIA GPU"},
    FlagRule{"gpu-code", Form::EqOrNext, Action::Arch, "", "it names an NVIDIA GPU"},
    FlagRule{"rdc=true", Form::Alone, Action::Replace, "-fgpu-rdc", "clang's name for it"},
    FlagRule{"rdc=false", Form::Alone, Action::Replace, "-fno-gpu-rdc", "clang's name for it"},
    FlagRule{"relocatable-device-code=true", Form::Alone, Action::Replace, "-fgpu-rdc",
             "clang's name for it"},
    FlagRule{"relocatable-device-code=false", Form::Alone, Action::Replace, "-fno-gpu-rdc",
             "clang's name for it"},
    FlagRule{"dc", Form::Alone, Action::Replace, "-fgpu-rdc -c", "clang's name for it"},
    FlagRule{"device-c", Form::Alone, Action::Replace, "-fgpu-rdc -c", "clang's name for it"},
    FlagRule{"dlink", Form::Alone, Action::Replace, "-fgpu-rdc --hip-link", "clang's name for it"},
    FlagRule{"device-link", Form::Alone, Action::Replace, "-fgpu-rdc --hip-link",
             "clang's name for it"},
    FlagRule{"maxrregcount", Form::EqOrNext, Action::Drop, "",
             "registers are bounded by __launch_bounds__ on AMD GPUs"},
    FlagRule{"diag-suppress", Form::EqOrNext, Action::Drop, "",
             "clang does not number its warnings"},
    FlagRule{"diag_suppress", Form::EqOrNext, Action::Drop, "",
             "clang does not number its warnings"},
    FlagRule{"diag-error", Form::EqOrNext, Action::Drop, "", "clang does not number its warnings"},
    FlagRule{"diag-warn", Form::EqOrNext, Action::Drop, "", "clang does not number its warnings"},
    FlagRule{"display-error-number", Form::Alone, Action::Drop, "",
             "clang does not number its warnings"},
    FlagRule{"no-display-error-number", Form::Alone, Action::Drop, "",
             "clang does not number its warnings"},
    FlagRule{"Wno-deprecated-gpu-targets", Form::Alone, Action::Drop, "",
             "it concerns NVIDIA GPUs"},
    FlagRule{"Werror=cross-execution-space-call", Form::Alone, Action::Drop, "",
             "clang refuses such calls anyway"},
    FlagRule{"forward-unknown-opts", Form::Alone, Action::Drop, "", "clang is one compiler"},
    FlagRule{"forward-unknown-to-host-compiler", Form::Alone, Action::Drop, "",
             "clang is one compiler"},
    FlagRule{"forward-unknown-to-host-linker", Form::Alone, Action::Drop, "",
             "clang is one compiler"},
    FlagRule{"default-stream", Form::EqOrNext, Action::Value,
             "-fgpu-default-stream=", "clang's name for it"},
    FlagRule{"ftz=true", Form::Alone, Action::Replace, "-fgpu-flush-denormals-to-zero",
             "clang's name for it"},
    FlagRule{"ftz=false", Form::Alone, Action::Drop, "", "it is the default"},
    FlagRule{"fmad=true", Form::Alone, Action::Replace, "-ffp-contract=fast",
             "clang's name for it"},
    FlagRule{"fmad=false", Form::Alone, Action::Replace, "-ffp-contract=off",
             "clang's name for it"},
    FlagRule{"prec-div=true", Form::Alone, Action::Drop, "", "it is the default"},
    FlagRule{"prec-div=false", Form::Alone, Action::Replace,
             "-fno-hip-fp32-correctly-rounded-divide-sqrt", "clang has one flag for both"},
    FlagRule{"prec-sqrt=true", Form::Alone, Action::Drop, "", "it is the default"},
    FlagRule{"prec-sqrt=false", Form::Alone, Action::Replace,
             "-fno-hip-fp32-correctly-rounded-divide-sqrt", "clang has one flag for both"},
    FlagRule{"threads", Form::EqOrNext, Action::Drop, "", "clang compiles in one thread"},
    FlagRule{"t", Form::Equals, Action::Drop, "", "clang compiles in one thread"},
    FlagRule{"split-compile", Form::EqOrNext, Action::Drop, "", "clang compiles in one thread"},
    FlagRule{"cudart", Form::EqOrNext, Action::Drop, "", "HIP's runtime is a shared library"},
    FlagRule{"keep", Form::Alone, Action::Replace, "-save-temps", "clang's name for it"},
    FlagRule{"keep-dir", Form::EqOrNext, Action::Drop, "", "temporary files stay where they are"},
    FlagRule{"resource-usage", Form::Alone, Action::Replace,
             "-Rpass-analysis=kernel-resource-usage", "clang's name for it"},
    FlagRule{"res-usage", Form::Alone, Action::Replace, "-Rpass-analysis=kernel-resource-usage",
             "clang's name for it"},
    FlagRule{"disable-warnings", Form::Alone, Action::Replace, "-w", "clang's name for it"},
    FlagRule{"restrict", Form::Alone, Action::Drop, "", "clang has no such flag"},
    FlagRule{"source-in-ptx", Form::Alone, Action::Drop, "", "there is no PTX"},
    FlagRule{"extra-device-vectorization", Form::Alone, Action::Drop, "", "clang has no such flag"},
    FlagRule{"allow-unsupported-compiler", Form::Alone, Action::Drop, "",
             "clang is the host compiler too"},
    FlagRule{"no-host-device-initializer-list", Form::Alone, Action::Drop, "",
             "clang has no such flag"},
    FlagRule{"lto", Form::Alone, Action::Drop, "", "nvcc's link-time optimisation is its own"},
    FlagRule{"dlto", Form::Alone, Action::Drop, "", "nvcc's link-time optimisation is its own"},
};

/// A flag that clang takes as something else or passes over, where it has one dash: it says that
/// the flag was not used, and goes on. All others end the build. Tried with clang 14.0.6.
struct PassedOver
{
    std::string_view name;
    Severity cost; ///< of its not being there
};
constexpr std::array kPassedOver = {
    PassedOver{"use_fast_math", Severity::Warning}, // read as -u se_fast_math
    PassedOver{"expt-relaxed-constexpr", Severity::Info},
    PassedOver{"expt-extended-lambda", Severity::Info},
    PassedOver{"extended-lambda", Severity::Info},
    PassedOver{"lineinfo", Severity::Warning}, // a link looks for a library called "ineinfo"
    PassedOver{"device-debug", Severity::Warning},
    PassedOver{"Xcompiler", Severity::Warning},
    PassedOver{"Xptxas", Severity::Info},
    PassedOver{"arch", Severity::Warning},
    PassedOver{"diag_suppress", Severity::Info},
    PassedOver{"Wno-deprecated-gpu-targets", Severity::Info},
    PassedOver{"Werror", Severity::Info},
    PassedOver{"default-stream", Severity::Warning},
    PassedOver{"extra-device-vectorization", Severity::Info},
    PassedOver{"allow-unsupported-compiler", Severity::Info},
    PassedOver{"lto", Severity::Warning},
    PassedOver{"dlto", Severity::Warning},
};

Severity costOf(std::string_view flag)
{
    if (!flag.starts_with('-') || flag.starts_with("--")) {
        return Severity::Critical;
    }
    const std::string_view name = flag.substr(1, flag.find('=') - 1);
    for (const PassedOver& one : kPassedOver) {
        if (name == one.name) {
            return one.cost;
        }
    }
    return Severity::Critical;
}

/// What it costs where HIP's compiler is given nothing in place of a flag: most flags change what
/// nvcc says or how it finds things.
Severity lossOf(std::string_view name)
{
    constexpr std::array<std::string_view, 18> kCounts = {"use_fast_math",
                                                          "default-stream",
                                                          "ftz=true",
                                                          "fmad=false",
                                                          "prec-div=false",
                                                          "prec-sqrt=false",
                                                          "rdc=true",
                                                          "relocatable-device-code=true",
                                                          "dc",
                                                          "device-c",
                                                          "dlink",
                                                          "device-link",
                                                          "Xcompiler",
                                                          "compiler-options",
                                                          "disable-warnings",
                                                          "std",
                                                          "x",
                                                          "fmad=true"};
    const bool counts = std::any_of(kCounts.begin(), kCounts.end(), [&](std::string_view one) {
        return name.starts_with(one) && (name.size() == one.size() || name[one.size()] == '=');
    });
    return counts ? Severity::Warning : Severity::Info;
}

bool isNvidiaArch(std::string_view value)
{
    return value.find("sm_") != std::string_view::npos ||
           value.find("compute_") != std::string_view::npos || value == "native" ||
           value == "all" || value == "all-major" || value.starts_with("lto_");
}

const FlagRule* findRule(std::string_view name)
{
    const size_t equals = name.find('=');
    for (const FlagRule& rule : kFlags) {
        if (name == rule.name || (equals != std::string_view::npos && rule.form != Form::Alone &&
                                  name.substr(0, equals) == rule.name)) {
            return &rule;
        }
    }
    return nullptr;
}

QByteArray unquoted(QByteArray value)
{
    while (value.size() > 1 && (value.front() == '"' || value.front() == '\'') &&
           value.back() == value.front()) {
        value = value.mid(1, value.size() - 2);
    }
    return value;
}

bool isNumber(const QByteArray& text)
{
    return !text.isEmpty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

SingleFlag hipFlag(const QByteArray& flag, const QByteArray& next, bool isNvcc)
{
    if (isNvcc && flag == "-t" && isNumber(next)) {
        return hipFlag("--threads", next);
    }
    SingleFlag result;
    std::string_view name = viewOf(flag);
    if (!name.starts_with('-')) {
        return result;
    }
    name.remove_prefix(name.starts_with("--") ? 2 : 1);
    if (name.starts_with("std ") || (name == "std" && !next.isEmpty())) {
        result.changed = true;
        result.takesNext = true;
        result.severity = Severity::Critical;
        result.now = "-std=" + unquoted(next);
        result.why = QStringLiteral("clang expects the value after an equals sign");
        return result;
    }
    if (flag == "-x" && unquoted(next) == "cu") {
        result.changed = true;
        result.takesNext = true;
        result.severity = Severity::Critical;
        result.now = "-x hip";
        result.why = QStringLiteral("clang's name for the language");
        return result;
    }
    // nvcc takes "-rdc true" as "-rdc=true".
    if ((next == "true" || next == "false") && name.find('=') == std::string_view::npos &&
        findRule(std::string(name) + "=true") != nullptr) {
        result = hipFlag(flag + '=' + next, {});
        result.takesNext = result.changed;
        return result;
    }
    const FlagRule* rule = findRule(name);
    if (rule == nullptr) {
        return result;
    }
    const size_t equals = name.find('=');
    const bool hasValue = rule->form != Form::Alone && equals != std::string_view::npos;
    result.takesNext = rule->form == Form::EqOrNext && !hasValue;
    const QByteArray value =
        hasValue ? flag.mid(flag.indexOf('=') + 1) : (result.takesNext ? next : QByteArray());
    if (rule->action == Action::WithArch && !isNvidiaArch(viewOf(value)) && !value.contains("$")) {
        result.takesNext = false;
        return result;
    }
    result.changed = true;
    result.severity = costOf(viewOf(flag));
    result.loss = lossOf(name);
    if (result.takesNext && result.severity != Severity::Critical && name == "default-stream") {
        result.severity = Severity::Critical; // its value is read as a file
    }
    result.isArch = rule->action == Action::Arch || rule->action == Action::WithArch;
    result.why = QString::fromLatin1(rule->why);
    switch (rule->action) {
    case Action::Replace:
        result.now = rule->now;
        break;
    case Action::Value:
        result.now = rule->now + unquoted(value);
        break;
    case Action::Pass:
        result.now = unquoted(value);
        if (!result.now.contains("$<") && !result.now.startsWith("-Wl,") &&
            !result.now.startsWith("-Wa,")) {
            result.now.replace(',', ' ');
        }
        break;
    case Action::Drop:
    case Action::Arch:
    case Action::WithArch:
        result.dropped = true;
        break;
    }
    return result;
}

namespace {

bool isFlagSeparator(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ';';
}

/// Splits off one word: variables and generator expressions are part of it, quotes are not, unless
/// they stand inside it.
class FlagWords
{
public:
    explicit FlagWords(const QByteArray& text) : m_text(text) {}

    /// End of the word at `at`, which begins with '-' or is a value.
    [[nodiscard]] qsizetype endOfWord(qsizetype at) const;
    /// The value of a flag that ends at `at`: the next word, or what quotes hold.
    struct Value
    {
        bool found = false;
        qsizetype begin = 0;
        qsizetype end = 0;
        qsizetype stop = 0; ///< behind the closing quote
    };
    [[nodiscard]] Value valueAfter(qsizetype at, bool insideQuotes) const;
    /// Whether a quoted text is open at `at`, when none is at `from`.
    [[nodiscard]] bool opensQuote(qsizetype from, qsizetype at, bool open) const;

private:
    const QByteArray& m_text;
};

qsizetype FlagWords::endOfWord(qsizetype at) const
{
    int depth = 0;
    for (; at < m_text.size(); ++at) {
        const char c = m_text.at(at);
        const char next = at + 1 < m_text.size() ? m_text.at(at + 1) : '\0';
        if (c == '$' && (next == '<' || next == '{' || next == '(')) {
            ++depth;
            ++at;
        } else if (depth > 0 && (c == '>' || c == '}' || c == ')')) {
            --depth;
        } else if (depth == 0 &&
                   (isFlagSeparator(c) || c == '"' || c == '\'' || c == '>' || c == ')' ||
                    c == '#' || (c == '\\' && (next == '\n' || next == '\r')))) {
            return at;
        }
    }
    return at;
}

bool FlagWords::opensQuote(qsizetype from, qsizetype at, bool open) const
{
    for (; from < at; ++from) {
        if (m_text.at(from) == '\\') {
            ++from;
        } else if (m_text.at(from) == '"') {
            open = !open;
        }
    }
    return open;
}

FlagWords::Value FlagWords::valueAfter(qsizetype at, bool insideQuotes) const
{
    Value value;
    int plain = 0;   // "-Xcompiler" "-fPIC", or -Xcompiler "-fPIC -Wall"
    int escaped = 0; // "-Xcompiler \\"-fPIC -Wall\\""
    char quote = '"';
    for (; at < m_text.size(); ++at) {
        const char c = m_text.at(at);
        const bool isQuote = c == '"' || c == '\'';
        if (isQuote) {
            (at > 0 && m_text.at(at - 1) == '\\' ? escaped : plain) += 1;
            quote = c;
        } else if (!isFlagSeparator(c) && c != ',' && c != '\\') {
            break;
        }
    }
    value.begin = at;
    const bool opened =
        (plain == 1 && !insideQuotes && escaped == 0) || (escaped == 1 && plain == 0);
    if (opened) {
        value.end = m_text.indexOf(quote, at);
        if (value.end < 0) {
            return value;
        }
        value.stop = value.end + 1;
        value.end -= escaped == 1 && m_text.at(value.end - 1) == '\\' ? 1 : 0;
    } else {
        if (escaped != 0 || (plain != 0 && plain != 2)) {
            return value;
        }
        value.end = endOfWord(at);
        value.stop = value.end;
    }
    value.found = value.end > value.begin;
    return value;
}

} // namespace

bool holdsNvccFlags(const QByteArray& text, bool isFlags)
{
    constexpr std::array kSigns = {
        "-gencode",           "compute_",  "sm_",           "--expt-", "-expt-",
        "-Xcompiler",         "-Xptxas",   "-Xcudafe",      "-ccbin",  "use_fast_math",
        "--compiler-options", "-lineinfo", "-maxrregcount", "-rdc="};
    // These are flags of other programs too.
    constexpr std::array kFlagSigns = {
        "--threads",       "--ptxas-options", "--extended-lambda",   "--generate-code",
        "-default-stream", "--split-compile", "--generate-line-info"};
    const auto isIn = [&text](const char* sign) { return text.contains(sign); };
    return std::any_of(kSigns.begin(), kSigns.end(), isIn) ||
           (isFlags && std::any_of(kFlagSigns.begin(), kFlagSigns.end(), isIn));
}

FlagText hipFlags(const QByteArray& text, char joiner, bool isNvcc)
{
    FlagText result;
    const FlagWords words(text);
    qsizetype copied = 0;
    const auto isStart = [&text](qsizetype at) {
        if (at == 0) {
            return true;
        }
        const char before = text.at(at - 1);
        return isFlagSeparator(before) || before == '"' || before == '\'' || before == ':' ||
               before == ',' || before == '=' || before == '(';
    };
    bool inQuotes = false;
    qsizetype seen = 0;
    for (qsizetype at = text.indexOf('-'); at >= 0; at = text.indexOf('-', at)) {
        if (!isStart(at) || at < copied) {
            ++at;
            continue;
        }
        inQuotes = words.opensQuote(seen, at, inQuotes);
        seen = at;
        const qsizetype end = words.endOfWord(at);
        const QByteArray flag = text.mid(at, end - at);
        const FlagWords::Value value = words.valueAfter(end, inQuotes);
        const QByteArray next =
            value.found ? text.mid(value.begin, value.end - value.begin) : QByteArray();
        SingleFlag single = hipFlag(flag, next, isNvcc);
        // "$(addprefix -Xcompiler ,$(CFLAGS))": the value is what make puts behind it.
        qsizetype comma = end;
        while (comma < text.size() && (text.at(comma) == ' ' || text.at(comma) == '\t')) {
            ++comma;
        }
        if (single.takesNext && comma < text.size() && text.at(comma) == ',') {
            single.takesNext = false;
            single.now.clear();
        }
        if (!single.changed || (single.takesNext && !value.found)) {
            at = std::max(end, at + 1);
            continue;
        }
        qsizetype stop = single.takesNext ? value.stop : end;
        FlagChange change;
        change.offset = at;
        change.size = stop - at;
        change.flag = QString::fromUtf8(text.mid(at, stop - at).simplified());
        change.now = QString::fromUtf8(single.now);
        change.why = single.why;
        change.isArch = single.isArch;
        change.severity = single.severity;
        change.loss = single.loss;
        result.changes.append(change);
        result.text += text.mid(copied, at - copied);
        if (single.now.isEmpty()) {
            while (stop < text.size() && (text.at(stop) == ' ' || text.at(stop) == '\t')) {
                ++stop;
            }
            stop += stop < text.size() && text.at(stop) == ';' ? 1 : 0;
        }
        result.text += QByteArray(single.now).replace(' ', joiner);
        copied = stop;
        at = std::max(stop, at + 1);
    }
    result.text += text.mid(copied);
    return result;
}

} // namespace rocport
