#include "core/remote/followreader.h"

#include <QTest>

using namespace rocport;
using Kind = FollowFrame::Kind;

namespace {

const QByteArray kHello("@rocport hello 1 1700000000 10.50 ab12\n");

struct Heard
{
    QByteArray log;
    std::vector<FollowFrame> others;
};

Heard hear(FollowReader& reader, const QByteArray& bytes, qsizetype step)
{
    Heard heard;
    for (qsizetype at = 0; at < bytes.size(); at += step) {
        reader.feed(bytes.mid(at, step));
        for (FollowFrame& frame : reader.take()) {
            if (frame.kind == Kind::Log) {
                heard.log += frame.bytes;
            } else {
                heard.others.push_back(std::move(frame));
            }
        }
    }
    return heard;
}

} // namespace

class tst_FollowReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everySplit();
    void fields();
    void queueNumbers();
    void noiseOfTheLoginShell();
    void breaks_data();
    void breaks();
    void unknownMessagesAreSkipped();
};

void tst_FollowReader::everySplit()
{
    QByteArray first("one\n@rocport exit 0\n\0\377\r", 24);
    QByteArray stream = "motd\n" + kHello + "@rocport log 7 " + QByteArray::number(first.size()) +
                        "\n" + first + "\n@rocport beat 1700000001 11 ab12 running\n@rocport log " +
                        QByteArray::number(7 + first.size()) + " 2\n\n\n\n@rocport gone killed\n";
    for (qsizetype step = 1; step <= stream.size(); ++step) {
        FollowReader reader(7);
        const Heard heard = hear(reader, stream, step);
        QVERIFY(!reader.broken());
        QCOMPARE(heard.log, first + "\n\n");
        QCOMPARE(heard.others.size(), std::size_t(3));
        QCOMPARE(heard.others[0].kind, Kind::Hello);
        QCOMPARE(heard.others[1].word, QStringLiteral("running"));
        QCOMPARE(heard.others[2].word, QStringLiteral("killed"));
        QCOMPARE(reader.offset(), 7 + first.size() + 2);
    }
}

void tst_FollowReader::fields()
{
    FollowReader reader;
    const Heard heard =
        hear(reader,
             kHello + "@rocport stage build end 137 1700000002 12.25 ab12\n@rocport pid 4711\n"
                      "@rocport queue 12 PENDING Resources\n@rocport full disk 12\n"
                      "@rocport note cancelled\n"
                      "@rocport exit 3 1700000003 13 ab12 ended,leftover 99\n",
             5);
    QCOMPARE(heard.others.size(), std::size_t(7));
    QCOMPARE(heard.others[0].stamp.epoch, 1700000000);
    QCOMPARE(heard.others[0].stamp.uptime, 10.5);
    QCOMPARE(heard.others[0].stamp.boot, QByteArray("ab12"));
    QCOMPARE(heard.others[1].id, QStringLiteral("build"));
    QCOMPARE(heard.others[1].word, QStringLiteral("end"));
    QCOMPARE(heard.others[1].code, 137);
    QCOMPARE(heard.others[1].stamp.uptime, 12.25);
    QCOMPARE(heard.others[2].offset, 4711);
    QCOMPARE(heard.others[3].reason, QStringLiteral("Resources"));
    QCOMPARE(heard.others[4].kind, Kind::Full);
    QCOMPARE(heard.others[4].reason, QStringLiteral("12")); // KB
    QCOMPARE(heard.others[5].kind, Kind::Note);
    QCOMPARE(heard.others[6].code, 3);
    QCOMPARE(heard.others[6].flags,
             QStringList({QStringLiteral("ended"), QStringLiteral("leftover")}));
    QCOMPARE(heard.others[6].offset, 99);
}

/// Slurm's number of a task of an array is one, too; other words are none.
void tst_FollowReader::queueNumbers()
{
    FollowReader reader;
    const Heard heard =
        hear(reader,
             kHello + "@rocport queue 12_3 RUNNING -\n@rocport queue 12_x FAILED -\n"
                      "@rocport queue 1_2_3 FAILED -\n@rocport queue -4 FAILED -\n",
             7);
    QCOMPARE(heard.others.size(), std::size_t(2));
    QCOMPARE(heard.others[1].id, QStringLiteral("12_3"));
}

void tst_FollowReader::noiseOfTheLoginShell()
{
    FollowReader reader;
    const Heard heard = hear(reader,
                             "Welcome\n@rocport log 0 3\n" + QByteArray(9000, 'x') + "\n" + kHello +
                                 "@rocport log 0 3\nabc\n",
                             100);
    QVERIFY(!reader.broken());
    QCOMPARE(heard.log, QByteArray("abc"));

    FollowReader endless;
    hear(endless, QByteArray(2 * 1024 * 1024, 'y'), 4096);
    QVERIFY(endless.broken());
}

void tst_FollowReader::breaks_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::newRow("gap in the log") << QByteArray("@rocport log 1 2\nab\n");
    QTest::newRow("no length") << QByteArray("@rocport log 0\nab\n");
    QTest::newRow("negative") << QByteArray("@rocport log 0 -3\nab\n");
    QTest::newRow("huge") << QByteArray("@rocport log 0 99999999999999999999\nab\n");
    QTest::newRow("longer than said") << QByteArray("@rocport log 0 2\nabc\n");
    QTest::newRow("text between") << QByteArray("something else\n");
}

void tst_FollowReader::breaks()
{
    QFETCH(const QByteArray, stream);
    for (const qsizetype step : {qsizetype(1), qsizetype(1000)}) {
        FollowReader reader;
        const Heard heard =
            hear(reader, kHello + stream + "@rocport beat 1 1 ab12 running\n", step);
        QVERIFY(reader.broken());
        QVERIFY(heard.others.size() == 1);
    }
}

void tst_FollowReader::unknownMessagesAreSkipped()
{
    FollowReader reader;
    const Heard heard = hear(reader,
                             kHello +
                                 "@rocport weather fine\n@rocport stage\n@rocport pid x\n"
                                 "@rocport stage a middle 0 1 1 x\n@rocport " +
                                 QByteArray(5000, 'z') + "\n@rocport pid 5\n",
                             7);
    QVERIFY(!reader.broken());
    QCOMPARE(heard.others.size(), std::size_t(2));
    QCOMPARE(heard.others[1].offset, 5);
}

QTEST_GUILESS_MAIN(tst_FollowReader)
#include "tst_followreader.moc"
