// The text of asm statements as instructions, and their order.
#include "ptx.h"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>

namespace rocport_lanes::ptx {

namespace {

constexpr std::size_t kMostInstructions = 4096; // of one statement
constexpr int kMostSteps = 100'000'000;         // of one run of it

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) {
        text.remove_prefix(1);
    }
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) {
        text.remove_suffix(1);
    }
    return text;
}

std::vector<std::string_view> split(std::string_view text, char at)
{
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '{' || text[i] == '[' ? 1 : text[i] == '}' || text[i] == ']' ? -1 : 0;
        if (text[i] == at && depth == 0) {
            parts.push_back(trimmed(text.substr(begin, i - begin)));
            begin = i + 1;
        }
    }
    parts.push_back(trimmed(text.substr(begin)));
    return parts;
}

bool isNameBegin(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

/// "42", "-1", "0x1F", "0f3F800000" (a float), "0d…" (a double).
std::optional<std::uint64_t> numberOf(std::string_view text)
{
    const std::string word(text);
    if (word.size() > 2 && word[0] == '0' &&
        (word[1] == 'f' || word[1] == 'F' || word[1] == 'd' || word[1] == 'D')) {
        return std::strtoull(word.c_str() + 2, nullptr, 16);
    }
    char* end = nullptr;
    const bool isReal = word.find('.') != std::string::npos;
    if (isReal) {
        return {};
    }
    const std::uint64_t value = word[0] == '-'
                                    ? static_cast<std::uint64_t>(std::strtoll(word.c_str(), &end, 0))
                                    : std::strtoull(word.c_str(), &end, 0);
    while (end != word.c_str() && (*end == 'U' || *end == 'u')) {
        ++end;
    }
    return end == word.c_str() || *end != 0 ? std::optional<std::uint64_t>() : value;
}

} // namespace

Type typeOf(std::string_view word)
{
    if (word == "pred") {
        return {'p', 1};
    }
    if (word.empty() || !(word[0] == 'u' || word[0] == 's' || word[0] == 'b' || word[0] == 'f')) {
        return {};
    }
    for (const int bits : {8, 16, 32, 64}) {
        if (word.substr(1) == std::to_string(bits)) {
            return {word[0], bits};
        }
    }
    return {};
}

void stop(const Site& site, const std::string& text)
{
    std::fflush(stdout);
    std::fprintf(stderr, "%s:%u: %s\n", site.file, site.line, text.c_str());
    std::_Exit(3);
}

} // namespace rocport_lanes::ptx

namespace rocport_lanes {

using namespace ptx;

struct PtxCode::Private
{
    explicit Private(const char* source) : text(withoutComments(source)) { read(); }

    static std::string withoutComments(const char* source)
    {
        std::string result;
        for (const char* c = source; *c != 0; ++c) {
            if (c[0] == '/' && c[1] == '/') {
                while (c[1] != 0 && c[1] != '\n') {
                    ++c;
                }
            } else if (c[0] == '/' && c[1] == '*') {
                for (c += 2; *c != 0 && !(c[0] == '*' && c[1] == '/'); ++c) {
                }
                if (*c == 0) {
                    break;
                }
                ++c;
            } else if (c[0] == '%' && c[1] == '%') {
                result += '%';
                ++c;
            } else {
                result += *c;
            }
        }
        return result;
    }

    void read()
    {
        std::string_view rest = text;
        while (!rest.empty() && problem.empty()) {
            rest = trimmed(rest);
            if (!rest.empty() && (rest[0] == '{' || rest[0] == '}')) {
                rest.remove_prefix(1); // a scope of registers; names are not used twice
                continue;
            }
            const std::size_t colon = rest.find(':');
            const std::size_t end = rest.find(';');
            if (colon < end && isLabel(rest.substr(0, colon))) {
                labels[std::string(trimmed(rest.substr(0, colon)))] =
                    static_cast<int>(code.size());
                rest.remove_prefix(colon + 1);
                continue;
            }
            readStatement(trimmed(rest.substr(0, end)));
            rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        }
        for (Instruction& instruction : code) {
            if (instruction.words[0] == "bra") {
                const auto label = labels.find(instruction.operands.empty()
                                                   ? std::string()
                                                   : instruction.operands.back().name);
                if (label == labels.end()) {
                    problem = "the label of " + instruction.opcode + " is not there";
                } else {
                    instruction.target = label->second;
                }
            }
        }
    }

    static bool isLabel(std::string_view word)
    {
        word = trimmed(word);
        bool is = !word.empty() && isNameBegin(word[0]);
        for (const char c : word) {
            is = is && (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$');
        }
        return is;
    }

    void readStatement(std::string_view statement)
    {
        if (statement.empty()) {
            return;
        }
        if (statement.substr(0, 4) == ".reg") {
            declare(trimmed(statement.substr(4)));
            return;
        }
        if (code.size() > kMostInstructions) {
            problem = "an asm statement of more than 4096 instructions is not played";
            return;
        }
        Instruction instruction;
        if (statement[0] == '@') {
            const std::size_t end = statement.find_first_of(" \t\n");
            std::string_view name = trimmed(statement.substr(1, end - 1));
            instruction.negated = !name.empty() && name[0] == '!';
            name.remove_prefix(instruction.negated ? 1 : 0);
            instruction.predicate = slotOf(name);
            statement = end == std::string_view::npos ? "" : trimmed(statement.substr(end));
        }
        const std::size_t end = statement.find_first_of(" \t\n{[%");
        instruction.opcode = std::string(statement.substr(0, end));
        if (end != std::string_view::npos && !trimmed(statement.substr(end)).empty()) {
            for (const std::string_view part : split(statement.substr(end), ',')) {
                instruction.operands.push_back(operandOf(part));
            }
        }
        code.push_back(std::move(instruction));
        finish(code.back());
    }

    void finish(Instruction& instruction)
    {
        words.push_back(std::make_unique<std::string>(instruction.opcode));
        for (const std::string_view word : split(*words.back(), '.')) {
            instruction.words.push_back(word);
            if (const Type type = typeOf(word); type.kind != 0) {
                instruction.type = type;
            }
        }
        for (const auto find : {arithmeticPlayer, memoryPlayer, lanePlayer, videoPlayer}) {
            instruction.play = instruction.play ? instruction.play : find(instruction);
        }
        if (!instruction.play && instruction.words[0] != "bra") {
            problem = "the PTX instruction " + instruction.opcode + " is not played";
        }
    }

    /// ".u32 a, b;" and ".b32 r<4>;"
    void declare(std::string_view text)
    {
        const std::size_t type = text.find_first_of(" \t\n");
        if (type == std::string_view::npos) {
            return;
        }
        for (std::string_view name : split(text.substr(type), ',')) {
            const std::size_t many = name.find('<');
            if (many == std::string_view::npos) {
                slotOf(name);
                continue;
            }
            const int count = std::atoi(std::string(name.substr(many + 1)).c_str());
            for (int i = 0; i < count && i < 256; ++i) {
                slotOf(std::string(trimmed(name.substr(0, many))) + std::to_string(i));
            }
        }
    }

    /// Registers have the slots behind those of thirty operands.
    int slotOf(std::string_view name)
    {
        if (name.size() > 1 && name[0] == '%' && std::isdigit(static_cast<unsigned char>(name[1]))) {
            const int number = std::atoi(std::string(name.substr(1)).c_str());
            operands = number + 1 > operands ? number + 1 : operands;
            return number < kOperands ? number : 0;
        }
        const auto [at, isNew] =
            registers.emplace(std::string(name), kOperands + static_cast<int>(registers.size()));
        return at->second;
    }

    Operand operandOf(std::string_view text)
    {
        Operand operand;
        if (!text.empty() && text[0] == '!') {
            operand.negated = true;
            text = trimmed(text.substr(1));
        }
        if (text.empty()) {
            return operand;
        }
        if (text[0] == '{') {
            operand.kind = Operand::Kind::Vector;
            for (const std::string_view part : split(text.substr(1, text.rfind('}') - 1), ',')) {
                operand.parts.push_back(operandOf(part));
            }
            return operand;
        }
        if (text[0] == '[') {
            operand.kind = Operand::Kind::Memory;
            std::string_view inner = trimmed(text.substr(1, text.rfind(']') - 1));
            const std::size_t sign = inner.find_first_of("+-", 1);
            if (sign != std::string_view::npos) {
                const std::string_view offset = trimmed(inner.substr(sign + 1));
                const std::uint64_t value = numberOf(offset).value_or(0);
                if (offset[0] == '%') {
                    operand.parts.push_back(operandOf(offset));
                }
                operand.number = inner[sign] == '-' ? -value : value;
                inner = trimmed(inner.substr(0, sign));
            }
            operand.slot = slotOf(inner);
            return operand;
        }
        if (const std::size_t bar = text.find('|'); bar != std::string_view::npos) {
            operand.kind = Operand::Kind::Register;
            operand.slot = slotOf(trimmed(text.substr(0, bar)));
            operand.second = slotOf(trimmed(text.substr(bar + 1)));
            return operand;
        }
        if (text[0] == '%' && std::isdigit(static_cast<unsigned char>(text[1])) &&
            text.find('.') != std::string_view::npos) {
            problem = "the PTX operand " + std::string(text) + " is not played";
            return operand;
        }
        if (text[0] == '%' && !std::isdigit(static_cast<unsigned char>(text[1]))) {
            if (const auto known = registers.find(std::string(text)); known == registers.end()) {
                operand.kind = Operand::Kind::Special;
                operand.name = std::string(text.substr(1));
                return operand;
            }
        }
        if (const auto number = numberOf(text)) {
            operand.number = *number;
            return operand;
        }
        if (isNameBegin(text[0]) && !registers.contains(std::string(text))) {
            operand.kind = Operand::Kind::Special; // WARP_SZ, or a label
            operand.name = std::string(text);
            return operand;
        }
        operand.kind = Operand::Kind::Register;
        operand.slot = slotOf(text);
        return operand;
    }

    static constexpr int kOperands = 64; ///< of an asm statement

    std::string text;
    std::vector<std::unique_ptr<std::string>> words; ///< that instructions point into
    std::vector<Instruction> code;
    std::map<std::string, int> registers;
    std::map<std::string, int> labels;
    int operands = 0;
    std::string problem; ///< why it cannot run
};

PtxCode::PtxCode(const char* text) : m_private(std::make_unique<Private>(text)) {}
PtxCode::~PtxCode() = default;

void PtxCode::run(const Site& site, PtxOperand* operands, int count) const
{
    if (!m_private->problem.empty()) {
        stop(site, m_private->problem);
    }
    if (m_private->operands > count || count > Private::kOperands) {
        stop(site, "the asm statement names operands that it does not have");
    }
    constexpr int kFew = 96;
    std::uint64_t few[kFew] = {};
    std::vector<std::uint64_t> many;
    const std::size_t slots = Private::kOperands + m_private->registers.size();
    if (slots > kFew) {
        many.resize(slots);
    }
    std::uint64_t* values = slots > kFew ? many.data() : few;
    for (int i = 0; i < count; ++i) {
        values[i] = operands[i].bits;
    }
    Machine machine(site, values);
    const auto end = static_cast<int>(m_private->code.size());
    for (int steps = 0; machine.next < end; ++steps) {
        const Instruction& instruction = m_private->code[machine.next++];
        if (instruction.predicate >= 0 &&
            machine.predicate(instruction.predicate) == instruction.negated) {
            continue;
        }
        if (instruction.target >= 0) {
            machine.next = instruction.target;
            breathe();
            if (steps > kMostSteps) {
                stop(site, "the asm statement does not come to its end");
            }
            continue;
        }
        instruction.play(machine, instruction);
    }
    for (int i = 0; i < count; ++i) {
        if (operands[i].to != nullptr) {
            operands[i].store(operands[i].to, values[i], operands[i].letter);
        }
    }
}

} // namespace rocport_lanes
