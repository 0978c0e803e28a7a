#include "core/translate/launches.h"

#include "core/translate/declared.h"

namespace rocport {

namespace {

constexpr int kMaxTokens = 1024; // of one launch, up to its arguments

bool isChevron(std::string_view text)
{
    return text == ">" || text == ">>" || text == ">>>";
}

/// From the '>' (or ">>", ">>>") at `i` back to the matching '<'; -1 when there is none nearby.
int openingAngle(const TokenWalk& walk, int i)
{
    int depth = int(walk.text(i).size());
    i = walk.previous(i);
    for (int steps = 0; steps < kMaxTokens && i >= 0; ++steps) {
        const std::string_view text = walk.text(i);
        if (text == ">") {
            ++depth;
        } else if (text == ">>") {
            depth += 2;
        } else if (text == "<") {
            --depth;
        } else if (text == "<<") {
            depth -= 2;
        } else if (text == ")" || text == "]") {
            i = walk.partner(i);
            if (i < 0) {
                return -1;
            }
        } else if (text == ";" || text == "{" || text == "}" || text == "<<<" || text == ">>>" ||
                   text == "(" || text == "[") {
            return -1;
        }
        if (depth == 0) {
            return i;
        }
        if (depth < 0) {
            return -1;
        }
        i = walk.previous(i);
    }
    return -1;
}

/// One component of a kernel expression that ends with token `i`: a name with or without template
/// arguments, subscripts or call parentheses. Its first token, or -1.
int componentBegin(const TokenWalk& walk, int i, bool& isTemplate)
{
    while (i >= 0 && (walk.is(i, ")") || walk.is(i, "]"))) {
        const int open = walk.partner(i);
        if (open < 0) {
            return -1;
        }
        const int before = walk.previous(open);
        const bool named =
            before >= 0 && ((walk.isIdentifier(before) && !isStatementKeyword(walk.text(before))) ||
                            walk.is(before, ")") || walk.is(before, "]"));
        if (before >= 0 && walk.is(before, ">>>")) {
            return -1; // the arguments of another launch, which gives no kernel
        }
        if (!named) {
            return walk.is(open, "(") ? open : -1; // "(kernel)<<<"
        }
        if (walk.is(before, ")")) { // "if (x) (k)<<<": a parenthesis of its own
            return walk.is(open, "(") ? open : -1;
        }
        i = before;
    }
    if (i >= 0 && isChevron(walk.text(i))) {
        isTemplate = true;
        i = openingAngle(walk, i);
        if (i < 0) {
            return -1;
        }
        i = walk.previous(i);
    }
    return i >= 0 && walk.isIdentifier(i) && !isStatementKeyword(walk.text(i)) ? i : -1;
}

/// First token of a name that a macro pastes together, "kernel_##type": `begin` is its last part.
int pastedBegin(const TokenWalk& walk, int begin)
{
    int joint = walk.previous(begin);
    while (joint >= 0 && walk.is(joint, "##")) {
        const int part = walk.previous(joint);
        if (part < 0 || !walk.isIdentifier(part)) {
            break;
        }
        begin = part;
        joint = walk.previous(begin);
    }
    return begin;
}

bool findKernel(const TokenWalk& walk, int chevrons, Launch& launch)
{
    launch.kernelEnd = walk.previous(chevrons);
    int i = launch.kernelEnd;
    if (i < 0) {
        return false;
    }
    int begin = -1;
    for (int parts = 0; parts < 32; ++parts) {
        const int component = componentBegin(walk, i, launch.isTemplate);
        if (component < 0) {
            return begin >= 0 && !walk.is(walk.previous(begin), "::")
                       ? (launch.kernel = begin, true)
                       : false;
        }
        begin = pastedBegin(walk, component);
        int joint = walk.previous(begin);
        if (joint >= 0 && walk.is(joint, "template")) {
            begin = joint;
            joint = walk.previous(joint);
        }
        if (joint < 0 || !(walk.is(joint, "::") || walk.is(joint, ".") || walk.is(joint, "->"))) {
            launch.kernel = begin;
            return true;
        }
        begin = joint; // "::kernel" when nothing that belongs to it stands before
        i = walk.previous(joint);
        const bool more = i >= 0 && ((walk.isIdentifier(i) && !isStatementKeyword(walk.text(i))) ||
                                     walk.is(i, ">") || walk.is(i, ")") || walk.is(i, "]"));
        if (!more) {
            launch.kernel = begin;
            return walk.is(joint, "::");
        }
    }
    return false;
}

/// Whether a '{' begins the body of a lambda: "[&] {", "[&](int a) {".
bool beginsLambda(const TokenWalk& walk, int open)
{
    int before = walk.previous(open);
    if (before >= 0 && walk.is(before, ")")) {
        before = walk.partner(before) >= 0 ? walk.previous(walk.partner(before)) : -1;
    }
    return before >= 0 && walk.is(before, "]");
}

bool hasStatement(const TokenWalk& walk, int open, int close)
{
    for (int i = walk.next(open); i >= 0 && i < close; i = walk.next(i)) {
        if (walk.is(i, ";")) {
            return true;
        }
    }
    return false;
}

/// Splits the settings between "<<<" and ">>>". The brackets may be lexed together with closing
/// template brackets (">>>>"): the last three count.
bool findSettings(const TokenWalk& walk, int chevrons, Launch& launch)
{
    ArgumentTokens current;
    int angleEnd = -1;
    int i = chevrons;
    for (int steps = 0; steps < kMaxTokens; ++steps) {
        const int before = i;
        i = walk.next(i);
        if (i < 0 || i - chevrons > kMaxTokens) {
            return false;
        }
        const std::string_view text = walk.text(i);
        if (text == ";" || text == "<<<" || text == ")" || text == "]" || text == "}") {
            return false;
        }
        if (isChevron(text)) {
            int last = i;
            int run = int(text.size());
            for (int j = walk.next(last);
                 j >= 0 && isChevron(walk.text(j)) && walk.token(j).begin == walk.token(last).end;
                 j = walk.next(j)) {
                run += int(walk.text(j).size());
                last = j;
            }
            const int open = walk.next(last);
            if (run >= 3 && open >= 0 && walk.is(open, "(")) {
                if (run > 3) {
                    return false; // template brackets end here as well: nothing to be sure of
                }
                if (current.isEmpty()) {
                    return false;
                }
                launch.settings.push_back(current);
                launch.open = open;
                return launch.settings.size() <= 4;
            }
        }
        if (text == "," && i > angleEnd) {
            if (current.isEmpty()) {
                return false;
            }
            launch.settings.push_back(current);
            current = {};
            continue;
        }
        if (text == "<" && walk.isIdentifier(before)) {
            angleEnd = std::max(angleEnd, closingAngle(walk, i));
        }
        if (current.first < 0) {
            current.first = i;
        }
        if (text == "(" || text == "[" || text == "{") {
            const int end = walk.partner(i);
            // Settings hold no statements: where some are found, a bracket was never meant as one.
            if (end < 0 || end - chevrons > kMaxTokens ||
                (text == "{" && !beginsLambda(walk, i) && hasStatement(walk, i, end))) {
                return false;
            }
            i = end;
        }
        current.last = i;
    }
    return false;
}

class LaunchPass
{
public:
    explicit LaunchPass(TranslateContext& context) : m_context(context), m_walk(context.walk) {}

    void translate(int chevrons)
    {
        Launch launch;
        if (!parseLaunch(m_walk, chevrons, launch) || launch.settings.size() < 2) {
            return;
        }
        const int close = m_walk.partner(launch.open);
        if (close < 0) {
            return;
        }
        const bool noArguments = m_walk.next(launch.open) == close;
        write(launch, chevrons, noArguments);
    }

private:
    [[nodiscard]] EditPiece original(int first, int last) const
    {
        return {{}, m_context.rangeOf(first, last)};
    }

    /// What stands between two tokens where it is not just blanks: comments, and the line ends
    /// around.
    bool keepBetween(int left, int right, PendingItem& out) const
    {
        bool comment = false;
        for (int i = left + 1; i < right; ++i) {
            comment |= m_walk.kind(i) == CTokenKind::Comment;
        }
        const ByteRange range{m_context.rangeOf(left).end, m_context.rangeOf(right).begin};
        const bool kept =
            comment || m_context.source.lineOf(range.begin) != m_context.source.lineOf(range.end);
        if (kept) {
            out.pieces.push_back({{}, range});
        }
        return kept;
    }

    void setting(const Launch& launch, size_t index, PendingItem& out) const
    {
        const ArgumentTokens& tokens = launch.settings[index];
        const int after = m_walk.next(tokens.first);
        const bool isDim3 = m_walk.is(tokens.first, "dim3") && m_walk.is(after, "(") &&
                            m_walk.partner(after) == tokens.last;
        bool angle = false;
        for (int i = tokens.first; i < tokens.last; ++i) {
            angle |= m_walk.is(i, "<");
        }
        const char* open = "";
        if (index < 2 && !isDim3) {
            open = "dim3(";
        } else if (index >= 2 && angle) {
            open = "("; // a comma between template brackets would split a macro argument
        }
        out.pieces.push_back({open, {}});
        out.pieces.push_back(original(tokens.first, tokens.last));
        if (*open) {
            out.pieces.push_back({")", {}});
        }
    }

    void write(const Launch& launch, int chevrons, bool noArguments)
    {
        PendingItem out;
        out.item.topic = TranslateTopic::Launch;
        out.item.hasEdit = true;
        out.item.range = m_context.rangeOf(launch.kernel, launch.open);
        out.item.edit.range = out.item.range;
        out.pieces.push_back({"hipLaunchKernelGGL(", {}});
        if (launch.isTemplate) {
            out.pieces.push_back({"HIP_KERNEL_NAME(", {}});
        }
        out.pieces.push_back(original(launch.kernel, launch.kernelEnd));
        if (launch.isTemplate) {
            out.pieces.push_back({")", {}});
        }
        keepBetween(launch.kernelEnd, chevrons, out);
        int last = chevrons;
        for (size_t i = 0; i < launch.settings.size(); ++i) {
            out.pieces.push_back({",", {}});
            const int before = i == 0 ? chevrons : m_walk.next(last);
            if (!keepBetween(before, launch.settings[i].first, out)) {
                out.pieces.push_back({" ", {}});
            }
            setting(launch, i, out);
            last = launch.settings[i].last;
            const int separator = m_walk.next(last);
            keepBetween(last, separator, out);
        }
        const int closing = m_walk.next(last);
        for (size_t i = launch.settings.size(); i < 4; ++i) {
            out.pieces.push_back({", 0", {}});
        }
        keepBetween(closing, launch.open, out);
        if (!noArguments) {
            const qsizetype after = m_context.rangeOf(launch.open).end;
            const char next = m_walk.source()[size_t(after)];
            out.pieces.push_back({next == '\n' || next == '\r' ? "," : ", ", {}});
        }
        m_context.items.push_back(std::move(out));
    }

    TranslateContext& m_context;
    const TokenWalk& m_walk;
};

} // namespace

bool parseLaunch(const TokenWalk& walk, int chevrons, Launch& launch)
{
    if (!findSettings(walk, chevrons, launch) || !findKernel(walk, chevrons, launch)) {
        return false;
    }
    if (walk.is(launch.kernel, "hipLaunchKernelGGL")) {
        return false; // what a launch gives is no kernel
    }
    // Preprocessor lines inside make it two launches, or none.
    if (walk.token(launch.kernel).inDirective) {
        return true;
    }
    for (int i = launch.kernel; i < launch.open; ++i) {
        if (walk.kind(i) == CTokenKind::Directive) {
            return false;
        }
    }
    return true;
}

void translateLaunches(TranslateContext& context)
{
    LaunchPass pass(context);
    for (const int chevrons : context.scan.launches) {
        pass.translate(chevrons);
    }
}

} // namespace rocport
