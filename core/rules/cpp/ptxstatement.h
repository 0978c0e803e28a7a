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

/// An asm statement taken apart.
struct PtxAsm
{
    TokenSpan span;
    bool endsWithSemicolon = false;
    bool endsMacro = false;     ///< the whole value of a macro, whose user writes the semicolon
    bool wholeTextKnown = true; ///< nothing but string literals in the template
    bool isVolatile = false;    ///< volatile, or it says that it touches memory
    std::string text;
    std::vector<PtxOperand> operands; ///< outputs, then inputs
    size_t outputs = 0;
    /// Of the macro that it stands in: each may be any expression.
    std::vector<std::string_view> parameters;
};

/// Without the white space at both ends.
std::string trimmedPtx(std::string_view text);
/// Whether an operand is a number of up to 32 bits.
bool isPtxNumber(const std::string& text);
/// Stands in a template before the parameter of a macro that is pasted there.
inline constexpr char kPastedPtx = '\x01';
/// The C++ of an operand that is a number, or such a parameter alone; empty: it is neither.
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
/// What a template comes to that is one instruction, perhaps with a cache policy of its own, which
/// is a hint and left out, or behind a comparison with zero.
struct PtxSingle
{
    PtxInstruction instruction;
    std::string condition;      ///< "%0": only where that is not zero; empty: always
    std::vector<PtxMove> moves; ///< with a condition: what its results hold before
};
std::optional<PtxSingle> singleOf(std::vector<PtxInstruction> code);
/// The asm statement whose keyword is token `at`; nothing where it is not complete.
std::optional<PtxAsm> readAsm(const CppFile& file, int at);

} // namespace rocport
