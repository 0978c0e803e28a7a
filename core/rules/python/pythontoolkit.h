#pragma once

#include "core/rules/python/pythonanalysis.h"

#include <vector>

namespace rocport {

/// What the code does with the CUDA toolkit's folder that it reads.
enum class ToolkitUse {
    Presence,  ///< only tests whether there is one
    Folder,    ///< uses a part of it that ROCm's folder has too
    Libraries, ///< joins it with lib64, which is lib in ROCm
    Call,      ///< passes it to a function that runs nvcc, whose result is not used
    Unusable,  ///< passes it to something for which ROCm's folder does not work, or to something
               ///  unknown
};

struct ToolkitRead
{
    qint32 node = -1; ///< the expression that reads the folder
    ToolkitUse use = ToolkitUse::Unusable;
    qint32 whole = -1; ///< Libraries: the joining call; Call: the statement
};

/// Whether a node is the target of an assignment, not what it reads.
bool isAssignedTo(const SyntaxTree& tree, qint32 node);

/// How the reads `nodes` (in order) are used. A test for the folder counts as unusable if the code
/// that depends on it has an unusable read: the path without CUDA is then the right one.
std::vector<ToolkitRead> toolkitReads(const PythonFile& file, const std::vector<qint32>& nodes);

/// The edits for a read, with ROCm's folder in place of CUDA's; empty for what is unusable.
QVector<TextEdit> toolkitEdits(const PythonFile& file, const ToolkitRead& read);

} // namespace rocport
