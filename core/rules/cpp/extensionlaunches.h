#pragma once

#include "core/rules/cpp/cppgate.h"

namespace rocport {

/// Kernel launches that PyTorch's build garbles where it writes an extension's launches as calls of
/// hipLaunchKernelGGL. On ROCm these are written as such calls, which it leaves alone; where that
/// is not certain, or where PyTorch's build ends with an error, a finding says so. Needs
/// CppFile::analyseStructure().
/// (Fact: torch.utils.hipify 2.0.0, of PyTorch 2.11, and that of 1.13 were run over each form. They
/// count '<' and '>' one by one, divide settings at commas outside of parentheses, and take as
/// kernel the letters, digits, '_', ':', '#' and parentheses before its template arguments.)
void proposeExtensionLaunches(const CppFile& file, const Rule& rule, ProposalWriter& writer,
                              QVector<Replacement>& edits);

} // namespace rocport
