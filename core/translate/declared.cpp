#include "core/translate/declared.h"

#include "core/text/bytes.h"

#include <algorithm>
#include <iterator>

namespace rocport {

namespace {

constexpr int kLookBack = 32;

bool isQualifier(std::string_view word)
{
    static constexpr std::string_view kWords[] = {
        "const",           "volatile",   "static",       "inline",       "constexpr",
        "extern",          "struct",     "enum",         "class",        "union",
        "typename",        "mutable",    "register",     "typedef",      "friend",
        "virtual",         "explicit",   "thread_local", "public",       "private",
        "protected",       "consteval",  "constinit",    "__restrict__", "__restrict",
        "restrict",        "noexcept",   "override",     "final",        "__device__",
        "__host__",        "__shared__", "__constant__", "__managed__",  "__global__",
        "__forceinline__", "__inline__", "__noinline__", "using",        "template",
        "namespace"};
    return isOneOf(word, kWords);
}

bool isBuiltinType(std::string_view word)
{
    static constexpr std::string_view kWords[] = {"void",     "bool",   "char",  "short",
                                                  "int",      "long",   "float", "double",
                                                  "unsigned", "signed", "auto",  "size_t"};
    return isOneOf(word, kWords);
}

/// Whether the tokens that end with `i` read like a type at the start of a statement, parameter
/// list or class member: "float*", "static const std::vector<int>&".
bool isTypeBefore(const TokenWalk& walk, int i)
{
    bool name = false;
    bool builtin = false;
    for (int steps = 0; steps < kLookBack && i >= 0; ++steps) {
        const std::string_view text = walk.text(i);
        if (walk.isIdentifier(i)) {
            if (isStatementKeyword(text)) {
                return false;
            }
            name |= !isQualifier(text);
            builtin |= isBuiltinType(text);
        } else if (text == ">") {
            int depth = 1;
            while (depth > 0 && ++steps < kLookBack && (i = walk.previous(i)) >= 0) {
                depth += walk.is(i, ">") ? 1 : walk.is(i, "<") ? -1 : 0;
                if (walk.is(i, ";") || walk.is(i, "{") || walk.is(i, "}")) {
                    return false;
                }
            }
            if (i < 0 || depth > 0) {
                return false;
            }
        } else if (text == ";" || text == "{" || text == "}") {
            return name;
        } else if (text == "(" || text == ",") {
            return builtin;
        } else if (text == ":") {
            const std::string_view label = walk.text(walk.previous(i));
            return name && (label == "public" || label == "private" || label == "protected");
        } else if (text != "*" && text != "&" && text != "&&" && text != "::" &&
                   walk.kind(i) != CTokenKind::String) {
            return false;
        }
        i = walk.previous(i);
    }
    return i < 0 && name;
}

/// "typedef struct CUstream_st* cudaStream_t" gives an API type its own name, so that translating
/// both sides is right.
bool aliasesApiType(const TokenWalk& walk, int i)
{
    bool api = false;
    for (int steps = 0; steps < kLookBack; ++steps) {
        i = walk.previous(i);
        if (i < 0 || walk.is(i, ";") || walk.is(i, "{") || walk.is(i, "}")) {
            return false;
        }
        if (walk.is(i, "typedef")) {
            return api;
        }
        if (walk.isIdentifier(i)) {
            const ApiFact* const other = findApi(walk.text(i));
            api |= other && other->kind == ApiKind::Type;
        }
    }
    return false;
}

bool usingAliasesApiType(const TokenWalk& walk, int equals)
{
    int i = equals;
    for (int steps = 0; steps < kLookBack; ++steps) {
        i = walk.next(i);
        if (i < 0 || walk.is(i, ";")) {
            return false;
        }
        const ApiFact* const other = walk.isIdentifier(i) ? findApi(walk.text(i)) : nullptr;
        if (other && other->kind == ApiKind::Type) {
            return true;
        }
    }
    return false;
}

NameRole roleInDirective(const TokenWalk& walk, int before, int after)
{
    const std::string_view previous = walk.text(before);
    if (previous == "define") {
        return NameRole::Declared;
    }
    // Parameter of a function-like macro: "#define F(a, name)".
    if ((previous == "(" || previous == ",") && (walk.is(after, ",") || walk.is(after, ")"))) {
        int j = before;
        for (int steps = 0; steps < kLookBack && j >= 0; ++steps) {
            if (walk.is(j, "(")) {
                const int macro = walk.previous(j);
                if (macro >= 0 && walk.is(walk.previous(macro), "define") &&
                    walk.token(macro).end == walk.token(j).begin) {
                    return NameRole::Declared;
                }
                break;
            }
            if (!walk.is(j, ",") && !walk.isIdentifier(j)) {
                break;
            }
            j = walk.previous(j);
        }
    }
    return NameRole::Use;
}

/// Whether the identifier at `before` can be the type of what is declared after it.
bool endsType(const TokenWalk& walk, int before, bool apiIsType)
{
    const std::string_view word = walk.text(before);
    if (isStatementKeyword(word)) {
        return false;
    }
    if (isQualifier(word) &&
        (apiIsType || word == "public" || word == "private" || word == "using" ||
         word == "namespace" || word == "noexcept" || word == "override" || word == "final")) {
        return false;
    }
    if (walk.token(before).inDirective) {
        // "#define CALL cudaFree(p)": CALL is the macro's name, not a type.
        const int first = walk.previous(before);
        return first >= 0 && !walk.is(first, "define") && walk.kind(first) != CTokenKind::Directive;
    }
    return true;
}

/// "cudaError_t (*cudaMalloc)(void**, size_t)": a variable or member of the file's own.
bool isFunctionPointer(const TokenWalk& walk, int before, int after)
{
    if (!walk.is(before, "*") || !walk.is(after, ")")) {
        return false;
    }
    const int open = walk.previous(before);
    if (open < 0 || !walk.is(open, "(")) {
        return false;
    }
    const int type = walk.previous(open);
    const int call = walk.next(after);
    return type >= 0 && walk.isIdentifier(type) && !isStatementKeyword(walk.text(type)) &&
           call >= 0 && walk.is(call, "(");
}

bool declaresType(const TokenWalk& walk, int before, int after)
{
    const std::string_view key = walk.text(before);
    const std::string_view following = walk.text(after);
    if (key == "namespace") {
        return true;
    }
    if (key == "struct" || key == "class" || key == "union" || key == "enum") {
        if (following == "{" || following == "final") {
            return true;
        }
        if (following == ":") { // base classes or an enum's type, not a bit field
            return true;
        }
    }
    if ((key == "class" || key == "typename") &&
        (following == "," || following == ">" || following == "=")) {
        const int opener = walk.previous(before);
        return opener >= 0 && (walk.is(opener, "<") || walk.is(opener, ","));
    }
    return false;
}

} // namespace

bool isStatementKeyword(std::string_view word)
{
    static constexpr std::string_view kWords[] = {
        "return", "else",     "do",        "case",     "goto",     "throw",  "new",
        "delete", "sizeof",   "co_return", "co_await", "co_yield", "and",    "or",
        "not",    "xor",      "bitand",    "bitor",    "compl",    "if",     "while",
        "for",    "switch",   "operator",  "default",  "alignof",  "typeof", "decltype",
        "typeid", "requires", "noexcept",  "defined",  "asm",      "in"};
    return isOneOf(word, kWords);
}

bool isQualifiedByOther(const TokenWalk& walk, int i)
{
    const int before = walk.previous(i);
    if (before < 0) {
        return false;
    }
    if (walk.is(before, ".") || walk.is(before, "->")) {
        return true;
    }
    if (!walk.is(before, "::")) {
        return false;
    }
    const int scope = walk.previous(before);
    return scope >= 0 && ((walk.isIdentifier(scope) && !isStatementKeyword(walk.text(scope))) ||
                          walk.is(scope, ">"));
}

NameRole nameRole(const TokenWalk& walk, int i, const ApiFact& fact, bool inEnum)
{
    const int before = walk.previous(i);
    const int after = walk.next(i);
    const std::string_view previous = walk.text(before);
    const std::string_view following = walk.text(after);
    const bool isType = fact.kind == ApiKind::Type;

    if (previous == "##" || following == "##" || previous == "%:%:" || following == "%:%:") {
        return NameRole::Foreign;
    }
    if (previous == ".") {
        return NameRole::Foreign;
    }
    if (previous == "->") { // a trailing return type is no member
        return isType ? NameRole::Use : NameRole::Foreign;
    }
    if (previous == "::") {
        const int scope = walk.previous(before);
        if (!isQualifiedByOther(walk, i)) {
            return NameRole::Use; // "::name"
        }
        // "cudaMemcpyKind::cudaMemcpyHostToDevice"
        const ApiFact* const owner = findApi(walk.text(scope));
        return owner && owner->kind == ApiKind::Type ? NameRole::Use : NameRole::Foreign;
    }
    if (before >= 0 && walk.token(i).inDirective) {
        const NameRole role = roleInDirective(walk, before, after);
        if (role != NameRole::Use) {
            return role;
        }
    }
    if (inEnum && !walk.token(i).inDirective && (previous == "{" || previous == ",") &&
        (following == "," || following == "=" || following == "}")) {
        return NameRole::Declared;
    }
    if (declaresType(walk, before, after)) {
        return NameRole::Declared;
    }
    if (previous == "using" && following == "=") {
        return usingAliasesApiType(walk, after) ? NameRole::Use : NameRole::Declared;
    }
    if (isFunctionPointer(walk, before, after)) {
        return NameRole::Declared;
    }

    const bool variable = following == ";" || following == "=" || following == "," ||
                          following == ")" || following == "[" || following == "{";
    const bool function = following == "(" && !isType;
    if (!variable && !function) {
        return NameRole::Use;
    }
    bool declared = false;
    if (walk.isIdentifier(before)) {
        declared = endsType(walk, before, isType);
    } else if (previous == "*" || previous == "&" || previous == "&&" || previous == ">") {
        declared = isTypeBefore(walk, before);
    }
    if (declared && following != "(" && aliasesApiType(walk, i)) {
        return NameRole::Use;
    }
    return declared ? NameRole::Declared : NameRole::Use;
}

} // namespace rocport
