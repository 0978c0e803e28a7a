#pragma once

#include <QFileInfo>
#include <QStandardPaths>

namespace rocport::test {

/// Whether what runs on lanes can be built here.
inline bool hasEngineHere()
{
    const auto has = [](const char* program) {
        return !QStandardPaths::findExecutable(QString::fromLatin1(program)).isEmpty();
    };
    return QFileInfo::exists(QStringLiteral("/usr/include/boost/context/detail/fcontext.hpp")) &&
           (has("clang++") || has("clang++-14") || has("g++"));
}

} // namespace rocport::test
