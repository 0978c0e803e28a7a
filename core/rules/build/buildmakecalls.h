#pragma once

#include "core/rules/build/buildmakereader.h"

#include <QByteArray>
#include <QHash>
#include <QSet>
#include <QVector>

namespace rocport {

/// Which variables of a makefile hold nvcc, and which hold its arguments. By the text alone: lines
/// under conditions for ROCm do not count, and what other makefiles set is not known.
class MakeCalls
{
public:
    /// Linear in the text.
    explicit MakeCalls(const std::vector<MakeLine>& lines);

    /// Whether its value goes into an nvcc command, directly or through other variables.
    [[nodiscard]] bool isGiven(const QByteArray& name) const { return m_given.contains(name); }
    /// Whether a text refers to such a variable, or to another whose value names nvcc.
    [[nodiscard]] bool refersToCompiler(const QByteArray& text) const;
    /// Where the references to such compilers are in a text, with "$(" and ")".
    [[nodiscard]] QVector<ByteRange> references(const QByteArray& text) const;

    /// Removes quotes around a reference to a compiler that is called, since it holds several words
    /// on ROCm, and adds them around one that is the value of an assignment among a shell's words
    /// (CC=$(NVCC)). `isRecipe`: the shell reads the text.
    [[nodiscard]] QByteArray requoted(const QByteArray& text, bool isRecipe) const;

    /// Where commands of a recipe link what nvcc compiled to relocatable device code, which clang
    /// has to be told: the places after the name of the compiler. Empty if the file does not
    /// compile to such code, or links it with -dlink.
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

/// The words of a text that the shell runs as commands, with their quotes: those that begin a
/// command or follow "then", "ccache", "A=b" and the like. None inside functions of make other than
/// $(shell …), nor where it is not certain. Linear. Does not use forEachShellCommand, which removes
/// quotes, knows only a shell's $(…), and may take a word for a command where that is not certain:
/// what is found here is edited.
QVector<ByteRange> commandWords(const QByteArray& text);

/// Whether a range is in one of those words, which are in order and disjoint.
bool isCommandWord(const QVector<ByteRange>& words, ByteRange range);

/// Whether a makefile's text assigns to something at `at`: "NVCC=" comes before it, and no quotes
/// are open there.
bool followsEquals(const QByteArray& text, qsizetype at);

} // namespace rocport
