#pragma once

#include "core/rules/cpp/cppfile.h"

#include <QByteArray>
#include <QString>

#include <string_view>
#include <vector>

namespace rocport {

/// What an inline PTX statement returns, for the lane-mask analysis.
enum class PtxResult : quint8 { Other, LaneMask };

/// One asm statement.
struct PtxStatement
{
    TokenSpan span;         ///< from `asm` to ')' or ';'
    QString instruction;    ///< its first instruction, as written
    QString what;           ///< one sentence: what it computes
    QString wayOut;         ///< what to write on ROCm if there is no replacement
    QByteArray replacement; ///< HIP code with the same effect for the whole span; empty: none
    /// The same for a file whose warps stay 32 lanes wide; empty: `replacement` works there too. If
    /// only this is set, the statement spans 32 lanes, and nothing is known that spans 64.
    QByteArray narrow;
    /// What generated headers must supply for the replacement to work, by its name in
    /// isSuppliedDevice(): "cp.async"; empty: nothing.
    std::string_view supplied;
    bool readsTimer = false; ///< the replacement is for a clock of 100 MHz
    bool isProduct = false;  ///< the replacement multiplies matrices lane by lane
    PtxResult result = PtxResult::Other;
    TokenSpan output; ///< expression that the first output operand writes
};

/// Leaves statements that mean something else if warps stay 32 lanes wide to people.
void leaveLanes(std::vector<PtxStatement>& statements);

/// Whether an instruction works on matrix fragments, which 32 lanes hold.
bool isMatrixPtx(const QString& instruction);

/// All asm statements of `file` that hold PTX, in order; statements with an empty text (compiler
/// barriers) and assembly of other machines are left out. `unknownIsPtx`: an unknown opcode is
/// still taken for PTX (CUDA sources). Needs CppFile::analyseStructure().
std::vector<PtxStatement> findPtx(const CppFile& file, bool unknownIsPtx);

} // namespace rocport
