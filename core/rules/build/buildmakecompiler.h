#pragma once

#include "core/base/finding.h"

#include <QByteArray>
#include <QVector>

namespace rocport {

/// Where the next word that names nvcc is in a makefile; -1: nowhere. "nvcc.txt" and "my_nvcc" name
/// something else.
qsizetype nextNvcc(QByteArrayView text, qsizetype from);

/// A byte of the name of a variable or a command of make.
constexpr bool isMakeNameByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

/// What such a word is in the value of a line.
enum class MakeWordPlace : quint8 {
    Call,    ///< in a command, or the value of a variable
    Search,  ///< what the shell is to find: $(shell which nvcc)
    Question ///< what the shell is to ask about: $(shell nvcc --version)
};

/// What the word at `begin` of `text` is for: inside $(shell …) or backquotes it is not a call by
/// the build. `tick` is the backquote that is open there, or -1. Looks back at most 400 bytes.
MakeWordPlace compilerPlace(const QByteArray& text, qsizetype begin, qsizetype tick);

/// Whether the word at `begin` is text that a function of make searches for or inserts: $(subst
/// /bin/nvcc,,…), $(filter %nvcc,…). Looks back at most 400 bytes.
bool isFunctionText(const QByteArray& text, qsizetype begin);

/// Whether the value of a variable is nvcc with or without flags after it: a word or path, what the
/// shell finds, or what functions of make choose ("$(or …)", "$(wildcard …)").
bool holdsCompiler(QByteArrayView value);

/// Replaces nvcc by hipcc where the shell or functions of make determine what a variable holds,
/// with `flags` after it; an empty result stays empty. Does nothing if the value is a word, or is
/// not just nvcc. Returns the range of nvcc's name in the original; empty: nothing was done.
ByteRange replaceFoundCompiler(QByteArray& value, const QByteArray& flags);

/// Where the text passes folders of NVIDIA's toolkit to a compiler: "-I$(CUDA_HOME)/include",
/// "-L/usr/local/cuda/lib64". Linear.
QVector<ByteRange> toolkitPaths(const QByteArray& text);

/// Whether a byte ends a word of a command line.
bool isWordEnd(char c);

} // namespace rocport
