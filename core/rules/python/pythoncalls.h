#pragma once

#include "core/rules/python/pythonanalysis.h"

#include <string>
#include <vector>

namespace rocport {

/// Which functions of a module a call reaches: functions by name, methods of the class, instances
/// of classes of the module (their `forward` or `__call__`), what was compiled or bound in part.
/// Heuristic where Python is: a name that two things share is none.
class PythonCalls
{
public:
    explicit PythonCalls(const PythonFile& file);

    /// A call on the way from where reaching began.
    struct Step
    {
        qint32 call = -1;
        std::string name; ///< as written, without arguments
    };
    /// Code that runs, and by which calls.
    struct Reached
    {
        qint32 root = -1; ///< a statement, block or expression
        std::vector<Step> way;
    };

    /// The function definition or lambda that a callable expression stands for; -1: unknown.
    [[nodiscard]] qint32 functionOf(qint32 expression, int depth = 0) const;
    /// What runs when `roots` run: themselves and the functions that they call, each once, nearest
    /// first, `depth` calls deep.
    [[nodiscard]] std::vector<Reached> reach(const std::vector<qint32>& roots, int depth) const;
    /// The nodes under `root` that run with it: without functions and classes defined there.
    [[nodiscard]] std::vector<qint32> ownNodes(qint32 root) const;
    /// Body of a function definition or lambda.
    [[nodiscard]] qint32 bodyOf(qint32 function) const;

    /// Whether the callee was made by torch.compile: by decorator, or by the value of its name.
    [[nodiscard]] bool isCompiled(qint32 callee) const;
    /// The functions of the module that torch.compile compiles, each once, with the node that says
    /// so.
    [[nodiscard]] std::vector<std::pair<qint32, qint32>> compiledFunctions() const;

private:
    [[nodiscard]] qint32 byName(std::string_view name, qint32 user) const;
    [[nodiscard]] qint32 method(qint32 type, std::string_view name, int depth = 0) const;
    [[nodiscard]] qint32 classOf(qint32 expression) const;
    [[nodiscard]] qint32 instanceOf(qint32 expression) const;
    [[nodiscard]] qint32 enclosingClass(qint32 node) const;
    [[nodiscard]] qint32 stripped(qint32 expression) const;
    [[nodiscard]] bool isCompileCall(qint32 call) const;
    [[nodiscard]] bool hasCompileDecorator(qint32 function) const;

    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    QMultiHash<QByteArray, qint32> m_functions; ///< no methods
    QHash<QByteArray, qint32> m_classes;        ///< -1: two of that name
    QHash<QByteArray, qint32> m_instances;      ///< "model", "self.model" -> class, -1: several
    QHash<QByteArray, qint32> m_compiled;       ///< "model", "self.step" -> torch.compile call
};

} // namespace rocport
