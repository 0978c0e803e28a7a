#include "core/rules/cpp/ptxreplacer.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace rocport {

QByteArray PtxReplacer::narrow() const
{
    if (begins("shfl.sync.")) {
        return shuffle();
    }
    const auto out = m_in.operands.empty() ? std::nullopt : numbered(m_in.operands[0], true);
    if (out && m_in.opcode == "activemask.b32" && m_in.operands.size() == 1) {
        return *out + " = (unsigned int)(__ballot(1) >> (__lane_id() & 32));";
    }
    const bool moves = out && m_in.opcode.starts_with("mov.") && m_in.operands.size() == 2;
    const PtxRegister* source = moves ? ptxRegister(m_in.operands[1]) : nullptr;
    return source == nullptr || source->narrow.empty()
               ? QByteArray()
               : *out + " = " + toBytes(source->narrow) + ';';
}

/// An exchange among all lanes of a warp, or of segments of it: the same with a width of up to 32,
/// however wide the wavefront is. A lane that is out of reach gives the asking lane's own value in
/// both.
QByteArray PtxReplacer::shuffle() const
{
    struct Mode
    {
        std::string_view opcode;
        const char* function;
        bool isUp;
    };
    constexpr std::array kModes = {Mode{"shfl.sync.idx.b32", "__shfl", false},
                                   Mode{"shfl.sync.up.b32", "__shfl_up", true},
                                   Mode{"shfl.sync.down.b32", "__shfl_down", false},
                                   Mode{"shfl.sync.bfly.b32", "__shfl_xor", false}};
    const auto* const mode = std::find_if(kModes.begin(), kModes.end(), [this](const Mode& one) {
        return one.opcode == m_in.opcode;
    });
    if (mode == kModes.end() || m_in.operands.size() != 5 || !isPtxNumber(m_in.operands[3]) ||
        !isPtxNumber(m_in.operands[4])) {
        return {};
    }
    const auto numberOf = [](const std::string& text) {
        return std::strtoul(text.c_str(), nullptr, 0);
    };
    // Bits 0 to 4 end the reach, bits 8 to 12 are the part of a lane's number that names its
    // segment.
    constexpr unsigned long kLast = 31;
    constexpr unsigned long kAllLanes = 0xFFFFFFFF;
    const unsigned long reach = numberOf(m_in.operands[3]);
    const unsigned long width = kLast + 1 - (reach >> 8);
    const bool isWidth = (reach >> 8) <= kLast && (width & (width - 1)) == 0;
    if (!isWidth || (reach & 0xFF) != (mode->isUp ? 0 : kLast) ||
        numberOf(m_in.operands[4]) != kAllLanes) {
        return {};
    }
    const std::string& given = m_in.operands[1];
    const bool real = constraintOf(given).find('f') != std::string_view::npos &&
                      constraintOf(m_in.operands[0]).find('f') != std::string_view::npos;
    if (!real && !(isInteger(given, false) && isInteger(m_in.operands[0], false))) {
        return {};
    }
    const auto out = numbered(m_in.operands[0], true);
    const auto value = numbered(given, false);
    const std::string& by = m_in.operands[2];
    const bool known = isPtxNumber(by) && numberOf(by) <= kLast;
    const auto lane = known                  ? std::optional(QByteArray::fromStdString(by))
                      : isInteger(by, false) ? numbered(by, false)
                                             : std::nullopt;
    if (!out || !value || !lane) {
        return {};
    }
    return *out + " = " + mode->function + '(' + (real ? *value : "(unsigned int)" + *value) +
           ", " + (known ? *lane : *lane + " & 31") + ", " +
           QByteArray::number(static_cast<int>(width)) + ");";
}

} // namespace rocport
