#include "core/project/session/symbols.h"

#include "core/isolation/syntaxtree.h"
#include "core/text/bytes.h"
#include "core/text/clexer.h"
#include "core/text/cmakelexer.h"
#include "core/text/linecounter.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocport {

namespace {

constexpr size_t kMostDepth = 1000;  // of scopes and conditions
constexpr size_t kLongestName = 200; // bytes of a name that are kept, with those around it
constexpr qsizetype kMostScopes = 20'000;
constexpr size_t kMostDeclaration = 1000; // tokens that are looked through for a name

/// Words that stand before a parenthesis and name no function.
bool isNoName(std::string_view word)
{
    return isOneOf(word, {"if",
                          "for",
                          "while",
                          "switch",
                          "catch",
                          "return",
                          "sizeof",
                          "alignof",
                          "alignas",
                          "decltype",
                          "noexcept",
                          "requires",
                          "explicit",
                          "static_assert",
                          "__attribute__",
                          "__declspec",
                          "__align__",
                          "__launch_bounds__",
                          "throw",
                          "asm",
                          "__asm__",
                          "__cluster_dims__"});
}

class CSymbols
{
public:
    CSymbols(std::string_view text, qsizetype limit, const CancelToken& cancel)
        : m_text(text), m_limit(limit), m_cancel(cancel), m_place(text), m_ends(text)
    {
    }

    /// Last lines of the bodies of what find() found, by index; 0: it has none.
    [[nodiscard]] const QVector<int>& lastLines() const { return m_lastLines; }

    QVector<SourceSymbol> find()
    {
        m_tokens = lexC(m_text);
        for (size_t i = 0; i < m_tokens.size() && m_found.size() < m_limit; ++i) {
            if ((i & 4095U) == 0 && m_cancel.isCancelled()) {
                break;
            }
            const CToken& token = m_tokens[i];
            if (token.kind == CTokenKind::Directive) {
                directive(i);
            } else if (!token.inDirective && token.kind != CTokenKind::Comment &&
                       token.kind != CTokenKind::Newline) {
                code(i);
            }
        }
        return m_found;
    }

private:
    enum class Scope : quint8 { Open, Class, Closed }; ///< Closed: a body, an initialiser

    [[nodiscard]] std::string_view textOf(size_t token) const
    {
        return m_tokens[token].text(m_text);
    }
    [[nodiscard]] bool isWord(size_t token) const
    {
        return m_tokens[token].kind == CTokenKind::Identifier;
    }

    void add(SymbolKind kind, size_t nameToken, const QByteArray& name)
    {
        const CToken& token = m_tokens[nameToken];
        m_place.moveTo(token.begin);
        m_found.append({kind, name.left(kLongestName), m_place.line(), m_place.column(),
                        static_cast<int>(token.end - token.begin)});
        m_lastLines.append(0);
    }

    /// Arms of a condition begin with the scopes that its first one began with.
    void directive(size_t hash)
    {
        size_t word = hash + 1;
        while (word < m_tokens.size() && m_tokens[word].kind == CTokenKind::Comment) {
            ++word;
        }
        if (word >= m_tokens.size() || !isWord(word)) {
            return;
        }
        const std::string_view name = textOf(word);
        if (isOneOf(name, {"if", "ifdef", "ifndef"})) {
            if (m_conditions.size() < kMostDepth) {
                m_conditions.push_back({m_scopes, m_declaration});
            } else {
                ++m_beyond;
            }
        } else if (isOneOf(name, {"else", "elif", "elifdef", "elifndef"})) {
            if (m_beyond == 0 && !m_conditions.empty()) {
                m_scopes = m_conditions.back().scopes;
                m_declaration = m_conditions.back().declaration;
            }
        } else if (name == "endif") {
            if (m_beyond > 0) {
                --m_beyond;
            } else if (!m_conditions.empty()) {
                m_conditions.pop_back();
            }
        } else if (name == "define" && word + 1 < m_tokens.size() && isWord(word + 1) &&
                   m_tokens[word + 1].inDirective) {
            const std::string_view macro = textOf(word + 1);
            add(SymbolKind::Macro, word + 1, toBytes(macro));
        }
    }

    void code(size_t i)
    {
        const std::string_view text = textOf(i);
        const bool open = m_scopes.empty() || m_scopes.back().kind != Scope::Closed;
        if (text == "{") {
            const qsizetype before = m_found.size();
            const Scope inner = open ? opened() : Scope::Closed;
            if (m_scopes.size() < kMostDepth) {
                const bool defines = m_found.size() > before;
                m_scopes.push_back({inner, defines ? static_cast<int>(m_found.size()) - 1 : -1});
            } else {
                ++m_deeper;
            }
            m_declaration.clear();
        } else if (text == "}") {
            if (m_deeper > 0) {
                --m_deeper;
            } else if (!m_scopes.empty()) {
                if (const int symbol = m_scopes.back().symbol; symbol >= 0) {
                    m_ends.moveTo(m_tokens[i].begin); // of several arms, the last
                    m_lastLines[symbol] = m_ends.line();
                }
                m_scopes.pop_back();
            }
            m_declaration.clear();
        } else if (text == ";") {
            m_declaration.clear();
        } else if (open && m_declaration.size() < kMostDeclaration) {
            m_declaration.push_back(i);
            if (text == ":" && m_declaration.size() == 2 &&
                isOneOf(textOf(m_declaration[0]), {"public", "private", "protected"})) {
                m_declaration.clear();
            }
        }
    }

    /// What a brace after the declaration begins; adds what it defines.
    Scope opened()
    {
        std::vector<size_t> words = withoutTemplate();
        if (words.empty()) {
            return Scope::Closed;
        }
        bool anyParenthesis = false;
        for (size_t at = 0; at < words.size(); ++at) {
            const std::string_view text = textOf(words[at]);
            if (text == "=" || text == "return") {
                return Scope::Closed; // an initialiser
            }
            if (text == "namespace") {
                return Scope::Open;
            }
            if (text == "extern" && at + 1 == words.size() - 1 &&
                m_tokens[words[at + 1]].kind == CTokenKind::String) {
                return Scope::Open;
            }
            if (isOneOf(text, {"class", "struct", "union", "enum"}) && !anyParenthesis) {
                if (const std::optional<Scope> scope = classAt(words, at)) {
                    return *scope;
                }
            }
            if (text == "(") {
                if (function(words, at)) {
                    return Scope::Closed;
                }
                anyParenthesis = true;
                at = closing(words, at);
            }
        }
        return Scope::Closed;
    }

    /// The declaration without "template <…>" and "[[…]]".
    [[nodiscard]] std::vector<size_t> withoutTemplate() const
    {
        std::vector<size_t> words;
        for (size_t i = 0; i < m_declaration.size(); ++i) {
            const std::string_view text = textOf(m_declaration[i]);
            if (text == "template" && i + 1 < m_declaration.size() &&
                textOf(m_declaration[i + 1]) == "<") {
                int depth = 0;
                for (++i; i < m_declaration.size(); ++i) {
                    const std::string_view inner = textOf(m_declaration[i]);
                    depth += inner == "<" ? 1 : 0;
                    depth -= inner == ">" ? 1 : inner == ">>" ? 2 : inner == ">>>" ? 3 : 0;
                    if (depth <= 0) {
                        break;
                    }
                }
                continue;
            }
            words.push_back(m_declaration[i]);
        }
        return words;
    }

    [[nodiscard]] size_t closing(const std::vector<size_t>& words, size_t at) const
    {
        int depth = 0;
        for (; at < words.size(); ++at) {
            const std::string_view text = textOf(words[at]);
            depth += text == "(" ? 1 : text == ")" ? -1 : 0;
            if (depth == 0) {
                return at;
            }
        }
        return words.size();
    }

    /// A class whose word stands at `at`; nothing: it is part of something else.
    std::optional<Scope> classAt(const std::vector<size_t>& words, size_t at)
    {
        const bool enumeration = textOf(words[at]) == "enum";
        std::optional<size_t> name;
        for (size_t i = at + 1; i < words.size(); ++i) {
            const std::string_view text = textOf(words[i]);
            if (text == ":" || text == "<") {
                break;
            }
            if (text == "(") { // of an attribute, or a function that returns it
                if (!name || !isNoName(textOf(words[i - 1]))) {
                    return std::nullopt;
                }
                name.reset();
                i = closing(words, i);
            } else if (isWord(words[i]) && !isOneOf(text, {"final", "class", "struct", "const"})) {
                name = words[i]; // of an attribute too, until its parenthesis comes
            } else if (text == "*" || text == "&" || text == "=") {
                return std::nullopt;
            }
        }
        if (name) {
            const std::string_view text = textOf(*name);
            add(SymbolKind::Class, *name, toBytes(text));
        }
        return enumeration ? Scope::Closed : Scope::Class;
    }

    /// Adds the function whose parameters begin at `at`, if they are that.
    bool function(const std::vector<size_t>& words, size_t at)
    {
        if (at == 0) {
            return false;
        }
        size_t first = at - 1;
        QByteArray name;
        const auto put = [&](size_t word) {
            const std::string_view text = textOf(words[word]);
            name.prepend(text.data(), static_cast<qsizetype>(text.size()));
        };
        size_t marked = words[first];
        if (isWord(words[first])) {
            if (isNoName(textOf(words[first]))) {
                return false;
            }
            put(first);
            if (textOf(words[first]) == "operator") { // operator()(…)
                return false;
            }
            if (first > 0 && textOf(words[first - 1]) == "~") {
                put(--first);
            }
        } else { // operator+(…), operator()(…), operator bool(…) is a word
            size_t back = first;
            while (back > 0 && first - back < 3 && textOf(words[back]) != "operator") {
                --back;
            }
            if (textOf(words[back]) != "operator") {
                return false;
            }
            for (size_t word = first + 1; word-- > back;) {
                put(word);
            }
            first = back;
            marked = words[back];
        }
        while (first >= 2 && textOf(words[first - 1]) == "::" && isWord(words[first - 2])) {
            put(--first);
            put(--first);
        }
        bool kernel = false;
        for (size_t i = 0; i < first; ++i) {
            kernel = kernel || textOf(words[i]) == "__global__";
        }
        add(kernel ? SymbolKind::Kernel : SymbolKind::Function, marked, name);
        return true;
    }

    /// A brace that is open.
    struct OpenScope
    {
        Scope kind = Scope::Closed;
        int symbol = -1; ///< index into m_found of what it is the body of; -1: of nothing
    };
    struct Condition
    {
        std::vector<OpenScope> scopes;
        std::vector<size_t> declaration;
    };

    std::string_view m_text;
    const qsizetype m_limit;
    const CancelToken m_cancel;
    std::vector<CToken> m_tokens;
    std::vector<OpenScope> m_scopes;
    std::vector<size_t> m_declaration; ///< tokens since the last ; { or }
    std::vector<Condition> m_conditions;
    int m_beyond = 0;    ///< conditions that m_conditions has no room for
    int m_deeper = 0;    ///< scopes that m_scopes has no room for
    LineCounter m_place; ///< of names
    LineCounter m_ends;  ///< of closing braces
    QVector<SourceSymbol> m_found;
    QVector<int> m_lastLines;
};

/// `ends`: the byte after each definition.
QVector<SourceSymbol> pythonSymbols(const QByteArray& text, qsizetype limit,
                                    const CancelToken& cancel, QVector<quint32>* ends = nullptr)
{
    QVector<SourceSymbol> found;
    const std::string_view source = viewOf(text);
    const Result<SyntaxTree> tree =
        SyntaxTree::parsePython(source, SyntaxTree::kTimeLimit, &cancel);
    if (!tree) {
        return found;
    }
    LineCounter place(source);
    // Classes around, by where they end; nested names are written with them.
    std::vector<std::pair<qint32, QByteArray>> around;
    const auto count = static_cast<qint32>(tree->nodes().size());
    for (qint32 i = 0; i < count && found.size() < limit; ++i) {
        while (!around.empty() && i >= around.back().first) {
            around.pop_back();
        }
        const SyntaxKind kind = tree->kind(i);
        const bool isClass = kind == SyntaxKind::ClassDefinition;
        if ((!isClass && kind != SyntaxKind::FunctionDefinition) || around.size() > 100) {
            continue;
        }
        const qint32 nameNode = tree->child(i, SyntaxField::Name);
        const std::string_view word = tree->text(nameNode);
        if (nameNode < 0 || word.empty()) {
            continue;
        }
        const quint32 begin = tree->at(nameNode).begin;
        place.moveTo(begin);
        QByteArray name(word.data(), static_cast<qsizetype>(std::min(word.size(), kLongestName)));
        if (!around.empty() && around.back().second.size() < qsizetype(kLongestName)) {
            name.prepend(around.back().second + '.');
        }
        found.append({isClass ? SymbolKind::Class : SymbolKind::Function, name, place.line(),
                      place.column(), static_cast<int>(word.size())});
        if (ends != nullptr) {
            ends->append(tree->codeEnd(i));
        }
        around.emplace_back(tree->at(i).subtreeEnd, name);
    }
    return found;
}

/// Functions and macros of CMake, from their command to the one that ends them.
QVector<SourceScope> cmakeScopes(const QByteArray& text, const CancelToken& cancel)
{
    QVector<SourceScope> found;
    std::vector<int> open;
    const std::string_view source = viewOf(text);
    CMakeLexer lexer(source);
    LineCounter place(source);
    CMakeCall call;
    while (found.size() < kMostScopes && !cancel.isCancelled() && lexer.next(call)) {
        const bool function = call.name == "function";
        if ((function || call.name == "macro") && !call.arguments.empty() &&
            open.size() < kMostDepth) {
            const CMakeArgument& name = call.arguments.front();
            place.moveTo(static_cast<size_t>(name.range.begin));
            open.push_back(static_cast<int>(found.size()));
            found.append({{function ? SymbolKind::Function : SymbolKind::Macro,
                           toBytes(name.text).left(kLongestName), place.line(), place.column(),
                           static_cast<int>(name.range.size())},
                          0,
                          -1});
        } else if ((call.name == "endfunction" || call.name == "endmacro") && !open.empty()) {
            place.moveTo(static_cast<size_t>(call.range.begin));
            found[open.back()].lastLine = place.line();
            open.pop_back();
        }
    }
    return found;
}

/// The scopes of symbols whose definitions end in these lines; those without a body are left out.
QVector<SourceScope> scopesFrom(const QVector<SourceSymbol>& symbols, const QVector<int>& lastLines)
{
    QVector<SourceScope> scopes;
    for (qsizetype i = 0; i < symbols.size(); ++i) {
        if (symbols[i].kind != SymbolKind::Macro && lastLines.value(i) > 0) {
            scopes.append({symbols[i], lastLines[i], -1});
        }
    }
    return scopes;
}

/// 1-based lines of bytes of a text, in any order.
QVector<int> linesOfEnds(std::string_view text, const QVector<quint32>& ends)
{
    std::vector<size_t> starts{0};
    for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
        starts.push_back(at + 1);
    }
    QVector<int> lines;
    lines.reserve(ends.size());
    for (const quint32 end : ends) {
        const size_t last = end > 0 ? end - 1 : 0;
        const auto after = std::upper_bound(starts.begin(), starts.end(), last);
        lines.append(static_cast<int>(std::distance(starts.begin(), after)));
    }
    return lines;
}

void findParents(QVector<SourceScope>& scopes)
{
    std::vector<int> around;
    for (int i = 0; i < scopes.size(); ++i) {
        SourceScope& scope = scopes[i];
        scope.lastLine = std::max(scope.lastLine, scope.symbol.line);
        while (!around.empty() && scopes[around.back()].lastLine < scope.symbol.line) {
            around.pop_back();
        }
        scope.parent = around.empty() ? -1 : around.back();
        around.push_back(i);
    }
}

} // namespace

bool hasSymbols(Language language)
{
    return language == Language::Cuda || language == Language::Cpp || language == Language::Hip ||
           language == Language::Python;
}

QVector<SourceSymbol> symbolsOf(Language language, const QByteArray& text, qsizetype limit,
                                const CancelToken& cancel)
{
    if (!hasSymbols(language) || cancel.isCancelled()) {
        return {};
    }
    if (language == Language::Python) {
        return pythonSymbols(text, limit, cancel);
    }
    return CSymbols(viewOf(text), limit, cancel).find();
}

bool hasScopes(Language language)
{
    return hasSymbols(language) || language == Language::CMake;
}

QVector<SourceScope> scopesOf(Language language, const QByteArray& text, const CancelToken& cancel)
{
    QVector<SourceScope> scopes;
    if (!hasScopes(language) || cancel.isCancelled()) {
        return scopes;
    }
    if (language == Language::CMake) {
        scopes = cmakeScopes(text, cancel);
    } else if (language == Language::Python) {
        QVector<quint32> ends;
        const QVector<SourceSymbol> symbols = pythonSymbols(text, kMostScopes, cancel, &ends);
        scopes = scopesFrom(symbols, linesOfEnds(viewOf(text), ends));
    } else {
        CSymbols finder(viewOf(text), kMostScopes, cancel);
        const QVector<SourceSymbol> symbols = finder.find();
        scopes = scopesFrom(symbols, finder.lastLines());
    }
    findParents(scopes);
    return scopes;
}

int scopeAround(const QVector<SourceScope>& scopes, int line)
{
    const auto after =
        std::lower_bound(scopes.begin(), scopes.end(), line,
                         [](const SourceScope& scope, int at) { return scope.symbol.line < at; });
    auto scope = static_cast<int>(std::distance(scopes.begin(), after)) - 1;
    while (scope >= 0 && scopes[scope].lastLine < line) {
        scope = scopes[scope].parent;
    }
    return scope;
}

} // namespace rocport
