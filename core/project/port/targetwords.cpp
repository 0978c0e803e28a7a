#include "core/project/port/targetwords.h"

#include "core/facts/settingnames.h"

#include <QRegularExpression>

#include <functional>
#include <utility>

namespace rocport {

namespace {

using WordReader = std::function<QString(const QString&, TargetSettings&)>;

/// What is wrong with a word where nothing more can be said.
QString notValid()
{
    return QStringLiteral("is not valid");
}

QString readVersion(const QString& word, Version& into)
{
    const std::optional<Version> version = Version::parse(word);
    if (version) {
        into = *version;
    }
    return version ? QString() : notValid();
}

QString readArchitectures(const QString& word, TargetSettings& target)
{
    static const QRegularExpression gfx(QStringLiteral("^gfx[0-9a-f]{3,4}\\z"));
    target.architectures = word.split(u',', Qt::SkipEmptyParts);
    for (const QString& one : std::as_const(target.architectures)) {
        if (!gfx.match(one).hasMatch()) {
            return notValid();
        }
    }
    return {};
}

QString readStrategy(const QString& word, TargetSettings& target)
{
    target.strategy = strategyFromId(word);
    return target.strategy ? QString() : notValid();
}

QString readProfile(const QString& word, TargetSettings& target)
{
    const auto profile = inductorProfileFromId(word);
    target.inductor = profile.value_or(target.inductor);
    return profile ? QString() : notValid();
}

/// The settings in the order in which they are read; each reader gives what is wrong.
const QVector<std::pair<QString, WordReader>>& wordReaders()
{
    static const QVector<std::pair<QString, WordReader>> readers = {
        {QStringLiteral("rocm"),
         [](const QString& word, TargetSettings& target) {
             return readVersion(word, target.rocm);
         }},
        {QStringLiteral("torch"),
         [](const QString& word, TargetSettings& target) {
             return readVersion(word, target.torch);
         }},
        {QStringLiteral("arch"), readArchitectures},
        {QStringLiteral("macro"),
         [](const QString& word, TargetSettings& target) {
             target.guardMacro = word;
             return macroFaultClause(guardMacroFault(word));
         }},
        {QStringLiteral("profile"), readProfile},
        {QStringLiteral("flag-module"),
         [](const QString& word, TargetSettings& target) {
             target.flagModule = word;
             return moduleFaultClause(flagModuleFault(word));
         }},
        {QStringLiteral("compat-folder"),
         [](const QString& word, TargetSettings& target) {
             target.compatFolder = word;
             return isCompatFolder(word) ? QString() : notValid();
         }},
        {QStringLiteral("without"),
         [](const QString& word, TargetSettings& target) {
             target.rulesOff = word.split(u',', Qt::SkipEmptyParts);
             target.rulesOff.sort();
             return QString();
         }},
        {QStringLiteral("strategy"), readStrategy},
    };
    return readers;
}

} // namespace

QStringList targetWordNames()
{
    QStringList names;
    for (const auto& [name, read] : wordReaders()) {
        names.append(name);
    }
    return names;
}

Result<TargetSettings> targetFromWords(const QHash<QString, QString>& words, const QString& prefix)
{
    TargetSettings target;
    for (const auto& [name, read] : wordReaders()) {
        const auto word = words.constFind(name);
        if (word == words.constEnd()) {
            continue;
        }
        const QString fault = read(*word, target);
        if (!fault.isEmpty()) {
            return Error{
                ErrorCode::InvalidArgument,
                QStringLiteral("not a valid value for %1%2").arg(prefix, name) +
                    (fault == notValid() ? QString() : QStringLiteral(", since it ") + fault),
                *word};
        }
    }
    return target;
}

} // namespace rocport
