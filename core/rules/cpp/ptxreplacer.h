#pragma once

#include "core/rules/cpp/cppfile.h"
#include "core/rules/cpp/ptxmatrix.h"
#include "core/rules/cpp/ptxmemory.h"
#include "core/rules/cpp/ptxstatement.h"
#include "core/rules/cpp/ptxtable.h"

#include <QByteArray>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocport {

/// The special register that an operand names, "%laneid"; null: none.
const PtxRegister* ptxRegister(std::string_view operand);

/// Writes the HIP statement for one instruction, if one with the same effect is known.
class PtxReplacer
{
public:
    PtxReplacer(const CppFile& file, const PtxAsm& statement, const PtxInstruction& instruction)
        : m_file(file), m_asm(statement), m_in(instruction)
    {
    }
    [[nodiscard]] QByteArray run() const;
    /// The same for warps of 32 lanes, two in a wavefront of 64; empty if that makes no difference.
    [[nodiscard]] QByteArray narrow() const;
    /// Whether each expression may be repeated as often as the instruction names it.
    [[nodiscard]] bool isEvaluatedOnce() const;
    /// The integer that an operand names, in parentheses if necessary.
    [[nodiscard]] std::optional<QByteArray> condition(std::string_view operand) const
    {
        return isInteger(operand, false) ? numbered(operand, false) : std::nullopt;
    }

    /// "a = b; " for moves before an instruction, without those of a value to itself; nothing if
    /// one cannot be written.
    [[nodiscard]] std::optional<QByteArray> moved(const std::vector<PtxMove>& moves) const;

private:
    [[nodiscard]] QByteArray sharedAddress() const;
    [[nodiscard]] bool begins(std::string_view prefix) const
    {
        return std::string_view(m_in.opcode).substr(0, prefix.size()) == prefix;
    }
    [[nodiscard]] bool ends(std::string_view suffix) const
    {
        const std::string_view name = m_in.opcode;
        return name.size() >= suffix.size() && name.substr(name.size() - suffix.size()) == suffix;
    }
    /// The C++ expression of operand number `index` ("%2"), in parentheses unless it is one token
    /// and not a parameter of a macro.
    [[nodiscard]] std::optional<QByteArray> value(size_t index, bool bare) const;
    [[nodiscard]] std::optional<QByteArray> numbered(std::string_view text, bool output,
                                                     bool bare = false) const;
    /// Whether an expression has no visible effects, and so may be repeated or left out.
    [[nodiscard]] bool mayRepeat(const QByteArray& expression) const;
    /// Whether it is a name, or a member of one, which nothing else writes.
    [[nodiscard]] bool isName(QByteArrayView expression) const;
    [[nodiscard]] bool isParameter(QByteArrayView word) const
    {
        return std::find(m_asm.parameters.begin(), m_asm.parameters.end(),
                         std::string_view(word.data(), static_cast<size_t>(word.size()))) !=
               m_asm.parameters.end();
    }
    [[nodiscard]] QByteArray assign(const char* before, size_t count, const char* after) const;
    [[nodiscard]] QByteArray load() const;
    [[nodiscard]] QByteArray store() const;
    using Write = std::function<QByteArray(size_t, const QByteArray&)>;
    /// A statement that passes each of `parts`, values of `type`, to `write`. `places`: the
    /// expressions of the registers among them.
    [[nodiscard]] QByteArray assigned(const char* type, const std::vector<QByteArray>& parts,
                                      const std::vector<QByteArray>& places,
                                      const Write& write) const;
    [[nodiscard]] QByteArray bitField(bool wide) const;
    [[nodiscard]] std::optional<std::vector<QByteArray>> vector(std::string_view operand,
                                                                bool output) const;
    [[nodiscard]] const char* typeOf(std::string_view operand) const;
    [[nodiscard]] bool says(const char* part) const
    {
        return (m_in.opcode + '.').find(part) != std::string::npos;
    }
    [[nodiscard]] QByteArray asyncCopy() const;
    [[nodiscard]] QByteArray matrices(const PtxMatrixCall& call) const;
    [[nodiscard]] QByteArray registers(std::string_view operand,
                                       const PtxMatrixCall::Operand& form) const;
    [[nodiscard]] QByteArray ordered(const PtxMemoryAccess& access) const;
    [[nodiscard]] std::optional<QByteArray> address(const std::string& operand) const;
    [[nodiscard]] bool isInteger(std::string_view operand, bool wide) const
    {
        return constraintOf(operand).find(wide ? 'l' : 'r') != std::string_view::npos;
    }
    /// "=r" of "%0"; empty for immediates.
    [[nodiscard]] std::string_view constraintOf(std::string_view operand) const;
    [[nodiscard]] QByteArray arithmetic() const;
    [[nodiscard]] QByteArray words() const;
    [[nodiscard]] QByteArray halves() const;
    [[nodiscard]] QByteArray smallInteger() const;
    [[nodiscard]] QByteArray shuffle() const;
    [[nodiscard]] QByteArray logic() const;
    [[nodiscard]] std::optional<QByteArray> word(size_t index) const;
    [[nodiscard]] bool smallImmediates(size_t from) const;

    const CppFile& m_file;
    const PtxAsm& m_asm;
    const PtxInstruction& m_in;
};

} // namespace rocport
