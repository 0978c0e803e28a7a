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

/// Whether tokens `at` to `close` are all that a macro with parameters stands for.
bool isWholeMacro(const CppFile& file, int at, int close)
{
    const SourceBuffer& source = file.source();
    const int first = source.lineOf(file.token(at).begin);
    const int last = source.lineOf(file.token(close).begin);
    const auto& all = file.directives();
    const auto line = std::find_if(all.begin(), all.end(), [&](const auto& one) {
        return one.name == "define" && one.firstLine <= first && last <= one.lastLine;
    });
    const bool opens =
        file.is(at - 1, ")") && file.match(at - 1) > 1 && file.is(file.match(at - 1) - 2, "define");
    return line != all.end() && opens &&
           (close + 1 >= file.size() ||
            source.lineOf(file.token(close + 1).begin) > line->lastLine);
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

bool isPtxNumber(const std::string& text)
{
    return !text.empty() && text.size() < 11 &&
           text.find_first_not_of("0123456789xXabcdefABCDEF") == std::string::npos &&
           text[0] >= '0' && text[0] <= '9';
}

std::string ptxImmediate(const std::string& operand)
{
    const bool pasted = operand.size() > 1 && operand[0] == kPastedPtx &&
                        std::all_of(operand.begin() + 1, operand.end(), [](char c) {
                            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                   (c >= '0' && c <= '9') || c == '_';
                        });
    return pasted ? operand.substr(1) : isPtxNumber(operand) ? operand : std::string();
}

std::vector<std::string_view> partsOfPtx(std::string_view opcode)
{
    std::vector<std::string_view> parts;
    while (!opcode.empty()) {
        const size_t dot = opcode.find('.');
        parts.push_back(opcode.substr(0, dot));
        opcode.remove_prefix(dot == std::string_view::npos ? opcode.size() : dot + 1);
    }
    return parts;
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
        PtxInstruction instruction;
        if (one.front() == '@') {
            const size_t word = std::min(one.find(' '), one.size());
            instruction.predicate = one.substr(0, word);
            one = trimmedPtx(std::string_view(one).substr(word));
        }
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

std::optional<PtxSingle> singleOf(std::vector<PtxInstruction> code)
{
    constexpr std::string_view kHint = ".L2::cache_hint";
    const auto policy = std::find_if(code.begin(), code.end(), [](const PtxInstruction& one) {
        return one.opcode.starts_with("createpolicy.") && !one.operands.empty();
    });
    if (policy != code.end() && policy + 1 != code.end()) {
        PtxInstruction& user = code.back();
        const size_t hint = user.opcode.find(kHint);
        if (hint == std::string::npos || user.operands.empty() ||
            user.operands.back() != policy->operands.front()) {
            return std::nullopt;
        }
        user.opcode.erase(hint, kHint.size());
        user.operands.pop_back();
        code.erase(policy);
    }
    PtxSingle result;
    if (code.size() == 2 && code[1].predicate.size() > 1 && code[0].predicate.empty()) {
        const PtxInstruction& compare = code[0];
        const bool isKnown = (compare.opcode == "setp.ne.b32" || compare.opcode == "setp.ne.s32" ||
                              compare.opcode == "setp.ne.u32") &&
                             compare.operands.size() == 3 && compare.operands[2] == "0" &&
                             code[1].predicate.substr(1) == compare.operands[0];
        if (!isKnown) {
            return std::nullopt;
        }
        result.condition = compare.operands[1];
        code[1].predicate.clear();
        code.erase(code.begin());
    }
    if (code.size() != 1 || !code.front().predicate.empty()) {
        return std::nullopt;
    }
    result.instruction = code.front();
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
    result.endsMacro = !result.endsWithSemicolon && isWholeMacro(file, at, close);
    result.span = {at, result.endsWithSemicolon ? close + 2 : close + 1};
    int section = 0;
    for (int i = open + 1; i < close; ++i) {
        if (file.is(i, ":") || file.is(i, "::")) {
            section += file.is(i, "::") ? 2 : 1;
        } else if (section == 0 && file.isKind(i, CTokenKind::String)) {
            result.text += decoded(file.text(i));
        } else if (section == 0 && file.is(i, "#") && file.isKind(i + 1, CTokenKind::Identifier)) {
            result.text += kPastedPtx;
            result.text += file.text(++i);
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
