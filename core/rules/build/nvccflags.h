#pragma once

#include <QByteArray>
#include <QString>
#include <QVector>

namespace rocport {

/// One flag of nvcc that means nothing, or something else, to hipcc and clang.
struct FlagChange
{
    qsizetype offset = 0; ///< in the given text
    qsizetype size = 0;   ///< with its value
    QString flag;         ///< as written, with its value
    QString now;          ///< what replaces it; empty: left out
    QString why;          ///< a clause
    bool isArch = false;  ///< it selects GPU architectures
};

/// The flags of a text in HIP's form.
struct FlagText
{
    QByteArray text;
    QVector<FlagChange> changes;
    [[nodiscard]] bool isEmpty() const { return text.trimmed().isEmpty(); }
};

/// Rewrites nvcc's flags in a piece of a build file: flags separated by blanks, ';', quotes, ','
/// and generator expressions stay where they are, and everything else is kept as written. Separate
/// values ("-Xcompiler -fPIC", "-gencode", "arch=…" in quotes of their own) are followed. Linear.
/// `isNvcc`: they are nvcc's and no other program's, so that "-t 4" counts too. `joiner` separates
/// the flags that one value of -Xcompiler yields: ' ', or ';' in a list.
FlagText hipFlags(const QByteArray& text, char joiner = ' ', bool isNvcc = false);

/// Whether a text can only be from an nvcc command line; `isFlags`: it is the value of a variable
/// for flags.
bool holdsNvccFlags(const QByteArray& text, bool isFlags);

/// What becomes of a single flag, as in a list of strings; `next` is the following word, which is
/// its value if the flag takes one and has none. Nothing for a flag that HIP accepts as it is.
/// `isNvcc`: as for hipFlags.
struct SingleFlag
{
    bool changed = false;
    bool dropped = false;
    bool takesNext = false; ///< the next word is its value
    bool isArch = false;
    QByteArray now;
    QString why;
};
SingleFlag hipFlag(const QByteArray& flag, const QByteArray& next, bool isNvcc = false);

} // namespace rocport
