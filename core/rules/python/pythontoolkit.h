#pragma once

#include "core/rules/python/pythonanalysis.h"

#include <vector>

namespace rocport {

/// What the code does with the folder of CUDA's toolkit that it reads.
enum class ToolkitUse {
    Presence,  ///< only asks whether there is one
    Folder,    ///< takes a part of it that ROCm's folder has too
    Libraries, ///< joins it with lib64, which is lib in ROCm
    Call,      ///< hands it to a function that runs nvcc, whose result nothing takes
    Unusable,  ///< hands it to what ROCm's folder is no answer for, or to what is not known
};

struct ToolkitRead
{
    qint32 node = -1; ///< the expression that reads the folder
    ToolkitUse use = ToolkitUse::Unusable;
    qint32 whole = -1; ///< Libraries: the joining call; Call: the statement
};

/// Whether a node is the target of an assignment, not what it reads.
bool isAssignedTo(const SyntaxTree& tree, qint32 node);

/// How the reads `nodes` (in order) are used. A question for the folder counts as unusable where
/// the code that it decides about has an unusable read: there the way without CUDA is the right
/// one.
std::vector<ToolkitRead> toolkitReads(const PythonFile& file, const std::vector<qint32>& nodes);

/// The edits for a read, with ROCm's folder in place of CUDA's; empty for what is unusable.
QVector<TextEdit> toolkitEdits(const PythonFile& file, const ToolkitRead& read);

} // namespace rocport
