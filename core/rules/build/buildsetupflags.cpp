#include "core/rules/build/buildsetupflags.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace rocport {

bool isArchText(const SyntaxTree& tree, qint32 node)
{
    qint32 text = tree.unwrapped(node);
    if (tree.kind(text) == SyntaxKind::Call) {
        const qint32 function = tree.child(text, SyntaxField::Function);
        if (tree.text(tree.child(function, SyntaxField::Attribute)) != "format") {
            return false;
        }
        text = tree.unwrapped(tree.child(function, SyntaxField::Object));
    }
    while (tree.kind(text) == SyntaxKind::BinaryOperator) {
        text = tree.unwrapped(tree.child(text, SyntaxField::Left));
    }
    if (tree.kind(text) == SyntaxKind::ConcatenatedString) {
        text = tree.namedChild(text, 0);
    }
    std::string_view value = tree.text(text);
    if (tree.kind(text) != SyntaxKind::String) {
        return false;
    }
    value.remove_prefix(std::min(value.size(), value.find_first_of("\"'")));
    value.remove_prefix(std::min(value.size(), value.find_first_not_of("\"'")));
    constexpr std::array<std::string_view, 9> kStarts = {"-arch=sm_",
                                                         "-arch=compute_",
                                                         "--gpu-architecture=",
                                                         "-gencode=arch=",
                                                         "--generate-code=arch=",
                                                         "-gencode arch=",
                                                         "arch=compute_",
                                                         "compute_",
                                                         "sm_"};
    return std::any_of(kStarts.begin(), kStarts.end(),
                       [&](std::string_view start) { return value.starts_with(start); });
}

bool isWholeArch(const SyntaxTree& tree, qint32 node)
{
    std::string_view text = tree.text(tree.unwrapped(node));
    text.remove_prefix(std::min(text.size(), text.find_first_of("\"'")));
    text.remove_prefix(std::min(text.size(), text.find_first_not_of("\"'")));
    return text.starts_with('-') && isArchText(tree, node);
}

SingleFlag flagOf(const QByteArray& flag, const QByteArray& next)
{
    SingleFlag result;
    const QByteArrayList words = flag.simplified().split(' ');
    if (words.size() < 2) {
        result = hipFlag(flag, next, true);
    }
    QByteArrayList now;
    QStringList reasons;
    for (qsizetype i = 0; words.size() > 1 && i < words.size(); ++i) {
        const SingleFlag one = hipFlag(words[i], words.value(i + 1), true);
        const bool takes = one.takesNext && i + 1 < words.size();
        if (!one.changed || one.takesNext != takes) {
            now.append(words[i]);
            continue;
        }
        result.changed = true;
        result.isArch = result.isArch || one.isArch;
        result.severity = std::max(result.severity, one.severity);
        if (!one.now.isEmpty()) {
            now.append(one.now);
        }
        if (!reasons.contains(one.why)) {
            reasons.append(one.why);
        }
        i += takes ? 1 : 0;
    }
    if (words.size() > 1 && result.changed) {
        result.now = now.join(' ');
        result.dropped = result.now.isEmpty();
        result.why = reasons.join(QStringLiteral("; "));
    }
    if (result.changed && result.now.startsWith('/')) {
        result.now.clear();
        result.dropped = true;
    }
    return result;
}

} // namespace rocport
