#include "core/report/markdownhtml.h"

#include "core/text/ascii.h"
#include "core/text/bytes.h"

#include <md4c.h>

#include <algorithm>
#include <array>
#include <vector>

namespace rocport {

bool isWebAddress(const QString& url)
{
    return (url.startsWith(QLatin1StringView("https://")) ||
            url.startsWith(QLatin1StringView("http://"))) &&
           !url.contains(u' ');
}

namespace {

constexpr int kMaxDepth = 24; ///< of elements; what nests deeper goes without its tags

/// Text with what HTML would read as its own; of entities only those pass that stand for that. A
/// number could stand for a character that nobody sees.
QString escaped(const MD_CHAR* text, MD_SIZE size, MD_TEXTTYPE type)
{
    const QByteArrayView bytes(text, static_cast<qsizetype>(size));
    if (type == MD_TEXT_NULLCHAR) {
        return QString(QChar::ReplacementCharacter);
    }
    constexpr std::array kKnown = {"&lt;", "&gt;", "&amp;", "&quot;"};
    const bool known = type == MD_TEXT_ENTITY &&
                       std::any_of(kKnown.begin(), kKnown.end(),
                                   [&](const char* one) { return bytes == QByteArrayView(one); });
    return known ? QString::fromUtf8(bytes) : QString::fromUtf8(bytes).toHtmlEscaped();
}

/// An address, escaped.
QString addressOf(const MD_ATTRIBUTE& attribute)
{
    QString url;
    for (size_t i = 0; attribute.text != nullptr && attribute.substr_offsets[i] < attribute.size;
         ++i) {
        const MD_OFFSET begin = attribute.substr_offsets[i];
        url += escaped(attribute.text + begin, attribute.substr_offsets[i + 1] - begin,
                       attribute.substr_types[i]);
    }
    return url;
}

/// Takes what the parser finds and writes it as HTML.
class HtmlWriter
{
public:
    explicit HtmlWriter(qsizetype limit) : m_limit(limit) {}

    /// False: the text was not written whole.
    bool read(const QByteArray& markdown)
    {
        MD_PARSER parser = {};
        parser.flags = MD_FLAG_NOHTML | MD_FLAG_NOINDENTEDCODEBLOCKS | MD_FLAG_TABLES |
                       MD_FLAG_UNDERLINE; // "__global__" is a name and not strong
        parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
            return writer(self).block(type, detail, true);
        };
        parser.leave_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
            return writer(self).block(type, detail, false);
        };
        parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
            return writer(self).enterSpan(type, detail);
        };
        parser.leave_span = [](MD_SPANTYPE type, void* /*detail*/, void* self) {
            return writer(self).leaveSpan(type);
        };
        parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
            return writer(self).text(type, text, size);
        };
        return md_parse(markdown.constData(), static_cast<MD_SIZE>(markdown.size()), &parser,
                        this) == 0;
    }
    [[nodiscard]] QString html() const { return m_out; }

private:
    static HtmlWriter& writer(void* self) { return *static_cast<HtmlWriter*>(self); }

    /// Not 0: the parser stops.
    [[nodiscard]] int done() const { return m_out.size() > m_limit ? 1 : 0; }

    int write(const QString& text)
    {
        m_out += text;
        return done();
    }

    /// A tag, but for what nests too deep.
    int tag(bool enter, const QString& name, const QString& attributes = {})
    {
        m_depth -= enter ? 0 : 1;
        if (m_depth < kMaxDepth) {
            m_out += enter ? u'<' + name + attributes + u'>' : QStringLiteral("</") + name + u'>';
        }
        m_depth += enter ? 1 : 0;
        return done();
    }
    /// A tag whose end, and where it holds blocks whose beginning, ends a line.
    int lineTag(bool enter, const QString& name, bool holdsBlocks = false,
                const QString& attributes = {})
    {
        tag(enter, name, attributes);
        return write(enter && !holdsBlocks ? QString() : QStringLiteral("\n"));
    }

    int block(MD_BLOCKTYPE type, void* detail, bool enter);
    int enterSpan(MD_SPANTYPE type, void* detail);
    int leaveSpan(MD_SPANTYPE type);
    int text(MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size)
    {
        return write(type == MD_TEXT_BR || type == MD_TEXT_SOFTBR ? QStringLiteral("\n")
                                                                  : escaped(text, size, type));
    }

    /// A link or an image that is open.
    struct Link
    {
        QString address;
        bool isLink = false;
        qsizetype begin = 0; ///< of its text in the output
    };

    qsizetype m_limit;
    QString m_out;
    int m_depth = 0;
    std::vector<Link> m_links;
};

int HtmlWriter::block(MD_BLOCKTYPE type, void* detail, bool enter)
{
    switch (type) {
    case MD_BLOCK_QUOTE:
        return lineTag(enter, QStringLiteral("blockquote"), true);
    case MD_BLOCK_UL:
        return lineTag(enter, QStringLiteral("ul"), true);
    case MD_BLOCK_OL: {
        const unsigned start = static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start;
        return lineTag(enter, QStringLiteral("ol"), true,
                       start == 1 ? QString() : QStringLiteral(" start=\"%1\"").arg(start));
    }
    case MD_BLOCK_LI:
        return lineTag(enter, QStringLiteral("li"));
    case MD_BLOCK_HR:
        return enter ? write(QStringLiteral("<hr/>\n")) : 0;
    case MD_BLOCK_H: {
        // The report's own headings are h1 to h3; a summary's come below them.
        const unsigned level = static_cast<MD_BLOCK_H_DETAIL*>(detail)->level;
        return lineTag(enter, QStringLiteral("h%1").arg(std::min(level + 2, 6U)));
    }
    case MD_BLOCK_CODE:
        return lineTag(enter, QStringLiteral("pre"));
    case MD_BLOCK_P:
        return lineTag(enter, QStringLiteral("p"));
    case MD_BLOCK_TABLE:
        if (enter) {
            return write(QStringLiteral("<div class=\"scroll\"><table>\n"));
        }
        return write(QStringLiteral("</table></div>\n"));
    case MD_BLOCK_TR:
        return lineTag(enter, QStringLiteral("tr"));
    case MD_BLOCK_TH:
        return tag(enter, QStringLiteral("th"));
    case MD_BLOCK_TD:
        return tag(enter, QStringLiteral("td"));
    default: // the document, the parts of a table, raw HTML, of which there is none
        return 0;
    }
}

int HtmlWriter::enterSpan(MD_SPANTYPE type, void* detail)
{
    switch (type) {
    case MD_SPAN_EM:
        return tag(true, QStringLiteral("em"));
    case MD_SPAN_STRONG:
        return tag(true, QStringLiteral("strong"));
    case MD_SPAN_CODE:
        return tag(true, QStringLiteral("code"));
    case MD_SPAN_U:
        return write(QStringLiteral("_"));
    case MD_SPAN_A:
    case MD_SPAN_IMG: {
        Link link;
        link.address = addressOf(type == MD_SPAN_A ? static_cast<MD_SPAN_A_DETAIL*>(detail)->href
                                                   : static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src);
        link.isLink = isWebAddress(link.address) &&
                      std::none_of(m_links.begin(), m_links.end(),
                                   [](const Link& outer) { return outer.isLink; });
        m_out += type == MD_SPAN_IMG ? QStringLiteral("!") : QString();
        m_out +=
            link.isLink ? QStringLiteral("<a href=\"%1\">").arg(link.address) : QStringLiteral("[");
        link.begin = m_out.size();
        m_links.push_back(std::move(link));
        return done();
    }
    default:
        return 0;
    }
}

int HtmlWriter::leaveSpan(MD_SPANTYPE type)
{
    switch (type) {
    case MD_SPAN_EM:
        return tag(false, QStringLiteral("em"));
    case MD_SPAN_STRONG:
        return tag(false, QStringLiteral("strong"));
    case MD_SPAN_CODE:
        return tag(false, QStringLiteral("code"));
    case MD_SPAN_U:
        return write(QStringLiteral("_"));
    case MD_SPAN_A:
    case MD_SPAN_IMG: {
        const Link link = std::move(m_links.back());
        m_links.pop_back();
        return write(link.isLink ? QStringLiteral("</a>")
                                 : QStringLiteral("](%1)").arg(link.address));
    }
    default:
        return 0;
    }
}

/// Whether a line opens more lists and quotes than anyone nests. Each is asked for on every line
/// that follows.
bool nestsTooDeep(const QByteArray& markdown)
{
    constexpr int kMostOpened = 100;
    int opened = 0;
    bool begins = true;
    char before = ' ';
    for (const char c : markdown) {
        if (c == '\n' || c == '\r') {
            opened = 0;
            begins = true;
        } else if (begins) {
            opened += c == '>' || (isBlank(c) && !isBlank(before)) ? 1 : 0; // "- ", "1. ", ">"
            begins = isBlank(c) || isDigit(c) || isOneOf(c, {'>', '-', '*', '+', '.', ')'});
            if (opened > kMostOpened) {
                return true;
            }
        }
        before = c == '\n' || c == '\r' ? ' ' : c;
    }
    return false;
}

} // namespace

QString markdownToHtml(const QString& markdown)
{
    const QByteArray bytes = markdown.toUtf8();
    constexpr qsizetype kMostForOne = 64; // bytes; more come of one by repeating others only
    HtmlWriter writer(kMostForOne * (bytes.size() + 64));
    if (nestsTooDeep(bytes) || !writer.read(bytes)) {
        return QStringLiteral("<pre>%1</pre>\n").arg(markdown.toHtmlEscaped());
    }
    return writer.html();
}

} // namespace rocport
