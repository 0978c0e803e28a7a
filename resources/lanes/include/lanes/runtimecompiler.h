#pragma once

// The compiler that a program calls while it runs: NVRTC or hipRTC. What it is to compile is
// written to the folder LANES_REQUESTS, for the command, which compiles it as it does the program
// and answers in the folder LANES_ANSWERS.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace rocport_lanes {

/// As both vendors count the results.
enum class RtcCode : int {
    Success = 0,
    OutOfMemory = 1,
    ProgramCreation = 2,
    InvalidInput = 3,
    InvalidProgram = 4,
    InvalidOption = 5,
    Compilation = 6,
    BuiltinOperation = 7,
    NamesAfterCompilation = 8,
    LoweredBeforeCompilation = 9,
    ExpressionNotValid = 10,
    Internal = 11,
};

struct RuntimeProgram
{
    std::string source;
    std::string name;
    std::vector<std::pair<std::string, std::string>> headers; ///< name in includes, and text
    std::vector<std::string> expressions;
    std::vector<std::string> lowered; ///< of each expression; empty: it names nothing
    std::string log;
    std::string file; ///< of the module; empty: there is none
    bool isCompiled = false;
    bool isRelocatable = false; ///< -fgpu-rdc: only then hipRTC gives a module of LLVM
};

/// `vendor`: the folder of the vendor's headers among ours, which come before others.
RtcCode compileProgram(RuntimeProgram& program, const std::vector<std::string>& options,
                       const char* vendor);
/// The name that an expression has in the module; null: `code` says why not.
const char* loweredName(const RuntimeProgram& program, const char* expression, RtcCode& code);

} // namespace rocport_lanes
