#pragma once

#include "core/rules/python/modulenames.h"
#include "core/rules/python/pythonanalysis.h"

#include <QHash>

#include <limits>
#include <set>
#include <span>
#include <vector>

namespace rocport {

/// Follows a truth value from the expression that makes it into conditions, names, attributes, what
/// functions return, and arguments of the file's functions, and determines whether the program
/// stops on purpose there (an assert, a branch that raises or exits, a raise when no branch was
/// taken). Other files are asked about names that they may import. What is not followed counts as
/// not stopping. A name is followed once for each truth value in its function, and again only if
/// the way to it was too long before, a bounded number of times: the work is nearly linear in the
/// size of the file.
class PythonStops
{
public:
    PythonStops(const PythonFile& file, NameQuestions& names);

    /// Whether the program stops if `expression` is `value`.
    [[nodiscard]] bool stops(qint32 expression, bool value)
    {
        return follow(expression, value ? Truth::True : Truth::False, 0);
    }
    /// The identifiers with that text below the node `scope` (-1: in the file), in order.
    [[nodiscard]] std::span<const qint32> usesOf(std::string_view name, qint32 scope);

private:
    enum class Truth : quint8 { False, True, Either };
    [[nodiscard]] static Truth opposite(Truth value);
    [[nodiscard]] static bool mayBe(Truth value, bool truth)
    {
        return value == Truth::Either || (value == Truth::True) == truth;
    }
    [[nodiscard]] Truth truthOf(qint32 expression) const;
    /// From `node` outwards.
    bool follow(qint32 node, Truth value, int depth);
    bool compared(qint32 comparison, qint32 node, Truth* value) const;
    bool chosen(qint32 conditional, qint32 node, Truth* value) const;
    bool argument(qint32 call, qint32 node, Truth value, int depth);
    bool parameter(qint32 function, qint32 call, qint32 node, Truth value, int depth);
    /// `node` is the condition of an `if` or `elif`.
    bool branches(qint32 clause, Truth value, int depth);
    bool taken(qint32 block, int depth);
    bool skipped(qint32 clause, int depth);
    bool unbound(qint32 block, int depth);
    bool after(qint32 statement, bool gives, int depth);
    bool targets(qint32 left, Truth value, int depth);
    bool returned(qint32 function, Truth value, int depth);
    bool named(qint32 name, qint32 scope, bool attributes, Truth value, int depth);
    bool isUsedToStop(std::string_view name, qint32 scope, bool attributes, Truth value, int depth);
    bool elsewhere(std::string_view name, Truth value);

    static constexpr int kNoDepth = std::numeric_limits<int>::max();
    /// What became of a name.
    struct Answer
    {
        bool stops = false;
        int depth = 0;       ///< no holds from this depth on; more is known nearer to the question
        int open = kNoDepth; ///< no rests on the name that is followed at this depth
    };

    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    NameQuestions& m_names;
    QHash<QByteArray, std::vector<qint32>> m_uses; ///< identifiers by text
    bool m_usesRead = false;
    std::set<std::pair<qint32, std::string_view>> m_globals; ///< by function
    QHash<QByteArray, Answer> m_known;                       ///< by name, scope and truth
    QByteArrayList m_unsure; ///< whose answer rests on a name that is still followed
    bool m_isCut = false;    ///< the depth ran out below the name that is followed
    int m_open = kNoDepth;   ///< the outermost name that was met below it while followed
};

} // namespace rocport
