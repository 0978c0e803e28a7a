#pragma once

#include "core/facts/facts.h"
#include "core/translate/brackets.h"

namespace rocport {

/// What an identifier that is spelled like an API name is at its place.
enum class NameRole : quint8 {
    Use,      ///< the API name
    Declared, ///< the file declares a name of its own with this spelling
    Foreign,  ///< a member, a name of another namespace, or part of a pasted name
};

/// The role of token `i`, which is spelled like `fact`. Looks at a bounded number of tokens around
/// it. \a inEnum: the innermost brace around it is that of an enum.
NameRole nameRole(const TokenWalk& walk, int i, const ApiFact& fact, bool inEnum);

/// The same for a plain namespace name such as "cub".
bool isQualifiedByOther(const TokenWalk& walk, int i);

/// Whether `word` is a keyword that cannot end a type ("return", "case", ...).
bool isStatementKeyword(std::string_view word);

} // namespace rocport
