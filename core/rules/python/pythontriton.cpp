#include "core/rules/python/pythontriton.h"

#include "core/text/bytes.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

bool isJit(const PythonFile& file, qint32 decorator)
{
    const SyntaxTree& tree = file.tree();
    qint32 what = tree.unwrapped(tree.namedChild(decorator, 0));
    if (tree.kind(what) == SyntaxKind::Call) {
        const qint32 callee = tree.child(what, SyntaxField::Function);
        what = file.qualified(callee) == "functools.partial" ? file.positional(what, 0) : callee;
    }
    const std::string name = file.qualified(what);
    return name == "triton.jit" || name == "triton.runtime.jit.jit" || name == "triton.runtime.jit";
}

bool mentionsMaker(std::string_view text)
{
    static constexpr std::array<std::string_view, 10> kWords = {
        "hip", "HIP", "rocm", "ROCM", "ROCm", "amd", "AMD", "is_cuda", "nvidia", "NVIDIA"};
    return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
        return text.find(word) != std::string_view::npos;
    });
}

} // namespace

std::vector<qint32> tritonKernels(const PythonFile& file)
{
    const SyntaxTree& tree = file.tree();
    std::vector<qint32> result;
    for (const qint32 function : file.nodes(SyntaxKind::FunctionDefinition)) {
        const qint32 outer = tree.parent(function);
        if (tree.kind(outer) != SyntaxKind::DecoratedDefinition) {
            continue;
        }
        const std::vector<qint32> children = tree.namedChildren(outer);
        if (std::any_of(children.begin(), children.end(), [&](qint32 child) {
                return tree.kind(child) == SyntaxKind::Decorator && isJit(file, child);
            })) {
            result.push_back(function);
        }
    }
    return result;
}

qint32 kernelAround(const PythonFile& file, const std::vector<qint32>& kernels, qint32 node)
{
    for (const qint32 kernel : kernels) {
        if (kernel < node && node < file.tree().at(kernel).subtreeEnd) {
            return kernel;
        }
    }
    return -1;
}

bool makerIsAsked(const PythonFile& file, qint32 node)
{
    const SyntaxTree& tree = file.tree();
    for (qint32 i = tree.parent(node); i >= 0; i = tree.parent(i)) {
        switch (tree.kind(i)) {
        case SyntaxKind::IfStatement:
        case SyntaxKind::ElifClause:
            if (mentionsMaker(tree.text(tree.child(i, SyntaxField::Condition)))) {
                return true;
            }
            break;
        case SyntaxKind::ConditionalExpression: {
            const std::vector<qint32> parts = tree.namedChildren(i);
            if (parts.size() == 3 && mentionsMaker(tree.text(parts[1]))) {
                return true;
            }
            break;
        }
        case SyntaxKind::FunctionDefinition: {
            const std::string_view name = tree.text(tree.child(i, SyntaxField::Name));
            const bool forOne = name.find("cuda") != std::string_view::npos || mentionsMaker(name);
            if (forOne && (file.source().view().find("hip") != std::string_view::npos ||
                           file.source().view().find("rocm") != std::string_view::npos)) {
                return true;
            }
            break;
        }
        default:
            break;
        }
    }
    return file.isNvidiaOnly(node);
}

bool isTritonConfig(const PythonFile& file, qint32 call)
{
    const std::string name = file.qualified(file.tree().child(call, SyntaxField::Function));
    return name == "triton.Config" || name == "triton.runtime.Config" ||
           name == "triton.runtime.autotuner.Config";
}

bool isTritonLaunch(const PythonFile& file, qint32 call)
{
    const SyntaxTree& tree = file.tree();
    return tree.kind(call) == SyntaxKind::Call && file.imports("triton") &&
           tree.kind(tree.child(call, SyntaxField::Function)) == SyntaxKind::Subscript;
}

std::optional<qint64> integerOf(const SyntaxTree& tree, qint32 node)
{
    const qint32 number = tree.unwrapped(node);
    if (tree.kind(number) != SyntaxKind::Integer) {
        return std::nullopt;
    }
    const std::string_view text = tree.text(number);
    bool ok = false;
    const qint64 value = toBytes(text).toLongLong(&ok);
    return ok ? std::optional<qint64>(value) : std::nullopt;
}

} // namespace rocport
