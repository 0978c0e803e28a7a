#pragma once

#include "tests/unit/portedtree.h"

#include <QByteArray>

namespace rocport::test {

/// A setup.py that makes an extension of PyTorch.
inline const QByteArray kSetup =
    "from setuptools import setup\n"
    "from torch.utils.cpp_extension import BuildExtension, CUDAExtension\n"
    "setup(ext_modules=[CUDAExtension('x', ['csrc/a.cu'])])\n";

/// The text of a file that the port adds; empty: it adds none there.
inline QByteArray newFile(const ScannedTree& scan, const char* path)
{
    for (const Hunk& hunk : scan->hunks) {
        if (hunk.targetPath.bytes() == path) {
            return hunk.edits.first().replacement;
        }
    }
    return {};
}

/// How many findings of a rule the files have.
inline int findingsOf(const ScannedTree& scan, const char* rule)
{
    int count = 0;
    for (const auto& file : scan->files) {
        for (const Finding& one : file->findings) {
            count += one.ruleId == QLatin1StringView(rule) ? 1 : 0;
        }
    }
    return count;
}

} // namespace rocport::test
