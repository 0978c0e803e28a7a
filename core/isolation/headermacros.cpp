#include "core/isolation/headermacros.h"

#include "core/text/bytes.h"
#include "core/text/clexer.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr size_t kMaxHeaderTokens = 1'000'000; ///< in, and out: a spelling each
constexpr int kMaxHeaderDepth = 24;

QByteArray fileName(const QByteArray& path)
{
    return path.mid(path.lastIndexOf('/') + 1);
}

/// Spellings without comments; "\n" ends each directive. `adjacent`: no blank before it.
struct Word
{
    std::string text;
    bool isName = false;
    bool inDirective = false;
    bool adjacent = false;
};

std::vector<Word> wordsOf(const QByteArray& text)
{
    std::vector<Word> words;
    std::string storage;
    quint32 end = 0;
    for (const CToken& token : lexC(viewOf(text))) {
        if (words.size() >= kMaxHeaderTokens) {
            break; // more than is compared
        }
        if (token.kind == CTokenKind::Newline) {
            if (!words.empty() && words.back().inDirective && words.back().text != "\n") {
                words.push_back({"\n", false, true, false});
            }
        } else if (token.kind != CTokenKind::Comment) {
            words.push_back({std::string(spelling(token, viewOf(text), storage)),
                             token.kind == CTokenKind::Identifier,
                             token.inDirective || token.kind == CTokenKind::Directive,
                             token.begin == end});
        }
        end = token.end;
    }
    if (!words.empty() && words.back().inDirective) {
        words.push_back({"\n", false, true, false});
    }
    return words;
}

} // namespace

HeaderMacros::HeaderMacros(const QVector<AddedHeader>& headers, const GuardMacros& macros)
{
    for (const AddedHeader& header : headers) {
        add(header, macros);
    }
}

void HeaderMacros::add(const AddedHeader& header, const GuardMacros& macros)
{
    const Result<Projection> projection =
        projectCGuards(header.content, macros, ConditionSpelling::KeepParentheses);
    if (!projection) {
        return;
    }
    const std::vector<Word> words = wordsOf(projection->text);
    if (!std::all_of(words.begin(), words.end(), [](const Word& w) { return w.inDirective; })) {
        return;
    }
    m_names.append(fileName(header.path));
    for (size_t i = 0; i + 3 < words.size(); ++i) {
        if (words[i].text != "#" || words[i + 1].text != "define" || !words[i + 2].isName) {
            continue;
        }
        Macro macro;
        size_t at = i + 3;
        if (words[at].text == "(" && words[at].adjacent) {
            macro.isFunction = true;
            for (++at; words[at].text != ")" && words[at].text != "\n"; ++at) {
                if (words[at].text != ",") {
                    macro.usable = macro.usable && words[at].isName;
                    macro.parameters.push_back(words[at].text);
                }
            }
            at += words[at].text == ")" ? 1 : 0;
        }
        for (; words[at].text != "\n"; ++at) {
            macro.usable = macro.usable && words[at].text != "#" && words[at].text != "##";
            macro.body.push_back(words[at].text);
        }
        const QByteArray name = toBytes(words[i + 2].text);
        const auto known = m_macros.find(name);
        if (known == m_macros.end()) {
            m_macros.insert(name, macro);
        } else if (!(*known == macro)) {
            known->usable = false; // which one holds is not known here
        }
    }
}

/// Expands by rescanning, with the macros under expansion hidden. Depth is bounded.
class HeaderMacros::Expander
{
public:
    explicit Expander(const QHash<QByteArray, Macro>& macros) : m_macros(macros) {}

    bool expand(const std::vector<std::string>& words, size_t& at);
    std::vector<std::string> take() { return std::move(m_output); }
    void push(const std::string& word) { m_output.push_back(word); }
    [[nodiscard]] bool full() const { return m_output.size() > kMaxHeaderTokens; }

private:
    static bool readArguments(const std::vector<std::string>& words, size_t& at,
                              std::vector<std::vector<std::string>>& arguments);

    const QHash<QByteArray, Macro>& m_macros;
    std::vector<std::string> m_output;
    std::vector<QByteArray> m_hidden;
};

bool HeaderMacros::Expander::readArguments(const std::vector<std::string>& words, size_t& at,
                                           std::vector<std::vector<std::string>>& arguments)
{
    int depth = 0;
    arguments.assign(1, {});
    for (size_t i = at; i < words.size(); ++i) {
        const std::string& word = words[i];
        depth += word == "(" ? 1 : 0;
        depth -= word == ")" ? 1 : 0;
        if (depth == 0) {
            at = i + 1;
            return true;
        }
        if (word == "," && depth == 1) {
            arguments.emplace_back();
        } else if (i > at) {
            arguments.back().push_back(word);
        }
    }
    return false;
}

/// Reads one word at `at`, with its arguments where it is a call, and writes what it stands for.
bool HeaderMacros::Expander::expand(const std::vector<std::string>& words, size_t& at)
{
    const std::string& word = words[at];
    const QByteArray name = toBytes(word);
    const auto macro = m_macros.constFind(name);
    const bool call = at + 1 < words.size() && words[at + 1] == "(";
    if (full()) {
        return false;
    }
    if (macro == m_macros.constEnd() || !macro->usable || m_hidden.size() > kMaxHeaderDepth ||
        std::find(m_hidden.begin(), m_hidden.end(), name) != m_hidden.end() ||
        (macro->isFunction && !call)) {
        m_output.push_back(word);
        ++at;
        return true;
    }
    ++at;
    std::vector<std::vector<std::string>> arguments;
    if (macro->isFunction && !readArguments(words, at, arguments)) {
        return false;
    }
    std::vector<std::string> body;
    for (const std::string& part : macro->body) {
        const auto parameter = std::find(macro->parameters.begin(), macro->parameters.end(), part);
        const auto index = static_cast<size_t>(parameter - macro->parameters.begin());
        if (parameter != macro->parameters.end() && index < arguments.size()) {
            body.insert(body.end(), arguments[index].begin(), arguments[index].end());
        } else {
            body.push_back(part);
        }
        if (body.size() > kMaxHeaderTokens) {
            return false;
        }
    }
    m_hidden.push_back(name);
    bool ok = true;
    for (size_t i = 0; i < body.size() && ok;) {
        ok = expand(body, i);
    }
    m_hidden.pop_back();
    return ok;
}

std::optional<std::vector<std::string>> HeaderMacros::expand(const QByteArray& text) const
{
    const std::vector<Word> words = wordsOf(text);
    if (words.size() >= kMaxHeaderTokens) {
        return std::nullopt;
    }
    Expander expander(m_macros);
    std::vector<std::string> run; // words between directives
    const auto flush = [&] {
        for (size_t i = 0; i < run.size();) {
            if (!expander.expand(run, i)) {
                return false;
            }
        }
        run.clear();
        return true;
    };
    for (size_t i = 0; i < words.size(); ++i) {
        if (!words[i].inDirective) {
            run.push_back(words[i].text);
            continue;
        }
        if (!flush()) {
            return std::nullopt;
        }
        size_t end = i;
        while (end < words.size() && words[end].text != "\n") {
            ++end;
        }
        const bool isInclude = i + 2 < end && words[i + 1].text == "include";
        QByteArray header = isInclude ? toBytes(words[i + 2].text) : QByteArray();
        header = fileName(header.mid(1, std::max<qsizetype>(0, header.size() - 2)));
        if (!isInclude || !m_names.contains(header)) {
            const bool isDefine = i + 2 < end && words[i + 1].text == "define";
            const size_t bodyBegin = isDefine ? i + 3 : end;
            for (size_t j = i; j < std::min(bodyBegin, end); ++j) {
                expander.push(words[j].text);
            }
            for (size_t j = bodyBegin; j < end; ++j) {
                run.push_back(words[j].text);
            }
            if (!flush()) {
                return std::nullopt;
            }
            expander.push("\n");
        }
        i = end;
    }
    if (!flush()) {
        return std::nullopt;
    }
    return expander.take();
}

} // namespace rocport
