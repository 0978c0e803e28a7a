#include "app/window/qtsettings.h"
#include "app/window/settingstext.h"
#include "tests/support/filesizelimit.h"

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace rocport;

namespace {

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QVariant stored(const QString& file, const QString& key)
{
    return QSettings(file, QSettings::IniFormat).value(key);
}

} // namespace

class TestQtSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qRegisterMetaType<Error>(); }

    void QSettingsReadsWhatIsWritten_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QVariant>("value");
        const auto row = [](const char* name, const QVariant& value) {
            QTest::newRow(name) << QStringLiteral("area/name") << value;
        };
        row("text", QStringLiteral("plain"));
        row("empty", QString());
        row("signs", QStringLiteral("a;b, c=\"d\" 'e' \\f [g] %h # i"));
        row("spaces", QStringLiteral("  a  "));
        row("lines", QStringLiteral("one\ntwo\r\n\tthree\n"));
        row("digits after a sign", QStringLiteral("\u00e9abc\n123\x01"
                                                  "f"));
        row("other scripts", QStringLiteral("\u4e2d\u6587 \U0001f600"));
        row("at", QStringLiteral("@Variant(x)"));
        row("yes", true);
        row("number", 125);
        row("negative", -3);
        row("fraction", 0.25);
        row("bytes", QByteArray("\0\x01\xff\"\\@)", 7));
        row("list", QStringList{QStringLiteral("a,b"), QString(), QStringLiteral("@c")});
        row("list of one", QStringList{QStringLiteral("a")});
        row("empty list", QStringList());
        row("list of maps", QVariantList{QVariantMap{{QStringLiteral("a"), 1}},
                                         QVariantMap{{QStringLiteral("b"), QStringLiteral("x")}}});
        row("list of one map", QVariantList{QVariantMap{{QStringLiteral("a"), 1}}});
        row("map", QVariantMap{{QStringLiteral("k"), QStringList{QStringLiteral("v")}}});
        QTest::newRow("key without area") << QStringLiteral("name") << QVariant(1);
        QTest::newRow("key in general") << QStringLiteral("general/name") << QVariant(1);
        QTest::newRow("odd key") << QStringLiteral("commit/a b=c/\u00e9\u4e2d.x%") << QVariant(1);
    }

    /// As it reads what it has written itself.
    void QSettingsReadsWhatIsWritten()
    {
        QFETCH(QString, key);
        QFETCH(QVariant, value);
        const QTemporaryDir folder;
        const QString ours = folder.filePath(QStringLiteral("ours"));
        const QString its = folder.filePath(QStringLiteral("its"));
        QFile file(ours);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QByteArray text =
            settingsText({{key, value}, {QStringLiteral("area/other"), QStringLiteral("x")}});
        QCOMPARE(file.write(text), text.size());
        file.close();
        {
            QSettings settings(its, QSettings::IniFormat);
            settings.setValue(key, value);
            settings.setValue(QStringLiteral("area/other"), QStringLiteral("x"));
        }
        // A copy under another name: QSettings remembers what it has written.
        QVERIFY(QFile::copy(its, its + QStringLiteral("2")));
        const QSettings one(ours, QSettings::IniFormat);
        const QSettings other(its + QStringLiteral("2"), QSettings::IniFormat);
        QCOMPARE(one.allKeys(), other.allKeys());
        QCOMPARE(one.value(key), other.value(key));
        QCOMPARE(one.value(QStringLiteral("area/other")).toString(), QStringLiteral("x"));
    }

    void changesAreWritten()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("deep/er/x.conf"));
        QtSettings settings(file);
        const QSignalSpy saved(&settings, &QtSettings::saved);
        settings.setValue(QStringLiteral("a/b"), 5);
        QCOMPARE(settings.value(QStringLiteral("a/b"), {}).toInt(), 5);
        QTRY_COMPARE(saved.size(), 1);
        QCOMPARE(stored(file, QStringLiteral("a/b")).toInt(), 5);
        QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther),
                 QFile::Permissions());
        settings.setValue(QStringLiteral("a/b"), {});
        QTRY_COMPARE(saved.size(), 2);
        QVERIFY(!stored(file, QStringLiteral("a/b")).isValid());
        QCOMPARE(settings.value(QStringLiteral("a/b"), 7).toInt(), 7);
    }

    void theEndWritesWhatIsLeft()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("x.conf"));
        {
            QtSettings settings(file);
            settings.setValue(QStringLiteral("a/b"), QStringLiteral("draft"));
        }
        QCOMPARE(QtSettings(file).value(QStringLiteral("a/b"), {}).toString(),
                 QStringLiteral("draft"));
    }

    void anotherWindowsChangesStay()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("x.conf"));
        {
            QtSettings one(file);
            QtSettings other(file);
            one.setValue(QStringLiteral("a/one"), 1);
            other.setValue(QStringLiteral("a/other"), 2);
        }
        const QtSettings both(file);
        QCOMPARE(both.value(QStringLiteral("a/one"), {}).toInt(), 1);
        QCOMPARE(both.value(QStringLiteral("a/other"), {}).toInt(), 2);
    }

    /// A draft of a commit message that does not fit any more: what was stored stays as it was, the
    /// user hears of it once, and later it is stored.
    void aFullDiskKeepsWhatWasStored()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("x.conf"));
        {
            QtSettings settings(file);
            settings.setValue(QStringLiteral("commit/draft"), QStringLiteral("old"));
        }
        const QByteArray before = bytesOf(file);
        QVERIFY(!before.isEmpty());
        QtSettings settings(file);
        const QSignalSpy failed(&settings, &QtSettings::saveFailed);
        const QSignalSpy saved(&settings, &QtSettings::saved);
        const QString draft(200'000, u'x');
        {
            const test::FileSizeLimit limit(100'000);
            settings.setValue(QStringLiteral("commit/draft"), draft);
            QTRY_COMPARE(failed.size(), 1);
            QCOMPARE(bytesOf(file), before);
        }
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden),
                 QStringList{QStringLiteral("x.conf")});
        settings.setValue(QStringLiteral("commit/other"), 2);
        QTRY_COMPARE(saved.size(), 1);
        QCOMPARE(failed.size(), 1);
        QCOMPARE(stored(file, QStringLiteral("commit/draft")).toString(), draft);
        QCOMPARE(stored(file, QStringLiteral("commit/other")).toInt(), 2);
    }
};

QTEST_MAIN(TestQtSettings)
#include "tst_qtsettings.moc"
