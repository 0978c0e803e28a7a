#pragma once

#include "core/project/session/projectstate.h"

namespace rocport {

/// A place that a rule points at.
struct RulePlace
{
    QString message;
    QString symbol;
    RepoPath path;
    int line = 0; ///< 1-based
    QString wayOut;
};

/// What a rule points at in a project.
struct RuleTally
{
    int places = 0;  ///< that it points at, whether a change answers them or not
    int changes = 0; ///< whose leading rule it is, as Review groups them
    int openChanges = 0;
    int changeFiles = 0;
    int findings = 0; ///< left for a person
    int openFindings = 0;
    int findingFiles = 0;
    RulePlace first;        ///< of the places
    QByteArray firstChange; ///< key of a hunk; empty: none

    [[nodiscard]] bool isUsed() const { return places > 0 || changes > 0; }
    RuleTally& operator+=(const RuleTally& other);
};

/// By rule; empty before the first scan.
QHash<QString, RuleTally> tallyRules(const ProjectState& state);

/// "7 changes in 4 files; 6 findings in 6 files, 4 open".
QString tallyText(const RuleTally& tally);

/// What disappears from the lists when the rule is switched off, and what stays, in a sentence.
QString leavingText(const RuleTally& tally);

} // namespace rocport
