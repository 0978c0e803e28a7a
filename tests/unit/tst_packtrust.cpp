// Packs of a repository are used where the user said so for exactly their content.
#include "core/project/session/packtruststore.h"
#include "core/rules/packs/packfiles.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

namespace {

QByteArray pack(const QByteArray& id)
{
    return "format = 1\nname = \"t\"\n[[rule]]\nid = \"" + id +
           "\"\nphase = 2\nseverity = \"warning\"\nlanguages = [\"cuda\"]\ntitle = \"T\"\nmessage "
           "= "
           "\"M\"\nreason = \"R\"\nmatch = { kind = \"token-pattern\", patterns = [\"HOUSE\"] }\n";
}

const QByteArray kHash(64, 'a');
const QByteArray kOther(64, 'b');

} // namespace

class TestPackTrust : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void unknownPacksWait();
    void trustedPacksAreUsed();
    void changedPacksAskAgain();
    void refusedPacksWait();
    void othersLoadAsUsual();
    void hashSpeaksForNamesAndBytes();
    void answersAreKept();
    void refusalTakesBack();
    void unreadableStoreTrustsNobody_data();
    void unreadableStoreTrustsNobody();
    void storeThatCannotBeWritten();
    void storeIsTheUsersOwn();
    void fullStoreDropsTheOldest();

private:
    void write(const QString& name, const QByteArray& text) const
    {
        const QString file = m_dir->filePath(name);
        QDir().mkpath(QFileInfo(file).path());
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        QCOMPARE(out.write(text), text.size());
    }
    [[nodiscard]] QString root() const { return m_dir->filePath(QStringLiteral("repo")); }
    [[nodiscard]] PackTrustStore store() const
    {
        return PackTrustStore(m_dir->filePath(QStringLiteral("config/trusted-packs.json")));
    }
    [[nodiscard]] PackLoad load() const
    {
        const Result<PackTrust> trust = store().read();
        return loadRules(
            {root(), m_dir->filePath(QStringLiteral("user")), trust ? *trust : PackTrust()});
    }
    void answer(PackAnswer answer) const
    {
        QVERIFY(
            store()
                .keep(packContentHash(readProjectPacks(root())), packTrustFolder(root()), answer)
                .ok());
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestPackTrust::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    write(QStringLiteral("repo/.rocport/rules/b.toml"), pack("house-b"));
    write(QStringLiteral("repo/.rocport/rules/a.toml"), pack("house-a"));
}

void TestPackTrust::unknownPacksWait()
{
    const PackLoad loaded = load();
    QVERIFY(loaded.problems.isEmpty()); // it is no error
    QVERIFY(loaded.rules.find(QStringLiteral("house-a")) == nullptr);
    QVERIFY(loaded.waiting.has_value());
    QCOMPARE(loaded.waiting->names,
             (QStringList{QStringLiteral("a.toml"), QStringLiteral("b.toml")}));
    QCOMPARE(loaded.waiting->hash.size(), 64);
    QCOMPARE(loaded.waiting->answer, PackAnswer::None);
    QVERIFY(!loaded.waiting->changed);
    QCOMPARE(loaded.waiting->folder, packTrustFolder(root()));
    const RuleSet::LoadResult program = RuleSet::load();
    QCOMPARE(loaded.rules.rules().size(), program.rules.rules().size());
    QCOMPARE(loaded.rules.fingerprint(), program.rules.fingerprint());
}

void TestPackTrust::trustedPacksAreUsed()
{
    answer(PackAnswer::Trusted);
    const PackLoad loaded = load();
    QVERIFY(!loaded.waiting.has_value());
    QVERIFY(loaded.rules.find(QStringLiteral("house-a")) != nullptr);
    QVERIFY(loaded.rules.find(QStringLiteral("house-b")) != nullptr);
}

void TestPackTrust::changedPacksAskAgain()
{
    answer(PackAnswer::Trusted);
    write(QStringLiteral("repo/.rocport/rules/c.toml"), pack("house-c")); // one more
    PackLoad loaded = load();
    QVERIFY(loaded.waiting.has_value() && loaded.waiting->changed);
    QVERIFY(loaded.rules.find(QStringLiteral("house-a")) == nullptr);
    QVERIFY(QFile::remove(m_dir->filePath(QStringLiteral("repo/.rocport/rules/c.toml"))));
    QVERIFY(!load().waiting.has_value());                                        // as it was
    write(QStringLiteral("repo/.rocport/rules/a.toml"), pack("house-a") + '\n'); // one byte
    QVERIFY(load().waiting.has_value());
    write(QStringLiteral("repo/.rocport/rules/a.toml"), pack("house-a"));
    QVERIFY(!load().waiting.has_value());
    QVERIFY(QFile::rename(m_dir->filePath(QStringLiteral("repo/.rocport/rules/a.toml")),
                          m_dir->filePath(QStringLiteral("repo/.rocport/rules/z.toml"))));
    QVERIFY(load().waiting.has_value());
}

void TestPackTrust::refusedPacksWait()
{
    answer(PackAnswer::Refused);
    const PackLoad loaded = load();
    QVERIFY(loaded.waiting.has_value());
    QCOMPARE(loaded.waiting->answer, PackAnswer::Refused);
    QVERIFY(loaded.rules.find(QStringLiteral("house-a")) == nullptr);
}

void TestPackTrust::othersLoadAsUsual()
{
    write(QStringLiteral("user/mine.toml"), pack("mine"));
    const PackLoad loaded = load();
    QVERIFY(loaded.waiting.has_value());
    QVERIFY(loaded.rules.find(QStringLiteral("mine")) != nullptr);
    QVERIFY(QDir(root() + QStringLiteral("/.rocport")).removeRecursively());
    QVERIFY(!load().waiting.has_value());
    QVERIFY(load().projectHash.isEmpty());
}

void TestPackTrust::hashSpeaksForNamesAndBytes()
{
    const auto hash = [](const QVector<QPair<QString, QByteArray>>& files) {
        QVector<PackText> packs;
        for (const auto& [name, text] : files) {
            packs.append({name, PackOrigin::Project, text});
        }
        return packContentHash(packs);
    };
    const QString a = QStringLiteral("/x/a.toml");
    const QString b = QStringLiteral("/x/b.toml");
    QCOMPARE(hash({{a, "1"}, {b, "2"}}), hash({{b, "2"}, {a, "1"}}));
    QCOMPARE(hash({{a, "1"}}), hash({{QStringLiteral("/y/a.toml"), "1"}}));
    QVERIFY(hash({{a, "1"}, {b, "2"}}) != hash({{a, "2"}, {b, "1"}}));
    QVERIFY(hash({{a, "1"}}) != hash({{b, "1"}}));
    // Where one ends and the next begins counts.
    QVERIFY(hash({{a, "1"}, {b, ""}}) != hash({{a, ""}, {b, "1"}}));
    QVERIFY(hash({{a, "16:b.toml"}}) != hash({{a, "1"}, {b, ""}}));
}

void TestPackTrust::answersAreKept()
{
    QCOMPARE(store().read().value(), PackTrust()); // there is no file yet
    QVERIFY(store().keep(kHash, QStringLiteral("/r"), PackAnswer::Trusted).ok());
    QVERIFY(store().keep(kOther, QStringLiteral("/s"), PackAnswer::Refused).ok());
    PackTrust trust = store().read().value();
    QCOMPARE(trust.of(kHash), PackAnswer::Trusted);
    QCOMPARE(trust.of(kOther), PackAnswer::Refused);
    QCOMPARE(trust.of(QByteArray(64, 'c')), PackAnswer::None);
    QVERIFY(trust.knows(QStringLiteral("/r")) && !trust.knows(QStringLiteral("/s")));
    QVERIFY(store().keep(kOther, QStringLiteral("/s"), PackAnswer::None).ok());
    trust = store().read().value();
    QCOMPARE(trust.of(kOther), PackAnswer::None);
    QCOMPARE(trust.of(kHash), PackAnswer::Trusted);
    QCOMPARE(PackTrust::all().of(kOther), PackAnswer::Trusted);
}

/// What was trusted in a folder before is not any more.
void TestPackTrust::refusalTakesBack()
{
    QVERIFY(store().keep(kHash, QStringLiteral("/r"), PackAnswer::Trusted).ok());
    QVERIFY(store().keep(kOther, QStringLiteral("/r"), PackAnswer::Refused).ok());
    const PackTrust trust = store().read().value();
    QCOMPARE(trust.of(kHash), PackAnswer::None);
    QCOMPARE(trust.of(kOther), PackAnswer::Refused);
}

void TestPackTrust::unreadableStoreTrustsNobody_data()
{
    QTest::addColumn<QByteArray>("text");
    const QByteArray entry =
        "{\"hash\": \"" + kHash + "\", \"folder\": \"/r\", \"answer\": \"trusted\"}";
    QTest::newRow("no JSON") << QByteArray("trust me");
    QTest::newRow("cut") << "{\"version\": 1, \"packs\": [" + entry;
    QTest::newRow("newer") << "{\"version\": 2, \"packs\": [" + entry + "]}";
    QTest::newRow("a list") << "[" + entry + "]";
    QTest::newRow("deep") << QByteArray("[").repeated(100'000);
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("large") << QByteArray(5 * 1024 * 1024, ' ');
}

void TestPackTrust::unreadableStoreTrustsNobody()
{
    QFETCH(QByteArray, text);
    write(QStringLiteral("config/trusted-packs.json"), text);
    QVERIFY(!store().read().ok());
    QVERIFY(load().waiting.has_value());
    // What is there is not overwritten: a newer program may have written it.
    QVERIFY(!store().keep(kHash, QStringLiteral("/r"), PackAnswer::Trusted).ok());
    QFile file(store().file());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), text);
}

void TestPackTrust::storeThatCannotBeWritten()
{
    QVERIFY(PackTrustStore().read().ok());
    const Result<void> none =
        PackTrustStore().keep(kHash, QStringLiteral("/r"), PackAnswer::Trusted);
    QCOMPARE(none.error().code, ErrorCode::InvalidArgument);
    QVERIFY(!store().keep("short", QStringLiteral("/r"), PackAnswer::Trusted).ok());
    write(QStringLiteral("config"), "a file where the folder has to be");
    QVERIFY(!store().keep(kHash, QStringLiteral("/r"), PackAnswer::Trusted).ok());
}

void TestPackTrust::storeIsTheUsersOwn()
{
    qputenv("XDG_CONFIG_HOME", m_dir->path().toUtf8());
    QCOMPARE(userPackTrustFile(), m_dir->filePath(QStringLiteral("rocport/trusted-packs.json")));
    qunsetenv("XDG_CONFIG_HOME");
}

/// Only as many as need be: who lost an answer is asked again.
void TestPackTrust::fullStoreDropsTheOldest()
{
    const auto hash = [](int i) { return QByteArray::number(i).rightJustified(64, '0'); };
    const QString folder = QStringLiteral("/%1/") + QString(4000, u'f');
    QByteArray text = "{\"version\": 1, \"packs\": [";
    int count = 0;
    while (text.size() < 4 * 1024 * 1024 - 100'000) {
        text += (count > 0 ? ",{\"hash\": \"" : "{\"hash\": \"") + hash(count) +
                "\", \"folder\": \"" + folder.arg(count).toUtf8() + "\", \"answer\": \"trusted\"}";
        ++count;
    }
    write(QStringLiteral("config/trusted-packs.json"), text + "]}");
    int last = count;
    for (; last < count + 25; ++last) {
        QVERIFY(store().keep(hash(last), folder.arg(last), PackAnswer::Trusted).ok());
    }
    const PackTrust trust = store().read().value();
    QCOMPARE(trust.of(hash(0)), PackAnswer::None);
    for (int i = 30; i < last; ++i) {
        QCOMPARE(trust.of(hash(i)), PackAnswer::Trusted);
    }
}

QTEST_GUILESS_MAIN(TestPackTrust)
#include "tst_packtrust.moc"
