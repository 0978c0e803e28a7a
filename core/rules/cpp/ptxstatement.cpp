#include "core/rules/cpp/ptxstatement.h"
#include "core/text/ascii.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

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

/// The line that defines the macro in whose text tokens `at` to `close` stand; null: none.
const CppFile::DirectiveLine* defineAround(const CppFile& file, int at, int close)
{
    const SourceBuffer& source = file.source();
    const int first = source.lineOf(file.token(at).begin);
    const auto& all = file.directives(); // by line
    const auto after =
        std::upper_bound(all.begin(), all.end(), first,
                         [](int line, const auto& one) { return line < one.firstLine; });
    const auto* const found = after == all.begin() ? nullptr : &*(after - 1);
    return found != nullptr && found->name == "define" &&
                   source.lineOf(file.token(close).begin) <= found->lastLine
               ? found
               : nullptr;
}

/// Whether tokens `at` to `close` are all that a macro with parameters stands for.
bool isWholeMacro(const CppFile& file, int at, int close, const CppFile::DirectiveLine& line)
{
    const bool opens =
        file.is(at - 1, ")") && file.match(at - 1) > 1 && file.is(file.match(at - 1) - 2, "define");
    return opens && (close + 1 >= file.size() ||
                     file.source().lineOf(file.token(close + 1).begin) > line.lastLine);
}

/// The parameters of the macro that `line` defines; nothing where there are more than anyone
/// writes.
std::optional<std::vector<std::string_view>> parametersOf(const CppFile& file,
                                                          const CppFile::DirectiveLine& line)
{
    constexpr size_t kMost = 256;
    int low = 0;
    for (int high = file.size(); low < high;) { // the first token of the line
        const int middle = low + (high - low) / 2;
        if (file.source().lineOf(file.token(middle).begin) < line.firstLine) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    std::vector<std::string_view> result;
    const int open = low + 3; // # define NAME (
    if (!file.is(open, "(") || file.token(open - 1).end != file.token(open).begin) {
        return result;
    }
    for (int i = open + 1; i < file.size() && !file.is(i, ")"); ++i) {
        if (file.isKind(i, CTokenKind::Identifier)) {
            result.push_back(file.text(i));
        }
        if (result.size() > kMost) {
            return std::nullopt;
        }
    }
    result.emplace_back("__VA_ARGS__");
    return result;
}

/// Counts in `statement` how often its text names each operand.
void countUses(PtxAsm& statement)
{
    const std::string& text = statement.text;
    for (size_t i = 0; i + 1 < text.size(); ++i) {
        if (text[i] != '%') {
            continue;
        }
        ++i; // "%%" too
        size_t index = 0;
        const size_t begin = i;
        for (; i < text.size() && i < begin + 4 && text[i] >= '0' && text[i] <= '9'; ++i) {
            index = index * 10 + static_cast<size_t>(text[i] - '0');
        }
        if (i > begin) {
            --i;
            if (index < statement.operands.size()) {
                ++statement.operands[index].uses;
            }
        }
    }
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
    const bool hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char* const digits = hex ? "0123456789abcdefABCDEF" : "0123456789";
    const size_t begin = hex ? 2 : 0;
    const size_t end = std::min(text.find_first_not_of(digits, begin), text.size());
    return end > begin && end < begin + 11 &&
           (end == text.size() || (end + 1 == text.size() && text[end] == 'U')) &&
           std::strtoull(text.c_str(), nullptr, 0) <= 0xFFFFFFFFULL;
}

std::string ptxImmediate(const std::string& operand)
{
    const bool pasted = operand.size() > 1 && operand[0] == kPastedPtx &&
                        std::all_of(operand.begin() + 1, operand.end(), [](char c) {
                            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                   (c >= '0' && c <= '9') || c == '_';
                        });
    // 0f and the bits of a float in eight digits
    const bool bits = operand.size() == 10 && operand[0] == '0' &&
                      (operand[1] == 'f' || operand[1] == 'F') &&
                      operand.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string::npos;
    return pasted                 ? operand.substr(1)
           : bits                 ? "__uint_as_float(0x" + operand.substr(2) + "u)"
           : isPtxNumber(operand) ? operand
                                  : std::string();
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
        one.erase(0, std::min(one.find_first_not_of("{} \t\n\r"), one.size()));
        if (one.empty() || one.front() == '.' || one.back() == ':') {
            continue;
        }
        PtxInstruction instruction;
        if (one.front() == '@') {
            const size_t word = std::min(one.find(' '), one.size());
            instruction.predicate = one.substr(0, word);
            one = trimmedPtx(std::string_view(one).substr(word));
        }
        // "mma.…f32{%0, %1}": braces may follow at once.
        const size_t blank = std::min(one.find_first_of(" {["), one.size());
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

namespace {

/// An address in shared memory through a register of the template's own becomes one instruction:
/// "cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a;".
void joinSharedAddress(std::vector<PtxInstruction>& code)
{
    const bool fits = code.size() == 2 && code[0].opcode == "cvta.to.shared.u64" &&
                      code[1].opcode == "cvt.u32.u64" && code[0].operands.size() == 2 &&
                      code[1].operands.size() == 2 && code[0].predicate.empty() &&
                      code[1].predicate.empty() && code[1].operands[1] == code[0].operands[0] &&
                      code[0].operands[0].find('%') == std::string::npos;
    if (fits) {
        code[0].operands[0] = code[1].operands[0];
        code.pop_back();
    }
}

/// "setp.ne.b32 p, %1, 0; mov.b32 %0, %2; @p …": leaves the last instruction of `code`, with what
/// comes before it in `result`. False: it is something else.
bool takeCondition(std::vector<PtxInstruction>& code, PtxSingle& result)
{
    std::string predicate;
    std::vector<PtxMove> moves;
    for (size_t i = 0; i + 1 < code.size(); ++i) {
        const PtxInstruction& one = code[i];
        const bool compares = predicate.empty() && one.predicate.empty() &&
                              (one.opcode == "setp.ne.b32" || one.opcode == "setp.ne.s32" ||
                               one.opcode == "setp.ne.u32") &&
                              one.operands.size() == 3 && one.operands[2] == "0";
        const bool moved = one.predicate.empty() && one.opcode.starts_with("mov.") &&
                           one.operands.size() == 2 && one.operands[0].starts_with('%');
        if (compares) {
            predicate = one.operands[0];
            result.condition = one.operands[1];
        } else if (moved) {
            moves.push_back({one.operands[0], one.operands[1]});
        } else {
            return false;
        }
    }
    if (predicate.empty() || code.back().predicate.substr(1) != predicate) {
        return false;
    }
    // What is moved is what stays where nothing is loaded.
    const bool loads = moves.empty() || (code.back().opcode.starts_with("ld.global") &&
                                         !code.back().operands.empty());
    if (!loads || std::any_of(moves.begin(), moves.end(), [&](const PtxMove& one) {
            const std::string to = ' ' + code.back().operands.front() + ' ';
            const size_t at = to.find(one.to);
            return at == std::string::npos || isDigit(to[at + one.to.size()]);
        })) {
        return false;
    }
    result.moves = std::move(moves);
    code.erase(code.begin(), code.end() - 1);
    code.front().predicate.clear();
    return true;
}

} // namespace

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
    joinSharedAddress(code);
    if (code.size() >= 2 && code.back().predicate.size() > 1 && !takeCondition(code, result)) {
        return std::nullopt;
    }
    // What a macro pastes into the name is not known.
    if (code.size() != 1 || !code.front().predicate.empty() ||
        code.front().opcode.find(kPastedPtx) != std::string::npos) {
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
    if (const CppFile::DirectiveLine* const line = defineAround(file, at, close)) {
        result.endsMacro = !result.endsWithSemicolon && isWholeMacro(file, at, close, *line);
        auto parameters = parametersOf(file, *line);
        result.wholeTextKnown = parameters.has_value();
        result.parameters = parameters ? std::move(*parameters) : std::vector<std::string_view>();
    }
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
    countUses(result);
    return result;
}

} // namespace rocport
