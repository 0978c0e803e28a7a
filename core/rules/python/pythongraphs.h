#pragma once

#include "core/rules/python/pythonbuiltins.h"
#include "core/rules/python/pythoncalls.h"

namespace rocport {

/// How a graph is captured.
enum class CaptureKind : quint8 { With, BeginEnd, Callables };

/// Code that runs while a CUDA graph is captured.
struct CaptureRegion
{
    CaptureKind kind = CaptureKind::With;
    qint32 call = -1; ///< torch.cuda.graph(…), capture_begin(…), make_graphed_callables(…)
    qint32 statement = -1; ///< the with statement; else the statement of the call
    std::vector<qint32> roots;
};

/// All regions in a module, in order.
std::vector<CaptureRegion> captureRegions(const PythonFile& file, const PythonCalls& calls);

/// "captured at line 40, calls `step()` at line 42"
QString wayOf(const PythonFile& file, const CaptureRegion& region,
              const std::vector<PythonCalls::Step>& steps);

/// The last part of a call's callee when that is an attribute: "item" for x.item(); else empty.
std::string_view methodOf(const SyntaxTree& tree, qint32 call);
/// Number of arguments.
int argumentCount(const SyntaxTree& tree, qint32 call);
/// At most 60 bytes of a node's text on one line.
QString shortText(const SyntaxTree& tree, qint32 node);
/// `if is_rocm:` with these lines in it, on separate lines before or after a statement; nothing
/// when the statement does not fill its lines.
std::optional<TextEdit> gatedBlock(const PythonFile& file, qint32 statement, bool after,
                                   const QByteArrayList& lines);
/// Whether a condition depends on the data of a tensor.
bool asksData(const PythonFile& file, qint32 condition);
/// Whether an expression reads the shape of a tensor.
bool asksShape(const SyntaxTree& tree, qint32 expression);

} // namespace rocport
