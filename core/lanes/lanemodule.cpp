#include "core/lanes/lanemodule.h"

#include "core/base/cancelscope.h"
#include "core/files/filewriter.h"
#include "core/lanes/lanechecks.h"
#include "core/lanes/lanesource.h"
#include "core/text/bytes.h"
#include "core/text/charclass.h"

#include <QDir>
#include <QHash>

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr qsizetype kMostRequest = 32 << 20; // bytes
constexpr qsizetype kMostFields = 8192;

/// One line of what options become; nothing may end the line or go on behind it.
bool fitsLine(const QByteArray& text)
{
    return !text.contains('\n') && !text.contains('\r') && !text.contains('\0') &&
           !text.endsWith('\\');
}

/// A name between quotes of a directive.
bool fitsQuotes(const QByteArray& text)
{
    return !text.isEmpty() && fitsLine(text) && !text.contains('"') && !text.contains('\\');
}

bool isMacroHead(const QByteArray& text)
{
    return !text.isEmpty() && (isIdentifierByte(text[0]) && !(text[0] >= '0' && text[0] <= '9')) &&
           std::all_of(text.begin(), text.end(), [](char one) {
               return isIdentifierByte(one) || one == '(' || one == ')' || one == ',' ||
                      one == '.' || one == ' ';
           });
}

struct Option
{
    const char* name;
    bool hasValue; ///< behind '=' or as the next option
};

/// NVRTC's own beside those that are looked at. (NVRTC's documentation, "Supported Compile
/// Options".)
constexpr std::array kNvidiaOptions = {
    Option{"--device-debug", false},
    Option{"-G", false},
    Option{"--generate-line-info", false},
    Option{"-lineinfo", false},
    Option{"--relocatable-device-code", true},
    Option{"-rdc", true},
    Option{"--device-c", false},
    Option{"-dc", false},
    Option{"--device-w", false},
    Option{"-dw", false},
    Option{"--extensible-whole-program", false},
    Option{"-ewp", false},
    Option{"--dopt", true},
    Option{"-dopt", true},
    Option{"--ptxas-options", true},
    Option{"-Xptxas", true},
    Option{"--maxrregcount", true},
    Option{"-maxrregcount", true},
    Option{"--ftz", true},
    Option{"-ftz", true},
    Option{"--prec-sqrt", true},
    Option{"-prec-sqrt", true},
    Option{"--prec-div", true},
    Option{"-prec-div", true},
    Option{"--fmad", true},
    Option{"-fmad", true},
    Option{"--use_fast_math", false},
    Option{"-use_fast_math", false},
    Option{"--extra-device-vectorization", false},
    Option{"-extra-device-vectorization", false},
    Option{"--modify-stack-limit", true},
    Option{"-modify-stack-limit", true},
    Option{"--dlink-time-opt", false},
    Option{"-dlto", false},
    Option{"--std", true},
    Option{"-std", true},
    Option{"--builtin-move-forward", true},
    Option{"-builtin-move-forward", true},
    Option{"--builtin-initializer-list", true},
    Option{"-builtin-initializer-list", true},
    Option{"--disable-warnings", false},
    Option{"-w", false},
    Option{"--restrict", false},
    Option{"-restrict", false},
    Option{"--device-as-default-execution-space", false},
    Option{"-default-device", false},
    Option{"--device-int128", false},
    Option{"-device-int128", false},
    Option{"--optimization-info", true},
    Option{"-opt-info", true},
    Option{"--version-ident", true},
    Option{"-dQ", true},
    Option{"--display-error-number", false},
    Option{"-err-no", false},
    Option{"--no-display-error-number", false},
    Option{"-no-err-no", false},
    Option{"--diag-error", true},
    Option{"-diag-error", true},
    Option{"--diag-suppress", true},
    Option{"-diag-suppress", true},
    Option{"--diag-warn", true},
    Option{"-diag-warn", true},
    Option{"--brief-diagnostics", true},
    Option{"-brief-diag", true},
    Option{"--time", true},
    Option{"-time", true},
    Option{"--split-compile", true},
    Option{"-split-compile", true},
    Option{"--no-source-include", false},
    Option{"-no-source-include", false},
    Option{"--minimal", false},
    Option{"-minimal", false},
    Option{"--no-cache", false},
    Option{"-no-cache", false},
    Option{"--Wreorder", false},
    Option{"-Wreorder", false},
};

/// How options of clang begin that hipRTC hands on and that change nothing here.
constexpr std::array kAmdOptions = {"-O", "-f", "-m", "-W", "-g", "-w", "-std=", "--std=", "-x"};

/// Reads options to directives.
class OptionReader
{
public:
    OptionReader(const LaneModuleRequest& request, bool isNvidia, LaneModuleText& text)
        : m_options(request.options), m_isNvidia(isNvidia), m_text(text)
    {
    }

    /// Lines before the first of the source.
    QByteArray read()
    {
        for (m_at = 0; m_at < m_options.size() && m_text.code == LaneRtcCode::Success; ++m_at) {
            look(m_options[m_at].trimmed());
        }
        return m_lines;
    }

private:
    /// What stands behind one of `names`, also as the next option; nothing: it is another.
    std::optional<QByteArray> valueOf(const QByteArray& option,
                                      std::initializer_list<const char*> names)
    {
        for (const char* name : names) {
            const auto length = static_cast<qsizetype>(qstrlen(name));
            if (!option.startsWith(name)) {
                continue;
            }
            if (option.size() == length) {
                return m_at + 1 < m_options.size() ? m_options[++m_at].trimmed() : QByteArray();
            }
            if (option[length] == '=') {
                return option.mid(length + 1);
            }
            if (length == 2) { // "-DNAME"
                return option.mid(length);
            }
        }
        return std::nullopt;
    }

    void look(const QByteArray& option)
    {
        if (option.isEmpty() || valueOf(option, {"--include-path", "-I"})) {
            return; // the program has searched there
        }
        if (const auto value = valueOf(option, {"--define-macro", "-D"})) {
            define(*value);
        } else if (const auto name = valueOf(option, {"--undefine-macro", "-U"})) {
            addLine("#undef " + *name, isMacroHead(*name), option);
        } else if (const auto file = valueOf(option, {"--pre-include", "-include"})) {
            addLine("#include \"" + *file + '"', fitsQuotes(*file), option);
        } else if (const auto gpu =
                       m_isNvidia ? valueOf(option, {"--gpu-architecture", "-arch"})
                                  : valueOf(option, {"--offload-arch", "--gpu-architecture"})) {
            lookAtGpu(*gpu);
        } else if (!isKnown(option)) {
            refuse(option);
        }
    }

    void define(const QByteArray& value)
    {
        const qsizetype equal = value.indexOf('=');
        const QByteArray head = equal < 0 ? value : value.left(equal);
        addLine("#define " + head + ' ' + (equal < 0 ? QByteArray("1") : value.mid(equal + 1)),
                isMacroHead(head), "-D" + value);
    }

    void lookAtGpu(const QByteArray& gpu)
    {
        if (!m_isNvidia) {
            if (!gpu.startsWith("gfx")) {
                m_text.code = LaneRtcCode::Compilation;
                m_text.log = "error: unsupported HIP gpu architecture: " + gpu + '\n';
            }
            return;
        }
        const qsizetype digits = gpu.startsWith("sm_")        ? 3
                                 : gpu.startsWith("compute_") ? 8
                                                              : gpu.size();
        qsizetype end = digits;
        while (end < gpu.size() && end < digits + 3 && gpu[end] >= '0' && gpu[end] <= '9') {
            ++end;
        }
        const int number = gpu.mid(digits, end - digits).toInt();
        const QByteArray suffix = gpu.mid(end); // "sm_90a": what only this GPU has
        if (number < 50 || !(suffix.isEmpty() || suffix == "a" || suffix == "f")) {
            refuse("--gpu-architecture=" + gpu);
            return;
        }
        m_lines +=
            "#undef __CUDA_ARCH__\n#define __CUDA_ARCH__ " + QByteArray::number(number * 10) + '\n';
    }

    bool isKnown(const QByteArray& option)
    {
        if (!m_isNvidia) {
            if (option == "-mllvm" || option == "-Xclang") {
                ++m_at; // an option of another part of the compiler
                return m_at < m_options.size();
            }
            return std::any_of(kAmdOptions.begin(), kAmdOptions.end(),
                               [&](const char* begin) { return option.startsWith(begin); });
        }
        return std::any_of(kNvidiaOptions.begin(), kNvidiaOptions.end(), [&](const Option& one) {
            return one.hasValue ? valueOf(option, {one.name}).has_value() : option == one.name;
        });
    }

    void refuse(const QByteArray& option)
    {
        m_text.code = m_isNvidia ? LaneRtcCode::InvalidOption : LaneRtcCode::Compilation;
        m_text.log = m_isNvidia ? "nvrtc: error: unrecognized option " + option + " found\n"
                                : "error: unknown argument: '" + option + "'\n";
    }

    void addLine(const QByteArray& line, bool isAllowed, const QByteArray& option)
    {
        if (!isAllowed || !fitsLine(line)) {
            refuse(option);
        } else {
            m_lines += line + '\n';
        }
    }

    const QVector<QByteArray>& m_options;
    const bool m_isNvidia;
    LaneModuleText& m_text;
    qsizetype m_at = 0;
    QByteArray m_lines;
};

/// Includes of what the request brings, by the names that these have here.
QByteArray withOwnIncludes(const QByteArray& text, const QHash<QByteArray, qsizetype>& headers)
{
    if (headers.isEmpty()) {
        return text;
    }
    QByteArray result;
    qsizetype at = 0;
    while (at < text.size()) {
        qsizetype end = text.indexOf('\n', at);
        end = end < 0 ? text.size() : end + 1;
        const QByteArray line = text.mid(at, end - at);
        at = end;
        const QByteArray plain = line.trimmed();
        const QByteArray word = plain.startsWith('#') ? plain.mid(1).trimmed() : QByteArray();
        const QByteArray rest = word.startsWith("include") ? word.mid(7).trimmed() : QByteArray();
        const char close = rest.startsWith('"') ? '"' : rest.startsWith('<') ? '>' : '\0';
        const qsizetype last = close == '\0' ? -1 : rest.indexOf(close, 1);
        const auto found = headers.constFind(last < 0 ? QByteArray() : rest.mid(1, last - 1));
        if (found == headers.constEnd()) {
            result += line;
        } else {
            result += "#include \"" + laneModuleHeader(*found) + '"' + rest.mid(last + 1) +
                      (line.endsWith('\n') ? "\n" : "");
        }
    }
    return result;
}

/// The first line of a source, which names it.
QByteArray namedLine(const QByteArray& name)
{
    return "#line 1 \"" + (fitsQuotes(name) ? name : QByteArray("default_program")) + "\"\n";
}

/// A path of the program's as the repository has it; what leads out of that stays as it is.
QByteArray inRepository(const QByteArray& name, const QByteArray& place)
{
    if (name.startsWith('/')) {
        return name;
    }
    const QByteArray clean = QFile::encodeName(
        QDir::cleanPath(QFile::decodeName(place.isEmpty() ? name : place + '/' + name)));
    return clean.startsWith("../") ? name : clean;
}

} // namespace

std::optional<LaneModuleRequest> readLaneModuleRequest(const QByteArray& bytes)
{
    if (bytes.size() > kMostRequest) {
        return std::nullopt;
    }
    LaneModuleRequest request;
    bool hasSource = false;
    qsizetype at = 0;
    for (qsizetype fields = 0; at < bytes.size(); ++fields) {
        constexpr qsizetype kMostHead = 32;
        const qsizetype end = bytes.indexOf('\n', at);
        if (end < 0 || end - at > kMostHead || fields == kMostFields) {
            return std::nullopt;
        }
        const QByteArray head = bytes.mid(at, end - at);
        const qsizetype space = head.indexOf(' ');
        bool isNumber = false;
        const qlonglong length = head.mid(space + 1).toLongLong(&isNumber);
        if (space < 0 || !isNumber || length < 0 || length >= bytes.size() - end - 1) {
            return std::nullopt;
        }
        const QByteArray name = head.left(space);
        const QByteArray value = bytes.mid(end + 1, length);
        at = end + 1 + length;
        if (bytes[at] != '\n') {
            return std::nullopt;
        }
        ++at;
        if (name == "name") {
            request.name = value;
        } else if (name == "source") {
            request.source = value;
            hasSource = true;
        } else if (name == "option") {
            request.options.append(value);
        } else if (name == "expression") {
            request.expressions.append(value);
        } else if (name == "include") {
            request.headers.append({value, QByteArray()});
        } else if (name == "header" && !request.headers.isEmpty()) {
            request.headers.last().second = value;
        } else {
            return std::nullopt;
        }
    }
    return hasSource ? std::optional(request) : std::nullopt;
}

QByteArray laneModuleHeader(qsizetype number)
{
    return "header" + QByteArray::number(number) + ".h";
}

LaneModuleText laneModuleText(const LaneModuleRequest& request, bool isNvidia,
                              const QByteArray& place)
{
    LaneModuleText text;
    const QByteArray lines = OptionReader(request, isNvidia, text).read();
    if (text.code != LaneRtcCode::Success) {
        return text;
    }
    QHash<QByteArray, qsizetype> numbers;
    for (qsizetype i = 0; i < request.headers.size(); ++i) {
        if (!numbers.contains(request.headers[i].first)) {
            numbers.insert(request.headers[i].first, i);
        }
    }
    QVector<QByteArray> sources = {request.source};
    for (const auto& header : request.headers) {
        sources.append(header.second);
    }
    LaneNames names;
    for (QByteArray& source : sources) {
        if (isWorkCancelled()) {
            return text;
        }
        source = withOwnIncludes(source, numbers);
        const std::vector<CToken> tokens = lexC(viewOf(source));
        names.add(TokenWalk(viewOf(source), tokens), false); // all are one
    }
    for (qsizetype i = 0; i < sources.size() && !isWorkCancelled(); ++i) {
        const LaneSource written = laneSource(sources[i], isNvidia, names, LaneUse::Modules);
        const QByteArray name = i == 0 ? request.name : request.headers[i - 1].first;
        const QByteArray named = namedLine(inRepository(name, place)) + written.text;
        if (i == 0) {
            text.main = withOwnIncludes(lines, numbers) + named + '\n';
        } else {
            text.headers.append(named);
        }
        for (const LaneProblem& problem : written.problems) {
            text.log += name + '(' + QByteArray::number(problem.line) +
                        "): " + problem.what.toUtf8() + " has no meaning on the CPU\n";
        }
    }
    for (qsizetype i = 0; i < request.expressions.size(); ++i) {
        QByteArray expression = request.expressions[i].trimmed();
        while (expression.startsWith('&')) {
            expression = expression.mid(1).trimmed();
        }
        if (expression.isEmpty() || !fitsLine(expression) || expression.contains("//") ||
            expression.contains("/*") || expression.contains(';')) {
            text.code = LaneRtcCode::Compilation;
            text.log = "error: no name: " + request.expressions[i].left(200) + '\n';
            return text;
        }
        text.main += "#line " + QByteArray::number(i + 1) + " \"name expression\"\n" +
                     "LANES_MODULE_EXPRESSION(" + QByteArray::number(i) + ", " + expression + ")\n";
    }
    return text;
}

QStringList laneModuleArguments(bool isClang)
{
    QStringList arguments = {QStringLiteral("-fPIC"), QStringLiteral("-DLANES_MODULE=1"),
                             QStringLiteral("-include"), QStringLiteral("lanes/modulekernels.h")};
    if (!isClang) {
        arguments.append(QStringLiteral("-fno-gnu-unique")); // each has variables of its own
    }
    return arguments;
}

QStringList laneModuleLinkArguments(const LaneRequest& request, const QString& object,
                                    const QString& module)
{
    QStringList arguments = {QStringLiteral("-shared"), QStringLiteral("-Wl,-Bsymbolic"),
                             QStringLiteral("-o"), module, object};
    if (checksAccesses(request.checks)) {
        arguments += accessLinkArguments();
    }
    return arguments;
}

Result<QStringList> laneExportArguments(const QString& list)
{
    // The engine's names as they are mangled, those that compilers call for checks, and for
    // asserts.
    const QByteArray names = "{\n_ZN13rocport_lanes*;\n_ZNK13rocport_lanes*;\n"
                             "__tsan_*;\n__wrap_*;\n__assert_fail;\n};\n";
    if (auto written = writeFile(list, names, FileAccess::Private, Durability::Later); !written) {
        return written.error();
    }
    return QStringList{QStringLiteral("-Wl,--dynamic-list=") + list, QStringLiteral("-ldl")};
}

QString laneModuleFile(int number)
{
    return QString::number(number) + QStringLiteral(".so");
}

QByteArray laneModuleBytes(int number, const QByteArray& kind)
{
    return "rocport lanes module " + laneModuleFile(number).toLatin1() + "\nThis stands for a " +
           kind + " and names what was built for the CPU.\n";
}

QString laneModuleFolder(const LaneRequest& request)
{
    return request.folder + QStringLiteral("/out");
}

} // namespace rocport
