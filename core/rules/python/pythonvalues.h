#pragma once

#include "core/rules/python/pythonanalysis.h"

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace rocport {

/// Which expressions in a file hold a value of a certain origin: the origin itself, names and
/// attributes to which it is assigned, its parts, and what conversions, arithmetic and functions of
/// the file derive from it. A comparison does not hold it. Bounded; unknown means no.
class DerivedValues
{
public:
    /// `isOrigin` says whether an expression (without parentheses around it) is an origin.
    /// Attributes named like one of `parts` hold the value when their object does.
    DerivedValues(const PythonFile& file, std::function<bool(qint32)> isOrigin,
                  std::vector<std::string_view> parts = {});

    [[nodiscard]] bool holds(qint32 expression, int depth = 0) const;

private:
    bool learn();
    [[nodiscard]] bool holdsCall(qint32 call, int depth) const;
    [[nodiscard]] bool holdsName(qint32 identifier) const;

    const PythonFile& m_file;
    std::function<bool(qint32)> m_isOrigin;
    std::vector<std::string_view> m_parts;
    std::set<std::pair<std::string, qint32>> m_names; ///< name, function or -1
    std::set<std::string> m_attributes;               ///< "self.capability"
    std::set<std::string> m_functions;
};

/// A comparison with one operand of a certain kind.
struct Comparison
{
    qint32 node = -1;
    qint32 held = -1;    ///< the operand
    qint32 other = -1;   ///< what it is compared with; -1: several
    bool asksFor = true; ///< true for what is new enough or equal; false for "<", "!=", "not in"
};
/// Reads a comparison; nothing when no operand `holds`, or both do.
std::optional<Comparison> comparisonOf(const PythonFile& file, qint32 node,
                                       const std::function<bool(qint32)>& holds);

/// "is_available" of "torch.cuda.is_available".
std::string_view lastPart(std::string_view name);

/// A plain string's value; empty when it is none.
std::string_view stringOf(const SyntaxTree& tree, qint32 node);

/// Whether a node is in the body of a `try`, at any depth: what it raises may be caught.
bool isInTryBody(const SyntaxTree& tree, qint32 node);

/// Text of a node for a symbol, cut at 60 bytes.
QString symbolText(const SyntaxTree& tree, qint32 node);

} // namespace rocport
