#include "core/project/review/reviewrules.h"

#include "core/isolation/guardcondition.h"
#include "core/rules/guards/guardparts.h"
#include "core/text/bytes.h"
#include "core/text/clexer.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace rocport {

namespace {

using Words = std::vector<std::string>;

/// Tokens of a text by the path that sees them.
struct PathWords
{
    Words nvidia;
    Words rocm;
    bool isKnown = true; ///< false: conditions that are not understood
    [[nodiscard]] bool isSameAs(const PathWords& other) const
    {
        return isKnown && other.isKnown && nvidia == other.nvidia && rocm == other.rocm;
    }
};

bool isAnyOf(const std::string& word, const char* one, const char* other)
{
    return word == one || word == other;
}

/// Whether a condition has another value as soon as any of its guards is defined: it is made of
/// guards alone, all of them negated or none, and what joins them comes to "or" without negations.
bool turnsWithAnyGuard(const Words& words, const GuardMacros& macros)
{
    std::vector<bool> outer;  // whether the parentheses around it negate
    bool negates = false;     // the parentheses
    bool negated = false;     // what follows
    std::optional<bool> all;  // whether the guards are negated
    std::vector<bool> joints; // "or", with the negations around it
    for (size_t i = 1; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (isAnyOf(word, "!", "not")) {
            negated = !negated;
        } else if (word == "(") {
            outer.push_back(negates);
            negates = negates != negated;
            negated = false;
        } else if (word == ")" && !outer.empty()) {
            negates = outer.back();
            outer.pop_back();
        } else if (isAnyOf(word, "||", "or") || isAnyOf(word, "&&", "and")) {
            joints.push_back(isAnyOf(word, "||", "or") != negates);
        } else if (isGuardMacro(word, macros)) {
            if (all.value_or(negates != negated) != (negates != negated)) {
                return false;
            }
            all = negates != negated;
            negated = false;
        } else if (word != "defined") {
            return false;
        }
    }
    return all &&
           std::all_of(joints.begin(), joints.end(), [&all](bool isOr) { return isOr != *all; });
}

/// Whether a condition is true on ROCm; nothing: it depends on something else.
std::optional<bool> rocmCondition(const Words& words, const GuardMacros& macros)
{
    if (words.size() == 2 && isAnyOf(words[0], "ifdef", "ifndef")) {
        return isGuardMacro(words[1], macros) ? std::optional(words[0] == "ifdef") : std::nullopt;
    }
    if (words.empty() || words[0] != "if" || !turnsWithAnyGuard(words, macros)) {
        return std::nullopt;
    }
    std::string text;
    std::vector<ConditionToken> tokens;
    for (size_t i = 1; i < words.size(); ++i) {
        tokens.push_back({words[i], text.size(), text.size() + words[i].size()});
        text += words[i] + ' ';
    }
    const GuardTruth nvidia =
        simplifyCondition(text, tokens, macros, ConditionDialect::C, ConditionSpelling::Canonical)
            .truth;
    return nvidia == GuardTruth::Unknown ? std::nullopt
                                         : std::optional(nvidia == GuardTruth::False);
}

/// Gives each token to the paths that see it.
class PathSorter
{
public:
    explicit PathSorter(const GuardMacros& macros) : m_macros(macros) {}

    void word(std::string text)
    {
        const bool both = m_arms.empty();
        if (both || m_arms.back().nvidia) {
            m_words.nvidia.push_back(text);
        }
        if (both || m_arms.back().rocm) {
            m_words.rocm.push_back(std::move(text));
        }
    }
    void directive(const Words& words)
    {
        const std::string& name = words.empty() ? std::string() : words.front();
        const bool opens = name == "if" || name == "ifdef" || name == "ifndef";
        const Arm outer = m_arms.empty() ? Arm() : m_arms.back();
        if (opens) {
            const std::optional<bool> rocm = rocmCondition(words, m_macros);
            Arm arm{outer.nvidia, outer.rocm, rocm.has_value(), outer.nvidia, outer.rocm};
            if (rocm) {
                arm.nvidia = outer.nvidia && !*rocm;
                arm.rocm = outer.rocm && *rocm;
            } else {
                keep(words);
            }
            m_arms.push_back(arm);
        } else if ((name == "else" || name == "endif") && !m_arms.empty() && m_arms.back().guard) {
            Arm& arm = m_arms.back();
            if (name == "endif") {
                m_arms.pop_back();
            } else {
                arm.nvidia = arm.outerNvidia && !arm.nvidia;
                arm.rocm = arm.outerRocm && !arm.rocm;
            }
        } else {
            if (name == "endif" && !m_arms.empty()) {
                m_arms.pop_back();
            }
            // A further condition of a guard: what each path sees is not known here.
            m_words.isKnown =
                m_words.isKnown && !((name == "elif" || name == "elifdef" || name == "elifndef") &&
                                     !m_arms.empty() && m_arms.back().guard);
            keep(words);
        }
    }
    [[nodiscard]] PathWords take() { return std::move(m_words); }

private:
    struct Arm
    {
        bool nvidia = true;
        bool rocm = true;
        bool guard = false;
        bool outerNvidia = true;
        bool outerRocm = true;
    };
    void keep(const Words& words)
    {
        word("#");
        for (const std::string& one : words) {
            word(one);
        }
        word("\n");
    }

    const GuardMacros& m_macros;
    std::vector<Arm> m_arms;
    PathWords m_words;
};

PathWords wordsOfC(const QByteArray& text, const GuardMacros& macros)
{
    PathSorter sorter(macros);
    const std::string_view source = viewOf(text);
    const std::vector<CToken> tokens = lexC(source);
    std::string storage;
    Words directive;
    bool inDirective = false;
    for (const CToken& token : tokens) {
        if (token.kind == CTokenKind::Directive) {
            inDirective = true;
            directive.clear();
        } else if (inDirective && !token.inDirective) {
            sorter.directive(directive);
            inDirective = false;
        }
        if (token.kind == CTokenKind::Directive || token.kind == CTokenKind::Comment ||
            token.kind == CTokenKind::Newline) {
            continue;
        }
        std::string word(spelling(token, source, storage));
        if (inDirective) {
            directive.push_back(std::move(word));
        } else {
            sorter.word(std::move(word));
        }
    }
    if (inDirective) {
        sorter.directive(directive);
    }
    return sorter.take();
}

/// Words, numbers and signs, without comments that begin with '#'.
PathWords wordsOfLines(const QByteArray& text, Language language)
{
    PathWords words;
    const bool indented = language == Language::Python || language == Language::Yaml;
    for (const QByteArray& line : text.split('\n')) {
        const QByteArray trimmed = line.trimmed();
        if (trimmed.isEmpty() || trimmed.startsWith('#')) {
            continue;
        }
        if (indented) {
            qsizetype blanks = 0;
            while (blanks < line.size() && (line[blanks] == ' ' || line[blanks] == '\t')) {
                ++blanks;
            }
            words.nvidia.push_back(std::to_string(blanks));
        }
        std::string word;
        char quote = '\0';
        const auto finish = [&] {
            if (!word.empty()) {
                words.nvidia.push_back(std::move(word));
            }
            word.clear();
        };
        for (const char c : trimmed) {
            if (quote != '\0') {
                word += c;
                quote = c == quote ? '\0' : quote;
            } else if (c == '"' || c == '\'') {
                finish();
                word = c;
                quote = c;
            } else if (c == '#') {
                break;
            } else if (isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
                word += c;
            } else {
                finish();
                if (c != ' ' && c != '\t' && c != '\r') {
                    words.nvidia.emplace_back(1, c);
                }
            }
        }
        finish();
    }
    return words;
}

} // namespace

bool isSimilarText(const QByteArray& one, const QByteArray& other, Language language,
                   const GuardMacros& macros)
{
    return isCLike(language) ? wordsOfC(one, macros).isSameAs(wordsOfC(other, macros))
                             : wordsOfLines(one, language).isSameAs(wordsOfLines(other, language));
}

} // namespace rocport
