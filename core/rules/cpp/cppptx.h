#pragma once

#include "core/rules/cpp/cppfile.h"

#include <QByteArray>
#include <QString>

#include <string_view>
#include <vector>

namespace rocport {

/// What an inline PTX statement gives back, for the lane-mask analysis.
enum class PtxResult : quint8 { Other, LaneMask };

/// One asm statement.
struct PtxStatement
{
    TokenSpan span;         ///< from `asm` to ')' or ';'
    QString instruction;    ///< its first instruction, as written
    QString what;           ///< one sentence: what it computes
    QString wayOut;         ///< what to write on ROCm where there is no replacement
    QByteArray replacement; ///< HIP code with the same effect for the whole span; empty: none
    /// The same for a file whose warps stay 32 lanes wide; empty: `replacement` serves there too.
    /// Alone: the statement reaches over 32 lanes, and nothing is known that reaches over 64.
    QByteArray narrow;
    /// What headers made for the port bring and the replacement holds with only, as
    /// isSuppliedDevice() knows it: "cp.async"; empty: nothing.
    std::string_view supplied;
    bool readsTimer = false; ///< the replacement holds for a clock of 100 MHz
    bool isProduct = false;  ///< the replacement multiplies matrices lane by lane
    PtxResult result = PtxResult::Other;
    TokenSpan output; ///< expression that the first output operand writes
};

/// Leaves statements to people that mean something else where warps stay 32 lanes wide.
void leaveLanes(std::vector<PtxStatement>& statements);

/// Whether an instruction works on matrix fragments, which 32 lanes hold.
bool isMatrixPtx(const QString& instruction);

/// All asm statements of `file` that hold PTX, in order; statements with an empty text (compiler
/// barriers) and assembly of other machines are left out. `unknownIsPtx`: an opcode that is not
/// known is still taken for PTX (CUDA sources). Needs CppFile::analyseStructure().
std::vector<PtxStatement> findPtx(const CppFile& file, bool unknownIsPtx);

} // namespace rocport
