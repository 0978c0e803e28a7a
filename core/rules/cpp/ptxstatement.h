#pragma once

#include "core/rules/cpp/cppfile.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocport {

/// An operand of an asm statement: "=r"(value).
struct PtxOperand
{
    std::string constraint;
    TokenSpan expression;
    int uses = 0; ///< how often the template names it
};

/// An instruction of its text.
struct PtxInstruction
{
    std::string predicate; ///< "@p", "@!p"; empty: none
    std::string opcode;
    std::vector<std::string> operands;
};

/// A parsed asm statement.
struct PtxAsm
{
    TokenSpan span;
    bool endsWithSemicolon = false;
    bool endsMacro = false;     ///< it is the whole value of a macro, whose user writes the
                                ///  semicolon
    bool wholeTextKnown = true; ///< nothing but string literals in the template
    bool isVolatile = false;    ///< volatile, or declared to touch memory
    std::string text;
    std::vector<PtxOperand> operands; ///< outputs, then inputs
    size_t outputs = 0;
    /// Parameters of the macro that contains it: each may be any expression.
    std::vector<std::string_view> parameters;
};

/// The text without white space at both ends.
std::string trimmedPtx(std::string_view text);
/// Whether an operand is a number of up to 32 bits.
bool isPtxNumber(const std::string& text);
/// Marks, in a template, the parameter of a macro that is pasted there.
inline constexpr char kPastedPtx = '\x01';
/// The C++ for an operand that is a number, or just such a parameter; empty: neither.
std::string ptxImmediate(const std::string& operand);
/// The words of an opcode: those between its dots.
std::vector<std::string_view> partsOfPtx(std::string_view opcode);
/// Instructions of a template: split at ';' and braces of register scopes, comments dropped.
std::vector<PtxInstruction> instructionsOf(const std::string& text);
/// "mov.b32 %0, %5"
struct PtxMove
{
    std::string to;
    std::string from;
};
/// A template that amounts to one instruction, perhaps with its own cache policy, which is a hint
/// and left out, or after a comparison with zero.
struct PtxSingle
{
    PtxInstruction instruction;
    std::string condition;      ///< "%0": only if that is not zero; empty: always
    std::vector<PtxMove> moves; ///< with a condition: what its results hold before
};
std::optional<PtxSingle> singleOf(std::vector<PtxInstruction> code);
/// The asm statement whose keyword is token `at`; nothing if it is incomplete.
std::optional<PtxAsm> readAsm(const CppFile& file, int at);

} // namespace rocport
