#pragma once

#include "core/rules/cpp/faultchecks.h"

namespace rocport {

/// What the analyses of faultchecks.h share. Internal to them.
struct FaultInput
{
    const CppFile& file;
    const Rule& rule;
    const AnalysisContext& context;
    Language language; ///< of the file
    ProposalWriter& writer;

    /// Whether the place is code of both sides: in no arm for AMD GPUs and not in `#if 0`.
    [[nodiscard]] bool isLive(int at) const { return !file.isInert(file.token(at).begin); }
    /// Adds a finding at tokens `span`; \a note fills {note} in the rule's message.
    void add(TokenSpan span, std::string_view symbol, const QString& note = {}) const;
};

/// The number of the line of token `at`, for a sentence.
QString faultLine(const CppFile& file, int at);

/// "cudaFree" and "hipFree" for "Free".
bool isRuntimeCall(std::string_view word, std::string_view name);

/// Whether a name stands for the number of lanes of a warp: WARP_SIZE, kWarpSize, warp_size …
bool isWidthName(std::string_view word);

/// Whether one of the tokens of `span` is spelled as `word`.
bool holdsWord(const CppFile& file, TokenSpan span, std::string_view word);

// The analyses, by file.
// faultlanes.cpp
void findLowHalves(const FaultInput& input);
void findWidthBounds(const FaultInput& input);
void findEarlyReturns(const FaultInput& input);
void findReusedStorage(const FaultInput& input);
void findWidthLayouts(const FaultInput& input);
void findFastEqualities(const FaultInput& input);
// faulthost.cpp
void findShortLivedCopies(const FaultInput& input);
void findReferenceFunctors(const FaultInput& input);
void findCallbackCalls(const FaultInput& input);
void findCopiedHandles(const FaultInput& input);
void findLinearTextures(const FaultInput& input);
void findEarlyPlatformMacros(const FaultInput& input);
void findCapabilityAttributes(const FaultInput& input);
void findRuntimePtx(const FaultInput& input);

} // namespace rocport
