#pragma once

#include "core/rules/cpp/cppfile.h"
#include "core/rules/guards/guardwidth.h"
#include "core/rules/proposal.h"
#include "core/rules/python/projectstyle.h"

#include <QSet>

namespace rocport {

/// One change that a rule asks for on ROCm, before it is grouped and gated.
struct Replacement
{
    ByteRange range;
    /// Whole lines that must be under one guard with it (a conditional); empty: the statement.
    ByteRange around;
    QByteArray text;
    const Rule* rule = nullptr;
    QByteArray findingId;
    Captures captures;
    /// Changes with the same link only make sense together (one variable, one warp width); -1:
    /// none.
    int link = -1;
    /// This change breaks the build without the others of its link (the type of a variable).
    bool needsLink = false;
};

/// Reports `place` by a rule and appends the text that replaces it on ROCm, or that replaces
/// `instead` if given. `captures` fill the rule's texts; "symbol" is among them.
void proposeText(ProposalWriter& writer, const Rule& rule, ByteRange place, const QByteArray& text,
                 const Captures& captures, QVector<Replacement>& edits, ByteRange instead = {});

/// How replacements become hunks.
enum class GateMode : quint8 {
    Guarded, ///< whole lines under #ifdef, the original in the #else arm
    Plain,   ///< as they are: sibling files, in-place
};

/// Whether every conditional directive of 1-based lines first..last opens and closes there.
bool areConditionalsClosed(const CppFile& file, int first, int last);

/// A directive inside the arguments of a macro call is undefined: `lines` and the whole call around
/// significant token `at`; not valid if that is too long.
LineSpan linesAroundMacroCalls(const CppFile& file, int at, LineSpan lines);

/// Groups `replacements` by statement and logical line and adds one hunk per group. Replacements
/// for which there is no safe place for a guard are left out, and with them all with the same link;
/// their findings stay. `style`: how the lines of guarded changes are broken. Returns the number of
/// hunks.
int addGatedHunks(const CppFile& file, QVector<Replacement> replacements, GateMode mode,
                  const QByteArray& guardMacro, const RepoPath& targetPath, const CppStyle& style,
                  ProposalWriter& writer);

} // namespace rocport
