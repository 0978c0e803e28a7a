#pragma once

#include "core/base/finding.h"

#include <QByteArray>

namespace rocport {

/// A meson file whose language CUDA is told apart from the rest of it.
struct MesonLanguages
{
    QByteArray text; ///< without 'cuda' in project(), and without the calls that stand for it
    /// Where project() names it, with the comma that parts it from its neighbour; else empty.
    ByteRange argument;
    bool cuda = false; ///< project() switched it on, or calls right behind it
};

/// meson adds the languages of project() in an order of its own, C and its family before CUDA, for
/// the host and, where it is there, for the machine that builds (Meson 1.0,
/// Interpreter.func_project and Environment's sort_clink). So project() with 'cuda' among the
/// languages of that family does what project() without it does with add_languages('cuda') right
/// behind it, or with its two calls for the two machines. Elsewhere `text` is the text as it was.
MesonLanguages withoutCuda(const QByteArray& text);

} // namespace rocport
