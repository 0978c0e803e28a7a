#pragma once

#include "core/translate/brackets.h"

#include <QByteArray>
#include <QHash>
#include <QSet>

#include <vector>

namespace rocport {

/// A piece of a source that is replaced, in bytes; insertions are empty ranges.
struct LanePiece
{
    quint32 begin = 0;
    quint32 end = 0;
    QByteArray text;
};

/// Names that the sources of a program declare for the device, in whichever file.
struct LaneNames
{
    QSet<QByteArray> kernels;
    QSet<QByteArray> declared; ///< elsewhere than where they are defined: of the whole program
    QHash<QByteArray, bool>
        sharedWords; ///< macros that stand for __shared__; with extern or without
    QSet<QByteArray> macros;
    QSet<QByteArray> functions;     ///< what parentheses and braces follow, in whichever scope
    QHash<QByteArray, int> defined; ///< variables and functions, and in how many sources

    /// Adds those of a source; what a header defines counts as in several.
    void add(const TokenWalk& walk, bool isHeader);
    /// Whether each source has one of its own by this name, as CUDA has it without -rdc.
    [[nodiscard]] bool isOfEachSource(const QByteArray& name) const;
};

/// Whether a source or a header of C says what only C++ or a GPU's compiler reads: words of CUDA or
/// HIP, headers and functions of their runtimes, templates, namespaces and classes. A name in which
/// "cuda" stands somewhere is none of these.
bool needsCpp(const TokenWalk& walk);

/// What names need so that C++ takes them for what the device's code means: sizes of the launch
/// (members of the same name stay what they are), addresses of kernels that are made pointers to
/// void, and variables and functions that each source has of its own.
std::vector<LanePiece> lanePieces(const TokenWalk& walk, const LaneNames& names);

} // namespace rocport
