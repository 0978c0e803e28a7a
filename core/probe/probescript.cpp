#include "core/probe/probescript.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QUuid>

#include <algorithm>

// Outside of any namespace: the macro declares a function of the global one.
static void initProbeResources()
{
    Q_INIT_RESOURCE(node_probe);
}

namespace rocport {

namespace {

QByteArray probeResource(const char* name)
{
    initProbeResources();
    QFile file(QStringLiteral(":/rocport/probe/") + QLatin1StringView(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The module list as JSON that may stand between the quotes of a raw Python text: pure ASCII
/// without apostrophes.
Result<QByteArray> moduleList(const QVector<ProbeModule>& modules)
{
    static const QRegularExpression name(
        QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*"
                       "(:[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*)?\\z"));
    QJsonArray list;
    for (const ProbeModule& module : modules) {
        if (!name.match(module.name).hasMatch()) {
            return Error{ErrorCode::InvalidArgument,
                         QStringLiteral("is not the name of a Python module, class or function, "
                                        "such as package.module:Class"),
                         module.name};
        }
        if (std::any_of(module.expectedPath.begin(), module.expectedPath.end(),
                        [](QChar c) { return c < u' '; })) {
            return Error{ErrorCode::InvalidArgument,
                         QStringLiteral("a path on a node must not contain line breaks"),
                         module.expectedPath};
        }
        list.append(QJsonObject{{QStringLiteral("name"), module.name},
                                {QStringLiteral("path"), module.expectedPath}});
    }
    const QString json = QString::fromUtf8(QJsonDocument(list).toJson(QJsonDocument::Compact));
    QByteArray safe;
    for (const QChar c : json) {
        if (c.unicode() < 128 && c != u'\'') {
            safe += static_cast<char>(c.unicode());
        } else {
            safe += QStringLiteral("\\u%1").arg(c.unicode(), 4, 16, QLatin1Char('0')).toLatin1();
        }
    }
    return safe;
}

} // namespace

Result<QByteArray> probeScript(const ProbeScriptOptions& options)
{
    const Result<QByteArray> modules = moduleList(options.modules);
    if (!modules) {
        return modules.error();
    }
    QByteArray nonce = options.nonce;
    if (nonce.isEmpty()) {
        nonce = QUuid::createUuid().toByteArray(QUuid::Id128).left(16);
    }
    const bool plain = std::all_of(nonce.begin(), nonce.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    if (!plain || nonce.size() > 64) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("the mark of a probe must consist of letters and digits"),
                     QString::fromUtf8(nonce)};
    }
    QByteArray python = probeResource("probe_torch.py");
    QByteArray script = probeResource("probe.sh");
    // Each step of either part is one line that calls step, or one row of CHECKS.
    const auto steps = script.count("\n    step '") + python.count("\n    (\"");
    python.replace("%MODULES%", *modules);
    script.replace("%NONCE%", nonce);
    script.replace("%LIMIT%", QByteArray::number(static_cast<qlonglong>(
                                  std::max<long long>(1, options.limit.count()))));
    script.replace("%TOTAL%", QByteArray::number(steps));
    script.replace("%PYTHON%", python.trimmed());
    return script;
}

} // namespace rocport
