#include "core/rules/cpp/pointee.h"

#include "core/rules/cpp/warpnumbers.h"
#include "core/translate/declared.h"

#include <algorithm>
#include <array>
#include <string>

namespace rocport {

namespace {

constexpr int kMaxBack = 1000; ///< tokens before a use that are searched for its declaration
constexpr int kMaxType = 12;   ///< tokens of a type

bool isQualifier(std::string_view word)
{
    return isOneOf(word, {"const", "volatile", "__restrict__", "__restrict", "restrict", "static",
                          "constexpr", "register", "__shared__", "__device__", "typename"});
}

bool isNumberType(std::string_view word)
{
    static constexpr std::array kNames = {
        std::string_view("int"),      std::string_view("unsigned"), std::string_view("signed"),
        std::string_view("char"),     std::string_view("short"),    std::string_view("long"),
        std::string_view("float"),    std::string_view("double"),   std::string_view("bool"),
        std::string_view("size_t"),   std::string_view("int8_t"),   std::string_view("uint8_t"),
        std::string_view("int16_t"),  std::string_view("uint16_t"), std::string_view("int32_t"),
        std::string_view("uint32_t"), std::string_view("int64_t"),  std::string_view("uint64_t"),
        std::string_view("uint"),     std::string_view("ushort"),   std::string_view("uchar"),
        std::string_view("ulong"),    std::string_view("uintptr_t")};
    return std::find(kNames.begin(), kNames.end(), word) != kNames.end();
}

/// float2, uchar4, longlong2: bytes of one of its numbers, and how many there are.
Pointee vectorType(std::string_view name)
{
    // HIP's bfloat162 has copies of its own, so that no atomic access takes it.
    if (isOneOf(name, {"half", "__half", "half2", "__half2", "nv_bfloat16", "__nv_bfloat16",
                       "cuFloatComplex", "cuComplex"})) {
        return Pointee::Word;
    }
    if (isOneOf(name, {"cuDoubleComplex"})) {
        return Pointee::Wide;
    }
    if (name.size() < 4 || name.back() < '1' || name.back() > '4') {
        return Pointee::Unknown;
    }
    const int count = name.back() - '0';
    std::string_view base = name.substr(0, name.size() - 1);
    if (base.size() > 3 && base.front() == 'u') {
        base.remove_prefix(1);
    }
    const int bytes = base == "char"                                  ? 1
                      : base == "short"                               ? 2
                      : base == "int" || base == "float"              ? 4
                      : isOneOf(base, {"long", "longlong", "double"}) ? 8
                                                                      : 0;
    if (bytes == 0) {
        return Pointee::Unknown;
    }
    return count != 3 && bytes * count <= 8 ? Pointee::Word : Pointee::Wide;
}

/// The type before the '*' at `star`, read backwards; `begin` gets its first token.
Pointee typeBefore(const CppFile& file, int star, int& begin)
{
    Pointee result = Pointee::Unknown;
    int i = star - 1;
    if (file.is(i, "*")) { // a pointer, whatever it points at
        while (i >= 0 && star - i < kMaxType &&
               (file.isKind(i, CTokenKind::Identifier) || file.is(i, "*") || file.is(i, "::"))) {
            --i;
        }
        begin = i + 1;
        return Pointee::Scalar;
    }
    for (; i >= 0 && star - i < kMaxType; --i) {
        const std::string_view word = file.text(i);
        if (isQualifier(word) || (word == "::" && file.is(i - 1, "std")) || word == "std") {
            continue;
        }
        if (isNumberType(word)) {
            result = Pointee::Scalar;
        } else if (result == Pointee::Unknown && vectorType(word) != Pointee::Unknown) {
            result = vectorType(word);
        } else {
            break;
        }
    }
    begin = i + 1;
    return result;
}

/// "(const float4*)p" and "reinterpret_cast<float4*>(p)".
Pointee castTo(const CppFile& file, TokenSpan span)
{
    int begin = 0;
    if (file.is(span.begin, "(")) {
        const int close = file.match(span.begin);
        const bool cast = close > span.begin && close + 1 < span.end && file.is(close - 1, "*");
        return cast ? typeBefore(file, close - 1, begin) : Pointee::Unknown;
    }
    if (!isOneOf(file.text(span.begin), {"reinterpret_cast", "static_cast", "const_cast"})) {
        return Pointee::Unknown;
    }
    for (int i = span.begin + 1; i < span.end && i - span.begin < kMaxType; ++i) {
        if (file.is(i, ">")) {
            int star = i - 1;
            while (isQualifier(file.text(star))) {
                --star;
            }
            const bool last = file.is(i + 1, "(") && file.match(i + 1) + 1 >= span.end;
            return file.is(star, "*") && last ? typeBefore(file, star, begin) : Pointee::Unknown;
        }
    }
    return Pointee::Unknown;
}

/// Whether a declaration may begin at `at`: what stands before it ends something else.
bool beginsDeclaration(const CppFile& file, int at)
{
    return at == 0 || file.token(at - 1).inDirective ||
           isOneOf(file.text(at - 1), {"(", ",", ";", "{", "}", ">"});
}

/// Whether the block, or what follows the parentheses, in which the name at `i` stands holds `at`.
bool reaches(const CppFile& file, int i, int at)
{
    const int open = file.enclosing(i);
    const int close = open < 0 ? -1 : file.match(open);
    if (open < 0 || close < 0 || close > at) {
        return true;
    }
    if (!file.is(open, "(")) {
        return false;
    }
    // Parameters, "for (...)" and the like: the block or the statement behind them.
    for (int after = close + 1; after < at; ++after) {
        if (file.is(after, "{")) {
            return file.match(after) < 0 || file.match(after) > at;
        }
        if (file.is(after, ";")) {
            return false;
        }
    }
    return true;
}

/// What a name at `i` is, as far as the tokens before it say: its declaration begins with a type,
/// "*" and the like, and ends before it.
struct Declared
{
    bool is = false; ///< a declaration
    Pointee points = Pointee::Unknown;
};

/// `last`: the token before the name and its qualifiers.
Declared declaredAs(const CppFile& file, int i, int last, bool element)
{
    int begin = 0;
    if (file.is(last, "*")) {
        const Pointee result = typeBefore(file, last, begin);
        if (result != Pointee::Unknown && beginsDeclaration(file, begin)) {
            return {true, element ? Pointee::Unknown : result};
        }
        // "T* p", "ns::T<int>* p"; a pointer is no factor.
        int type = last - 1;
        while (isQualifier(file.text(type)) || file.is(type, "*")) {
            --type;
        }
        const bool named =
            file.isKind(type, CTokenKind::Identifier) || file.is(type, ">") ||
            (file.is(type, ",") && !file.is(file.enclosing(i), "(")); // "int *a, *p;"
        return {named && !isStatementKeyword(file.text(type)), {}};
    }
    const bool array = last == i - 1 && file.is(i + 1, "[");
    const Pointee result = typeBefore(file, last + 1, begin);
    if (result != Pointee::Unknown && beginsDeclaration(file, begin)) {
        return {true, element || array ? result : Pointee::Unknown};
    }
    const bool type =
        file.isKind(last, CTokenKind::Identifier) && !isStatementKeyword(file.text(last));
    return {type || isOneOf(file.text(last), {"&", ">"}), {}};
}

/// What the declaration of the name at `at` makes it point at; with `element`, what its address
/// points at: the declaration is of a number, or of an array of them where `index` follows.
Pointee declared(const CppFile& file, int at, bool element, bool index)
{
    const int function = file.functionOf(at);
    const std::string_view name = file.text(at);
    const int first = function < 0 ? 0 : file.functions()[static_cast<size_t>(function)].paramsOpen;
    for (int i = at - 1; i > first && at - i < kMaxBack; --i) {
        if (!file.is(i, name) || isOneOf(file.text(i - 1), {".", "->", "::"}) ||
            !reaches(file, i, at)) {
            continue;
        }
        int last = i - 1;
        while (isQualifier(file.text(last))) {
            --last;
        }
        if (element && index && file.is(last, "*")) {
            // &p[1] of a pointer, not of an array.
            const Declared one = declaredAs(file, i, last, false);
            if (one.is) {
                return one.points;
            }
            continue;
        }
        const bool array = last == i - 1 && file.is(i + 1, "[");
        const Declared one = declaredAs(file, i, last, element);
        if (one.is) {
            return element && index != array ? Pointee::Unknown : one.points;
        }
    }
    return Pointee::Unknown;
}

/// The type before the '*' within `span`, qualifiers aside; empty: it is no plain name.
std::string_view nameBeforeStar(const CppFile& file, TokenSpan span)
{
    int first = -1;
    for (int i = span.begin; i < span.end && i - span.begin < kMaxType; ++i) {
        if (file.is(i, "*")) {
            const bool one = first >= 0 && !(i + 1 < span.end && file.is(i + 1, "*"));
            return one ? file.textOf({first, i}) : std::string_view();
        }
        if (first < 0 && isQualifier(file.text(i))) {
            continue;
        }
        if (!file.isKind(i, CTokenKind::Identifier) && !file.is(i, "::")) {
            return {};
        }
        first = first < 0 ? i : first;
    }
    return {};
}

/// The type to which the expression that begins at `at` is cast, "int4" of
/// "reinterpret_cast<const int4*>(p)" and "(int4*)p"; empty: it is no cast to a pointer to a type
/// that is a plain name.
std::string_view castPointee(const CppFile& file, int at)
{
    if (file.is(at, "(")) {
        const int close = file.match(at);
        return close > at && file.is(close - 1, "*") ? nameBeforeStar(file, {at + 1, close})
                                                     : std::string_view();
    }
    const bool cast = isOneOf(file.text(at), {"reinterpret_cast", "static_cast", "const_cast"});
    return cast && file.is(at + 1, "<") ? nameBeforeStar(file, {at + 2, at + 2 + kMaxType})
                                        : std::string_view();
}

/// The type at which the first parameter of the function that is declared at `name` points; empty:
/// the function is a template, or takes something else first.
std::string_view parameterPointee(const CppFile& file, int name)
{
    if (!file.is(name + 1, "(") || file.match(name + 1) < 0) {
        return {};
    }
    for (int i = name - 1; i >= 0 && name - i < kMaxType && !file.token(i).inDirective; --i) {
        if (isOneOf(file.text(i), {";", "}", "{"})) {
            break;
        }
        if (isOneOf(file.text(i), {">", "template"})) {
            return {};
        }
    }
    return nameBeforeStar(file, {name + 2, file.match(name + 1)});
}

} // namespace

Pointee pointeeOf(const CppFile& file, TokenSpan expression)
{
    TokenSpan span = expression;
    constexpr int kMaxNested = 8;
    for (int nested = 0;
         nested < kMaxNested && file.is(span.begin, "(") && file.match(span.begin) == span.end - 1;
         ++nested) {
        span = {span.begin + 1, span.end - 1};
    }
    if (span.size() <= 0) {
        return Pointee::Unknown;
    }
    if (const Pointee cast = castTo(file, span); cast != Pointee::Unknown) {
        return cast;
    }
    const bool address = file.is(span.begin, "&");
    const int name = address ? span.begin + 1 : span.begin;
    if (name >= span.end || !file.isKind(name, CTokenKind::Identifier)) {
        return Pointee::Unknown;
    }
    const std::string_view after = name + 1 < span.end ? file.text(name + 1) : std::string_view();
    if (address) {
        const bool index = after == "[" && file.match(name + 1) + 1 >= span.end;
        return index || after.empty() ? declared(file, name, true, index) : Pointee::Unknown;
    }
    const bool plain = after.empty() || after == "+" || after == "-" || after == "++";
    return plain ? declared(file, name, false, false) : Pointee::Unknown;
}

bool castsToOtherType(const CppFile& file, int at, const std::vector<int>& own)
{
    if (!file.is(at + 1, "(")) {
        return false;
    }
    const std::string_view type = castPointee(file, at + 2);
    return !type.empty() && std::all_of(own.begin(), own.end(), [&](int one) {
        const std::string_view taken = parameterPointee(file, one);
        return !taken.empty() && taken != type;
    });
}

} // namespace rocport
