#include "core/lanes/laneassembly.h"

namespace rocport {

bool playAssembly(const TokenWalk& walk, int keyword, int open, std::vector<LanePiece>& pieces)
{
    const int close = walk.partner(open);
    if (close < 0) {
        return false;
    }
    std::vector<LanePiece> found;
    const auto put = [&](quint32 begin, quint32 end, const char* text) {
        found.push_back({begin, end, text});
    };
    put(walk.token(keyword).begin, walk.token(open).end,
        "::rocport_lanes::runPtx(::rocport_lanes::Site::here(), [] { static const "
        "::rocport_lanes::PtxCode "
        "lanes_code(");
    constexpr const char* kEndOfText = "); return &lanes_code; }()";
    int part = 0; // the text, results, operands, what is overwritten
    for (int at = walk.next(open); at >= 0 && at != close; at = walk.next(at)) {
        const quint32 begin = walk.token(at).begin;
        const quint32 end = walk.token(at).end;
        if (walk.is(at, ":") || walk.is(at, "::")) {
            put(begin, end, part == 0 ? kEndOfText : "");
            part += walk.is(at, "::") ? 2 : 1;
        } else if (part >= 3 || (part > 0 && walk.is(at, ","))) {
            put(begin, end, "");
        } else if (part > 0) {
            const int value = walk.next(at);
            const int behind = value < 0 || !walk.is(value, "(") ? -1 : walk.partner(value);
            if (walk.kind(at) != CTokenKind::String || behind < 0) {
                return false;
            }
            put(begin, begin, ", ::rocport_lanes::ptxOperand(");
            put(end, end, ", ");
            put(walk.token(behind).end, walk.token(behind).end, ")");
            at = behind;
        }
    }
    if (part == 0) {
        put(walk.token(close).begin, walk.token(close).begin, kEndOfText);
    }
    pieces.insert(pieces.end(), found.begin(), found.end());
    return true;
}

} // namespace rocport
