#include "core/lanes/kernelcall.h"

#include "core/base/visibletext.h"
#include "core/lanes/lanerecording.h"
#include "core/tensor/elementencode.h"
#include "core/text/bytes.h"
#include "core/text/clexer.h"

#include <algorithm>
#include <limits>

namespace rocport {

namespace {

constexpr qsizetype kMostWordText = 1000; // of one argument or name
constexpr qsizetype kMostArguments = 64;
constexpr qint64 kMostBytes = 1LL << 30; // as a run's record keeps
constexpr qint64 kMostThreads = 1024;    // of a block, on all GPUs that are played
constexpr qint64 kMostShared = 227 * 1024;
constexpr qsizetype kMostArgumentDimensions = 8;

Error wrong(const QString& what)
{
    return {ErrorCode::InvalidArgument, what, {}};
}

QString shown(const QString& text)
{
    constexpr qsizetype kMost = 80;
    return visibleLine(text.size() > kMost ? text.left(kMost) + u'…' : text);
}

/// A positive number of digits alone; nothing: it is none, or over `most`.
std::optional<qint64> positive(QStringView text, qint64 most)
{
    constexpr qsizetype kMostDigits = 18;
    const bool isDigits =
        !text.isEmpty() && text.size() <= kMostDigits &&
        std::all_of(text.begin(), text.end(), [](QChar c) { return c >= u'0' && c <= u'9'; });
    const qint64 value = isDigits ? text.toLongLong() : 0;
    return value >= 1 && value <= most ? std::optional(value) : std::nullopt;
}

/// "4", "16x32": sizes of a buffer. Empty: it says something else.
QVector<qint64> shapeOf(QStringView text)
{
    QVector<qint64> shape;
    for (const QStringView word : text.split(u'x')) {
        const auto size = positive(word.trimmed(), kMostBytes);
        if (!size || shape.size() == kMostArgumentDimensions) {
            return {};
        }
        shape.append(*size);
    }
    return shape;
}

/// "256" or "16,16,4".
std::optional<std::array<quint32, 3>> sizesOf(const QString& text,
                                              const std::array<qint64, 3>& most)
{
    std::array<quint32, 3> sizes{1, 1, 1};
    const QStringList words = text.split(u',');
    if (words.size() > 3) {
        return std::nullopt;
    }
    for (qsizetype i = 0; i < words.size(); ++i) {
        const auto size = positive(QStringView(words[i]).trimmed(), most[size_t(i)]);
        if (!size) {
            return std::nullopt;
        }
        sizes[size_t(i)] = static_cast<quint32>(*size);
    }
    return sizes;
}

/// Reads what stands behind "="; false: it is no generator.
bool readFill(const QString& text, KernelArgument& argument)
{
    const QString word = text.section(u':', 0, 0).trimmed();
    const bool hasMore = text.contains(u':');
    const QString more = text.section(u':', 1).trimmed();
    if (!argument.isBuffer) {
        const auto value = elementFromText(argument.type, text.trimmed());
        argument.fill = KernelFill::Constant;
        argument.value = value.value_or(QByteArray());
        return value.has_value();
    }
    if (word == u"random") {
        argument.fill = KernelFill::Random;
        const auto seed = positive(more, std::numeric_limits<qint32>::max());
        argument.seed = seed.value_or(0);
        return !hasMore || seed.has_value();
    }
    if (word == u"file" && hasMore) {
        argument.fill = KernelFill::File;
        const qsizetype mark = more.lastIndexOf(u'#');
        argument.path = mark < 0 ? more : more.left(mark);
        argument.tensor = mark < 0 ? QString() : more.mid(mark + 1);
        return !argument.path.isEmpty();
    }
    if (text == u"zeros" || text == u"iota") {
        argument.fill = text == u"zeros" ? KernelFill::Zeros : KernelFill::Iota;
        return true;
    }
    const QString constant = QStringLiteral("constant");
    QString value = text.startsWith(constant) ? text.mid(constant.size()) : QString();
    value = value.startsWith(u':') ? value.mid(1) : value;
    const auto element =
        elementFromText(argument.type, text == u"ones" ? QStringLiteral("1") : value.trimmed());
    argument.fill = KernelFill::Constant;
    argument.value = element.value_or(QByteArray());
    return element.has_value();
}

/// Template arguments between the tokens `from` and `to`, split where no bracket is open. False:
/// something stands there that types and numbers do not have.
bool readTemplateArguments(std::string_view text, const std::vector<CToken>& tokens, size_t from,
                           size_t to, QStringList& all)
{
    QString one;
    int depth = 0;
    for (size_t i = from; i < to; ++i) {
        const CToken& token = tokens[i];
        const std::string_view word = token.text(text);
        const bool isWord =
            token.kind == CTokenKind::Identifier || token.kind == CTokenKind::Number;
        if (!isWord && !isOneOf(word, {"::", "<", ">", ">>", ",", "*", "&", "-"})) {
            return false;
        }
        depth += word == "<" ? 1 : word == ">" ? -1 : word == ">>" ? -2 : 0;
        if (depth < 0) {
            return false;
        }
        if (word == "," && depth == 0) {
            all.append(one.trimmed());
            one.clear();
            continue;
        }
        const bool apart =
            isWord && !one.isEmpty() && (one.back().isLetterOrNumber() || one.back() == u'_');
        one += (apart ? QStringLiteral(" ") : QString()) +
               QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
    }
    all.append(one.trimmed());
    return depth == 0 &&
           std::none_of(all.begin(), all.end(), [](const QString& each) { return each.isEmpty(); });
}

} // namespace

Result<KernelName> kernelName(const QString& text)
{
    const Error none = wrong(QStringLiteral("--kernel takes a name such as \"scale\", "
                                            "\"ns::scale\" or \"scale<float, 256>\", not \"%1\"")
                                 .arg(shown(text)));
    const QByteArray bytes = text.left(kMostWordText).toUtf8();
    const std::string_view view = viewOf(bytes);
    const std::vector<CToken> tokens = lexC(view);
    KernelName name;
    bool wantsName = true;
    size_t i = 0;
    for (; i < tokens.size(); ++i) {
        const std::string_view word = tokens[i].text(view);
        if (word == "::" && (!wantsName || i == 0)) {
            wantsName = true;
        } else if (tokens[i].kind == CTokenKind::Identifier && wantsName) {
            name.scopes.append(QString::fromUtf8(word.data(), qsizetype(word.size())));
            wantsName = false;
        } else {
            break;
        }
    }
    const bool isPlain = std::all_of(text.begin(), text.end(), [](QChar c) {
        return c.unicode() >= 0x20 && c != u'\\' && c != u'"'; // no line ends, also spliced ones
    });
    if (wantsName || !isPlain || text.size() > kMostWordText) {
        return none;
    }
    name.name = name.scopes.takeLast();
    if (i == tokens.size()) {
        return name;
    }
    // The end may be part of ">>": an inner list's end and this one's.
    const std::string_view last = tokens.back().text(view);
    if (tokens[i].text(view) != "<" || tokens.size() < i + 2 || (last != ">" && last != ">>")) {
        return none;
    }
    name.hasTemplateArguments = true;
    const QByteArray inner = bytes.mid(tokens[i].end, bytes.lastIndexOf('>') - tokens[i].end);
    const std::vector<CToken> innerTokens = lexC(viewOf(inner));
    if (!inner.trimmed().isEmpty() &&
        !readTemplateArguments(viewOf(inner), innerTokens, 0, innerTokens.size(),
                               name.templateArguments)) {
        return none;
    }
    return name;
}

std::optional<ElementType> kernelElementType(const QString& name)
{
    QStringList words = name.simplified().split(u' ');
    words.removeAll(QStringLiteral("const"));
    words.removeAll(QStringLiteral("volatile"));
    words.removeAll(QString());
    // "unsigned long long int" in any order.
    static const QStringList parts = {QStringLiteral("unsigned"), QStringLiteral("signed"),
                                      QStringLiteral("char"),     QStringLiteral("short"),
                                      QStringLiteral("int"),      QStringLiteral("long")};
    const bool isInteger =
        !words.isEmpty() && std::all_of(words.begin(), words.end(),
                                        [](const QString& word) { return parts.contains(word); });
    if (isInteger) {
        const bool isUnsigned = words.contains(QStringLiteral("unsigned"));
        if (words.contains(QStringLiteral("char"))) {
            return isUnsigned ? ElementType::UInt8 : ElementType::Int8;
        }
        if (words.contains(QStringLiteral("short"))) {
            return isUnsigned ? ElementType::UInt16 : ElementType::Int16;
        }
        if (words.contains(QStringLiteral("long"))) {
            return isUnsigned ? ElementType::UInt64 : ElementType::Int64;
        }
        return isUnsigned ? ElementType::UInt32 : ElementType::Int32;
    }
    if (words.size() != 1) {
        return std::nullopt;
    }
    const QString word = words.first().section(QStringLiteral("::"), -1);
    struct Named
    {
        const char* name;
        ElementType type;
    };
    static constexpr std::array kNamed = {
        Named{"Half", ElementType::Float16},
        Named{"__nv_half", ElementType::Float16},
        Named{"nv_half", ElementType::Float16},
        Named{"_Float16", ElementType::Float16},
        Named{"half2", ElementType::Float16},
        Named{"BFloat16", ElementType::BFloat16},
        Named{"nv_bfloat16", ElementType::BFloat16},
        Named{"hip_bfloat16", ElementType::BFloat16},
        Named{"nv_bfloat162", ElementType::BFloat16},
        Named{"fp8_e4m3", ElementType::Float8E4M3FN},
        Named{"fp8_e5m2", ElementType::Float8E5M2},
        Named{"fp8_e4m3_fnuz", ElementType::Float8E4M3FNUZ},
        Named{"fp8_e5m2_fnuz", ElementType::Float8E5M2FNUZ},
        Named{"Float8_e4m3fn", ElementType::Float8E4M3FN},
        Named{"Float8_e5m2", ElementType::Float8E5M2},
        Named{"Float8_e4m3fnuz", ElementType::Float8E4M3FNUZ},
        Named{"Float8_e5m2fnuz", ElementType::Float8E5M2FNUZ},
        Named{"int8_t", ElementType::Int8},
        Named{"int16_t", ElementType::Int16},
        Named{"int32_t", ElementType::Int32},
        Named{"int64_t", ElementType::Int64},
        Named{"ptrdiff_t", ElementType::Int64},
        Named{"uint8_t", ElementType::UInt8},
        Named{"uint16_t", ElementType::UInt16},
        Named{"uint32_t", ElementType::UInt32},
        Named{"uint64_t", ElementType::UInt64},
        Named{"size_t", ElementType::UInt64},
    };
    const auto* known = std::find_if(kNamed.begin(), kNamed.end(), [&](const Named& one) {
        return word == QLatin1StringView(one.name);
    });
    return known != kNamed.end() ? std::optional(known->type) : laneElementType(word);
}

Result<KernelArgument> kernelArgument(const QString& text)
{
    const QString given = shown(text);
    const auto usage = [&](const QString& why) {
        return wrong(QStringLiteral("--arg \"%1\" %2").arg(given, why));
    };
    if (text.size() > kMostWordText) {
        return usage(QStringLiteral("is longer than 1,000 characters"));
    }
    KernelArgument argument;
    argument.text = text;
    const qsizetype equals = text.indexOf(u'=');
    const QString what = (equals < 0 ? text : text.left(equals)).trimmed();
    const qsizetype open = what.indexOf(u'[');
    argument.isBuffer = open >= 0;
    argument.typeName = (open < 0 ? what : what.left(open)).simplified();
    const auto type = kernelElementType(argument.typeName);
    if (!type) {
        return usage(QStringLiteral("names no type of numbers; known are float, double, half, "
                                    "bf16, fp8_e4m3, fp8_e5m2, bool, and int, unsigned, int8_t to "
                                    "uint64_t"));
    }
    argument.type = *type;
    if (argument.isBuffer) {
        argument.shape = what.endsWith(u']')
                             ? shapeOf(QStringView(what).sliced(open + 1).chopped(1))
                             : QVector<qint64>();
        const auto count = elementCount(argument.shape);
        if (argument.shape.isEmpty() || !count || *count > kMostBytes / elementSize(*type)) {
            return usage(QStringLiteral("needs a number of elements, such as [1024] or [16x32], "
                                        "of at most 1 GiB"));
        }
    }
    if (equals < 0) {
        return argument.isBuffer
                   ? Result<KernelArgument>(argument)
                   : usage(QStringLiteral("needs a value (int=5) or a number of elements "
                                          "(int[1024]=zeros)"));
    }
    if (!readFill(text.mid(equals + 1).trimmed(), argument)) {
        return argument.isBuffer
                   ? usage(QStringLiteral("needs one of zeros, ones, iota, random, random:SEED, "
                                          "constant VALUE and file:PATH behind the \"=\""))
                   : usage(QStringLiteral("needs a value that %1 has").arg(argument.typeName));
    }
    return argument;
}

Result<KernelCall> kernelCall(const KernelWords& words)
{
    KernelCall call;
    call.name = words.name;
    if (const auto name = kernelName(words.name); !name) {
        return name.error();
    }
    constexpr qint64 kMostRow = std::numeric_limits<qint32>::max();
    constexpr qint64 kMostColumn = 65535;
    const auto grid = sizesOf(words.grid, {kMostRow, kMostColumn, kMostColumn});
    if (!grid) {
        return wrong(QStringLiteral("--grid takes one to three numbers of blocks, such as 64 or "
                                    "16,16 (at most 2147483647,65535,65535), not \"%1\"")
                         .arg(shown(words.grid)));
    }
    const auto block = sizesOf(words.block, {kMostThreads, kMostThreads, kMostThreads});
    if (!block || qint64((*block)[0]) * (*block)[1] * (*block)[2] > kMostThreads) {
        return wrong(QStringLiteral("--block takes one to three numbers of threads, such as 256 or "
                                    "16,16, at most 1024 in all, not \"%1\"")
                         .arg(shown(words.block)));
    }
    call.grid = *grid;
    call.block = *block;
    if (!words.shared.isEmpty() && words.shared != u"0") {
        const auto shared = positive(words.shared, kMostShared);
        if (!shared) {
            return wrong(QStringLiteral("--shared takes a number of bytes up to 232448, not \"%1\"")
                             .arg(shown(words.shared)));
        }
        call.sharedBytes = static_cast<quint32>(*shared);
    }
    if (words.arguments.size() > kMostArguments) {
        return wrong(QStringLiteral("--arg can be given 64 times at most"));
    }
    qint64 bytes = 0;
    for (const QString& text : words.arguments) {
        auto argument = kernelArgument(text);
        if (!argument) {
            return argument.error();
        }
        bytes += argument->bytes();
        call.arguments.append(*std::move(argument));
    }
    if (bytes > kMostBytes) {
        return wrong(QStringLiteral("the buffers of --arg have more than 1 GiB in all"));
    }
    return call;
}

QString kernelInputPath(const QString& folder, qsizetype number)
{
    return QStringLiteral("%1/%2.bin").arg(folder).arg(number);
}

} // namespace rocport
