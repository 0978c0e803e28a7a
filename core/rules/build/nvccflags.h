#pragma once

#include "core/base/words.h"

#include <QByteArray>
#include <QString>
#include <QVector>

namespace rocport {

/// One flag of nvcc that means nothing, or something else, to hipcc and clang.
struct FlagChange
{
    qsizetype offset = 0;                   ///< in the text that was given
    qsizetype size = 0;                     ///< with its value
    QString flag;                           ///< as written, with its value
    QString now;                            ///< what stands in for it; empty: left out
    QString why;                            ///< half a sentence
    bool isArch = false;                    ///< it selects GPU architectures
    Severity severity = Severity::Critical; ///< what it costs where hipcc is given it as it is
    Severity loss = Severity::Info;         ///< and where hipcc is given nothing in its place
};

/// Flags of `text` as HIP takes them.
struct FlagText
{
    QByteArray text;
    QVector<FlagChange> changes;
    [[nodiscard]] bool isEmpty() const { return text.trimmed().isEmpty(); }
};

/// Rewrites nvcc's flags in a piece of a build file: flags apart by blanks, ';', quotes, ',' and
/// generator expressions stay where they are, all else is kept as written. Values that stand apart
/// ("-Xcompiler -fPIC", "-gencode", "arch=…" in quotes of their own) are followed. Linear.
/// `isNvcc`: they are nvcc's and no other program's, so that "-t 4" counts too.
/// `joiner` stands between the flags that one value of -Xcompiler gives: ' ', or ';' in a list.
FlagText hipFlags(const QByteArray& text, char joiner = ' ', bool isNvcc = false);

/// Text that only nvcc's command lines hold; `isFlags`: what a variable for flags holds.
bool holdsNvccFlags(const QByteArray& text, bool isFlags);

/// What becomes of one flag that stands alone, as in a list of strings; `value` is the next word
/// where the flag takes one and has none. Nothing for a flag that HIP takes as it is. `isNvcc`: as
/// for hipFlags.
struct SingleFlag
{
    bool changed = false;
    bool dropped = false;
    bool takesNext = false; ///< the next word is its value
    bool isArch = false;
    QByteArray now;
    QString why;
    Severity severity = Severity::Info; ///< as in FlagChange; Info where nothing changes
    Severity loss = Severity::Info;     ///< likewise
};
SingleFlag hipFlag(const QByteArray& flag, const QByteArray& next, bool isNvcc = false);

} // namespace rocport
