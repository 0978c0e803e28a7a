#include "core/joblog/knownfailures.h"

#include "core/joblog/ansi.h"
#include "core/text/tomlsource.h"

#include <QFile>

#include <algorithm>

// Outside of any namespace: the macro declares a function of the global one.
static void initFailureResources()
{
    Q_INIT_RESOURCE(joblog);
}

namespace rocport {

namespace {

QString fromToml(const toml::node* node)
{
    const auto* text = node == nullptr ? nullptr : node->as_string();
    return text == nullptr ? QString() : QString::fromStdString(text->get()).simplified();
}

/// Not simplified: spaces count.
QStringList listFromToml(const toml::node* node)
{
    QStringList list;
    if (const auto* array = node == nullptr ? nullptr : node->as_array()) {
        for (const toml::node& item : *array) {
            if (const auto* text = item.as_string()) {
                list.append(QString::fromStdString(text->get()));
            }
        }
    }
    return list;
}

Result<KnownFailure> readFailure(const toml::table& table, const QString& name)
{
    KnownFailure failure;
    failure.id = fromToml(table.get("id"));
    failure.title = fromToml(table.get("title"));
    failure.explanation = fromToml(table.get("explanation"));
    failure.action = fromToml(table.get("action"));
    failure.applies = fromToml(table.get("applies"));
    failure.texts = listFromToml(table.get("texts"));
    failure.samples = listFromToml(table.get("samples"));
    failure.unlike = listFromToml(table.get("unlike"));
    const QString place =
        QStringLiteral("%1:%2").arg(name, QString::number(table.source().begin.line));
    if (failure.id.isEmpty() || failure.title.isEmpty() || failure.explanation.isEmpty() ||
        failure.action.isEmpty()) {
        return Error{ErrorCode::ParseFailed,
                     QStringLiteral("a failure needs id, title, explanation and action"), place};
    }
    if (failure.texts.isEmpty() || failure.texts.contains(QString())) {
        return Error{ErrorCode::ParseFailed,
                     QStringLiteral("failure %1 needs texts to look for").arg(failure.id), place};
    }
    for (const QString& text : listFromToml(table.get("patterns"))) {
        QRegularExpression pattern(text);
        if (!pattern.isValid()) {
            return Error{ErrorCode::ParseFailed,
                         QStringLiteral("failure %1: %2").arg(failure.id, pattern.errorString()),
                         place};
        }
        pattern.optimize();
        failure.patterns.append(pattern);
    }
    return failure;
}

} // namespace

FailureBook::FailureBook(QVector<KnownFailure> failures, const QList<QByteArray>& words,
                         QVector<int> owners)
    : m_failures(std::move(failures)), m_words(words), m_owners(std::move(owners))
{
}

Result<std::shared_ptr<const FailureBook>> FailureBook::parse(const QByteArray& text,
                                                              const QString& name)
{
    const Result<toml::table> parsed = parseToml(text, name);
    if (!parsed) {
        return parsed.error();
    }
    const toml::table& root = *parsed;
    QVector<KnownFailure> failures;
    QList<QByteArray> words;
    QVector<int> owners;
    const toml::array* tables = root["failure"].as_array();
    if (tables == nullptr) {
        return Error{ErrorCode::ParseFailed,
                     QStringLiteral("a list of [[failure]] entries was expected"),
                     name + QStringLiteral(":1")};
    }
    for (const toml::node& node : *tables) {
        const toml::table* table = node.as_table();
        if (table == nullptr) {
            return Error{ErrorCode::ParseFailed, QStringLiteral("a table [[failure]] was expected"),
                         name};
        }
        Result<KnownFailure> failure = readFailure(*table, name);
        if (!failure) {
            return failure.error();
        }
        for (const QString& word : failure->texts) {
            words.append(word.toUtf8());
            owners.append(static_cast<int>(failures.size()));
        }
        failures.append(std::move(*failure));
    }
    return std::shared_ptr<const FailureBook>(
        new FailureBook(std::move(failures), words, std::move(owners)));
}

std::shared_ptr<const FailureBook> FailureBook::builtIn()
{
    static const std::shared_ptr<const FailureBook> book = [] {
        initFailureResources();
        QFile file(QStringLiteral(":/rocport/joblog/failures.toml"));
        const QByteArray text = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        auto parsed = parse(text, QStringLiteral("failures.toml"));
        Q_ASSERT(parsed.ok()); // tst_knownfailures reads it
        return parsed ? *parsed : std::shared_ptr<const FailureBook>(new FailureBook({}, {}, {}));
    }();
    return book;
}

const KnownFailure* FailureBook::find(const QString& id) const
{
    const auto found = std::find_if(m_failures.begin(), m_failures.end(),
                                    [&](const KnownFailure& one) { return one.id == id; });
    return found == m_failures.end() ? nullptr : &*found;
}

QVector<int> FailureBook::match(QByteArrayView line) const
{
    QVector<int> result;
    QString text;
    for (const quint16 word : m_words.find(line)) {
        const int owner = m_owners[word];
        if (result.contains(owner)) {
            continue;
        }
        const QVector<QRegularExpression>& patterns = m_failures[owner].patterns;
        if (!patterns.isEmpty() && text.isEmpty()) {
            text = plainLogText(line);
        }
        if (patterns.isEmpty() ||
            std::any_of(patterns.begin(), patterns.end(), [&](const QRegularExpression& pattern) {
                return pattern.match(text).hasMatch();
            })) {
            result.append(owner);
        }
    }
    return result;
}

void FailureFinder::add(qint64 line, QByteArrayView bytes)
{
    for (const int failure : m_book->match(bytes)) {
        const auto at = std::lower_bound(m_order.begin(), m_order.end(), failure);
        const qsizetype index = at - m_order.begin();
        if (at != m_order.end() && *at == failure) {
            ++m_found[index].times;
            continue;
        }
        m_order.insert(index, failure);
        m_found.insert(index, {m_book->failures().at(failure).id, line, 1});
    }
}

void FailureFinder::clear()
{
    m_order.clear();
    m_found.clear();
}

} // namespace rocport
