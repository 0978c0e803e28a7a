#pragma once

#include "core/isolation/conditionstack.h"

#include <QByteArray>
#include <QVector>

#include <string>
#include <string_view>
#include <vector>

namespace rocport {

/// One word or operator of a condition, and where it is.
struct ConditionToken
{
    std::string text; ///< without splices; quoted text keeps its quotes
    size_t begin = 0; ///< offset in the file
    size_t end = 0;
};

/// How conditions are spelled.
enum class ConditionDialect : quint8 {
    C,     ///< #if: defined(X), !, &&, ||, numbers
    CMake, ///< if(): NOT, AND, OR
};

/// How the rest of a condition is spelled.
enum class ConditionSpelling : quint8 {
    WithoutParentheses, ///< "(A || M) && B" is "A && B"
    KeepParentheses,    ///< "(A || M) && B" is "(A) && B"
    Canonical,          ///< one blank between tokens, "defined(X)", parentheses where needed
};

/// What is left of a condition when the macros are undefined.
struct GuardCondition
{
    GuardTruth truth = GuardTruth::Unknown;
    std::string text;     ///< Unknown: the condition without the parts whose value is known
    bool changed = false; ///< `text` differs from the file
};

/// Takes `macros` as undefined (C) or false (CMake) and simplifies: `M` and `defined(M)` are false,
/// `M >= 5` compares zero, `A || M` is `A`, `A && !M` is `A`. What it does not understand stays as
/// it is. `tokens` are in `source`, in order. Nesting deeper than 100 or more than 1,000 tokens:
/// Unknown.
GuardCondition simplifyCondition(std::string_view source, const std::vector<ConditionToken>& tokens,
                                 const QVector<QByteArray>& macros, ConditionDialect dialect,
                                 ConditionSpelling spelling);

/// Whether `word` is one of `macros`.
bool isGuardMacro(std::string_view word, const QVector<QByteArray>& macros);

} // namespace rocport
