// What AMD's backend of Triton does not take, or does not fit, also where code asks for AMD
// already.
#include "core/rules/python/pythongraphs.h"
#include "core/rules/python/pythontriton.h"

#include <QSet>

#include <algorithm>
#include <map>

namespace rocport {

namespace {

constexpr qint64 kKib = 1024;
constexpr qint64 kElement = 2; ///< bytes: half and bfloat16, the least that is common

/// Local memory of a workgroup, the least among the targets. (AMD: accelerator and GPU hardware
/// specifications; CDNA4 ISA)
qint64 localMemory(const TargetSettings& target)
{
    const QStringList& all = target.architectures;
    const bool large =
        !all.isEmpty() && std::all_of(all.begin(), all.end(), [](const QString& one) {
            return one == QLatin1StringView("gfx950");
        });
    return (large ? 160 : 64) * kKib;
}

/// Which side of a product a size is: 'M', 'N' or 'K' of BLOCK_M, BLOCK_SIZE_N; 0: none.
char sideOf(std::string_view name)
{
    const bool block = name.starts_with("BLOCK") && name.find("GROUP") == std::string_view::npos;
    if (!block || name.size() < 2 || name[name.size() - 2] != '_') {
        return 0;
    }
    const char last = name.back();
    return last == 'M' || last == 'N' || last == 'K' ? last : char(0);
}

/// The numbers that a configuration or a launch gives, by name.
std::map<std::string, std::pair<qint64, qint32>> numbersOf(const PythonFile& file, qint32 call,
                                                           bool config)
{
    const SyntaxTree& tree = file.tree();
    std::map<std::string, std::pair<qint64, qint32>> numbers;
    const auto add = [&](std::string_view name, qint32 value, qint32 whole) {
        if (const std::optional<qint64> number = integerOf(tree, value)) {
            numbers[std::string(name)] = {*number, whole};
        }
    };
    for (const qint32 argument : tree.namedChildren(tree.child(call, SyntaxField::Arguments))) {
        if (tree.kind(argument) == SyntaxKind::KeywordArgument) {
            add(tree.text(tree.child(argument, SyntaxField::Name)),
                tree.child(argument, SyntaxField::Value), argument);
        }
    }
    const qint32 first = config ? tree.unwrapped(file.positional(call, 0)) : -1;
    for (const qint32 pair : tree.namedChildren(first)) {
        std::string_view key;
        if (tree.kind(pair) == SyntaxKind::Pair &&
            tree.plainString(tree.child(pair, SyntaxField::Key), &key)) {
            add(key, tree.child(pair, SyntaxField::Value), pair);
        }
    }
    return numbers;
}

/// Bytes that one buffer for both operands of a product takes in local memory; 0: not known.
qint64 bufferOf(const std::map<std::string, std::pair<qint64, qint32>>& numbers)
{
    qint64 m = 0;
    qint64 n = 0;
    qint64 k = 0;
    for (const auto& [name, number] : numbers) {
        const char side = sideOf(name);
        const qint64 size = std::clamp<qint64>(number.first, 0, 1 << 16);
        (side == 'M' ? m : side == 'N' ? n : k) = side == 0 ? k : size;
    }
    return m == 0 || n == 0 || k == 0 ? 0 : (m + n) * k * kElement;
}

/// One finding for all places of a kind in a file.
struct Repeated
{
    qint32 node = -1;
    RepeatedPlaces places;
    qint64 largest = 0;
    bool isAlternative = true; ///< each is one of several in a search
};

class LimitFinder
{
public:
    explicit LimitFinder(const PythonInput& input)
        : m_input(input), m_file(input.file), m_tree(input.tree())
    {
    }

    void look(qint32 call, bool config);
    void add(std::vector<PythonSite>& sites);

private:
    void note(const char* key, qint32 node, bool isAlternative, qint64 bytes = 0);

    const PythonInput& m_input;
    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    std::map<std::string, Repeated> m_found; ///< by key of the rule's notes
};

void LimitFinder::note(const char* key, qint32 node, bool isAlternative, qint64 bytes)
{
    Repeated& found = m_found[key];
    if (found.node < 0) {
        found.node = node;
    }
    found.places.add(m_tree.range(node));
    found.largest = std::max(found.largest, bytes);
    found.isAlternative = found.isAlternative && isAlternative;
}

void LimitFinder::look(qint32 call, bool config)
{
    const auto numbers = numbersOf(m_file, call, config);
    const qint32 list = m_tree.parent(call);
    const bool listed =
        config && m_tree.kind(list) == SyntaxKind::List && m_tree.namedChild(list, 1) >= 0;
    const TargetSettings& target = m_input.target();
    const auto stages = numbers.find("num_stages");
    if (stages != numbers.end() && stages->second.first == 0 && target.torch >= Version{2, 6}) {
        note("stages", stages->second.second, false);
    }
    const auto packed = numbers.find("kpack");
    if (packed != numbers.end() && packed->second.first > 1 &&
        target.architectures.contains(QStringLiteral("gfx950"))) {
        note("kpack", packed->second.second, true);
    }
    const qint64 bytes = bufferOf(numbers);
    if (bytes > localMemory(target)) {
        note("local-memory", call, listed, bytes);
    }
}

void LimitFinder::add(std::vector<PythonSite>& sites)
{
    for (auto& [key, found] : m_found) {
        const QString id = QString::fromStdString(key);
        PythonSite site = siteFor(m_input, found.node, shortText(m_tree, found.node), id);
        site.captures.append({QStringLiteral("size"), QString::number(found.largest / kKib)});
        site.captures.append(
            {QStringLiteral("limit"), QString::number(localMemory(m_input.target()) / kKib)});
        if (found.isAlternative) {
            site.severity = Severity::Info; // another value is taken, or the search goes on
        }
        site.captures.append({QStringLiteral("places"), placesText(found.places)});
        site.places = found.places;
        sites.push_back(std::move(site));
    }
}

} // namespace

void findTritonLimits(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const bool multiplies = file.source().view().find("tl.dot") != std::string_view::npos;
    LimitFinder finder(input);
    for (const qint32 call : file.nodes(SyntaxKind::Call)) {
        const bool config = isTritonConfig(file, call);
        const bool wanted = config || (multiplies && isTritonLaunch(file, call));
        if (wanted && !file.isNvidiaOnly(call)) {
            finder.look(call, config);
        }
    }
    finder.add(sites);
}

} // namespace rocport
