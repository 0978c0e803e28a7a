#include "core/rules/modulestops.h"

#include "core/rules/pythonends.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr size_t kMaxCondition = 400;
constexpr qsizetype kMaxNames = 400;

bool isNameByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool isWord(std::string_view name)
{
    constexpr std::array<std::string_view, 14> kWords = {"and",  "or",   "not",   "in",        "is",
                                                         "None", "True", "False", "self",      "if",
                                                         "else", "for",  "len",   "isinstance"};
    return std::find(kWords.begin(), kWords.end(), name) != kWords.end();
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && text.front() == ' ') {
        text.remove_prefix(1);
    }
    while (!text.empty() && text.back() == ' ') {
        text.remove_suffix(1);
    }
    return text;
}

bool startsWithWord(std::string_view text, std::string_view word)
{
    return text.starts_with(word) && (text.size() == word.size() || !isNameByte(text[word.size()]));
}

/// The colon that ends the head of a statement, outside of brackets.
size_t endOfHead(std::string_view text)
{
    int depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        depth += c == '(' || c == '[' || c == '{' ? 1 : 0;
        depth -= c == ')' || c == ']' || c == '}' ? 1 : 0;
        if (c == ':' && depth <= 0 && (i + 1 >= text.size() || text[i + 1] != '=')) {
            return i;
        }
    }
    return std::string_view::npos;
}

} // namespace

/// The last part of each name, with what the condition asks of it.
void ModuleStops::addCondition(std::string_view condition, bool stopsWhenTrue)
{
    const bool compares = condition.find_first_of("<>=") != std::string_view::npos ||
                          condition.find(" is ") != std::string_view::npos ||
                          condition.find(" in ") != std::string_view::npos;
    const auto add = [&](char sign, std::string_view name) {
        m_names.append(sign + QByteArray(name.data(), static_cast<qsizetype>(name.size())));
    };
    bool negated = false;
    for (size_t i = 0; i < condition.size() && m_names.size() < kMaxNames;) {
        if (!isNameByte(condition[i])) {
            ++i;
            continue;
        }
        size_t end = i;
        size_t begin = i;
        for (; end < condition.size() && (isNameByte(condition[end]) || condition[end] == '.');
             ++end) {
            begin = condition[end] == '.' ? end + 1 : begin;
        }
        const std::string_view name = condition.substr(begin, end - begin);
        i = end;
        if (name == "not") {
            negated = !negated;
            continue;
        }
        if (isWord(name) || name.empty() || (name.front() >= '0' && name.front() <= '9')) {
            continue;
        }
        if (compares) {
            add('+', name);
            add('-', name);
        } else {
            add(stopsWhenTrue != negated ? '+' : '-', name);
        }
        negated = false;
    }
}

void ModuleStops::readHead(size_t indent, std::string_view code)
{
    const size_t colon = endOfHead(code);
    if (colon == std::string_view::npos) {
        m_open = code.size() < kMaxCondition ? std::string(code) + ' ' : std::string();
        m_openIndent = indent;
        return;
    }
    m_open.clear();
    Branch branch;
    branch.indent = indent;
    const bool same = !m_branches.empty() && m_branches.back().indent == indent;
    if (!startsWithWord(code, "if") && same) {
        branch.before = m_branches.back().before + ' ' + m_branches.back().condition;
        branch.before.resize(std::min(branch.before.size(), kMaxCondition));
    }
    if (same) {
        m_branches.pop_back();
    }
    branch.isElse = startsWithWord(code, "else");
    const size_t word = code.find_first_of(" (");
    branch.condition = branch.isElse || word >= colon
                           ? std::string()
                           : std::string(trimmed(code.substr(word, colon - word)));
    if (failsAlways(trimmed(code.substr(colon + 1)))) {
        addCondition(branch.isElse ? branch.before : branch.condition, !branch.isElse);
    }
    m_branches.push_back(std::move(branch));
}

void ModuleStops::read(size_t indent, std::string_view code)
{
    if (!m_open.empty()) {
        const std::string whole = m_open + std::string(code);
        readHead(m_openIndent, whole);
        return;
    }
    while (!m_branches.empty() && m_branches.back().indent > indent) {
        m_branches.pop_back();
    }
    const bool elif = startsWithWord(code, "elif") || startsWithWord(code, "else");
    const bool same = !m_branches.empty() && m_branches.back().indent == indent;
    if (startsWithWord(code, "if") || (elif && same)) {
        readHead(indent, code);
        return;
    }
    if (same) {
        m_branches.pop_back();
    }
    if (startsWithWord(code, "assert")) {
        const std::string_view rest = code.substr(6);
        addCondition(rest.substr(0, rest.find(',')), false);
    } else if (!m_branches.empty() && failsAlways(code)) {
        const Branch& branch = m_branches.back();
        addCondition(branch.isElse ? branch.before : branch.condition, !branch.isElse);
    }
}

QByteArrayList ModuleStops::names() const
{
    QByteArrayList result = m_names;
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

} // namespace rocport
