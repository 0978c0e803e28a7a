#pragma once

#include <QByteArray>

namespace rocport {

/// Where the next word of a makefile that names nvcc stands; -1 for nowhere. "nvcc.txt" and
/// "my_nvcc" name something else.
qsizetype nextNvcc(QByteArrayView text, qsizetype from);

/// Where such a word stands in the value of a line.
enum class CompilerPlace : quint8 {
    Call,      ///< in a command, or the value of a variable
    Search,    ///< what the shell is asked to find: $(shell which nvcc)
    SearchAll, ///< the same, and the value is nothing else
    Question   ///< what the shell is asked about: $(shell nvcc --version)
};

/// What the word at `begin` of `text` is for: within $(shell …) or back quotes it is no call of the
/// build's. `tick` is the back quote that is open there, or -1; `first` is the first byte that is
/// no blank. Looks back at most 400 bytes.
CompilerPlace compilerPlace(const QByteArray& text, qsizetype begin, qsizetype tick,
                            qsizetype first);

} // namespace rocport
