#pragma once

#include "core/base/finding.h"
#include "core/isolation/syntaxtree.h"

#include <functional>
#include <string_view>
#include <vector>

namespace rocport {

/// A projection of Python with what a proof needs to know about how it was made.
struct PythonProjection
{
    /// Parentheses whose whole content was a conditional expression on the flag. They are still in
    /// `text`; an edit may have added them.
    struct Parentheses
    {
        quint32 open = 0;       ///< offset of "(" in text
        quint32 close = 0;      ///< offset of ")"
        bool droppable = false; ///< the meaning is the same without them
        bool wanted = true;     ///< to be kept when nothing tells whether the edit added them
    };

    QByteArray text;
    std::vector<Parentheses> parentheses; ///< in order of `open`
    /// Ranges inside brackets around expressions on the flag, in any order: an edit may have broken
    /// lines there, so white space between tokens may differ from the original.
    std::vector<ByteRange> freeLayout;
    std::vector<bool> touched; ///< by 0-based line of text: an edit reached into it
    /// By 0-based line of text: an empty line beside lines that were removed whole, where an edit
    /// may have added one more.
    std::vector<bool> spacing;
    /// Those beside which an empty line was removed too, which may be the original's.
    std::vector<bool> parted;
    int importGuardLine = 0; ///< 1-based line of the first try/except removed; 0: none
};

/// How the flag is used in a file.
struct FlagUse
{
    int firstUse = 0;      ///< 1-based line of the first use that runs at import; 0: none
    int lateUse = 0;       ///< first use inside a function; 0: none
    int definition = 0;    ///< line of the first canonical definition or import; 0: none
    int otherBinding = 0;  ///< line where the name is bound to something else; 0: none
    int undefinedUse = 0;  ///< line of a use that runs before any definition; 0: none
    int moduleMissing = 0; ///< line of a definition whose torch name is not imported before it
};

/// The projection of `tree` with `flag` taken as False. With `importGuards`, try/except around
/// nothing but imports is removed as well.
PythonProjection makeProjection(const SyntaxTree& tree, std::string_view flag, bool importGuards);

/// The name of the torch module in a canonical definition of a flag ("torch"), or nothing:
/// hasattr(T.version, "hip") and T.version.hip is not None; getattr(T.version, "hip", None) is not
/// None; T.version.hip is not None; bool(getattr(T.version, "hip", None)).
std::string_view canonicalFlagModule(const SyntaxTree& tree, qint32 expression);

/// A name that an import binds.
struct ImportedName
{
    std::string_view name; ///< kAnyName: `from x import *`
    quint32 begin = 0;     ///< of the statement; for a wildcard, of the '*'
};
constexpr std::string_view kAnyName = "*";

/// All names that imports bind, in order; the views point into the source.
std::vector<ImportedName> importedNames(const SyntaxTree& tree);

/// Whether a part of the file that is not in the tree imports `name` before the tree's byte
/// `before`.
using ImportedElsewhere = std::function<bool(std::string_view name, quint32 before)>;

FlagUse flagUse(const SyntaxTree& tree, std::string_view flag,
                const ImportedElsewhere& elsewhere = {});

/// `text` without the bytes at `offsets`.
QByteArray withoutBytes(const QByteArray& text, std::vector<quint32> offsets);

/// 1-based line of a byte offset.
int lineOfOffset(std::string_view text, size_t offset);

} // namespace rocport
