#pragma once

// How the instructions of an asm statement are kept and played.

#include "lanes/ptx.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocport_lanes::ptx {

/// ".s32": how an instruction takes its operands.
struct Type
{
    char kind = 0; ///< u, s, b, f, p (predicate); 0: no type
    int bits = 0;
};

/// What stands between commas.
struct Operand
{
    enum class Kind : unsigned char { Register, Number, Special, Vector, Memory };
    Kind kind = Kind::Number;
    int slot = -1;              ///< of a register, or of a memory's address
    int second = -1;            ///< "d|p": the slot of p
    bool negated = false;       ///< "!p"
    std::uint64_t number = 0;   ///< or the offset of a memory's address
    std::string name;           ///< of a special register
    std::vector<Operand> parts; ///< of a vector
};

struct Instruction
{
    int predicate = -1; ///< slot; -1: always
    bool negated = false;
    std::string opcode;                 ///< as it is written
    std::vector<std::string_view> words; ///< of `opcode`
    std::vector<Operand> operands;
    Type type; ///< the last word that is one
    int target = -1;
    void (*play)(class Machine&, const Instruction&) = nullptr;

    [[nodiscard]] bool has(std::string_view word) const
    {
        for (const std::string_view each : words) {
            if (each == word) {
                return true;
            }
        }
        return false;
    }
};

Type typeOf(std::string_view word);

/// The registers of a lane while it runs one asm statement.
class Machine
{
public:
    Machine(const Site& site, std::uint64_t* slots) : m_site(site), m_slots(slots) {}

    [[nodiscard]] const Site& site() const { return m_site; }
    /// Bits of an operand, with those that the type does not have as its sign or zero.
    [[nodiscard]] std::uint64_t read(const Operand& operand, Type type) const;
    void write(const Operand& operand, std::uint64_t bits, Type type);
    [[nodiscard]] bool predicate(int slot) const { return (m_slots[slot] & 1) != 0; }
    void setPredicate(int slot, bool value) { m_slots[slot] = value ? 1 : 0; }

    bool carry = false;
    int next = 0; ///< instruction

private:
    const Site& m_site;
    std::uint64_t* m_slots;
};

using Player = void (*)(Machine&, const Instruction&);
/// How an instruction is played; null: it is not.
Player arithmeticPlayer(const Instruction& instruction);
Player memoryPlayer(const Instruction& instruction);
Player lanePlayer(const Instruction& instruction);
Player videoPlayer(const Instruction& instruction);

/// Ends the program: "main.cu:12: …".
[[noreturn]] void stop(const Site& site, const std::string& text);

} // namespace rocport_lanes::ptx
