#pragma once

#include "core/isolation/syntaxtree.h"
#include "core/rules/build/nvccflags.h"

namespace rocport {

/// Whether an element is text composed from an architecture: f"-arch=sm_{n}", "arch=compute_%s" %
/// n, "…{}".format(n).
bool isArchText(const SyntaxTree& tree, qint32 node);

/// Whether such text is a flag with its value, so that nothing is missing if it is left out.
bool isWholeArch(const SyntaxTree& tree, qint32 node);

/// hipFlag() for one element of a list, which may hold several words ("-Xptxas -O3"): torch joins
/// the elements with blanks. What is passed to Microsoft's compiler only is left out.
SingleFlag flagOf(const QByteArray& flag, const QByteArray& next);

} // namespace rocport
