#pragma once

#include "core/rules/python/pythonanalysis.h"

#include <string>
#include <vector>

namespace rocport {

/// Which functions of a module a call reaches: functions by name, methods of the class, instances
/// of classes of the module (their `forward` or `__call__`), what was compiled or partially
/// applied. Heuristic, as Python requires: a name shared by two things does not count.
class PythonCalls
{
public:
    explicit PythonCalls(const PythonFile& file);

    /// A call on the way from the start.
    struct Step
    {
        qint32 call = -1;
        std::string name; ///< as written, without arguments
    };
    /// Code that runs, and through which calls.
    struct Reached
    {
        qint32 root = -1; ///< a statement, block or expression
        std::vector<Step> way;
    };

    /// The function definition or lambda to which a callable expression refers; -1: unknown.
    [[nodiscard]] qint32 functionOf(qint32 expression, int depth = 0) const;
    /// What runs when `roots` run: themselves and the functions that they call, each once, nearest
    /// first, `depth` calls deep.
    [[nodiscard]] std::vector<Reached> reach(const std::vector<qint32>& roots, int depth) const;
    /// The nodes under `root` that run with it, without functions and classes defined there.
    [[nodiscard]] std::vector<qint32> ownNodes(qint32 root) const;
    /// Body of a function definition or lambda.
    [[nodiscard]] qint32 bodyOf(qint32 function) const;

    /// Whether the callee is a result of torch.compile: by decorator, or by the value of its name.
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
    QHash<QByteArray, qint32> m_classes;        ///< -1: two with that name
    QHash<QByteArray, qint32> m_instances;      ///< "model", "self.model" -> class, -1: several
    QHash<QByteArray, qint32> m_compiled;       ///< "model", "self.step" -> torch.compile call
};

} // namespace rocport
