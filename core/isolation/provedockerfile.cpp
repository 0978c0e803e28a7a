#include "core/isolation/provedockerfile.h"

#include "core/base/cancelscope.h"

#include <QPair>

#include <QHash>
#include <QSet>

#include <algorithm>
#include <optional>

namespace rocport {

namespace {

bool isName(QByteArrayView name)
{
    for (const char c : name) {
        if (isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') {
            return false;
        }
    }
    return !name.isEmpty();
}

/// "ARG NAME=value", alone on its line and as an edit writes it.
std::optional<QPair<QByteArray, QByteArray>> argumentOf(QByteArray line)
{
    while (line.endsWith('\n') || line.endsWith('\r')) {
        line.chop(1);
    }
    const qsizetype equals = line.indexOf('=');
    if (!line.startsWith("ARG ") || equals < 5 ||
        !isName(QByteArrayView(line).sliced(4, equals - 4))) {
        return std::nullopt;
    }
    const QByteArray value = line.sliced(equals + 1);
    for (const char c : value) {
        const bool plain =
            isalnum(static_cast<unsigned char>(c)) != 0 || QByteArrayView("._/:@-+${}").contains(c);
        if (!plain) {
            return std::nullopt;
        }
    }
    return value.isEmpty() ? std::nullopt
                           : std::optional(qMakePair(line.sliced(4, equals - 4), value));
}

bool isFrom(const QByteArray& line)
{
    const QByteArray start = line.trimmed().left(5).toUpper();
    return start == "FROM " || start == "FROM\t";
}

/// Every name in the text, read once.
QSet<QByteArray> namesIn(const QByteArray& text)
{
    QSet<QByteArray> names;
    qsizetype begin = 0;
    CancelLook isCancelled;
    for (qsizetype at = 0; at <= text.size() && !isCancelled(); ++at) {
        if (at < text.size() && isName(QByteArrayView(text).sliced(at, 1))) {
            continue;
        }
        if (at > begin) {
            names.insert(text.sliced(begin, at - begin));
        }
        begin = at + 1;
    }
    return names;
}

/// "${NAME}" becomes its value, in one pass.
QByteArray withValues(const QByteArray& line, const QHash<QByteArray, QByteArray>& values)
{
    QByteArray result;
    qsizetype at = 0;
    for (qsizetype open = line.indexOf("${"); open >= 0; open = line.indexOf("${", open + 2)) {
        qsizetype close = open + 2;
        while (close < line.size() && isName(QByteArrayView(line).sliced(close, 1))) {
            ++close;
        }
        const auto value = close < line.size() && line.at(close) == '}'
                               ? values.constFind(line.sliced(open + 2, close - open - 2))
                               : values.constEnd();
        if (value != values.constEnd()) {
            result += line.sliced(at, open - at) + *value;
            at = close + 1;
        }
    }
    return result + line.mid(at);
}

} // namespace

DockerProjection dockerProjection(const QByteArray& original, const QByteArray& ported)
{
    const QSet<QByteArray> known = namesIn(original);
    QHash<QByteArray, QByteArray> added;
    DockerProjection projection;
    bool stages = false; // a FROM was met: what follows is no global argument
    bool goesOn = false;
    for (qsizetype at = 0; at < ported.size() && !isWorkCancelled();) {
        qsizetype end = ported.indexOf('\n', at);
        end = end < 0 ? ported.size() : end + 1;
        QByteArray line = ported.sliced(at, end - at);
        at = end;
        const auto argument = goesOn || stages ? std::nullopt : argumentOf(line);
        if (argument && !known.contains(argument->first) && !added.contains(argument->first)) {
            added.insert(argument->first, argument->second);
            projection.names.append(QString::fromUtf8(argument->first));
            continue;
        }
        if (!goesOn && isFrom(line)) {
            stages = true;
            line = withValues(line, added);
        }
        const QByteArray code = line.trimmed();
        goesOn = code.endsWith('\\') && !code.startsWith('#');
        projection.text += line;
    }
    return projection;
}

IsolationProof proveDockerfile(const QByteArray& original, const QByteArray& ported)
{
    IsolationProof proof;
    const auto [projection, names] = dockerProjection(original, ported);
    if (!names.isEmpty() && projection == original) {
        proof.verdict = Verdict::Equivalent;
        proof.guards = names;
        proof.reason = QStringLiteral("Equal byte for byte once the default of %1 is filled in; a "
                                      "build without that argument is the same.")
                           .arg(names.join(QStringLiteral(", ")));
        return proof;
    }
    const auto* last = original.constData() + std::min(original.size(), projection.size());
    const auto* differs = std::mismatch(original.constData(), last, projection.constData()).first;
    proof.differsAtLine = static_cast<int>(std::count(original.constData(), differs, '\n')) + 1;
    proof.reason =
        QStringLiteral("The Dockerfile differs from line %1 on, and not only by build arguments.")
            .arg(proof.differsAtLine);
    return proof;
}

} // namespace rocport
