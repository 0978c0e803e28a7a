#pragma once

#include "core/rules/cppfile.h"

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
};

/// An instruction of its text.
struct PtxInstruction
{
    std::string opcode;
    std::vector<std::string> operands;
};

/// An asm statement taken apart.
struct PtxAsm
{
    TokenSpan span;
    bool endsWithSemicolon = false;
    bool wholeTextKnown = true; ///< nothing but string literals in the template
    bool isVolatile = false;    ///< volatile, or it says that it touches memory
    std::string text;
    std::vector<PtxOperand> operands; ///< outputs, then inputs
    size_t outputs = 0;
};

/// Without the white space at both ends.
std::string trimmedPtx(std::string_view text);
/// Instructions of a template: split at ';' and braces of register scopes, comments dropped.
std::vector<PtxInstruction> instructionsOf(const std::string& text);
/// The asm statement whose keyword is token `at`; nothing where it is not complete.
std::optional<PtxAsm> readAsm(const CppFile& file, int at);

} // namespace rocport
