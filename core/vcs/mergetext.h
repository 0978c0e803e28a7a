#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace rocport {

/// Outcome of a three-way merge of texts.
struct MergedText
{
    QByteArray text;   ///< if not clean, with both sides between git's conflict markers
    bool clean = true; ///< there is no conflict
    QString conflicts; ///< "lines 3 to 5, 17" of `ours`; empty when clean
};

/// What the markers of a conflict call the two sides.
struct MergeLabels
{
    QByteArray ours = "ours";
    QByteArray theirs = "theirs";
};

/// Merges a text that Rocport generates again. `base` is what it generated last, `ours` what a
/// person made of that, `theirs` what it generates now. Works line by line; changes that touch are
/// a conflict, and nothing is lost. Errors: FileNotText, GitFailed.
Result<MergedText> mergeGenerated(const QByteArray& base, const QByteArray& ours,
                                  const QByteArray& theirs, const MergeLabels& labels = {});

} // namespace rocport
