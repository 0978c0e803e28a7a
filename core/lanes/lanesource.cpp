#include "core/lanes/lanesource.h"

#include "core/base/cancelscope.h"
#include "core/lanes/kerneldeclaration.h"
#include "core/lanes/laneassembly.h"
#include "core/lanes/lanecopies.h"
#include "core/lanes/laneentries.h"
#include "core/lanes/lanerows.h"
#include "core/text/bytes.h"
#include "core/text/linecounter.h"
#include "core/translate/launches.h"

#include <QSet>

#include <algorithm>
#include <array>
#include <utility>

namespace rocport {

namespace {

constexpr int kMostTokens = 4096; // of one declaration

class LaneWriter
{
public:
    LaneWriter(const QByteArray& source, bool isNvidia, const LaneNames& names, LaneUse use)
        : m_source(source),
          m_isNvidia(isNvidia),
          m_use(use),
          m_names(names),
          m_tokens(lexC(viewOf(source))),
          m_walk(viewOf(source), m_tokens),
          m_lines(viewOf(source)),
          m_pieces(lanePieces(m_walk, names))
    {
    }

    LaneSource written()
    {
        for (int i = 0; i < m_walk.count() && !isWorkCancelledAt(i); ++i) {
            look(i);
        }
        LaneSource result;
        result.problems = m_problems;
        result.hasPtx = m_hasPtx;
        endKernels();
        result.kernels = m_kernels;
        result.changed = !m_pieces.empty();
        std::stable_sort(m_pieces.begin(), m_pieces.end(),
                         [](const LanePiece& a, const LanePiece& b) { return a.begin < b.begin; });
        qsizetype at = 0;
        for (const LanePiece& piece : m_pieces) {
            if (piece.begin < at) {
                continue; // inside of one that was replaced whole
            }
            result.text += QByteArrayView(m_source).sliced(at, piece.begin - at);
            result.text += piece.text;
            // Lines stay where they are.
            const auto replaced =
                QByteArrayView(m_source).sliced(piece.begin, piece.end - piece.begin);
            const auto lines = replaced.count('\n') - piece.text.count('\n');
            result.text += QByteArray(std::max<qsizetype>(lines, 0), '\n');
            at = piece.end;
        }
        result.text += QByteArrayView(m_source).sliced(at);
        return result;
    }

private:
    void look(int i)
    {
        const CToken& token = m_walk.token(i);
        if (token.kind == CTokenKind::Punctuator) {
            lookAtPunctuator(i);
            return;
        }
        if (token.kind != CTokenKind::Identifier) {
            return;
        }
        const std::string_view word = m_walk.text(i);
        if (word == "__shared__" || (!token.inDirective && isSharedWord(word))) {
            shareMemory(i);
        } else if (word == "__noinline__") {
            replace(i, i, QByteArray());
        } else if (word == "asm" || word == "__asm__") {
            assembly(i);
        } else if (word == "ROCPORT_VECTOR_SHUFFLES" && !token.inDirective) {
            // Of the compat header: members of HIP's groups for types that the groups here know.
            if (const int open = m_walk.next(i); open >= 0 && m_walk.partner(open) >= 0) {
                replace(i, m_walk.partner(open), QByteArray());
            }
        } else if (word == "__global__") {
            noteKernel(i);
        } else if (m_use == LaneUse::Modules && m_namespaces.empty() && !token.inDirective &&
                   isOneOf(word, {"__device__", "__constant__"})) {
            if (const VariableEntry entry = variableEntry(m_walk, i); entry.end >= 0) {
                insert(m_walk.token(entry.end).end, entry.text);
            }
        } else if (isLaunchByAddress(word)) {
            dropPointerCast(i);
        } else {
            nameLaneCopy(m_walk, i, m_pieces);
        }
    }

    /// "__global__ void name(…) {": where it stands.
    void noteKernel(int i)
    {
        const KernelDeclaration found = kernelDeclaration(m_walk, i);
        if (found.name < 0 || found.body < 0) {
            return;
        }
        const CToken& name = m_walk.token(found.name);
        m_lines.moveTo(name.begin);
        const int line = m_lines.line();
        const int end = m_walk.partner(found.body);
        m_kernels.append({toBytes(m_walk.text(found.name)), line, line});
        m_kernelEnds.append({end < 0 ? name.end : m_walk.token(end).end, m_kernels.size() - 1});
        loopOverRow(i, found);
        if (m_use == LaneUse::Modules && end >= 0) {
            insert(m_walk.token(end).end, moduleEntry(m_walk, i, found));
        }
    }

    /// The body becomes a loop over the lanes of a row.
    void loopOverRow(int i, const KernelDeclaration& kernel)
    {
        const LaneRowPlan plan = laneRow(m_walk, i, kernel, m_names);
        if (plan.row == LaneRow::None) {
            return;
        }
        insert(m_walk.token(kernel.body).end, plan.row == LaneRow::Plain
                                                  ? " LANES_PLAIN_ROW(" + plan.types + ") {"
                                                  : QByteArray(" LANES_ROW {"));
        insert(m_walk.token(m_walk.partner(kernel.body)).begin, "} LANES_ROW_END ");
    }

    /// Lines of the ends, in one walk over the text.
    void endKernels()
    {
        std::sort(m_kernelEnds.begin(), m_kernelEnds.end());
        LineCounter lines(viewOf(m_source));
        for (const auto& [place, kernel] : m_kernelEnds) {
            lines.moveTo(place);
            m_kernels[kernel].lastLine = lines.line();
        }
    }

    void lookAtPunctuator(int i)
    {
        if (m_walk.is(i, "{")) {
            m_namespaces.push_back(opensNamespace(i));
        } else if (m_walk.is(i, "}")) {
            if (!m_namespaces.empty()) {
                m_namespaces.pop_back();
            }
        } else if (m_walk.is(i, "<<<")) {
            launch(i);
        }
    }

    static bool isLaunchByAddress(std::string_view word)
    {
        return isOneOf(word, {"cudaLaunchKernel", "cudaLaunchCooperativeKernel", "hipLaunchKernel",
                              "hipLaunchCooperativeKernel", "cudaFuncSetAttribute",
                              "hipFuncSetAttribute"});
    }

    /// "f((const void*)kernel, …", also as a reinterpret_cast: the headers need the kernel's type.
    void dropPointerCast(int i)
    {
        const int open = m_walk.next(i);
        const int at = open < 0 ? -1 : m_walk.next(open);
        if (at < 0 || !m_walk.is(open, "(")) {
            return;
        }
        const bool isNamed = m_walk.is(at, "reinterpret_cast");
        const int begin = isNamed ? m_walk.next(at) : at;
        if (begin < 0 || !m_walk.is(begin, isNamed ? "<" : "(")) {
            return;
        }
        int close = isNamed ? -1 : m_walk.partner(begin);
        std::string words;
        for (int part = m_walk.next(begin); part >= 0 && part != close; part = m_walk.next(part)) {
            if (isNamed && m_walk.is(part, ">")) {
                close = part;
                break;
            }
            words += m_walk.text(part);
            if (words.size() > 16) {
                return;
            }
        }
        if (close >= 0 && (words == "void*" || words == "constvoid*" || words == "voidconst*")) {
            replace(at, close, QByteArray());
        }
    }

    /// Inline PTX is played by the engine; what is left is said.
    void assembly(int i)
    {
        int at = m_walk.next(i);
        while (at >= 0 && isOneOf(m_walk.text(at), {"volatile", "__volatile__"})) {
            at = m_walk.next(at);
        }
        const int text = at < 0 || !m_walk.is(at, "(") ? -1 : m_walk.next(at);
        if (text < 0 || m_walk.kind(text) != CTokenKind::String || m_walk.is(text, "\"\"")) {
            return; // an empty one only keeps the compiler from moving code
        }
        if (m_isNvidia && playAssembly(m_walk, i, at, m_pieces)) {
            m_hasPtx = true;
            return;
        }
        m_lines.moveTo(m_walk.token(i).begin);
        m_problems.append({m_lines.line(), QStringLiteral("inline assembly")});
    }

    /// Whether the '{' at `i` is that of a namespace or of extern "C".
    bool opensNamespace(int i) const
    {
        int at = m_walk.previous(i);
        for (int steps = 0; at >= 0 && steps < 16; ++steps) {
            const std::string_view word = m_walk.text(at);
            if (word == "namespace" || word == "extern") {
                return true;
            }
            const CTokenKind kind = m_walk.kind(at);
            if (kind != CTokenKind::Identifier && kind != CTokenKind::String && word != "::") {
                return false;
            }
            at = m_walk.previous(at);
        }
        return false;
    }

    bool isOutsideOfFunctions() const
    {
        return std::all_of(m_namespaces.begin(), m_namespaces.end(), [](bool one) { return one; });
    }

    void launch(int chevrons)
    {
        Launch found;
        if (!parseLaunch(m_walk, chevrons, found)) {
            return;
        }
        const int close = m_walk.previous(found.open);
        if (close < 0 || !m_walk.is(close, ">>>")) {
            return;
        }
        QByteArray name;
        for (int i = found.kernel; i <= found.kernelEnd; ++i) {
            const CTokenKind kind = m_walk.kind(i);
            if (kind == CTokenKind::Identifier || m_walk.is(i, "::") || m_walk.is(i, "<") ||
                m_walk.is(i, ">") || m_walk.is(i, ",") || kind == CTokenKind::Number) {
                name += toBytes(m_walk.text(i));
            }
        }
        insert(m_walk.token(found.kernel).begin,
               "::rocport_lanes::launcher(\"" + name +
                   "\", ::rocport_lanes::Site::here(), [=](auto&... lanes_a) { ");
        replace(chevrons, chevrons, "(lanes_a...); }, ::rocport_lanes::Sizes(");
        QByteArray kernel;
        for (int i = found.kernel; i >= 0 && i <= found.kernelEnd; i = m_walk.next(i)) {
            kernel += (kernel.isEmpty() ? "" : " ") + toBytes(m_walk.text(i));
        }
        nameZeros(found.open);
        replace(close, close,
                "), [&](auto&... lanes_a) requires requires { " + kernel + "(lanes_a...); } {})");
    }

    /// Arguments "0" and NULL of a launch, which may be no pointer or a number.
    void nameZeros(int open)
    {
        std::vector<ArgumentTokens> arguments;
        if (!splitArguments(m_walk, open, arguments)) {
            return;
        }
        for (const ArgumentTokens& argument : arguments) {
            if (!argument.isEmpty() && argument.first == argument.last &&
                isOneOf(m_walk.text(argument.first), {"0", "NULL"})) {
                replace(argument.first, argument.first, "::rocport_lanes::Zero()");
            }
        }
    }

    /// First token of the declaration that `i` is in.
    int declarationBegin(int i, bool& isExtern) const
    {
        int begin = i;
        for (int at = m_walk.previous(i); at >= 0; at = m_walk.previous(at)) {
            const std::string_view word = m_walk.text(at);
            if (word == ")" && m_walk.partner(at) >= 0) {
                const int name = m_walk.previous(m_walk.partner(at));
                if (!m_walk.is(name, "alignas") && !m_walk.is(name, "__align__")) {
                    return begin;
                }
                at = name;
            } else if (word == "extern") {
                isExtern = true;
            } else if (word != "static" && word != "volatile" && word != "const" &&
                       word != "__device__" && word != "inline") {
                return behindType(at, begin, isExtern);
            }
            begin = at;
        }
        return begin;
    }

    /// "extern float __shared__ name[]": the type stands before the word, up to the token `at`.
    int behindType(int at, int begin, bool& isExtern) const
    {
        bool sawExtern = false;
        int first = begin;
        for (int steps = 0; at >= 0 && steps < 16; at = m_walk.previous(at), ++steps) {
            if (m_walk.token(at).inDirective || isOneOf(m_walk.text(at), {";", "{", "}"})) {
                isExtern = isExtern || sawExtern;
                return first;
            }
            if (!m_walk.isIdentifier(at) && !m_walk.is(at, "::")) {
                return begin;
            }
            sawExtern = sawExtern || m_walk.is(at, "extern");
            first = at;
        }
        return begin;
    }

    bool isSharedWord(std::string_view word) const
    {
        return !m_names.sharedWords.isEmpty() && m_names.sharedWords.contains(toBytes(word));
    }

    /// Parameters of the macro that the token `i` is in the text of; tokens are asked for in their
    /// order. Those of a macro that has been asked for are kept.
    const QSet<QByteArray>& parametersAt(int i)
    {
        const int asked = std::exchange(m_parametersOf, i);
        int first = i;
        for (int at = i; at >= 0; at = m_walk.previous(at)) {
            if (at == asked) {
                return m_parameters;
            }
            first = at;
        }
        m_parameters.clear();
        const int name = m_walk.next(m_walk.next(first));
        const int open = name < 0 ? -1 : m_walk.next(name);
        if (open < 0 || !m_walk.is(open, "(") ||
            m_walk.token(open).begin != m_walk.token(name).end) {
            return m_parameters;
        }
        for (int at = open; at >= 0 && !m_walk.is(at, ")"); at = m_walk.next(at)) {
            m_parameters.insert(toBytes(m_walk.text(at)));
        }
        return m_parameters;
    }

    /// What a shared declaration has: names, words that are no C++, and the token that ends it.
    struct SharedDeclaration
    {
        std::vector<int> names;
        std::vector<int> dropped;
        int end = -1;
        bool isExtern = false;
        bool isOpen = false; ///< a macro's: its ';' stands where the macro is used
    };
    SharedDeclaration sharedDeclaration(int begin, bool inMacro) const
    {
        SharedDeclaration found;
        int depth = 0;
        int steps = 0;
        int last = -1;
        for (int at = begin; at >= 0 && steps < kMostTokens; at = m_walk.next(at), ++steps) {
            const std::string_view word = m_walk.text(at);
            if (word == "{" || word == "(" || word == "[") {
                at = m_walk.partner(at);
                if (at < 0) {
                    return {};
                }
                last = at;
                continue;
            }
            last = at;
            depth += word == "<" ? 1 : word == ">" ? -1 : word == ">>" ? -2 : 0;
            if (word == ";") {
                found.end = at;
                return found;
            }
            if (word == "##") {
                return {};
            }
            if (isOneOf(word,
                        {"static", "extern", "inline", "__shared__", "__device__", "alignas"})) {
                found.dropped.push_back(at);
            } else if (isSharedWord(word)) {
                found.isExtern = found.isExtern || m_names.sharedWords.value(toBytes(word));
                found.dropped.push_back(at);
            } else if (depth == 0 && m_walk.isIdentifier(at) && endsDeclarator(at, inMacro)) {
                found.names.push_back(at);
            }
        }
        if (inMacro && steps < kMostTokens) {
            found.end = last;
            found.isOpen = true;
        }
        return found;
    }

    /// "__shared__ T name[n], other;": the type gets a name, and the variable is a reference. In a
    /// macro's text too.
    void shareMemory(int i)
    {
        const bool inMacro = m_walk.token(i).inDirective;
        bool isExtern = false;
        const int begin = declarationBegin(i, isExtern);
        const SharedDeclaration found = sharedDeclaration(begin, inMacro);
        if (found.end < 0 || found.names.empty()) {
            return;
        }
        isExtern = isExtern || found.isExtern;
        for (const int at : found.dropped) {
            const int open = m_walk.is(at, "alignas") ? m_walk.next(at) : -1;
            const int last = open >= 0 && m_walk.partner(open) >= 0 ? m_walk.partner(open) : at;
            replace(at, last, at == begin ? QByteArray("typedef") : QByteArray());
        }
        if (found.dropped.empty() || found.dropped.front() != begin) {
            insert(m_walk.token(begin).begin, "typedef ");
        }
        if (!inMacro && isOutsideOfFunctions()) {
            shareOutside(found.names, found.end, isExtern);
            return;
        }
        static const QSet<QByteArray> none;
        const QSet<QByteArray>& parameters = inMacro ? parametersAt(i) : none;
        QByteArray behind = found.isOpen ? ";" : "";
        for (const int at : found.names) {
            const QByteArray name = toBytes(m_walk.text(at));
            const QByteArray stem = parameters.contains(name) ? name + "##" : name;
            insert(m_walk.token(at).end, stem.mid(name.size()) + "_lanes_t");
            if (isExtern) {
                behind += ' ' + stem + "_lanes_t& " + name + " = ::rocport_lanes::dynamicShared<" +
                          stem + "_lanes_t>();";
            } else {
                behind += " struct " + stem + "_lanes_k; " + stem + "_lanes_t& " + name +
                          " = ::rocport_lanes::shared<" + stem + "_lanes_t, " + stem +
                          "_lanes_k>();";
            }
        }
        if (found.isOpen) {
            behind.chop(1);
        }
        insert(m_walk.token(found.end).end, behind);
    }

    /// The same outside of functions; `isExtern`: the memory of a launch.
    void shareOutside(const std::vector<int>& names, int end, bool isExtern)
    {
        QByteArray behind;
        for (const int at : names) {
            const QByteArray name = toBytes(m_walk.text(at));
            insert(m_walk.token(at).end, "_lanes_t");
            if (isExtern) {
                behind += " static ::rocport_lanes::DynamicShared<std::remove_extent_t<" + name +
                          "_lanes_t>> " + name + ";";
            } else {
                behind += " struct " + name + "_lanes_k; static ::rocport_lanes::StaticShared<" +
                          name + "_lanes_t, " + name + "_lanes_k> " + name + ";";
            }
        }
        insert(m_walk.token(end).end, behind);
    }

    /// Whether a declarator's name stands at `at`: behind it are bounds, the next or the end, which
    /// is that of a macro's text too.
    bool endsDeclarator(int at, bool inMacro) const
    {
        int next = m_walk.next(at);
        while (next >= 0 && m_walk.is(next, "[")) {
            const int close = m_walk.partner(next);
            next = close < 0 ? -1 : m_walk.next(close);
            if (close < 0) {
                return false;
            }
        }
        return next < 0 ? inMacro : m_walk.is(next, ";") || m_walk.is(next, ",");
    }

    void insert(quint32 at, const QByteArray& text) { m_pieces.push_back({at, at, text}); }
    void replace(int first, int last, const QByteArray& text)
    {
        m_pieces.push_back({m_walk.token(first).begin, m_walk.token(last).end, text});
    }

    const QByteArray& m_source;
    const bool m_isNvidia;
    const LaneUse m_use;
    const LaneNames& m_names;
    bool m_hasPtx = false;
    const std::vector<CToken> m_tokens;
    TokenWalk m_walk;
    LineCounter m_lines;
    QSet<QByteArray> m_parameters; ///< of the macro that this token is in the text of
    int m_parametersOf = -1;
    std::vector<bool> m_namespaces; ///< of each open '{', whether it is that of a namespace
    std::vector<LanePiece> m_pieces;
    QVector<LaneProblem> m_problems;
    QVector<LaneKernel> m_kernels;
    QVector<std::pair<quint32, qsizetype>> m_kernelEnds; ///< behind the body, and which it is
};

} // namespace

namespace {

/// "<< <" and ">> >" of launches, which nvcc takes for "<<<" and ">>>", as these; as long as
/// before.
QByteArray withWholeChevrons(QByteArray source)
{
    for (qsizetype at = source.indexOf("<< <"); at >= 0; at = source.indexOf("<< <", at + 1)) {
        const QByteArrayView near = QByteArrayView(source).sliced(at).first(
            std::min<qsizetype>(kMostTokens, source.size() - at));
        const qsizetype close = near.indexOf(">> >");
        const qsizetype end = near.indexOf(';');
        if (close > 0 && (end < 0 || close < end)) {
            source.replace(at, 4, "<<< ");
            source.replace(at + close, 4, ">>> ");
        }
    }
    return source;
}

} // namespace

LaneSource laneSource(const QByteArray& source, bool isNvidia, const LaneNames& names, LaneUse use)
{
    const QByteArray whole = withWholeChevrons(source);
    LaneSource result = LaneWriter(whole, isNvidia, names, use).written();
    result.changed = result.changed || whole != source;
    return result;
}

} // namespace rocport
