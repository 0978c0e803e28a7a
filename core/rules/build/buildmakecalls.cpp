#include "core/rules/build/buildmakecalls.h"

#include "core/base/cancelscope.h"
#include "core/rules/build/buildcmake.h"
#include "core/rules/build/buildmakecompiler.h"
#include "core/rules/manifests/shellcommands.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr int kMostRounds = 8;        // of variables that name each other
constexpr qsizetype kMostNames = 400; // that one command is followed through
constexpr qsizetype kMostCalls = 100; // of one recipe
constexpr qsizetype kLookBack = 4000; // bytes for open quotes

/// The value of an assignment, without a comment.
QByteArray valueOf(const MakeLine& line)
{
    const QByteArray text = toBytes(line.text);
    const qsizetype begin = line.value.begin - line.range.begin;
    const QByteArray value = text.mid(begin, line.value.size());
    const qsizetype comment = value.indexOf('#');
    const bool cuts = line.kind == MakeLine::Kind::Assignment && comment >= 0;
    return cuts ? value.left(comment) : value;
}

/// $(NAME), ${NAME}: references without references in them.
template <typename Take>
void forReferences(const QByteArray& text, const Take& take)
{
    qsizetype open = -1;
    for (qsizetype at = 0; at + 1 < text.size(); ++at) {
        if (text.at(at) == '$' && (text.at(at + 1) == '(' || text.at(at + 1) == '{')) {
            open = at;
        } else if (open >= 0 && text.at(at + 1) == (text.at(open + 1) == '(' ? ')' : '}')) {
            take(ByteRange{open, at + 2}, text.mid(open + 2, at + 1 - open - 2));
            open = -1;
        }
    }
}

template <typename Take>
bool anyWord(QByteArrayView text, const Take& take)
{
    qsizetype begin = 0;
    for (qsizetype at = 0; at <= text.size(); ++at) {
        const char c = at < text.size() ? text.at(at) : ' ';
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '"' || c == '\'') {
            if (at > begin && take(text.sliced(begin, at - begin))) {
                return true;
            }
            begin = at + 1;
        }
    }
    return false;
}

bool isDeviceCompile(QByteArrayView word)
{
    return isOneOf(word, {"-dc", "--device-c", "-rdc=true", "--rdc=true",
                          "-relocatable-device-code=true", "--relocatable-device-code=true"});
}

bool isDeviceLink(QByteArrayView word)
{
    return isOneOf(word, {"-dlink", "--device-link"});
}

/// What makes of a command no link.
bool isCompileOnly(QByteArrayView word)
{
    return isOneOf(word,
                   {"-c",      "--compile", "-dc",      "--device-c", "-ptx", "--ptx",    "-cubin",
                    "--cubin", "-fatbin",   "--fatbin", "-E",         "-M",   "-MM",      "-S",
                    "-lib",    "--lib",     "-dryrun",  "--dryrun",   "-V",   "--version"});
}

bool isCudaSource(QByteArrayView word)
{
    return word.endsWith(".cu");
}

/// What stands before a command and leaves the next word one: "then", "ccache", "A=b", "$(Q)".
bool leavesCommand(QByteArrayView word)
{
    constexpr std::array kQuiet = {"QUIET", "SILENT", "VERB", "TIME", "CACHE", "LAUNCH", "PREFIX"};
    while (word.startsWith("$(") || word.startsWith("${")) {
        const qsizetype close = word.indexOf(word.at(1) == '(' ? ')' : '}');
        if (close < 0) {
            return false;
        }
        const QByteArray name = word.sliced(2, close - 2).toByteArray().toUpper();
        word = word.sliced(close + 1);
        const bool isQuiet = name == "Q" || name == "AT" || name == "V" || name == "ENV" ||
                             (!name.contains("NVCC") &&
                              std::any_of(kQuiet.begin(), kQuiet.end(),
                                          [&name](const char* one) { return name.contains(one); }));
        if (word.isEmpty()) {
            return isQuiet;
        }
    }
    const qsizetype equals = word.indexOf('=');
    const auto isName = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
    };
    return (equals > 0 && std::all_of(word.begin(), word.begin() + equals, isName)) ||
           isCommandPrefix(word);
}

/// Reads which words of a text the shell calls. Where it is not certain, a word is none of them.
class CommandWords
{
public:
    explicit CommandWords(const QByteArray& text) : m_text(text) {}

    QVector<ByteRange> read()
    {
        m_open.append(Level());
        for (m_at = 0; m_at < m_text.size() && m_open.size() <= kDeepest; ++m_at) {
            const char c = m_text.at(m_at);
            Level& level = m_open.last();
            if (c == '$') {
                readDollar();
            } else if (c == '\\' && level.quote != '\'') {
                readEscape();
            } else if (level.quote != '\0' && c != '`') {
                level.quote = c == level.quote ? '\0' : level.quote;
            } else if (c == '`' && level.quote != '\'') {
                readTick();
            } else {
                readPlain(c);
            }
        }
        while (!m_open.isEmpty()) {
            endWord();
            m_open.removeLast();
        }
        return m_found;
    }

private:
    static constexpr qsizetype kDeepest = 30;

    struct Level
    {
        qsizetype begin = -1; ///< of the word
        bool command = true;  ///< the word is called
        bool fresh = true;    ///< nothing but blanks on the line so far
        bool nested = false;  ///< the word has commands in it
        bool options = false; ///< words with a dash belong to what stands before the command
        bool test = false;    ///< within [[ ]]
        char quote = '\0';
        char close = '\0';
    };

    void enter(char close)
    {
        Level& level = m_open.last();
        level.begin = level.begin < 0 ? m_at : level.begin;
        level.nested = true;
        level.fresh = false;
        Level inner;
        inner.close = close;
        m_open.append(inner);
    }

    void leave()
    {
        endWord();
        m_open.removeLast();
    }

    void readTick()
    {
        if (m_open.last().close == '`') {
            leave();
        } else {
            enter('`');
        }
    }

    void begin()
    {
        Level& level = m_open.last();
        level.begin = level.begin < 0 ? m_at : level.begin;
        level.fresh = false;
    }

    void endWord()
    {
        Level& level = m_open.last();
        if (level.begin < 0) {
            return;
        }
        const qsizetype end = std::min(m_at, m_text.size());
        const QByteArrayView word = QByteArrayView(m_text).sliced(level.begin, end - level.begin);
        const bool isOption = level.options && word.startsWith('-');
        if (level.command && !isOption) {
            level.command = leavesCommand(word);
            level.options = level.command;
            if (!level.command && !level.nested && level.quote == '\0' && !word.isEmpty()) {
                m_found.append({level.begin, end});
            }
        }
        level.test = word == QByteArrayView("[[") || (level.test && word != QByteArrayView("]]"));
        level.begin = -1;
        level.nested = false;
    }

    /// What stands within a function is no word that is called; what follows it may be.
    void skipFunction(qsizetype start)
    {
        Level& level = m_open.last();
        if (!QByteArrayView(m_text).sliced(start, m_at - start).contains(' ')) {
            return;
        }
        if (level.quote == '\0') {
            level.begin = std::min(m_at + 1, m_text.size());
        } else {
            level.nested = true;
        }
    }

    void readDollar()
    {
        const char next = m_at + 1 < m_text.size() ? m_text.at(m_at + 1) : ' ';
        begin();
        if (next == '$') {
            ++m_at;
            if (m_at + 1 < m_text.size() && m_text.at(m_at + 1) == '(' &&
                m_open.last().quote != '\'') {
                ++m_at;
                enter(')');
            }
        } else if (next == '(' && m_open.last().quote == '\0' &&
                   QByteArrayView(m_text).sliced(m_at).startsWith("$(shell ")) {
            enter(')');
            m_at += 7;
        } else if (next == '(' || next == '{') { // a reference or a function of make
            const char close = next == '(' ? ')' : '}';
            const qsizetype start = m_at;
            int depth = 0;
            for (++m_at; m_at < m_text.size(); ++m_at) {
                depth += m_text.at(m_at) == next ? 1 : m_text.at(m_at) == close ? -1 : 0;
                if (depth == 0) {
                    break;
                }
            }
            skipFunction(start);
        }
    }

    void readEscape()
    {
        const char next = m_at + 1 < m_text.size() ? m_text.at(m_at + 1) : ' ';
        if (m_open.last().quote == '\0' && (next == '\n' || next == '\r')) {
            endWord();
        } else {
            begin();
        }
        ++m_at;
        if (next == '\r' && m_at + 1 < m_text.size() && m_text.at(m_at + 1) == '\n') {
            ++m_at;
        }
    }

    void readPlain(char c)
    {
        Level& level = m_open.last();
        if (c == ' ' || c == '\t' || c == '\r') {
            endWord();
        } else if (c == '<' || c == '>') {
            endWord();
            level.command = false;
        } else if (c == ')' && level.close == ')') {
            leave();
            m_open.last().command = m_open.last().begin >= 0 && m_open.last().command;
        } else if (c == '(') {
            endWord();
            enter(')');
            m_open[m_open.size() - 2].begin = -1;
            m_open[m_open.size() - 2].nested = false;
        } else if (c == '&' && m_at > 0 && m_text.at(m_at - 1) == '>') {
            level.command = false;
        } else if (c == ';' || c == '&' || c == '|' || c == '\n' || c == ')') {
            level.nested = level.nested || c == ')'; // a pattern of "case"
            endWord();
            level.command = !level.test;
            level.options = false;
            level.fresh = c == '\n';
        } else if (c == '#' && level.begin < 0) {
            while (m_at + 1 < m_text.size() && m_text.at(m_at + 1) != '\n') {
                ++m_at;
            }
        } else if (!(level.fresh && (c == '@' || c == '-' || c == '+'))) {
            begin();
            level.quote = c == '"' || c == '\'' ? c : level.quote;
        }
    }

    const QByteArray& m_text;
    qsizetype m_at = 0;
    QVector<Level> m_open;
    QVector<ByteRange> m_found;
};

} // namespace

QVector<ByteRange> commandWords(const QByteArray& text)
{
    return CommandWords(text).read();
}

bool isCommandWord(const QVector<ByteRange>& words, ByteRange range)
{
    const auto word =
        std::lower_bound(words.begin(), words.end(), range.end,
                         [](const ByteRange& one, qsizetype end) { return one.end < end; });
    return word != words.end() && word->begin <= range.begin;
}

bool followsEquals(const QByteArray& text, qsizetype at)
{
    if (at < 1 || text.at(at - 1) != '=') {
        return false;
    }
    char quote = '\0';
    for (qsizetype i = std::max<qsizetype>(0, at - kLookBack); i < at; ++i) {
        const char c = text.at(i);
        if (c == '\\' && quote != '\'') {
            ++i;
        } else if (quote == '\0' && (c == '"' || c == '\'')) {
            quote = c;
        } else if (c == quote) {
            quote = '\0';
        }
    }
    return quote == '\0';
}

MakeCalls::MakeCalls(const std::vector<MakeLine>& lines)
{
    bool compiles = false;
    bool links = false;
    for (const MakeLine& line : lines) {
        if (isWorkCancelled()) {
            return;
        }
        if (line.decided || line.kind == MakeLine::Kind::Blank) {
            continue;
        }
        const QByteArray text = toBytes(line.text);
        if (line.kind == MakeLine::Kind::Assignment) {
            m_values[toBytes(line.name)].append(valueOf(line));
            if (nextNvcc(valueOf(line), 0) >= 0) {
                m_named.insert(toBytes(line.name));
            }
        }
        compiles = compiles || anyWord(text, isDeviceCompile);
        links = links || anyWord(text, isDeviceLink);
    }
    m_linksDevice = compiles && !links;
    findCompilers(lines);
    findGiven(lines);
}

void MakeCalls::findCompilers(const std::vector<MakeLine>& lines)
{
    for (int round = 0; round < kMostRounds && !isWorkCancelled(); ++round) {
        const qsizetype before = m_compilers.size();
        for (const MakeLine& line : lines) {
            if (line.decided || line.kind != MakeLine::Kind::Assignment) {
                continue;
            }
            const QByteArray value = valueOf(line).trimmed();
            const QVector<ByteRange> found = references(value);
            if (holdsCompiler(value) || (!found.isEmpty() && found.first().begin == 0)) {
                m_compilers.insert(toBytes(line.name));
            }
        }
        if (m_compilers.size() == before) {
            return;
        }
    }
}

void MakeCalls::findGiven(const std::vector<MakeLine>& lines)
{
    QVector<QByteArray> open;
    const auto follow = [&](const QByteArray& text) {
        forReferences(text, [&](ByteRange /*range*/, const QByteArray& name) {
            if (!m_given.contains(name) && !m_compilers.contains(name)) {
                m_given.insert(name);
                open.append(name);
            }
        });
    };
    for (const MakeLine& line : lines) {
        if (isWorkCancelled()) {
            return;
        }
        const bool reads = line.kind == MakeLine::Kind::Recipe ||
                           line.kind == MakeLine::Kind::Define ||
                           line.kind == MakeLine::Kind::Assignment;
        if (line.decided || !reads) {
            continue;
        }
        const QByteArray text =
            line.kind == MakeLine::Kind::Define ? toBytes(line.text) : valueOf(line);
        const bool names =
            line.kind == MakeLine::Kind::Assignment ? holdsCompiler(text) : nextNvcc(text, 0) >= 0;
        const QVector<ByteRange> calls = references(text);
        const bool begins =
            !calls.isEmpty() && (line.kind != MakeLine::Kind::Assignment ||
                                 text.left(calls.first().begin).trimmed().isEmpty());
        if (names || begins) {
            follow(text);
        }
    }
    while (!open.isEmpty() && !isWorkCancelled()) {
        for (const QByteArray& value : m_values.value(open.takeLast())) {
            follow(value);
        }
    }
}

bool MakeCalls::refersToCompiler(const QByteArray& text) const
{
    bool refers = false;
    if (!m_named.isEmpty() || !m_compilers.isEmpty()) {
        forReferences(text, [&](ByteRange /*range*/, const QByteArray& name) {
            refers = refers || m_compilers.contains(name) || m_named.contains(name);
        });
    }
    return refers;
}

QVector<ByteRange> MakeCalls::references(const QByteArray& text) const
{
    QVector<ByteRange> found;
    if (!m_compilers.isEmpty()) {
        forReferences(text, [&](ByteRange range, const QByteArray& name) {
            if (m_compilers.contains(name)) {
                found.append(range);
            }
        });
    }
    return found;
}

QByteArray MakeCalls::requoted(const QByteArray& text, bool isRecipe) const
{
    QByteArray result;
    qsizetype copied = 0;
    const QVector<ByteRange> found = references(text);
    const QVector<ByteRange> words = found.isEmpty() ? found : commandWords(text);
    for (const ByteRange& range : found) {
        const char before = range.begin > 0 ? text.at(range.begin - 1) : ' ';
        const char after = range.end < text.size() ? text.at(range.end) : ' ';
        const bool quoted = (before == '"' || before == '\'') && before == after;
        const bool isValue = range.begin > 1 && text.at(range.begin - 2) == '=';
        const bool isCalled =
            quoted && !isValue && isCommandWord(words, {range.begin - 1, range.end + 1});
        if (isCalled && range.begin - 1 >= copied) {
            result +=
                text.mid(copied, range.begin - 1 - copied) + text.mid(range.begin, range.size());
            copied = range.end + 1;
        } else if (isRecipe && followsEquals(text, range.begin)) {
            result += text.mid(copied, range.begin - copied) + '"' +
                      text.mid(range.begin, range.size()) + '"';
            copied = range.end;
        }
    }
    return result + text.mid(copied);
}

/// Whether a word of the text, or of what its variables hold, is one of those.
bool MakeCalls::holds(const QByteArray& text, bool (*is)(QByteArrayView)) const
{
    QSet<QByteArray> seen;
    QVector<QByteArray> open = {text};
    while (!open.isEmpty() && seen.size() < kMostNames) {
        const QByteArray one = open.takeLast();
        if (anyWord(one, is)) {
            return true;
        }
        forReferences(one, [&](ByteRange /*range*/, const QByteArray& name) {
            if (!seen.contains(name)) {
                seen.insert(name);
                open += m_values.value(name);
            }
        });
    }
    return false;
}

QVector<ByteRange> MakeCalls::deviceLinks(const QByteArray& recipe) const
{
    QVector<ByteRange> found;
    if (!m_linksDevice) {
        return found;
    }
    QVector<ByteRange> calls = references(recipe);
    for (qsizetype at = nextNvcc(recipe, 0); at >= 0 && calls.size() <= kMostCalls;
         at = nextNvcc(recipe, at + 4)) {
        calls.append({at, at + 4});
    }
    if (calls.size() > kMostCalls) {
        return found;
    }
    const QVector<ByteRange> words = calls.isEmpty() ? calls : commandWords(recipe);
    for (const ByteRange& call : std::as_const(calls)) {
        qsizetype end = call.end;
        while (end < recipe.size() && recipe.at(end) != ';' && recipe.at(end) != '&' &&
               recipe.at(end) != '|') {
            ++end;
        }
        const QByteArray command = recipe.mid(call.begin, end - call.begin);
        // A word alone is a value or a question ("which nvcc"), no command.
        const bool isCall = command.trimmed().contains(' ') && !followsEquals(recipe, call.begin) &&
                            isCommandWord(words, call);
        if (!isCall || holds(command, isCompileOnly)) {
            continue;
        }
        // One .cu file that is compiled and linked at once, without such code.
        if (holds(command, isCudaSource) && !holds(command, isDeviceCompile)) {
            continue;
        }
        found.append(call);
    }
    std::sort(found.begin(), found.end(),
              [](const ByteRange& a, const ByteRange& b) { return a.begin < b.begin; });
    return found;
}

} // namespace rocport
