#include "core/rules/buildmakecalls.h"

#include "core/base/cancelscope.h"
#include "core/rules/buildmakecompiler.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

constexpr int kMostRounds = 8;        // of variables that name each other
constexpr qsizetype kMostNames = 400; // that one command is followed through
constexpr qsizetype kMostCalls = 100; // of one recipe
constexpr qsizetype kLookBack = 4000; // bytes for open quotes

QByteArray bytesOf(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

/// The value of an assignment, without a comment.
QByteArray valueOf(const MakeLine& line)
{
    const QByteArray text = bytesOf(line.text);
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

bool isOneOf(QByteArrayView word, std::initializer_list<const char*> words)
{
    return std::any_of(words.begin(), words.end(),
                       [word](const char* one) { return word == QByteArrayView(one); });
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

} // namespace

bool holdsNvccFlags(const QByteArray& text, bool isFlags)
{
    constexpr std::array kSigns = {
        "-gencode",           "compute_",  "sm_",           "--expt-", "-expt-",
        "-Xcompiler",         "-Xptxas",   "-Xcudafe",      "-ccbin",  "use_fast_math",
        "--compiler-options", "-lineinfo", "-maxrregcount", "-rdc="};
    // These are flags of other programs too.
    constexpr std::array kFlagSigns = {
        "--threads",       "--ptxas-options", "--extended-lambda",   "--generate-code",
        "-default-stream", "--split-compile", "--generate-line-info"};
    const auto isIn = [&text](const char* sign) { return text.contains(sign); };
    return std::any_of(kSigns.begin(), kSigns.end(), isIn) ||
           (isFlags && std::any_of(kFlagSigns.begin(), kFlagSigns.end(), isIn));
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
        const QByteArray text = bytesOf(line.text);
        if (line.kind == MakeLine::Kind::Assignment) {
            m_values[bytesOf(line.name)].append(valueOf(line));
            if (nextNvcc(valueOf(line), 0) >= 0) {
                m_named.insert(bytesOf(line.name));
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
                m_compilers.insert(bytesOf(line.name));
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
            line.kind == MakeLine::Kind::Define ? bytesOf(line.text) : valueOf(line);
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
    for (const ByteRange& range : references(text)) {
        const char before = range.begin > 0 ? text.at(range.begin - 1) : ' ';
        const char after = range.end < text.size() ? text.at(range.end) : ' ';
        const bool quoted = (before == '"' || before == '\'') && before == after;
        const bool isValue = range.begin > 1 && text.at(range.begin - 2) == '=';
        if (quoted && !isValue && range.begin - 1 >= copied) {
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
bool MakeCalls::holds(const QByteArray& text, bool (*is)(QByteArrayView),
                      QSet<QByteArray>& seen) const
{
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
    for (const ByteRange& call : std::as_const(calls)) {
        qsizetype end = call.end;
        while (end < recipe.size() && recipe.at(end) != ';' && recipe.at(end) != '&' &&
               recipe.at(end) != '|') {
            ++end;
        }
        const QByteArray command = recipe.mid(call.begin, end - call.begin);
        // A word alone is a value or a question ("which nvcc"), no command.
        const bool isCall = command.trimmed().contains(' ') && !followsEquals(recipe, call.begin);
        QSet<QByteArray> seen;
        QSet<QByteArray> seenToo;
        QSet<QByteArray> seenLast;
        if (!isCall || holds(command, isCompileOnly, seen)) {
            continue;
        }
        // One .cu file that is compiled and linked at once, without such code.
        if (holds(command, isCudaSource, seenToo) && !holds(command, isDeviceCompile, seenLast)) {
            continue;
        }
        found.append(call);
    }
    std::sort(found.begin(), found.end(),
              [](const ByteRange& a, const ByteRange& b) { return a.begin < b.begin; });
    return found;
}

} // namespace rocport
