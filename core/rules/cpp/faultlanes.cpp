// Faults of lanes, barriers and shared memory that compile without an error.
#include "core/base/cancelscope.h"
#include "core/rules/cpp/faultfinders.h"
#include "core/rules/cpp/wavefront.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace rocport {

namespace {

using namespace std::string_view_literals;

constexpr int kMostOfExpression = 400; ///< tokens that are looked at

bool isOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool isNarrowType(const CppFile& file, TokenSpan type)
{
    if (type.size() == 2) {
        return file.is(type.begin, "unsigned") && file.is(type.begin + 1, "int");
    }
    return type.size() == 1 &&
           isOf(file.text(type.begin), {"unsigned", "int", "uint32_t", "int32_t", "uint", "u32"});
}

/// The cast to 32 bits of exactly the expression [begin, end): its first token; -1: none.
int narrowCastOf(const CppFile& file, int begin, int end)
{
    while (file.is(begin - 1, "(") && file.is(end, ")")) {
        if (isNarrowType(file, {begin - 2, begin - 1})) {
            return begin - 2; // unsigned(…)
        }
        for (int at = begin - 3; file.is(begin - 2, ">") && at > begin - 7 && at > 0; --at) {
            if (file.is(at, "<")) {
                const bool isCast = file.is(at - 1, "static_cast");
                return isCast && isNarrowType(file, {at + 1, begin - 2}) ? at - 1 : -1;
            }
        }
        --begin;
        ++end;
    }
    const int open = file.is(begin - 1, ")") ? file.match(begin - 1) : -1;
    return open >= 0 && isNarrowType(file, {open + 1, begin - 1}) ? open : -1;
}

/// The bracket "[" around `at`, through parentheses; -1: none.
int arrayBracket(const CppFile& file, int at)
{
    int open = file.enclosing(at);
    while (open >= 0 && file.is(open, "(")) {
        open = file.enclosing(open);
    }
    return open >= 0 && file.is(open, "[") ? open : -1;
}

/// Names that the file defines as 64: macros and constants.
std::set<std::string_view> namesOf64(const CppFile& file)
{
    std::set<std::string_view> result;
    for (int i = 2; i < file.size() && !isWorkCancelledAt(i); ++i) {
        if (!file.is(i, "64")) {
            continue;
        }
        if (file.isKind(i - 1, CTokenKind::Identifier) && file.is(i - 2, "define")) {
            result.insert(file.text(i - 1));
        } else if (file.is(i - 1, "=") && file.isKind(i - 2, CTokenKind::Identifier)) {
            result.insert(file.text(i - 2));
        }
    }
    return result;
}

bool hasWave32(const TargetSettings& target)
{
    return std::any_of(target.architectures.begin(), target.architectures.end(),
                       [](const QString& one) { return !one.startsWith(u"gfx9"); });
}

/// Whether the file has a parameter, of a template or a function, under a name.
bool isParameter(const CppFile& file, std::string_view name)
{
    constexpr int kFewest = 2; // tokens before and behind
    for (int at = kFewest; at + 1 < file.size(); ++at) {
        if (file.is(at, name) && file.isKind(at - 1, CTokenKind::Identifier) &&
            (file.is(at + 1, ",") || file.is(at + 1, ">") || file.is(at + 1, ")")) &&
            !file.is(at - 1, "return")) {
            return true;
        }
    }
    return false;
}

/// Whether the file has variables of a type in shared memory.
bool isSharedType(const CppFile& file, TokenSpan head)
{
    std::string_view name;
    for (int at = head.begin; at + 1 < head.end; ++at) {
        name = file.is(at, "struct") || file.is(at, "class") ? file.text(at + 1) : name;
    }
    for (int at = 0; at + 1 < file.size() && !name.empty(); ++at) {
        if (file.is(at, "__shared__") &&
            holdsWord(file, {at, std::min(at + 5, file.size())}, name)) {
            return true;
        }
    }
    return false;
}

/// What waits for all threads of a block: the barrier, and device functions of the file with one.
std::set<std::string_view> barriersOf(const CppFile& file)
{
    std::set<std::string_view> barriers = {"__syncthreads"};
    for (const CppFunction& function : file.functions()) {
        if (function.device && !isWorkCancelled() &&
            holdsWord(file, {function.bodyOpen, function.bodyClose}, "__syncthreads")) {
            barriers.insert(function.name);
        }
    }
    return barriers;
}

/// Follows in one kernel which names differ between rows of threads or between warps of 32.
class RowReturns
{
public:
    RowReturns(const CppInput& input, const CppFunction& function,
               const std::set<std::string_view>& barriers)
        : m_input(input), m_file(input.file), m_function(function), m_barriers(barriers)
    {
    }
    void run();

private:
    [[nodiscard]] bool tellsRowsApart(TokenSpan span) const;
    [[nodiscard]] int returnBehind(int close) const;

    const CppInput& m_input;
    const CppFile& m_file;
    const CppFunction& m_function;
    const std::set<std::string_view>& m_barriers; ///< see barriersOf()
    std::set<std::string_view> m_rows;
};

bool RowReturns::tellsRowsApart(TokenSpan span) const
{
    for (int at = span.begin; at < span.end; ++at) {
        if (m_file.is(at, "threadIdx") && m_file.is(at + 1, ".")) {
            const bool isRow = m_file.is(at + 2, "y") || m_file.is(at + 2, "z");
            const bool isWarp = (m_file.is(at + 3, "/") &&
                                 (m_file.is(at + 4, "32") || isWidthName(m_file.text(at + 4)))) ||
                                (m_file.is(at + 3, ">>") && m_file.is(at + 4, "5"));
            if (isRow || isWarp) {
                return true;
            }
        } else if (m_rows.contains(m_file.text(at)) && !m_file.is(at - 1, ".")) {
            return true;
        }
    }
    return false;
}

/// The token "return" where a condition that ends at `close` guards nothing else; -1.
int RowReturns::returnBehind(int close) const
{
    const int at = m_file.is(close + 1, "{") ? close + 2 : close + 1;
    const bool isAlone = m_file.is(at, "return") && m_file.is(at + 1, ";") &&
                         (at == close + 1 || m_file.is(at + 2, "}"));
    return isAlone ? at : -1;
}

void RowReturns::run()
{
    int barrier = -1;
    for (int at = m_function.bodyClose - 1; at > m_function.bodyOpen && barrier < 0; --at) {
        const bool isCall = m_file.is(at + 1, "(") || m_file.is(at + 1, "<");
        barrier = isCall && m_barriers.contains(m_file.text(at)) && isLive(m_input, at) ? at : -1;
    }
    for (int at = m_function.bodyOpen + 1; at < barrier; ++at) {
        const bool isMember = m_file.is(at - 2, ".") || m_file.is(at - 2, "->");
        if (m_file.is(at, "=") && m_file.isKind(at - 1, CTokenKind::Identifier) && !isMember) {
            const int end = std::min(m_file.statement(at).end, at + kMostOfExpression);
            if (tellsRowsApart({at + 1, end})) {
                m_rows.insert(m_file.text(at - 1));
            }
        }
        const int close = m_file.is(at, "if") && m_file.is(at + 1, "(") ? m_file.match(at + 1) : -1;
        const int leaves = close < 0 ? -1 : returnBehind(close);
        // In a block of its own the return may stand for all threads of the block.
        if (leaves < 0 || m_file.enclosing(at) != m_function.bodyOpen || !isLive(m_input, at) ||
            !tellsRowsApart({at + 2, close})) {
            continue;
        }
        addFault(m_input, {at, leaves + 1}, m_file.textOf({at, close + 1}),
                 QStringLiteral("The barrier is in line %1.").arg(faultLine(m_file, barrier)));
        return;
    }
}

/// Calls of block-wide collectives, by the storage that they take.
class StorageUses
{
public:
    explicit StorageUses(const CppInput& input)
        : m_input(input), m_file(input.file), m_barriers(barriersOf(input.file))
    {
    }
    void run();

private:
    void declarations();
    [[nodiscard]] bool isOfWarps(int storage) const;
    [[nodiscard]] std::string_view storageAt(int open, int function) const;
    [[nodiscard]] bool isBetweenFree(int from, int to) const;
    [[nodiscard]] int loopAround(int at, int declared) const;
    void use(int open, std::string_view name, int function);

    const CppInput& m_input;
    const CppFile& m_file;
    std::set<std::string_view> m_barriers;
    std::map<std::pair<int, std::string_view>, int> m_declared; ///< by function
    std::map<std::pair<int, std::string_view>, int> m_last;     ///< by function and storage
    std::set<std::pair<int, std::string_view>> m_said;
};

bool namesWarp(std::string_view word)
{
    return word.find("Warp") != std::string_view::npos ||
           word.find("warp") != std::string_view::npos;
}

/// Whether the storage is that of a collective of one warp, which a block barrier is not for.
bool StorageUses::isOfWarps(int storage) const
{
    const TokenSpan statement = m_file.statement(storage);
    std::set<std::string_view> types;
    for (int at = statement.begin; at < storage; ++at) {
        if (namesWarp(m_file.text(at))) {
            return true;
        }
        if (m_file.is(at + 1, "::") && m_file.isKind(at, CTokenKind::Identifier)) {
            types.insert(m_file.text(at));
        }
    }
    constexpr int kFarthest = 4000; // tokens back to the type's own declaration
    for (int at = storage; at > 0 && at > storage - kFarthest; --at) {
        if (!types.contains(m_file.text(at)) ||
            !(m_file.is(at + 1, ";") || m_file.is(at + 1, "="))) {
            continue;
        }
        const TokenSpan own = m_file.statement(at);
        for (int one = own.begin; one < own.end && one < own.begin + kMostOfExpression; ++one) {
            if (namesWarp(m_file.text(one))) {
                return true;
            }
        }
    }
    return false;
}

/// "T::TempStorage name;", also in a union, whose own name counts then.
void StorageUses::declarations()
{
    for (int i = 1; i + 2 < m_file.size() && !isWorkCancelledAt(i); ++i) {
        if (!m_file.is(i, "TempStorage") || !m_file.isKind(i + 1, CTokenKind::Identifier) ||
            !m_file.is(i + 2, ";") || m_file.functionOf(i) < 0 || isOfWarps(i)) {
            continue;
        }
        int name = i + 1;
        const int open = m_file.enclosing(i);
        const int close = open < 0 ? -1 : m_file.match(open);
        const TokenSpan head = open < 0 ? TokenSpan() : m_file.statement(open);
        const bool isUnion = open > 0 && holdsWord(m_file, {head.begin, open}, "union");
        const bool isStruct =
            open > 0 && !isUnion && holdsWord(m_file, {head.begin, open}, "struct");
        if (isStruct || (isUnion && !m_file.isKind(close + 1, CTokenKind::Identifier))) {
            continue; // members of their own, or a type whose variables are not known here
        }
        name = isUnion ? close + 1 : name;
        m_declared.try_emplace({m_file.functionOf(i), m_file.text(name)}, name);
    }
}

/// The storage of the function that "Type(storage)." at its parenthesis is made of; empty: none.
std::string_view StorageUses::storageAt(int open, int function) const
{
    const int close = m_file.match(open);
    const bool isMade =
        close > open + 1 && m_file.is(close + 1, ".") &&
        (m_file.isKind(open - 1, CTokenKind::Identifier) || m_file.is(open - 1, ">"));
    const bool isName = isMade && (close == open + 2 || m_file.is(open + 2, "."));
    return isName && m_declared.contains({function, m_file.text(open + 1)}) ? m_file.text(open + 1)
                                                                            : std::string_view();
}

/// Whether threads come from one token to the other without a barrier, on one way.
bool StorageUses::isBetweenFree(int from, int to) const
{
    for (int at = from; at < to; ++at) {
        const std::string_view word = m_file.text(at);
        if (m_file.token(at).inDirective ||
            isOf(word, {"else", "case", "default", "return", "break", "?"})) {
            return false;
        }
        const bool isSync = word.find("sync") != std::string_view::npos ||
                            word.find("SYNC") != std::string_view::npos ||
                            word.find("Sync") != std::string_view::npos ||
                            word.find("arrier") != std::string_view::npos ||
                            word.find("BARRIER") != std::string_view::npos;
        const bool isCall = m_file.is(at + 1, "(") || m_file.is(at + 1, "<");
        if (isSync || (isCall && m_barriers.contains(word))) {
            return false;
        }
    }
    return true;
}

/// The opening brace of a loop around `at` that begins behind the declaration; -1: none.
int StorageUses::loopAround(int at, int declared) const
{
    for (int open = m_file.enclosing(at); open > declared; open = m_file.enclosing(open)) {
        const int head =
            m_file.is(open, "{") && m_file.is(open - 1, ")") ? m_file.match(open - 1) : -1;
        if (head > 0 && (m_file.is(head - 1, "for") || m_file.is(head - 1, "while"))) {
            return open;
        }
    }
    return -1;
}

void StorageUses::use(int open, std::string_view name, int function)
{
    const std::pair key{function, name};
    const int close = m_file.match(open);
    const auto last = m_last.find(key);
    QString note;
    const int loop = loopAround(open, m_declared[key]);
    if (last != m_last.end() && isBetweenFree(last->second, open)) {
        note = QStringLiteral("The call in line %1 takes the same storage, and no barrier stands "
                              "between.")
                   .arg(faultLine(m_file, last->second));
    } else if (loop >= 0 && isBetweenFree(loop, m_file.match(loop))) {
        note = QStringLiteral("The loop around it holds no barrier, so each turn takes the storage "
                              "of the turn before.");
    }
    m_last[key] = close;
    if (!note.isEmpty() && m_said.insert(key).second) {
        addFault(m_input, {open, close + 1}, name, note);
    }
}

void StorageUses::run()
{
    declarations();
    for (int i = 1; !m_declared.empty() && i < m_file.size() && !isWorkCancelledAt(i); ++i) {
        const bool isCall = m_file.is(i, "(") && m_file.match(i) > 0 &&
                            m_file.is(m_file.match(i) + 1, ".") && isLive(m_input, i);
        const int function = isCall ? m_file.functionOf(i) : -1;
        const std::string_view name = function < 0 ? std::string_view() : storageAt(i, function);
        if (!name.empty()) {
            use(i, name, function);
        }
    }
}

bool selectsOne(std::string_view word)
{
    return isOf(word, {"fmin", "fmax", "fminf", "fmaxf", "min", "max"});
}

bool isZero(std::string_view word)
{
    return isOf(word, {"0", "0.", "0.0", "0.f", "0.0f", "0.F", "0.0F"});
}

/// Follows results of the approximate division in one function.
class FastQuotients
{
public:
    FastQuotients(const CppInput& input, const CppFunction& function)
        : m_input(input), m_file(input.file), m_function(function)
    {
    }
    void run();

private:
    [[nodiscard]] bool comesFromQuotient(TokenSpan value) const;

    const CppInput& m_input;
    const CppFile& m_file;
    const CppFunction& m_function;
    std::set<std::string_view> m_quotients;
};

/// Whether a value is such a quotient, or the least or greatest of some.
bool FastQuotients::comesFromQuotient(TokenSpan value) const
{
    const bool selects = selectsOne(m_file.text(value.begin));
    for (int at = value.begin; at < value.end; ++at) {
        if (m_file.is(at, "__fdividef") || (selects && m_quotients.contains(m_file.text(at)))) {
            return !holdsWord(m_file, value, "int");
        }
    }
    return false;
}

void FastQuotients::run()
{
    for (int at = m_function.bodyOpen + 1; at < m_function.bodyClose; ++at) {
        if (m_file.is(at, "=") && m_file.isKind(at - 1, CTokenKind::Identifier)) {
            const TokenSpan statement = m_file.statement(at);
            int end = at + 1; // of the declarator
            for (; end < statement.end && !m_file.is(end, ",") && !m_file.is(end, ";"); ++end) {
                const int close = m_file.is(end, "(") ? m_file.match(end) : -1;
                end = close > end ? close : end;
            }
            if (!holdsWord(m_file, {statement.begin, at}, "int") &&
                comesFromQuotient({at + 1, end})) {
                m_quotients.insert(m_file.text(at - 1));
            }
        }
        if (!m_file.is(at, "==") && !m_file.is(at, "!=")) {
            continue;
        }
        const bool isLeft =
            m_quotients.contains(m_file.text(at - 1)) && !isZero(m_file.text(at + 1));
        const bool isRight =
            m_quotients.contains(m_file.text(at + 1)) && !isZero(m_file.text(at - 1));
        const bool isWhole = !m_file.is(at - 2, ".") && !m_file.is(at + 2, ".");
        if ((isLeft || isRight) && isWhole && isLive(m_input, at)) {
            addFault(m_input, {at - 1, at + 2}, m_file.textOf({at - 1, at + 2}));
            return; // the others of the function are seen with it
        }
    }
}

} // namespace

void findLowHalves(const CppInput& input)
{
    const CppFile& file = input.file;
    for (int i = 1; i + 1 < file.size() && !isWorkCancelledAt(i); ++i) {
        if (!file.is(i, "__ballot") || !file.is(i + 1, "(")) {
            continue;
        }
        // What is not for AMD GPUs yet belongs to the rules of lane masks.
        const bool isAmd = input.writer.analysis().language == Language::Hip || !isLive(input, i);
        const int close = isAmd ? file.match(i + 1) : -1;
        const int cast = close < 0 ? -1 : narrowCastOf(file, i, close + 1);
        if (cast >= 0) {
            int end = close + 1;
            while (file.is(end, ")") && file.match(end) >= cast) {
                ++end;
            }
            addFault(input, {cast, end}, file.textOf({cast, end}));
        }
    }
}

void findWidthBounds(const CppInput& input)
{
    const CppFile& file = input.file;
    const bool isNarrow = hasWave32(input.context.target);
    const std::set<std::string_view> wide =
        isNarrow ? namesOf64(file) : std::set<std::string_view>();
    const QString warps = QStringLiteral(
        "Wavefronts of 32 lanes are more of them, so a number of warps needs 32 as its bound.");
    for (int i = 1; i < file.size() && !isWorkCancelledAt(i); ++i) {
        const std::string_view word = file.text(i);
        const bool divides = file.is(i - 1, "/");
        if (word == "C10_WARP_SIZE_UPPER_BOUND" && divides) {
            addFault(input, {i - 1, i + 1}, file.textOf({i - 1, i + 1}), warps);
            continue;
        }
        const bool isLength = file.is(i - 1, "[") && file.is(i + 1, "]");
        if (word == "C10_WARP_SIZE_LOWER_BOUND" &&
            (isLength || file.is(i - 1, "*") || (file.is(i + 1, "*") && !divides))) {
            addFault(input, {i, i + 1}, word,
                     QStringLiteral("What has a place for each lane needs 64 as its bound."));
            continue;
        }
        const int bracket = divides && (isNarrow && (word == "64" || wide.contains(word)))
                                ? arrayBracket(file, i)
                                : -1;
        const int begin = bracket < 1 ? -1 : file.statement(bracket).begin;
        if (begin >= 0 && file.match(bracket) > 0 &&
            holdsWord(file, {begin, bracket}, "__shared__")) {
            const TokenSpan array{bracket - 1, file.match(bracket) + 1};
            addFault(input, array, file.textOf(array), warps);
        }
    }
}

void findEarlyReturns(const CppInput& input)
{
    const std::set<std::string_view> barriers = barriersOf(input.file);
    for (const CppFunction& function : input.file.functions()) {
        if (isWorkCancelled()) {
            return;
        }
        if (function.global) {
            RowReturns(input, function, barriers).run();
        }
    }
}

void findReusedStorage(const CppInput& input)
{
    StorageUses(input).run();
}

void findWidthLayouts(const CppInput& input)
{
    const CppFile& file = input.file;
    for (int i = 2; i + 1 < file.size() && !isWorkCancelledAt(i); ++i) {
        if (!file.isKind(i, CTokenKind::Identifier) || !isWidthName(file.text(i))) {
            continue;
        }
        const int bracket = arrayBracket(file, i);
        const int open = bracket < 0 ? -1 : file.enclosing(bracket);
        const int close = bracket < 0 ? -1 : file.match(bracket);
        if (open < 1 || close < 0 || !file.is(open, "{") ||
            !file.isKind(bracket - 1, CTokenKind::Identifier) ||
            !(file.is(close + 1, ";") || file.is(close + 1, "[")) || !isLive(input, i)) {
            continue;
        }
        const TokenSpan head{file.statement(open).begin, open};
        const bool isType = (holdsWord(file, head, "struct") || holdsWord(file, head, "class")) &&
                            !file.is(open - 1, ")");
        const bool isShared =
            holdsWord(file, {file.statement(bracket).begin, bracket}, "__shared__") ||
            holdsWord(file, head, "__shared__") || holdsWord(file, head, "extern");
        const bool isStatic = holdsWord(file, {file.statement(bracket).begin, bracket}, "static");
        // What has functions of the device lives in kernels, in registers or shared memory.
        const bool isOfDevice =
            isType &&
            (holdsWord(file, {open, file.match(open)}, "__device__") ||
             isParameter(file, file.text(i)) || isSharedType(file, {head.begin, open + 1}));
        if (isType && !isShared && !isStatic && !isOfDevice) {
            addFault(input, {bracket - 1, close + 1}, file.textOf({bracket - 1, close + 1}));
        }
    }
}

void findFastEqualities(const CppInput& input)
{
    for (const CppFunction& function : input.file.functions()) {
        if (isWorkCancelled()) {
            return;
        }
        FastQuotients(input, function).run();
    }
}

} // namespace rocport
