#include "core/base/visibletext.h"
#include "core/report/harmlessmarkdown.h"
#include "core/report/markdownhtml.h"
#include "tests/fuzz/require.h"

#include <QRegularExpression>

#include <cstdint>

using namespace rocport;

namespace {

/// Tags that a summary can have, none with attributes but links to the web.
void checkHtml(const QString& html)
{
    static const QRegularExpression tag(QStringLiteral(
        "\\G(?:[^<]|<hr/>|</?(?:p|h[1-6]|ul|ol|li|table|thead|tbody|tr|th|td|pre|code|strong|em|"
        "blockquote|div|span)(?: (?:class|style|start|align)=\"[a-z0-9 :;_-]*\")*>|</a>|"
        "<a href=\"https?://[^\"<>]*\"(?: [a-z]+=\"[a-z ]*\")*>)"));
    qsizetype at = 0;
    while (at < html.size()) {
        const qsizetype next = html.indexOf(u'<', at);
        if (next < 0) {
            return;
        }
        const auto match = tag.match(html, next, QRegularExpression::NormalMatch,
                                     QRegularExpression::AnchorAtOffsetMatchOption);
        require(match.hasMatch());
        at = match.capturedEnd();
    }
}

} // namespace

/// Any text as a phase summary: its HTML has known tags and web links only; as Markdown nothing of
/// it acts, and making it harmless once more changes no raw tag back. Visible text has nothing
/// hidden and stays as it is the second time.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const QString text = QString::fromUtf8(bytes);
    checkHtml(markdownToHtml(text));
    const QString harmless = harmlessMarkdown(text);
    checkHtml(markdownToHtml(harmless));
    for (const QString& shown : {visibleText(harmless), visibleText(text)}) {
        require(visibleText(shown) == shown);
    }
    require(visibleText(harmless) == harmless);
    const QString line = visibleLine(text);
    require(visibleLine(line) == line && !line.contains(u'\n') && !line.contains(u'\x1b'));
    const QByteArray visible = visibleBytes(bytes);
    require(visibleBytes(visible) == visible && QString::fromUtf8(visible).toUtf8() == visible);
    return 0;
}
