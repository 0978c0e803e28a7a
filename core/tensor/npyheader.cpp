#include "core/tensor/npyheader.h"

#include <QHash>
#include <QtEndian>

#include <optional>

namespace rocport {

namespace {

constexpr qsizetype kMagicSize = 8; // "\x93NUMPY" and two bytes of version

/// The literal of a Python dictionary that NumPy writes: three keys, in any order.
class NpyLiteral
{
public:
    explicit NpyLiteral(QByteArrayView text) : m_text(text) {}

    QByteArray descr;
    bool hasDescr = false;
    bool plainDescr = false; ///< a text, and not the list of a structure
    std::optional<bool> fortran;
    std::optional<QVector<qint64>> shape;

    bool read()
    {
        if (!take('{')) {
            return false;
        }
        while (!take('}')) {
            const auto key = quoted();
            if (!key || !take(':') || !readValue(*key)) {
                return false;
            }
            if (!take(',') && !peek('}')) {
                return false;
            }
        }
        skip();
        return m_at == m_text.size() && hasDescr && fortran && shape;
    }

private:
    void skip()
    {
        while (m_at < m_text.size() &&
               (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\t')) {
            ++m_at;
        }
    }
    bool peek(char wanted)
    {
        skip();
        return m_at < m_text.size() && m_text[m_at] == wanted;
    }
    bool take(char wanted)
    {
        const bool there = peek(wanted);
        m_at += there ? 1 : 0;
        return there;
    }
    bool takeWord(QByteArrayView word)
    {
        skip();
        const bool there = m_text.sliced(m_at).startsWith(word);
        m_at += there ? word.size() : 0;
        return there;
    }
    std::optional<QByteArray> quoted()
    {
        skip();
        const char mark = m_at < m_text.size() ? m_text[m_at] : '\0';
        if (mark != '\'' && mark != '"') {
            return std::nullopt;
        }
        const qsizetype end = m_text.indexOf(mark, m_at + 1);
        if (end < 0) {
            return std::nullopt;
        }
        const QByteArray text = m_text.sliced(m_at + 1, end - m_at - 1).toByteArray();
        m_at = end + 1;
        return text.contains('\\') ? std::nullopt : std::optional(text);
    }
    bool readValue(const QByteArray& key)
    {
        if (key == "descr" && !hasDescr) {
            hasDescr = true;
            return readDescr();
        }
        if (key == "fortran_order" && !fortran) {
            fortran = takeWord("True");
            return *fortran || takeWord("False");
        }
        if (key == "shape" && !shape) {
            shape = readShape();
            return shape.has_value();
        }
        return false;
    }
    bool readDescr()
    {
        const auto text = quoted();
        if (text) {
            plainDescr = true;
            descr = *text;
            return true;
        }
        return skipList();
    }
    /// Past a list of tuples: the description of a structure, which is not needed.
    bool skipList()
    {
        int depth = 0;
        do {
            skip();
            if (m_at >= m_text.size()) {
                return false;
            }
            const char c = m_text[m_at];
            if (c == '\'' || c == '"') {
                if (!quoted()) {
                    return false;
                }
                continue;
            }
            depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
            ++m_at;
        } while (depth > 0);
        return depth == 0;
    }
    std::optional<QVector<qint64>> readShape()
    {
        if (!take('(')) {
            return std::nullopt;
        }
        QVector<qint64> sizes;
        while (!take(')')) {
            const auto size = number();
            if (!size || sizes.size() == kMostDimensions) {
                return std::nullopt;
            }
            sizes.append(*size);
            if (!take(',') && !peek(')')) {
                return std::nullopt;
            }
        }
        return sizes;
    }
    std::optional<qint64> number()
    {
        skip();
        const qsizetype from = m_at;
        while (m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9') {
            ++m_at;
        }
        bool fits = false;
        const qint64 value = m_text.sliced(from, m_at - from).toByteArray().toLongLong(&fits);
        takeWord("L"); // Python 2
        return fits ? std::optional(value) : std::nullopt;
    }

    QByteArrayView m_text;
    qsizetype m_at = 0;
};

QString unreadableDescr(const QByteArray& descr)
{
    const QString shown = QString::fromLatin1(descr.left(40));
    if (descr.contains('O')) {
        return QStringLiteral("It contains Python objects, which cannot be read; save numbers.");
    }
    if (descr.contains('c')) {
        return QStringLiteral("It contains complex numbers (%1); save the real and the imaginary "
                              "parts as separate tensors.")
            .arg(shown);
    }
    if (descr.contains('V')) {
        return QStringLiteral("Its element type has no name (%1): NumPy does not know bfloat16 and "
                              "the 8-bit types; save as safetensors or as float32.")
            .arg(shown);
    }
    return QStringLiteral("Its element type %1 is not supported.").arg(shown);
}

void applyDescr(const QByteArray& descr, NpyHeader& header)
{
    static const QHash<QByteArray, ElementType> types = {
        {"f8", ElementType::Float64}, {"f4", ElementType::Float32}, {"f2", ElementType::Float16},
        {"i1", ElementType::Int8},    {"i2", ElementType::Int16},   {"i4", ElementType::Int32},
        {"i8", ElementType::Int64},   {"u1", ElementType::UInt8},   {"u2", ElementType::UInt16},
        {"u4", ElementType::UInt32},  {"u8", ElementType::UInt64},  {"b1", ElementType::Bool},
        {"?", ElementType::Bool},
    };
    const char order = descr.isEmpty() ? '\0' : descr.front();
    const bool marked = order == '<' || order == '>' || order == '|' || order == '=';
    const auto type = types.constFind(marked ? descr.mid(1) : descr);
    if (type != types.constEnd()) {
        header.type = *type;
        const char other = Q_BYTE_ORDER == Q_LITTLE_ENDIAN ? '>' : '<';
        header.swapped = elementSize(*type) > 1 && order == other;
        return;
    }
    if (const auto named = elementTypeFromName(QString::fromLatin1(descr))) {
        header.type = *named;
        return;
    }
    header.problem = unreadableDescr(descr);
}

} // namespace

Result<NpyHeader> parseNpyHeader(const QByteArray& head, const QString& object)
{
    const auto wrong = [&object](const QString& detail) {
        return Error{ErrorCode::ParseFailed, detail, object};
    };
    if (head.size() < kMagicSize + 2 || !head.startsWith("\x93NUMPY")) {
        return wrong(QStringLiteral("it does not start like a .npy file"));
    }
    const int version = static_cast<quint8>(head.at(6));
    if (version < 1 || version > 3) {
        return wrong(QStringLiteral("version %1 of the .npy format is not known").arg(version));
    }
    const qsizetype lengthSize = version == 1 ? 2 : 4;
    if (head.size() < kMagicSize + lengthSize) {
        return wrong(QStringLiteral("its header ends early"));
    }
    const qint64 length = version == 1
                              ? qint64(qFromLittleEndian<quint16>(head.constData() + kMagicSize))
                              : qint64(qFromLittleEndian<quint32>(head.constData() + kMagicSize));
    NpyHeader header;
    header.dataOffset = kMagicSize + lengthSize + length;
    if (header.dataOffset > head.size()) {
        return wrong(length > kNpyHeadLimit
                         ? QStringLiteral("its header claims to be %1 bytes long").arg(length)
                         : QStringLiteral("its header ends early"));
    }
    NpyLiteral literal(QByteArrayView(head).sliced(kMagicSize + lengthSize, length));
    if (!literal.read()) {
        return wrong(QStringLiteral("its header is not one that NumPy writes"));
    }
    header.shape = *literal.shape;
    if (!elementCount(header.shape)) {
        return wrong(
            QStringLiteral("its shape %1 has too many elements").arg(shapeText(header.shape)));
    }
    if (!literal.plainDescr) {
        header.problem = QStringLiteral(
            "Its elements are structures, which cannot be read; save each field separately.");
        return header;
    }
    applyDescr(literal.descr, header);
    const bool flat = header.shape.size() < 2 || *elementCount(header.shape) < 2;
    if (header.problem.isEmpty() && *literal.fortran && !flat) {
        header.problem = QStringLiteral(
            "It is in Fortran order, which cannot be read; save numpy.ascontiguousarray of it.");
    }
    return header;
}

QByteArray npyHeader(ElementType type, const QVector<qint64>& shape)
{
    QByteArray sizes;
    for (const qint64 size : shape) {
        sizes += QByteArray::number(size) + ", ";
    }
    const char kind = type == ElementType::Bool    ? 'b'
                      : isFloating(type)           ? 'f'
                      : type >= ElementType::UInt8 ? 'u'
                                                   : 'i';
    const char order = elementSize(type) == 1 ? '|' : Q_BYTE_ORDER == Q_LITTLE_ENDIAN ? '<' : '>';
    QByteArray literal = QByteArrayLiteral("{'descr': '") + order + kind +
                         QByteArray::number(elementSize(type)) +
                         "', 'fortran_order': False, 'shape': (" + sizes + "), }";
    constexpr qsizetype kAlign = 64;
    const qsizetype used = kMagicSize + 2 + literal.size() + 1;
    literal += QByteArray((kAlign - used % kAlign) % kAlign, ' ') + '\n';
    QByteArray head("\x93NUMPY\x01\x00", kMagicSize);
    head += static_cast<char>(literal.size() & 0xff);
    head += static_cast<char>(literal.size() >> 8);
    return head + literal;
}

} // namespace rocport
