#pragma once

#include "core/rules/buildmakereader.h"

#include <QByteArray>

#include <map>
#include <string>

namespace rocport {

/// A variable ("USE_CUDA") by which a makefile decides to build for CUDA.
struct MakeSwitch
{
    QByteArray on;           ///< the value that its conditionals ask for: "1", "yes"
    bool isAssigned = false; ///< the makefile gives it a value itself
    bool isOn = false;       ///< and that value switches on
};

/// Such variables of a makefile, by name: those that a conditional outside of arms for ROCm asks
/// for. Linear.
std::map<std::string, MakeSwitch, std::less<>> cudaSwitches(const std::vector<MakeLine>& lines);

} // namespace rocport
