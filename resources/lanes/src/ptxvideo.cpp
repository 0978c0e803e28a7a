// PTX's video instructions on two or four numbers in a word, and on whole words. Parts of operands
// (%1.b0) and results of which a mask keeps lanes are not played.
#include "ptx.h"

#include <algorithm>

namespace rocport_lanes::ptx {

namespace {

using Whole = std::int64_t;

struct VideoTypes
{
    bool result = false; ///< signed
    bool first = false;
    bool second = false;
};

VideoTypes videoTypes(const Instruction& i, bool hasResult)
{
    bool isSigned[3] = {};
    int many = 0;
    for (const std::string_view word : i.words) {
        if (const Type type = typeOf(word); type.kind != 0 && many < 3) {
            isSigned[many++] = type.kind == 's';
        }
    }
    return hasResult ? VideoTypes{isSigned[0], isSigned[1], isSigned[2]}
                     : VideoTypes{false, isSigned[0], isSigned[1]};
}

/// The number in `width` bits from `at` on.
Whole part(std::uint64_t word, int at, int width, bool isSigned)
{
    const std::uint64_t top = word << (64 - at - width);
    return isSigned ? static_cast<Whole>(top) >> (64 - width)
                    : static_cast<Whole>(top >> (64 - width));
}

Whole videoResult(const Instruction& i, std::string_view name, Whole a, Whole b)
{
    if (name == "vadd") {
        return a + b;
    }
    if (name == "vsub") {
        return a - b;
    }
    if (name == "vabsdiff") {
        return a < b ? b - a : a - b;
    }
    if (name == "vmin") {
        return std::min(a, b);
    }
    if (name == "vmax") {
        return std::max(a, b);
    }
    const bool is = i.has("eq")   ? a == b
                    : i.has("ne") ? a != b
                    : i.has("lt") ? a < b
                    : i.has("le") ? a <= b
                    : i.has("gt") ? a > b
                                  : a >= b;
    return is ? 1 : 0; // vset
}

Whole saturated(Whole value, int width, bool isSigned)
{
    const Whole most = (Whole{1} << (isSigned ? width - 1 : width)) - 1;
    return std::clamp(value, isSigned ? -most - 1 : Whole{0}, most);
}

void playVideo(Machine& machine, const Instruction& i)
{
    std::string_view name = i.words[0];
    const int many = name.back() == '4' ? 4 : name.back() == '2' ? 2 : 1;
    name.remove_suffix(many == 1 ? 0 : 1);
    const bool isSet = name == "vset";
    const VideoTypes types = videoTypes(i, !isSet);
    const int width = 32 / many;
    const Type word = {'u', 32};
    const std::uint64_t a = machine.read(i.operands[1], word);
    const std::uint64_t b = machine.read(i.operands[2], word);
    std::uint64_t lanes = 0;
    Whole sum = 0;
    for (int at = 0; at < 32; at += width) {
        Whole value = videoResult(i, name, part(a, at, width, types.first),
                                  part(b, at, width, types.second));
        value = i.has("sat") ? saturated(value, width, types.result) : value;
        const std::uint64_t bits =
            static_cast<std::uint64_t>(value) & ((std::uint64_t{1} << width) - 1);
        lanes |= bits << at;
        sum += part(bits, 0, width, types.result);
    }
    if (i.operands.size() > 3) {
        const Whole c = part(machine.read(i.operands[3], word), 0, 32, types.result);
        if (i.has("add")) {
            lanes = static_cast<std::uint64_t>(sum + c);
        } else if (many == 1 && (i.has("min") || i.has("max"))) {
            lanes = static_cast<std::uint64_t>(i.has("min") ? std::min(sum, c) : std::max(sum, c));
        } // else lanes that a mask leaves out would be of c, and there is none
    }
    machine.write(i.operands[0], lanes, word);
}

} // namespace

Player videoPlayer(const Instruction& instruction)
{
    std::string_view name = instruction.words[0];
    if (!name.empty() && (name.back() == '2' || name.back() == '4')) {
        name.remove_suffix(1);
    }
    for (const std::string_view known : {"vadd", "vsub", "vabsdiff", "vmin", "vmax", "vset"}) {
        if (name == known) {
            return instruction.operands.size() >= 3 ? playVideo : nullptr;
        }
    }
    return nullptr;
}

} // namespace rocport_lanes::ptx
