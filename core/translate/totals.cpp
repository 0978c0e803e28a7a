#include "core/translate/totals.h"

#include "core/base/wording.h"

#include <QJsonArray>

namespace rocport {

namespace {

QString libraryOf(const TranslateItem& item)
{
    if (item.header) {
        return QStringLiteral("headers");
    }
    if (!item.api) {
        return {};
    }
    return QString::fromUtf8(item.api->library.data(), qsizetype(item.api->library.size()));
}

void addSum(TranslateTotals::Sum& to, const TranslateTotals::Sum& from)
{
    to.uses += from.uses;
    to.changed += from.changed;
    to.unsupported += from.unsupported;
    to.experimental += from.experimental;
    to.deprecated += from.deprecated;
    for (size_t i = 0; i < to.efforts.size(); ++i) {
        to.efforts[i] += from.efforts[i];
    }
}

void addItem(TranslateTotals::Sum& sum, const TranslateItem& item)
{
    sum.changed += item.hasEdit ? 1 : 0;
    sum.experimental += item.topic == TranslateTopic::Experimental ? 1 : 0;
    if (item.hasEdit) {
        return;
    }
    sum.unsupported += item.topic == TranslateTopic::Unsupported ? 1 : 0;
    sum.deprecated += item.topic == TranslateTopic::Deprecated ? 1 : 0;
    ++sum.efforts[size_t(item.effort)];
}

QJsonObject sumToJson(const TranslateTotals::Sum& sum)
{
    QJsonObject efforts;
    for (const Effort effort : {Effort::None, Effort::Minutes, Effort::Hours, Effort::Rewrite}) {
        efforts.insert(effortId(effort), sum.efforts[size_t(effort)]);
    }
    return {{QStringLiteral("names"), sum.names},
            {QStringLiteral("uses"), sum.uses},
            {QStringLiteral("changed"), sum.changed},
            {QStringLiteral("unsupported"), sum.unsupported},
            {QStringLiteral("experimental"), sum.experimental},
            {QStringLiteral("deprecated"), sum.deprecated},
            {QStringLiteral("efforts"), efforts}};
}

QString line(const QString& title, const TranslateTotals::Sum& sum)
{
    return QStringLiteral("%1: %2 in %3, %4; %5 unsupported, %6 experimental, %7 deprecated; left "
                          "to do by hand: %8 taking minutes, %9 taking hours, %10 to rewrite")
        .arg(title)
        .arg(counted(sum.names, "name", "names"), counted(sum.uses, "place", "places"),
             counted(sum.changed, "edit", "edits"))
        .arg(sum.unsupported)
        .arg(sum.experimental)
        .arg(sum.deprecated)
        .arg(sum.efforts[size_t(Effort::Minutes)])
        .arg(sum.efforts[size_t(Effort::Hours)])
        .arg(sum.efforts[size_t(Effort::Rewrite)]);
}

} // namespace

void TranslateTotals::add(const Translation& translation)
{
    for (const ApiUse& use : translation.uses) {
        m_libraries[use.library].uses += use.count;
        m_all.uses += use.count;
        addName(use.name, use.library);
    }
    for (const TranslateItem& item : translation.items) {
        m_launches += item.topic == TranslateTopic::Launch && item.hasEdit ? 1 : 0;
        addItem(m_all, item);
        if (const QString library = libraryOf(item); !library.isEmpty()) {
            addItem(m_libraries[library], item);
        }
    }
}

void TranslateTotals::add(const TranslateTotals& other)
{
    for (auto it = other.m_libraries.cbegin(); it != other.m_libraries.cend(); ++it) {
        addSum(m_libraries[it.key()], it.value());
    }
    addSum(m_all, other.m_all);
    m_launches += other.m_launches;
    for (auto it = other.m_names.cbegin(); it != other.m_names.cend(); ++it) {
        addName(it.key(), it.value());
    }
}

void TranslateTotals::addName(const QString& name, const QString& library)
{
    if (m_names.contains(name)) {
        return;
    }
    m_names.insert(name, library);
    ++m_libraries[library].names;
    ++m_all.names;
}

QJsonObject TranslateTotals::toJson() const
{
    QJsonArray libraries;
    for (auto it = m_libraries.cbegin(); it != m_libraries.cend(); ++it) {
        QJsonObject one = sumToJson(it.value());
        one.insert(QStringLiteral("library"), it.key());
        libraries.append(one);
    }
    return {{QStringLiteral("all"), sumToJson(m_all)},
            {QStringLiteral("libraries"), libraries},
            {QStringLiteral("launches"), m_launches}};
}

QStringList TranslateTotals::lines() const
{
    QStringList result{line(QStringLiteral("All"), m_all)};
    for (auto it = m_libraries.cbegin(); it != m_libraries.cend(); ++it) {
        result.append(line(libraryName(it.key().toStdString()), it.value()));
    }
    return result;
}

} // namespace rocport
