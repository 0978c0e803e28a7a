#include "core/rules/build/buildsetup.h"
#include "core/rules/python/pythonbuiltins.h"
#include "core/rules/python/pythontoolkit.h"
#include "core/rules/python/pythonvalues.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// Functions whose first argument is a program with its arguments.
bool runsProgram(std::string_view name)
{
    constexpr std::array<std::string_view, 11> kNames = {"subprocess.run",
                                                         "subprocess.check_output",
                                                         "subprocess.check_call",
                                                         "subprocess.call",
                                                         "subprocess.Popen",
                                                         "subprocess.getoutput",
                                                         "subprocess.getstatusoutput",
                                                         "os.system",
                                                         "os.popen",
                                                         "asyncio.create_subprocess_exec",
                                                         "asyncio.create_subprocess_shell"};
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool looksForProgram(std::string_view name)
{
    return name == "shutil.which" || name == "distutils.spawn.find_executable" ||
           name == "find_executable";
}

/// "nvidia-smi" or "nvcc" when a command line begins with it (a path before it counts), else empty.
std::string_view programOf(std::string_view command)
{
    for (const std::string_view name : {"nvidia-smi", "nvcc"}) {
        const std::string_view first = command.substr(0, command.find(' '));
        if (first == name ||
            (first.ends_with(name) && first[first.size() - name.size() - 1] == '/')) {
            return name;
        }
    }
    return {};
}

/// The first string under an expression that names one of the programs, as a path's end or whole.
qint32 programString(const PythonFile& file, qint32 expression)
{
    const SyntaxTree& tree = file.tree();
    for (qint32 i = expression; i >= 0 && i < tree.at(expression).subtreeEnd; ++i) {
        if (tree.kind(i) == SyntaxKind::String) {
            if (file.isNvidiaOnly(i) || asksForRocm(file, i)) {
                return -1;
            }
            if (!programOf(stringOf(tree, i)).empty()) {
                return i;
            }
            // An f-string may end in it.
            const std::string_view text = tree.text(i);
            if (text.find("/nvcc") != std::string_view::npos || text.starts_with("f\"nvidia-smi") ||
                text.starts_with("f'nvidia-smi")) {
                return i;
            }
            i = tree.at(i).subtreeEnd - 1;
        }
    }
    return -1;
}

/// The program's expression: the command, or the first element of a list.
qint32 commandOf(const PythonFile& file, qint32 call)
{
    const SyntaxTree& tree = file.tree();
    qint32 command = file.positional(call, 0);
    command = command < 0 ? file.keyword(call, "args") : command;
    qint32 plain = tree.unwrapped(command);
    if (tree.kind(plain) == SyntaxKind::Identifier) {
        plain = tree.unwrapped(file.valueOf(plain));
    }
    if (tree.kind(plain) == SyntaxKind::List || tree.kind(plain) == SyntaxKind::Tuple) {
        return tree.namedChild(plain, 0);
    }
    if (tree.kind(plain) == SyntaxKind::Call &&
        tree.text(tree.child(plain, SyntaxField::Function)).ends_with("split")) {
        const qint32 function = tree.child(plain, SyntaxField::Function);
        const qint32 object = tree.child(function, SyntaxField::Object);
        return tree.kind(object) == SyntaxKind::String ? object : file.positional(plain, 0);
    }
    if (tree.kind(plain) == SyntaxKind::BinaryOperator) {
        qint32 first = plain; // [nvcc] + flags
        while (tree.kind(first) == SyntaxKind::BinaryOperator) {
            first = tree.unwrapped(tree.child(first, SyntaxField::Left));
        }
        return tree.kind(first) == SyntaxKind::List ? tree.namedChild(first, 0) : plain;
    }
    return plain;
}

/// Whether only it matters that something was found: `which("nvcc") is not None`, `if which(…)`.
bool isTruthOnly(const SyntaxTree& tree, qint32 call)
{
    const qint32 outer = tree.parent(call);
    switch (tree.kind(outer)) {
    case SyntaxKind::ComparisonOperator:
        return tree.kind(tree.namedChild(outer, 1)) == SyntaxKind::None;
    case SyntaxKind::NotOperator:
        return true;
    case SyntaxKind::IfStatement:
    case SyntaxKind::ElifClause:
        return tree.at(call).field == SyntaxField::Condition;
    case SyntaxKind::ArgumentList:
        return tree.text(tree.child(tree.parent(outer), SyntaxField::Function)) == "bool";
    default:
        return false;
    }
}

/// Whether nothing but the program is asked for, so that another may stand for it.
bool isBare(const PythonFile& file, qint32 call, qint32 program)
{
    const SyntaxTree& tree = file.tree();
    if (stringOf(tree, program) != "nvidia-smi") {
        return false;
    }
    const SyntaxKind outer = tree.kind(tree.parent(program));
    const bool alone =
        outer == SyntaxKind::ArgumentList ||
        (outer == SyntaxKind::List && tree.namedChildren(tree.parent(program)).size() == 1);
    // What it prints must not be read.
    const std::string_view text = tree.text(call);
    const bool unread = tree.kind(tree.parent(call)) == SyntaxKind::ExpressionStatement;
    return alone && unread && text.find("check_output") == std::string_view::npos;
}

bool isHomeName(std::string_view name)
{
    return name == "CUDA_HOME" || name == "CUDA_PATH";
}

/// A read of the variable: os.environ["CUDA_HOME"], os.environ.get("CUDA_HOME"), os.getenv().
bool readsHome(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    if (tree.kind(node) == SyntaxKind::Subscript) {
        return file.qualified(tree.child(node, SyntaxField::Value)) == "os.environ" &&
               isHomeName(stringOf(tree, tree.child(node, SyntaxField::Subscript))) &&
               !isAssignedTo(tree, node);
    }
    const std::string name = file.qualified(tree.child(node, SyntaxField::Function));
    return (name == "os.environ.get" || name == "os.getenv") &&
           isHomeName(stringOf(tree, file.positional(node, 0)));
}

/// `"CUDA_HOME" in os.environ`
bool asksForHome(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    return tree.kind(node) == SyntaxKind::ComparisonOperator &&
           tree.namedChildren(node).size() == 2 &&
           isHomeName(stringOf(tree, tree.namedChild(node, 0))) &&
           file.qualified(tree.namedChild(node, 1)) == "os.environ";
}

/// Where the file names a program, in order.
std::vector<qsizetype> namesOf(const PythonFile& file, std::string_view program)
{
    std::vector<qsizetype> result;
    for (const qint32 i : file.nodes(SyntaxKind::String)) {
        const std::string_view text = file.tree().text(i);
        if (text.size() < 300 && text.find(program) != std::string_view::npos) {
            result.push_back(file.tree().at(i).begin);
        }
    }
    return result;
}

/// Whether the function around `program`, or the module, names it once more: what is decided there
/// about running it must not find another program in its place.
bool isNamedAgain(const SyntaxTree& tree, qint32 program, const std::vector<qsizetype>& all)
{
    const qint32 function = tree.ancestor(program, SyntaxKind::FunctionDefinition);
    const ByteRange range = tree.range(function < 0 ? 0 : function);
    const auto first = std::lower_bound(all.begin(), all.end(), range.begin);
    const auto last = std::lower_bound(first, all.end(), range.end);
    return std::distance(first, last) > 1;
}

} // namespace

void findNvidiaPrograms(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = input.tree();
    const std::vector<qsizetype> smiNames = namesOf(file, "nvidia-smi");
    const std::vector<qsizetype> nvccNames = namesOf(file, "nvcc");
    for (const qint32 call : file.nodes(SyntaxKind::Call)) {
        const std::string name = file.qualified(tree.child(call, SyntaxField::Function));
        const bool looks = looksForProgram(name);
        if ((!looks && !runsProgram(name)) || file.isNvidiaOnly(call) || asksForRocm(file, call)) {
            continue;
        }
        const qint32 program = programString(file, commandOf(file, call));
        if (program < 0) {
            continue;
        }
        const bool smi = tree.text(program).find("nvidia-smi") != std::string_view::npos;
        const QString key =
            QStringLiteral("%1-%2").arg(looks ? QStringLiteral("found") : QStringLiteral("run"),
                                        smi ? QStringLiteral("smi") : QStringLiteral("nvcc"));
        PythonSite site = siteFor(input, call, symbolText(tree, program), key);
        site.range = tree.range(program);
        const bool amdSmi = input.target().rocm >= Version{7, 0};
        const QByteArray rocm = smi ? (amdSmi ? "amd-smi" : "rocm-smi") : "hipcc";
        const bool plain = !programOf(stringOf(tree, program)).empty() &&
                           stringOf(tree, program).find('/') == std::string_view::npos;
        const bool again = isNamedAgain(tree, program, smi ? smiNames : nvccNames);
        if (plain && (looks ? isTruthOnly(tree, call) && !again : isBare(file, call, program))) {
            site.edits = gateExpression(file, program, quotedLike(file, program, rocm));
            site.change = QStringLiteral("ROCm uses `%1`; CUDA keeps the program.")
                              .arg(QString::fromUtf8(rocm));
        }
        sites.push_back(std::move(site));
    }
}

void findCudaHome(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = input.tree();
    const bool built = usesExtensionBuilder(file);
    std::vector<qint32> homes;
    const auto count = static_cast<qint32>(tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        const SyntaxKind kind = tree.kind(i);
        const bool read = !built && (kind == SyntaxKind::Subscript || kind == SyntaxKind::Call) &&
                          readsHome(file, i);
        if ((read || asksForHome(file, i)) && !file.isNvidiaOnly(i) && !asksForRocm(file, i)) {
            homes.push_back(i);
        }
    }
    for (const ToolkitRead& home : toolkitReads(file, homes)) {
        const bool asked = asksForHome(file, home.node);
        PythonSite site = siteFor(input, home.node, symbolText(tree, home.node),
                                  asked ? QStringLiteral("asked") : QStringLiteral("read"));
        if (home.use == ToolkitUse::Unusable) {
            site.wayOut = input.note(QStringLiteral("unusable-way"));
        } else if (asked) {
            const bool negated = tree.text(home.node).find("not in") != std::string_view::npos;
            site.edits = gateExpression(file, home.node, negated ? "False" : "True");
        } else {
            site.edits = toolkitEdits(file, home);
            if (home.use == ToolkitUse::Call) {
                site.sharesLine = site.edits.isEmpty();
                site.change = input.note(QStringLiteral("change-call"));
            }
        }
        sites.push_back(std::move(site));
    }
}

} // namespace rocport
