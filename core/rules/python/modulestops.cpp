#include "core/rules/python/modulestops.h"

#include "core/rules/python/pythonends.h"
#include "core/rules/python/pythonlines.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr size_t kMaxCondition = 400;
constexpr qsizetype kMaxNames = 400;

bool isWord(std::string_view name)
{
    constexpr std::array<std::string_view, 13> kWords = {"and",  "or",   "not",       "in",   "is",
                                                         "None", "True", "False",     "self", "if",
                                                         "else", "for",  "isinstance"};
    return std::find(kWords.begin(), kWords.end(), name) != kWords.end();
}

/// Functions that keep the truth of what they are given, so that a `not` before them holds within.
bool passesTruth(std::string_view name)
{
    return name == "all" || name == "any" || name == "bool" || name == "int" || name == "len";
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

/// Where the condition of an `assert` ends, before its message; npos where the statement goes on
/// in the next line.
size_t endOfAssert(std::string_view text)
{
    int depth = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        depth += c == '(' || c == '[' || c == '{' ? 1 : 0;
        depth -= c == ')' || c == ']' || c == '}' ? 1 : 0;
        if (c == ',' && depth <= 0) {
            return i;
        }
    }
    const bool goesOn = depth > 0 || text.ends_with('\\');
    return goesOn ? std::string_view::npos : text.size();
}

} // namespace

/// The last part of each name, with what the condition asks of it.
void ModuleStops::addCondition(std::string_view condition, bool stopsWhenTrue)
{
    const bool compares = condition.find_first_of("<>=") != std::string_view::npos ||
                          condition.find(" is ") != std::string_view::npos ||
                          condition.find(" in ") != std::string_view::npos;
    const auto add = [&](char sign, std::string_view name) {
        m_names.append(sign + toBytes(name));
    };
    bool negated = false;         // by a `not` just before
    std::vector<bool> brackets{}; // whether a `not` stands before each, or around it
    for (size_t i = 0; i < condition.size() && m_names.size() < kMaxNames;) {
        const char c = condition[i];
        const bool within = !brackets.empty() && brackets.back();
        if (!isNameByte(c)) {
            if (c == '(' || c == '[' || c == '{') {
                brackets.push_back(within != negated);
                negated = false;
            } else if ((c == ')' || c == ']' || c == '}') && !brackets.empty()) {
                brackets.pop_back();
            }
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
        if (isWord(name) || passesTruth(name) || name.empty() ||
            (name.front() >= '0' && name.front() <= '9')) {
            continue;
        }
        if (compares) {
            add('+', name);
            add('-', name);
        } else {
            add(stopsWhenTrue != (negated != within) ? '+' : '-', name);
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
    m_branches.push_back(std::move(branch));
    if (failsAlways(trimmed(code.substr(colon + 1)))) {
        addBranch();
    }
}

/// The innermost branch stops; it is read once, however many of its lines do.
void ModuleStops::addBranch()
{
    Branch& branch = m_branches.back();
    if (!branch.isRead) {
        addCondition(branch.isElse ? branch.before : branch.condition, !branch.isElse);
    }
    branch.isRead = true;
}

void ModuleStops::readAssert(size_t indent, std::string_view code)
{
    const size_t end = endOfAssert(code);
    if (end == std::string_view::npos && code.size() < kMaxCondition) {
        m_open = std::string(code) + ' ';
        m_openIndent = indent;
        return;
    }
    m_open.clear();
    addCondition(code.substr(0, end).substr(6), false);
}

void ModuleStops::read(size_t indent, std::string_view code)
{
    if (!m_open.empty()) {
        const std::string whole = m_open + std::string(code);
        if (startsWithWord(whole, "assert")) {
            readAssert(m_openIndent, whole);
        } else {
            readHead(m_openIndent, whole);
        }
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
        readAssert(indent, code);
    } else if (!m_branches.empty() && failsAlways(code)) {
        addBranch();
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
