#pragma once

#include "core/base/finding.h"

#include <QByteArray>

namespace rocport {

/// A meson file with its use of the language CUDA separated from the rest.
struct MesonLanguages
{
    QByteArray text; ///< without 'cuda' in project() and without the calls that replace it
    /// Where project() names it, with the comma that separates it from its neighbour; else empty.
    ByteRange argument;
    bool cuda = false; ///< project(), or calls right after it, enable CUDA
};

/// meson adds the languages of project() in its own order, the C family before CUDA, for the host
/// and, if there is one, for a separate build machine (Meson 1.0, Interpreter.func_project and
/// Environment's sort_clink). So project() with 'cuda' among the languages of that family does the
/// same as project() without it, followed directly by add_languages('cuda') or by its two calls for
/// the two machines. In all other cases `text` is unchanged.
MesonLanguages withoutCuda(const QByteArray& text);

} // namespace rocport
