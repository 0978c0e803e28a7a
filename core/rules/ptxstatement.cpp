#include "core/rules/ptxstatement.h"

#include <algorithm>

namespace rocport {

namespace {

/// The characters that a string literal stands for; only the escapes that asm templates use.
std::string decoded(std::string_view literal)
{
    std::string result;
    const size_t open = literal.find('"');
    if (open == std::string_view::npos) {
        return result;
    }
    if (open > 0 && literal[open - 1] == 'R') {
        const size_t begin = literal.find('(', open);
        const size_t end = literal.rfind(')');
        return begin != std::string_view::npos && end != std::string_view::npos && end > begin
                   ? std::string(literal.substr(begin + 1, end - begin - 1))
                   : result;
    }
    for (size_t i = open + 1; i + 1 < literal.size(); ++i) {
        if (literal[i] != '\\') {
            result.push_back(literal[i]);
            continue;
        }
        ++i;
        const char c = literal[i];
        result.push_back(c == 'n' || c == 't' || c == 'r' ? '\n' : c);
    }
    return result;
}

} // namespace

std::string trimmedPtx(std::string_view text)
{
    const size_t first = text.find_first_not_of(" \t\n\r");
    if (first == std::string_view::npos) {
        return {};
    }
    return std::string(text.substr(first, text.find_last_not_of(" \t\n\r") - first + 1));
}

std::vector<PtxInstruction> instructionsOf(const std::string& text)
{
    std::string clean;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '/' && i + 1 < text.size() && text[i + 1] == '/') {
            i = std::min(text.find('\n', i), text.size()) - 1;
        } else if (text[i] == '/' && i + 1 < text.size() && text[i + 1] == '*') {
            const size_t end = text.find("*/", i + 2);
            i = end == std::string::npos ? text.size() : end + 1;
        } else {
            clean.push_back(text[i] == '\n' || text[i] == '\t' ? ' ' : text[i]);
        }
    }
    std::vector<PtxInstruction> result;
    for (size_t begin = 0; begin < clean.size();) {
        const size_t end = std::min(clean.find(';', begin), clean.size());
        std::string one = trimmedPtx(std::string_view(clean).substr(begin, end - begin));
        begin = end + 1;
        while (!one.empty() && (one.front() == '{' || one.front() == '}')) {
            one = trimmedPtx(std::string_view(one).substr(1));
        }
        if (one.empty() || one.front() == '.' || one.back() == ':') {
            continue;
        }
        if (one.front() == '@') {
            one = trimmedPtx(std::string_view(one).substr(std::min(one.find(' '), one.size())));
        }
        PtxInstruction instruction;
        const size_t blank = std::min(one.find(' '), one.size());
        instruction.opcode = one.substr(0, blank);
        std::string operand;
        int depth = 0;
        for (const char c : std::string_view(one).substr(blank)) {
            depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
            if (c == ',' && depth == 0) {
                instruction.operands.push_back(trimmedPtx(operand));
                operand.clear();
            } else {
                operand.push_back(c);
            }
        }
        if (!trimmedPtx(operand).empty()) {
            instruction.operands.push_back(trimmedPtx(operand));
        }
        result.push_back(instruction);
    }
    return result;
}

std::optional<PtxAsm> readAsm(const CppFile& file, int at)
{
    int open = at + 1;
    bool isVolatile = false;
    while (file.is(open, "volatile") || file.is(open, "__volatile__") || file.is(open, "inline") ||
           file.is(open, "goto") || file.is(open, "__inline__")) {
        isVolatile = isVolatile || file.text(open).find("volatile") != std::string_view::npos;
        ++open;
    }
    const int close = file.is(open, "(") ? file.match(open) : -1;
    if (close < 0) {
        return std::nullopt;
    }
    PtxAsm result;
    result.isVolatile = isVolatile;
    result.endsWithSemicolon = file.is(close + 1, ";");
    result.span = {at, result.endsWithSemicolon ? close + 2 : close + 1};
    int section = 0;
    for (int i = open + 1; i < close; ++i) {
        if (file.is(i, ":") || file.is(i, "::")) {
            section += file.is(i, "::") ? 2 : 1;
        } else if (section == 0 && file.isKind(i, CTokenKind::String)) {
            result.text += decoded(file.text(i));
        } else if (section == 0) {
            result.wholeTextKnown = false;
        } else if (section <= 2 && file.isKind(i, CTokenKind::String) && file.is(i + 1, "(") &&
                   file.match(i + 1) > 0) {
            const int end = file.match(i + 1);
            result.operands.push_back({decoded(file.text(i)), {i + 2, end}});
            result.outputs += section == 1 ? 1 : 0;
            i = end;
        } else if (section == 3 && file.is(i, "\"memory\"")) {
            result.isVolatile = true;
        }
    }
    return result;
}

} // namespace rocport
