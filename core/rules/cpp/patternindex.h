#pragma once

#include "core/base/words.h"

#include <QString>
#include <QVariantMap>
#include <QVector>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocport {

struct Rule;

/// One token of a pattern.
struct PatternToken
{
    enum class Kind : quint8 {
        Exact,      ///< spelled as `text`
        Any,        ///< "$name": any one token
        Expression, ///< "$$name": one argument: balanced, no top-level comma, not empty
        Arguments,  ///< "$$$name": balanced, commas allowed, may be empty
    } kind = Kind::Exact;
    std::string text; ///< the spelling, or the name with its dollars
};

/// What is wrong with a pattern as written in a pack, or with its replacement ("names $x, …");
/// empty: nothing.
QString patternProblem(const QString& pattern, const QString& replacement);

/// A token sequence of one rule, with its texts that add to the rule's own.
struct CompiledPattern
{
    int rule = 0; ///< index in the rule set
    std::vector<PatternToken> tokens;
    QString note; ///< {note} in the rule's message
    QString wayOut;
    std::optional<Effort> effort;
    QString replacement;    ///< with the names of the pattern; empty: the rule's own text
    QString group;          ///< with `once`: patterns of one group make one finding
    bool wave64 = false;    ///< the replacement is only right if all targets have 64 lanes
    bool supplied = false;  ///< generated headers supply it: nothing to find if there are any
    Version extensionsFrom; ///< in PyTorch extensions from this ROCm release on
    QString pointee; ///< what its first argument must point at, see rules.md; empty: anything
};

/// An include name that a rule looks for.
struct IncludePattern
{
    int rule = 0;
    QString glob;
    QString note;
    QString wayOut;
    QByteArray replacement; ///< with its brackets or quotes; empty: none
    bool supplied = false;  ///< as in CompiledPattern
};

/// Rule-wide settings of kind = "token-pattern".
struct PatternSettings
{
    bool isPattern = false;
    bool once = false;         ///< one finding per file for each text that matched, with the count
    bool perFile = false;      ///< one finding per file
    bool device = false;       ///< only in __device__ and __global__ functions
    bool ported = false;       ///< also in branches that test for ROCm, without edits there
    bool declarations = false; ///< a declaration of the name counts too
    bool qualified = false;    ///< names in other namespaces and classes too
    QString feature;           ///< the trait recorded for the plan
};

/// All token patterns of a rule set, by their first token. Made once when the set is loaded, shared
/// by all files.
class PatternIndex
{
public:
    explicit PatternIndex(const QVector<Rule>& rules);

    /// Patterns whose first token is `first`: indices into patterns(); null for none.
    [[nodiscard]] const std::vector<int>* startingWith(std::string_view first) const
    {
        const auto lead = static_cast<unsigned char>(first.front());
        if ((m_lengths[lead] & lengthBit(first.size())) == 0) {
            return nullptr;
        }
        const auto found = m_byFirst.find(first);
        return found == m_byFirst.end() ? nullptr : &found->second;
    }
    [[nodiscard]] const std::vector<CompiledPattern>& patterns() const { return m_patterns; }
    [[nodiscard]] const std::vector<IncludePattern>& includes() const { return m_includes; }
    [[nodiscard]] const PatternSettings& settings(int rule) const
    {
        return m_settings[static_cast<size_t>(rule)];
    }

private:
    void addPattern(int rule, const QString& text, const QVariantMap& entry);
    static quint64 lengthBit(size_t size) { return quint64(1) << (size < 63 ? size : 63); }

    std::vector<CompiledPattern> m_patterns;
    std::vector<IncludePattern> m_includes;
    std::vector<PatternSettings> m_settings; ///< by rule
    std::unordered_map<std::string_view, std::vector<int>> m_byFirst;
    std::vector<std::unique_ptr<std::string>> m_firsts; ///< what the keys point to
    std::array<quint64, 256> m_lengths{};
};

} // namespace rocport
