#include "core/rules/build/buildsetup.h"

#include "core/rules/build/buildfile.h"
#include "core/rules/build/buildlibraries.h"
#include "core/rules/build/buildsetupflags.h"
#include "core/rules/build/nvccflags.h"
#include "core/rules/python/pythontoolkit.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr std::string_view kBuilder = "torch.utils.cpp_extension";

/// One element of a list of flags.
struct Element
{
    qint32 node = -1;
    std::string_view value; ///< of a plain string
    bool isPlain = false;
};

class SetupReader
{
public:
    SetupReader(const PythonFile& file, const BuildRules& rules, std::vector<PythonSite>& sites)
        : m_file(file), m_tree(file.tree()), m_rules(rules), m_sites(sites)
    {
    }

    void run();

private:
    struct ListChange
    {
        QByteArray text;
        QStringList symbols;
        QStringList notes;
        const Rule* rule = nullptr;
        Severity severity = Severity::Info; ///< of the worst flag
        bool changed = false;
        bool isOpen = false; ///< a flag's value is computed, so that the list gets no edit
        bool hasGap = false; ///< a library that has no counterpart is among them: no edit either
    };
    void readList(qint32 list);
    void readAppend(qint32 call);
    void readSplit(qint32 call);
    void readRest();
    void readRest(qint32 text);
    [[nodiscard]] bool isHome(qint32 node) const;
    void addHomes();
    void readBuilder(qint32 call);
    void readArchList(qint32 text);
    void addArchList();
    void readPattern(qint32 text);
    [[nodiscard]] std::vector<Element> elementsOf(qint32 list) const;
    [[nodiscard]] bool areFlags(const std::vector<Element>& elements) const;
    [[nodiscard]] bool areLibraries(qint32 list) const;
    [[nodiscard]] ListChange changedFlags(const std::vector<Element>& elements) const;
    [[nodiscard]] ListChange changedLibraries(const std::vector<Element>& elements) const;
    void note(ListChange& change, const Rule* rule, const QString& symbol,
              const QString& what) const;
    [[nodiscard]] QByteArray quoted(const Element& like, const QByteArray& value) const;
    PythonSite& add(const Rule& rule, qint32 node, const QString& symbol, const QString& what);

    const PythonFile& m_file;
    const SyntaxTree& m_tree;
    const BuildRules& m_rules;
    std::vector<PythonSite>& m_sites;
    std::vector<qint32> m_homes;   ///< where CUDA_HOME is read
    qint32 m_archList = -1;        ///< where TORCH_CUDA_ARCH_LIST is named first
    RepeatedPlaces m_archLists;    ///< and all of its places
    std::vector<ByteRange> m_read; ///< of the sites so far, apart and in order
};

PythonSite& SetupReader::add(const Rule& rule, qint32 node, const QString& symbol,
                             const QString& what)
{
    PythonSite site;
    site.rule = &rule;
    site.node = node;
    site.range = m_tree.range(node);
    site.symbol = symbol;
    site.captures = {{QStringLiteral("note"), what}};
    m_sites.push_back(std::move(site));
    return m_sites.back();
}

std::vector<Element> SetupReader::elementsOf(qint32 list) const
{
    std::vector<Element> elements;
    for (const qint32 child : m_tree.namedChildren(list)) {
        Element element;
        element.node = child;
        element.isPlain =
            m_tree.kind(child) == SyntaxKind::String && m_tree.plainString(child, &element.value);
        elements.push_back(element);
    }
    return elements;
}

QByteArray SetupReader::quoted(const Element& like, const QByteArray& value) const
{
    return quotedLike(m_file, like.node, value);
}

/// Every plain string begins with '-' or is the value of the flag before it: no command line of
/// another program.
bool SetupReader::areFlags(const std::vector<Element>& elements) const
{
    bool isValue = false;
    for (const Element& element : elements) {
        if (!element.isPlain) {
            isValue = false;
            continue;
        }
        if (!element.value.starts_with('-') && !isValue) {
            return false;
        }
        isValue =
            element.value.starts_with('-') && element.value.find('=') == std::string_view::npos;
    }
    return true;
}

bool SetupReader::areLibraries(qint32 list) const
{
    const qint32 outer = m_tree.parent(list);
    if (m_tree.kind(outer) == SyntaxKind::KeywordArgument) {
        return m_tree.text(m_tree.child(outer, SyntaxField::Name)) == "libraries";
    }
    return (m_tree.kind(outer) == SyntaxKind::Assignment ||
            m_tree.kind(outer) == SyntaxKind::AugmentedAssignment) &&
           m_tree.text(m_tree.child(outer, SyntaxField::Left)) == "libraries";
}

void SetupReader::note(ListChange& change, const Rule* rule, const QString& symbol,
                       const QString& what) const
{
    change.changed = true;
    change.symbols.append(symbol);
    change.notes.append(what);
    if (change.rule == nullptr || (rule != nullptr && rule->severity > change.rule->severity)) {
        change.rule = rule;
    }
}

SetupReader::ListChange SetupReader::changedFlags(const std::vector<Element>& elements) const
{
    ListChange change;
    QByteArrayList texts;
    for (size_t i = 0; i < elements.size(); ++i) {
        const Element& element = elements[i];
        const QByteArray source = toBytes(m_tree.text(element.node));
        if (!element.isPlain) {
            // Nothing but such a text is left out: another element may be a whole extension.
            if (m_rules.arch != nullptr && isArchText(m_tree, element.node)) {
                note(change, m_rules.arch, QString::fromUtf8(source),
                     QStringLiteral("it names NVIDIA GPUs"));
                change.severity = Severity::Critical;
            } else {
                texts.append(source);
            }
            continue;
        }
        const bool isLast = i + 1 >= elements.size();
        const bool hasNext =
            !isLast && (elements[i + 1].isPlain || isArchText(m_tree, elements[i + 1].node));
        const QByteArray flag = toBytes(element.value);
        if (flag.startsWith("-l")) {
            const BuildLibrary* library = findBuildLibrary(element.value.substr(2));
            const QByteArray now = library != nullptr ? library->library : "";
            if (!now.isEmpty() && m_rules.targets != nullptr) {
                note(change, m_rules.targets, QString::fromUtf8(flag),
                     QStringLiteral("ROCm has a library of its own for it"));
                change.severity = Severity::Critical;
                if (now != "-") {
                    texts.append(quoted(element, "-l" + now));
                }
                continue;
            }
            if (library != nullptr && library->target[0] == '\0' && m_rules.targets != nullptr) {
                note(change, m_rules.targets, QString::fromUtf8(flag), withoutTwin(*library));
                change.severity = Severity::Critical;
                change.hasGap = true;
                texts.append(source);
                continue;
            }
        }
        const SingleFlag single =
            flagOf(flag, !hasNext                  ? QByteArray("x")
                         : elements[i + 1].isPlain ? toBytes(elements[i + 1].value)
                                                   : QByteArray("sm_80"));
        const Rule* rule = single.isArch ? m_rules.arch : m_rules.flags;
        if (single.changed && single.takesNext && !hasNext && !isLast) {
            change.isOpen = true; // what is its value is not known
        }
        if (!single.changed || rule == nullptr || (single.takesNext && !hasNext)) {
            texts.append(source);
            continue;
        }
        note(change, rule, QString::fromUtf8(flag), single.why);
        change.severity = std::max(change.severity, single.severity);
        for (const QByteArray& part : single.now.split(' ')) {
            if (!part.isEmpty()) {
                texts.append(quoted(element, part));
            }
        }
        i += single.takesNext ? 1 : 0;
    }
    change.text = '[' + texts.join(", ") + ']';
    return change;
}

SetupReader::ListChange SetupReader::changedLibraries(const std::vector<Element>& elements) const
{
    ListChange change;
    QByteArrayList texts;
    for (const Element& element : elements) {
        const BuildLibrary* library = element.isPlain ? findBuildLibrary(element.value) : nullptr;
        const QByteArray now = library != nullptr ? library->library : "";
        if (library == nullptr || now.isEmpty()) {
            texts.append(toBytes(m_tree.text(element.node)));
            if (library != nullptr) {
                change.hasGap = true;
                note(change, m_rules.targets, toText(element.value), withoutTwin(*library));
            }
            continue;
        }
        note(change, m_rules.targets, toText(element.value),
             QStringLiteral("ROCm has a library of its own for it"));
        const QByteArray text = quoted(element, now);
        if (now != "-" && !texts.contains(text)) {
            texts.append(text);
        }
    }
    change.text = '[' + texts.join(", ") + ']';
    return change;
}

void SetupReader::readList(qint32 list)
{
    const std::vector<Element> elements = elementsOf(list);
    const bool libraries = areLibraries(list);
    if (elements.empty() || (!libraries && !areFlags(elements)) || isForOthers(m_file, list)) {
        return;
    }
    const ListChange change = libraries ? changedLibraries(elements) : changedFlags(elements);
    if (!change.changed || change.rule == nullptr) {
        return;
    }
    QStringList notes = change.notes;
    notes.removeDuplicates();
    PythonSite& site = add(
        *change.rule, list, change.symbols.join(QStringLiteral(", ")),
        QStringLiteral("needs another value on ROCm: %1.").arg(notes.join(QStringLiteral("; "))));
    if (!libraries) {
        site.severity = change.severity;
    }
    if (change.isOpen) {
        site.wayOut = QStringLiteral("The value of a flag in this list is computed. Write a list "
                                     "for ROCm without that flag and its value.");
        return;
    }
    if (change.hasGap) {
        site.wayOut = QStringLiteral("Leave the library out of the list on ROCm, with what uses "
                                     "it, or port that, and write the rest of the list for ROCm.");
        return;
    }
    site.edits = gateExpression(m_file, list, change.text);
    site.change = QStringLiteral("On ROCm the list is `%1`. On NVIDIA it is unchanged.")
                      .arg(QString::fromUtf8(change.text));
}

/// flags.append("-gencode"), with the value that a second call appends.
void SetupReader::readAppend(qint32 call)
{
    const qint32 function = m_tree.child(call, SyntaxField::Function);
    const qint32 argument = m_file.positional(call, 0);
    std::string_view value;
    if (m_tree.kind(function) != SyntaxKind::Attribute ||
        m_tree.text(m_tree.child(function, SyntaxField::Attribute)) != "append" ||
        isForOthers(m_file, call)) {
        return;
    }
    const qint32 statement = m_tree.statementOf(call);
    if (!m_tree.plainString(argument, &value)) {
        if (m_rules.arch != nullptr && statement >= 0 && isWholeArch(m_tree, argument)) {
            PythonSite& site = add(*m_rules.arch, call, toText(m_tree.text(argument)),
                                   QStringLiteral("names NVIDIA GPUs."));
            gateSite(m_file, statement, statement, site, {});
        }
        return;
    }
    qint32 last = statement;
    std::string_view next;
    const SingleFlag probe = flagOf(toBytes(value), "x");
    if (probe.takesNext && statement >= 0) {
        const qint32 follower = m_tree.at(statement).nextSibling;
        const qint32 inner = follower < 0 ? -1 : m_tree.namedChild(follower, 0);
        const qint32 other = m_tree.kind(inner) == SyntaxKind::Call ? inner : -1;
        if (other < 0 ||
            m_tree.text(m_tree.child(other, SyntaxField::Function)) != m_tree.text(function) ||
            !m_tree.plainString(m_file.positional(other, 0), &next)) {
            return;
        }
        last = follower;
    }
    const SingleFlag single = flagOf(toBytes(value), toBytes(next));
    const Rule* rule = single.isArch ? m_rules.arch : m_rules.flags;
    if (!single.changed || rule == nullptr || statement < 0) {
        return;
    }
    PythonSite& site = add(*rule, call, toText(value),
                           QStringLiteral("needs another value on ROCm: %1.").arg(single.why));
    site.severity = single.severity;
    if (!single.dropped && !single.takesNext && !single.now.contains(' ')) {
        site.edits = gateExpression(m_file, argument, quotedLike(m_file, argument, single.now));
        return;
    }
    QByteArray standIn;
    for (const QByteArray& part : single.now.split(' ')) {
        if (!part.isEmpty()) {
            standIn += (standIn.isEmpty() ? QByteArray() : QByteArray("; ")) +
                       toBytes(m_tree.text(function)) + '(' + quotedLike(m_file, argument, part) +
                       ')';
        }
    }
    gateSite(m_file, statement, last, site, standIn);
}

/// "-O3 -gencode arch=…".split(): the text is several flags.
void SetupReader::readSplit(qint32 call)
{
    const qint32 function = m_tree.child(call, SyntaxField::Function);
    const qint32 object = m_tree.child(function, SyntaxField::Object);
    std::string_view value;
    if (m_tree.kind(function) != SyntaxKind::Attribute ||
        m_tree.text(m_tree.child(function, SyntaxField::Attribute)) != "split" ||
        !m_tree.plainString(object, &value) || !value.starts_with('-') ||
        isForOthers(m_file, call)) {
        return;
    }
    // The flags are read between blanks; with another separator they stay a finding.
    const auto arguments = m_tree.namedChildren(m_tree.child(call, SyntaxField::Arguments));
    std::string_view separator;
    for (const qint32 argument : arguments) {
        if (arguments.size() > 1 || m_tree.kind(argument) != SyntaxKind::String ||
            !m_tree.plainString(argument, &separator) || separator != " ") {
            return;
        }
    }
    const SingleFlag flags = flagOf(toBytes(value), {});
    const Rule* rule = flags.isArch && m_rules.arch != nullptr ? m_rules.arch : m_rules.flags;
    if (!flags.changed || flags.takesNext || rule == nullptr) {
        return;
    }
    const std::string_view whole = m_tree.text(call);
    const QByteArray rest = toBytes(whole.substr(m_tree.text(object).size()));
    const QByteArray now = flags.now.trimmed();
    PythonSite& site = add(*rule, call, toText(value),
                           QStringLiteral("needs another value on ROCm: %1.").arg(flags.why));
    site.severity = flags.severity;
    site.edits = gateExpression(
        m_file, call, now.isEmpty() ? QByteArray("[]") : quotedLike(m_file, object, now) + rest);
}

/// Text with flags of nvcc that no edit speaks of.
void SetupReader::readRest(qint32 text)
{
    const ByteRange range = m_tree.range(text);
    std::string_view value;
    const bool plain = m_tree.plainString(text, &value);
    const bool isFlag = plain && value.starts_with('-') && holdsNvccFlags(toBytes(value), true);
    const auto after =
        std::upper_bound(m_read.begin(), m_read.end(), range.begin,
                         [](qsizetype begin, const ByteRange& one) { return begin < one.begin; });
    const bool isRead = after != m_read.begin() && range.end <= std::prev(after)->end;
    const bool isValue = m_tree.kind(m_tree.parent(text)) != SyntaxKind::ComparisonOperator &&
                         m_tree.kind(m_tree.parent(text)) != SyntaxKind::ExpressionStatement;
    const bool isArch = isWholeArch(m_tree, text);
    const Rule* rule = isArch ? m_rules.arch : m_rules.flags;
    if (rule == nullptr || isRead || !isValue || !(isFlag || isArch) || isForOthers(m_file, text)) {
        return;
    }
    std::string_view shown = m_tree.text(text); // up to what is put in
    shown.remove_prefix(std::min(shown.size(), shown.find('-')));
    shown = shown.substr(0, shown.find_first_of("{%\"'"));
    PythonSite& site =
        add(*rule, text, toText(shown), QStringLiteral("is made for nvcc, and clang refuses it."));
    site.wayOut = QStringLiteral("How the text becomes flags is not known here: give ROCm flags of "
                                 "clang in its place.");
}

void SetupReader::readRest()
{
    std::vector<ByteRange> read;
    for (const PythonSite& site : m_sites) {
        read.push_back(site.range);
    }
    std::sort(read.begin(), read.end(),
              [](const ByteRange& a, const ByteRange& b) { return a.begin < b.begin; });
    for (const ByteRange& one : read) { // those within others are left out
        if (m_read.empty() || one.begin >= m_read.back().end) {
            m_read.push_back(one);
        }
    }
    const auto count = static_cast<qint32>(m_tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        if (m_tree.kind(i) == SyntaxKind::String) {
            readRest(i);
        }
    }
}

/// CUDA_HOME where a value is wanted: the import from the builder, and the environment's.
bool SetupReader::isHome(qint32 node) const
{
    const qint32 outer = m_tree.parent(node);
    const SyntaxKind kind = m_tree.kind(node);
    bool reads = false;
    if (kind == SyntaxKind::Identifier) {
        const SyntaxKind around = m_tree.kind(outer);
        const SyntaxField field = m_tree.at(node).field;
        const bool binds = around == SyntaxKind::DottedName ||
                           around == SyntaxKind::AliasedImport || isAssignedTo(m_tree, node) ||
                           field == SyntaxField::Name ||
                           (around == SyntaxKind::Attribute && field == SyntaxField::Attribute);
        // What a name is given by assignment is read where that stands.
        reads = !binds && m_file.isImported(m_tree.text(node)) &&
                m_file.qualified(node) == std::string(kBuilder) + ".CUDA_HOME";
    } else if (kind == SyntaxKind::Attribute) {
        reads = m_tree.text(m_tree.child(node, SyntaxField::Attribute)) == "CUDA_HOME" &&
                m_file.qualified(node) == std::string(kBuilder) + ".CUDA_HOME";
    } else if (kind == SyntaxKind::Subscript || kind == SyntaxKind::Call) {
        std::string_view key;
        const bool subscript = kind == SyntaxKind::Subscript;
        const qint32 where =
            m_tree.child(node, subscript ? SyntaxField::Value : SyntaxField::Function);
        const qint32 what =
            subscript ? m_tree.child(node, SyntaxField::Subscript) : m_file.positional(node, 0);
        const std::string name = m_file.qualified(where);
        const bool asks =
            subscript ? name == "os.environ" : name == "os.environ.get" || name == "os.getenv";
        reads = asks && m_tree.plainString(what, &key) &&
                (key == "CUDA_HOME" || key == "CUDA_PATH") && !isAssignedTo(m_tree, node);
    }
    return reads && !isForOthers(m_file, node) && !isAskedWithRocm(m_file, node);
}

/// The folder is replaced only where what reads it can use ROCm's.
void SetupReader::addHomes()
{
    for (const ToolkitRead& read : toolkitReads(m_file, m_homes)) {
        PythonSite& site = add(*m_rules.extension, read.node, toText(m_tree.text(read.node)),
                               QStringLiteral("is None or unset on a machine with ROCm, where the "
                                              "folder of the toolkit is ROCm's."));
        site.severity = Severity::Warning;
        site.edits = toolkitEdits(m_file, read);
        if (read.use == ToolkitUse::Call) {
            site.sharesLine = site.edits.isEmpty();
            site.change = QStringLiteral(
                "The call runs nvcc, so it is left out on ROCm. On NVIDIA it is unchanged.");
        } else if (read.use == ToolkitUse::Unusable) {
            site.wayOut =
                QStringLiteral("What is done with the folder here is made for CUDA's toolkit, such "
                               "as running its nvcc. Gate that on ROCm together with all that uses "
                               "its result.");
        }
    }
}

void SetupReader::readBuilder(qint32 call)
{
    const std::string name = m_file.qualified(m_tree.child(call, SyntaxField::Function));
    const std::string prefix = std::string(kBuilder) + '.';
    if (!name.starts_with(prefix)) {
        return;
    }
    const std::string what = name.substr(prefix.size());
    if (what == "CUDAExtension" || what == "load" || what == "load_inline") {
        PythonSite& site =
            add(*m_rules.extension, m_tree.child(call, SyntaxField::Function),
                QString::fromStdString(what),
                QStringLiteral("stays: a ROCm build of PyTorch translates the sources and calls "
                               "hipcc."));
        site.wayOut = QStringLiteral("Nothing to do for the call itself.");
    }
}

void SetupReader::readArchList(qint32 text)
{
    std::string_view value;
    if (m_rules.arch != nullptr && m_tree.plainString(text, &value) &&
        value == "TORCH_CUDA_ARCH_LIST" && !isForOthers(m_file, text)) {
        m_archList = m_archList < 0 ? text : m_archList;
        m_archLists.add(m_tree.range(text));
    }
}

void SetupReader::addArchList()
{
    if (m_archList < 0) {
        return;
    }
    PythonSite& site = add(*m_rules.arch, m_archList, QStringLiteral("TORCH_CUDA_ARCH_LIST"),
                           QStringLiteral("is read for NVIDIA GPUs only."));
    site.severity = Severity::Warning; // PyTorch then builds for the GPUs of the machine
    site.places = m_archLists;
    site.wayOut = QStringLiteral("On ROCm set PYTORCH_ROCM_ARCH to the names that "
                                 "`rocm_agent_enumerator` prints, or leave it unset.");
}

/// "csrc/*.cpp", which finds translated copies too (ops_hip.cpp); those of .cu files end in .hip.
void SetupReader::readPattern(qint32 text)
{
    std::string_view value;
    if (m_rules.pattern == nullptr || !m_tree.plainString(text, &value) ||
        m_file.source().view().find("CUDAExtension") == std::string_view::npos) {
        return;
    }
    for (const char* end : {"*.cpp", "*.cc", "*.cxx"}) {
        if (value.ends_with(end)) {
            add(*m_rules.pattern, text, toText(value), {});
        }
    }
}

void SetupReader::run()
{
    const auto count = static_cast<qint32>(m_tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        switch (m_tree.kind(i)) {
        case SyntaxKind::List:
            readList(i);
            break;
        case SyntaxKind::Call:
            readBuilder(i);
            readAppend(i);
            readSplit(i);
            if (isHome(i)) {
                m_homes.push_back(i);
            }
            break;
        case SyntaxKind::Identifier:
        case SyntaxKind::Attribute:
        case SyntaxKind::Subscript:
            if (isHome(i)) {
                m_homes.push_back(i);
            }
            break;
        case SyntaxKind::String:
            readArchList(i);
            readPattern(i);
            break;
        default:
            break;
        }
    }
    addHomes();
    addArchList();
    readRest();
    if (m_rules.detect == nullptr) {
        return;
    }
    for (const BuildPlace& place : hardCodedArchitectures(m_file.source(), *m_rules.detect,
                                                          QStringLiteral("PYTORCH_ROCM_ARCH"))) {
        PythonSite site;
        site.rule = place.rule;
        site.node = 0;
        site.range = place.range;
        site.symbol = place.symbol;
        site.captures = {{QStringLiteral("note"), place.note}};
        site.wayOut = place.wayOut;
        m_sites.push_back(std::move(site));
    }
}

} // namespace

bool usesExtensionBuilder(const PythonFile& file)
{
    return file.source().view().find("cpp_extension") != std::string_view::npos &&
           file.imports("torch");
}

void findExtensionBuild(const PythonFile& file, const BuildRules& rules,
                        std::vector<PythonSite>& sites)
{
    if (rules.extension != nullptr && usesExtensionBuilder(file)) {
        SetupReader(file, rules, sites).run();
    } else if (rules.targets != nullptr && namesLinkedLibrary(file.source().view())) {
        findLinkedLibraries(file, *rules.targets, sites);
    }
}

} // namespace rocport
