#pragma once

#include "core/rules/analyse.h"
#include "core/rules/cpp/cppgate.h"

namespace rocport {

/// Calls that hand a kernel to the runtime without the cast that HIP needs. Where the strategy
/// neither writes translated text nor has a generated header, the cast is asked for in `edits`.
/// Needs CppFile::analyseStructure().
void proposeKernelPointers(const CppFile& file, const Rule& rule, const AnalysisContext& context,
                           ProposalWriter& writer, QVector<Replacement>& edits);

/// std::min, std::max, at() and deduced std::array in device functions: one finding a file for each
/// name. Needs CppFile::analyseStructure().
void proposeDeviceStd(const CppFile& file, const Rule& rule, ProposalWriter& writer,
                      QVector<Replacement>& edits);

/// Compute capabilities compared or counted with: one finding for each statement. Only in files
/// that ask for the properties of a device. Needs CppFile::analyseStructure().
void findCapabilities(const CppFile& file, const Rule& rule, ProposalWriter& writer);

} // namespace rocport
