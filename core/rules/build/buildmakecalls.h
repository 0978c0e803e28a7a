#pragma once

#include "core/rules/build/buildmakereader.h"

#include <QByteArray>
#include <QHash>
#include <QSet>
#include <QVector>

namespace rocport {

/// Which variables of a makefile hold nvcc, and which hold what it is given. By the text alone:
/// lines under conditions for ROCm do not count, and what other makefiles set is not known.
class MakeCalls
{
public:
    /// Linear in the text.
    explicit MakeCalls(const std::vector<MakeLine>& lines);

    /// Whether its value goes into a command of nvcc's, at once or through other variables.
    [[nodiscard]] bool isGiven(const QByteArray& name) const { return m_given.contains(name); }
    /// Whether a text refers to such a variable, or to another whose value names nvcc.
    [[nodiscard]] bool refersToCompiler(const QByteArray& text) const;
    /// Where the references to such compilers stand in a text, with "$(" and ")".
    [[nodiscard]] QVector<ByteRange> references(const QByteArray& text) const;

    /// Quotes around a reference to a compiler that is called, which holds several words on ROCm,
    /// are taken away, and put around one that is the value of an assignment in a shell's words
    /// (CC=$(NVCC)). `isRecipe`: the shell reads the text.
    [[nodiscard]] QByteArray requoted(const QByteArray& text, bool isRecipe) const;

    /// Where commands of a recipe link what nvcc compiled to relocatable device code, which clang
    /// has to be told: behind the name of the compiler. Empty where the file compiles to no such
    /// code, or links it by -dlink.
    [[nodiscard]] QVector<ByteRange> deviceLinks(const QByteArray& recipe) const;

private:
    void findCompilers(const std::vector<MakeLine>& lines);
    void findGiven(const std::vector<MakeLine>& lines);
    [[nodiscard]] bool holds(const QByteArray& text, bool (*is)(QByteArrayView)) const;

    QHash<QByteArray, QVector<QByteArray>> m_values; ///< of each variable
    QSet<QByteArray> m_compilers;
    QSet<QByteArray> m_named; ///< whose values name nvcc anywhere
    QSet<QByteArray> m_given;
    bool m_linksDevice = false;
};

/// The words of a text that the shell calls, with their quotes: those that begin a command or stand
/// behind "then", "ccache", "A=b" and the like. None within functions of make other than
/// $(shell …), nor where it is not certain. Linear. Not by forEachShellCommand, which takes quotes
/// away, knows $(…) of a shell only, and may call a word a command where that is not certain: what
/// is found here is edited.
QVector<ByteRange> commandWords(const QByteArray& text);

/// Whether a range lies in one of those words, which are in order and apart.
bool isCommandWord(const QVector<ByteRange>& words, ByteRange range);

/// Whether a makefile's text assigns to something at `at`: "NVCC=" stands before it, and no quotes
/// are open there.
bool followsEquals(const QByteArray& text, qsizetype at);

} // namespace rocport
