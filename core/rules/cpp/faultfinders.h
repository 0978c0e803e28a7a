#pragma once

#include "core/rules/cpp/cppbuiltins.h"

#include <string_view>

namespace rocport {

// Faults that appear at run time only, after a build without an error (docs/fault-classes.md): what
// their analyses share, and the analyses, which add findings and no edits.

/// Whether token `at` is code for both sides: in no arm for AMD GPUs and not in `#if 0`.
bool isLive(const CppInput& input, int at);

/// Adds a finding at tokens `span`; \a note fills {note} in the rule's message.
void addFault(const CppInput& input, TokenSpan span, std::string_view symbol,
              const QString& note = {});

/// The line number of token `at`, for a message.
QString faultLine(const CppFile& file, int at);

/// "cudaFree" and "hipFree" for "Free".
bool isRuntimeCall(std::string_view word, std::string_view name);

/// Whether a name means the number of lanes in a warp: WARP_SIZE, kWarpSize, warp_size …
bool isWidthName(std::string_view word);

/// Whether one of the tokens of `span` is spelled as `word`.
bool holdsWord(const CppFile& file, TokenSpan span, std::string_view word);

// The analyses, by file.
// faultlanes.cpp
void findLowHalves(const CppInput& input);
void findWidthBounds(const CppInput& input);
void findEarlyReturns(const CppInput& input);
void findReusedStorage(const CppInput& input);
void findWidthLayouts(const CppInput& input);
void findFastEqualities(const CppInput& input);
// faulttiles.cpp
void findMixedTiles(const CppInput& input);
// faulthost.cpp
void findShortLivedCopies(const CppInput& input);
void findReferenceFunctors(const CppInput& input);
void findCallbackCalls(const CppInput& input);
void findCopiedHandles(const CppInput& input);
void findLinearTextures(const CppInput& input);
void findEarlyPlatformMacros(const CppInput& input);
void findCapabilityAttributes(const CppInput& input);
void findRuntimePtx(const CppInput& input);
// faultfinders.cpp
void findCompilerStrings(const CppInput& input);

} // namespace rocport
