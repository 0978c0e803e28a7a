#include "core/text/bytes.h"
#include "core/text/clexer.h"
#include "core/text/linediff.h"
#include "core/text/sourcebuffer.h"
#include "core/verify/compilerproof.h"

namespace rocport {

namespace {

/// Names that nvcc makes from a hash of path and text: _INTERNAL_1a2b3c4d_4_a_cu_5e6f7a8b,
/// __nv_static_31__1a2b….
bool isHexRun(const QByteArray& text, qsizetype at, qsizetype length)
{
    for (qsizetype i = at; i < at + length; ++i) {
        const char c = text[i];
        const bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
        if (!hex) {
            return false;
        }
    }
    return true;
}

/// Blanks eight hex digits right after or around `mark`.
void maskHash(QByteArray& line, const char* mark)
{
    qsizetype at = line.indexOf(mark);
    while (at >= 0) {
        qsizetype i = at + static_cast<qsizetype>(qstrlen(mark));
        // Until the name ends, every run of exactly eight hex digits between underscores is a hash.
        while (i < line.size() &&
               (isalnum(static_cast<unsigned char>(line[i])) != 0 || line[i] == '_')) {
            const bool starts = i == 0 || line[i - 1] == '_';
            const bool fits =
                i + 8 <= line.size() &&
                (i + 8 == line.size() || !isxdigit(static_cast<unsigned char>(line[i + 8])));
            if (starts && fits && isHexRun(line, i, 8)) {
                line.replace(i, 8, "########");
                i += 8;
            } else {
                ++i;
            }
        }
        at = line.indexOf(mark, i);
    }
}

/// A walk over the tokens of preprocessed text that keeps count of its line markers.
class PreprocessedTokens
{
public:
    explicit PreprocessedTokens(const QByteArray& text)
        : m_text(text.constData(), static_cast<size_t>(text.size())), m_tokens(lexC(m_text))
    {
    }

    /// The next token's text; empty at the end.
    std::string_view next()
    {
        while (m_at < m_tokens.size()) {
            const CToken& token = m_tokens[m_at];
            if (token.kind == CTokenKind::Directive && isMarker()) {
                skipDirective();
                continue;
            }
            ++m_at;
            if (token.kind == CTokenKind::Newline) {
                ++m_line;
                continue;
            }
            if (token.kind != CTokenKind::Comment) {
                return token.text(m_text);
            }
        }
        return {};
    }

    [[nodiscard]] int line() const { return m_line; }

private:
    /// "# 12 "a.cu"" or "#line 12".
    [[nodiscard]] bool isMarker() const
    {
        if (m_at + 1 >= m_tokens.size()) {
            return true;
        }
        const CToken& after = m_tokens[m_at + 1];
        return after.kind == CTokenKind::Number || after.kind == CTokenKind::Newline ||
               after.text(m_text) == "line";
    }

    void skipDirective()
    {
        while (m_at < m_tokens.size() && m_tokens[m_at].kind != CTokenKind::Newline) {
            if (m_tokens[m_at].kind == CTokenKind::Number) {
                const std::string_view number = m_tokens[m_at].text(m_text);
                const int line = toBytes(number).toInt();
                m_line = line > 0 ? line : m_line;
                while (m_at < m_tokens.size() && m_tokens[m_at].kind != CTokenKind::Newline) {
                    ++m_at;
                }
                break;
            }
            ++m_at;
        }
        ++m_at;
    }

    std::string_view m_text;
    std::vector<CToken> m_tokens;
    size_t m_at = 0;
    int m_line = 1;
};

} // namespace

QByteArray normalisedPtx(const QByteArray& ptx)
{
    QByteArray result;
    result.reserve(ptx.size());
    for (const QByteArray& raw : ptx.split('\n')) {
        QByteArray line = raw.trimmed();
        const qsizetype comment = line.indexOf("//");
        // A string holds no "//" but in .file, which goes anyway, and in .ascii-like data, which
        // PTX writes as numbers.
        if (comment >= 0) {
            line = line.left(comment).trimmed();
        }
        if (line.isEmpty() || line.startsWith(".file") || line.startsWith(".loc") ||
            line.startsWith(".section")) {
            continue;
        }
        for (const char* mark : {"_INTERNAL_", "__nv_static_", "_GLOBAL__N__", "__nv_inferred_"}) {
            maskHash(line, mark);
        }
        result += line + '\n';
    }
    return result;
}

int preprocessedDifference(const QByteArray& left, const QByteArray& right)
{
    PreprocessedTokens a(left);
    PreprocessedTokens b(right);
    while (true) {
        const std::string_view one = a.next();
        const std::string_view other = b.next();
        if (one != other) {
            return std::max(1, a.line());
        }
        if (one.empty()) {
            return 0;
        }
    }
}

QByteArray alignedLines(const QByteArray& original, const QByteArray& ported)
{
    const SourceBuffer left(original);
    QByteArray result;
    for (const DiffBlock& block : diffLines(original, ported)) {
        for (int i = 0; i < block.leftCount; ++i) {
            const ByteRange line = left.lineRange(block.leftFirst + i + 1);
            result += QByteArrayView(original).sliced(line.begin, line.size());
        }
        const int more = block.rightCount - block.leftCount;
        // At the very end there is no line to move.
        if (more > 0 && block.leftFirst + block.leftCount < left.lineCount()) {
            result += QByteArray(more, '\n');
        }
    }
    return result;
}

} // namespace rocport
