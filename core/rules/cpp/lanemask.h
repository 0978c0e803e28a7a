#pragma once

#include "core/rules/cpp/cppfile.h"
#include "core/rules/cpp/cppptx.h"

#include <QHash>

#include <string_view>
#include <vector>

namespace rocport {

/// What a warp-level name is. `None`: not such a name.
enum class WarpBuiltin : quint8 {
    None,
    Ballot,    ///< __ballot, __ballot_sync, __activemask, __match_*: returns a lane mask
    Shuffle,   ///< __shfl*
    Vote,      ///< __any*, __all*
    SyncWarp,  ///< __syncwarp
    Reduce,    ///< __reduce_*_sync
    Count,     ///< __popc, __ffs, __clz, __brev, __fns
    CountWide, ///< __popcll and the others for 64 bits
};
/// Whether `name` is a warp-level name, and which.
WarpBuiltin warpBuiltin(std::string_view name);
/// Whether the first argument of `name` is a lane mask: the _sync functions and __syncwarp.
bool takesLaneMask(std::string_view name);

/// How a literal names lanes.
enum class MaskLiteral : quint8 { No, Zero, Full32, Full64, Other };

/// What is known about an expression's value, weakest first.
enum class MaskTruth : quint8 {
    No,      ///< something else
    Neutral, ///< 0: fits any role
    Soft,    ///< could be a lane mask: all ones, a one shifted by a variable
    Hard, ///< comes from a ballot, __activemask, __match or the mask argument of a _sync function
};

/// A variable, parameter or function result of an integer type.
struct LaneValue
{
    enum class Kind : quint8 { Local, Parameter, Return, FileConstant } kind = Kind::Local;
    enum class Type : quint8 { Int32, Int64, Auto } type = Type::Int32;
    std::string_view name;
    int function = -1;
    int nameAt = 0;
    int parameter = 0;     ///< its position, for Parameter
    TokenSpan typeTokens;  ///< what "unsigned long long" replaces; empty when it cannot be
    bool longType = false; ///< `unsigned long` or an alias of it: __ffsll is ambiguous
    TokenSpan scope;
    int declaration = 0;  ///< shared by the variables of one declaration
    int link = 0;         ///< shared by declarations of one name, as in the arms of an #if
    bool isConst = false; ///< declared const or constexpr
    std::vector<TokenSpan> sources;
    std::vector<int> uses;       ///< places that read it
    bool wrongWrite = false;     ///< written by something that is not a mask operation
    bool escapes = false;        ///< its value reaches a place where 32 bits may be meant
    bool unknownCallers = false; ///< a parameter or result that other files may use
    bool syncUse = false;        ///< is the mask argument of a _sync function
    bool hard = false;
    bool valid = false; ///< all sources and uses are those of a lane mask

    [[nodiscard]] bool isCertain() const { return valid && hard; }
};

/// Determines which variables of one file hold lane masks, by tokens and function by function.
/// Needs CppFile::analyseStructure(). Bounded work: expressions over 400 tokens and nesting over 24
/// levels count as unknown.
class LaneMasks
{
public:
    /// `header`: other files may call the functions.
    LaneMasks(const CppFile& file, const std::vector<PtxStatement>& ptx, bool header);

    [[nodiscard]] const std::vector<LaneValue>& values() const { return m_values; }
    /// Whether other files may use what this one defines.
    [[nodiscard]] bool isHeader() const { return m_header; }
    /// Whether the file names a function that returns or takes lane masks, or reads one by PTX. If
    /// not, no value is a lane mask and nothing is MaskTruth::Hard.
    [[nodiscard]] bool hasSource() const { return m_hasSource; }
    [[nodiscard]] MaskTruth truth(TokenSpan span, int depth = 0) const;
    [[nodiscard]] MaskLiteral literal(TokenSpan span) const;
    /// Index of the value that identifier `at` names, or -1.
    [[nodiscard]] int valueAt(int at) const;
    /// First value named in `span`, or -1.
    [[nodiscard]] int valueIn(TokenSpan span) const;

    /// Whether the bit operations around `at` certainly work on a lane mask.
    [[nodiscard]] bool meetsMask(int at) const;

    /// Where an expression's value goes.
    struct Destination
    {
        enum class Kind : quint8 {
            Inside,
            Value,
            Memory,
            Call,
            Builtin,
            Return
        } kind = Kind::Inside;
        TokenSpan whole; ///< the widest expression around, up to there
        int value = -1;  ///< for Value, Return and calls of functions in this file
        int callee = -1; ///< token, for Call and Builtin
        int argument = 0;
    };
    /// Found once for each place.
    [[nodiscard]] const Destination& destination(int at) const;

    /// Names of macros of this file whose body is 32 ones, with the literal's place.
    struct NamedMask
    {
        TokenSpan body;
        std::vector<int> uses;
        bool onlyMasks = true; ///< every use in this file is that of a lane mask
    };
    [[nodiscard]] const QHash<QByteArray, NamedMask>& namedMasks() const { return m_named; }

private:
    void findSource(const std::vector<PtxStatement>& ptx);
    void collectNamedMasks();
    void collectFunctions();
    void collectParameters(int function);
    void collectReturn(int function);
    void collectLocals(int begin, int end, int function);
    void collectUses();
    void collectCallSources();
    void addAssignment(int value, int at);
    void settle(const std::vector<PtxStatement>& ptx);
    void dropOthers();
    void findEscapes();
    [[nodiscard]] int declaredType(int at, int end, LaneValue& value) const;
    [[nodiscard]] MaskTruth callTruth(TokenSpan span, int depth) const;
    [[nodiscard]] MaskTruth operatorTruth(TokenSpan span, int op, int depth) const;
    [[nodiscard]] TokenSpan expressionFrom(int begin) const;
    [[nodiscard]] TokenSpan partOfFor(int inner, int open) const;
    [[nodiscard]] Destination findDestination(int at) const;
    bool climb(int at, Destination& result) const;
    void argumentOf(int at, int open, Destination& result) const;
    void assignedTo(int at, Destination& result) const;

    const CppFile& m_file;
    bool m_header;
    std::vector<LaneValue> m_values;
    std::vector<int> m_valueOf; ///< per token: index of the value it names, or -1
    QHash<QByteArray, NamedMask> m_named;
    std::vector<int> m_returns; ///< per function: its Return value, or -1
    bool m_hasSource = false;
    mutable QHash<int, Destination> m_destinations;
};

} // namespace rocport
