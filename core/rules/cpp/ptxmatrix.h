#pragma once

#include <QByteArray>

#include <optional>
#include <string_view>
#include <vector>

namespace rocport {

/// What replaces an instruction on matrix fragments: the call of a function in generated headers
/// and the operands that it takes, in PTX's order.
struct PtxMatrixCall
{
    struct Operand
    {
        enum class Kind : unsigned char { Output, Input, Address } kind = Kind::Input;
        size_t registers = 1;
        bool wide = false; ///< 64-bit registers
    };

    QByteArray function; ///< "rocportLoadMatrix<4, false>"
    std::vector<Operand> operands;
    bool isProduct = false;    ///< mma
    std::string_view supplied; ///< its name among the functions that generated headers supply
};

/// Reads an opcode like "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", and ldmatrix, stmatrix
/// and movmatrix. Nothing for sparse, scaled and single-bit products, for wgmma, and for generic
/// addresses. After the PTX ISA 9.0, "Matrix multiply-accumulate operation using mma instruction".
std::optional<PtxMatrixCall> ptxMatrixCall(std::string_view opcode);

} // namespace rocport
