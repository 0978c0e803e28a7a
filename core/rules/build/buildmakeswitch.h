#pragma once

#include "core/rules/build/buildmakereader.h"

#include <QByteArray>
#include <QVector>

#include <map>
#include <string>

namespace rocport {

/// A variable ("USE_CUDA") by which a makefile decides to build for CUDA.
struct MakeSwitch
{
    QByteArray on;           ///< the value that its conditionals test for: "1", "yes"
    bool isAssigned = false; ///< the makefile gives it a value itself
    bool isOn = false;       ///< that value enables it
};

/// Such variables of a makefile, by name: those that a conditional outside arms for ROCm tests.
/// Linear.
std::map<std::string, MakeSwitch, std::less<>> cudaSwitches(const std::vector<MakeLine>& lines);

/// The lines that say where ROCm is, which GPUs to build for and what is enabled, under the guard.
/// `shimFolder`: the relative path from the makefile to the headers that replace CUDA's, or empty.
QVector<QByteArray> makePreamble(const QByteArray& macro, const QByteArray& shimFolder,
                                 const std::map<std::string, MakeSwitch, std::less<>>& switches);

} // namespace rocport
