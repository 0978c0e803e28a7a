// The help of the window: the documentation, in the order of its index.
#include "core/project/session/helppages.h"
#include "testpaths.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace rocport;

class TestHelpPages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void orderIsThatOfTheIndex();
    void everyPageIsThere();
    void unknownPage();
};

void TestHelpPages::orderIsThatOfTheIndex()
{
    QFile file(QStringLiteral(ROCPORT_SOURCE_DIR "/docs/README.md"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString index = QString::fromUtf8(file.readAll());
    QStringList ids;
    for (const HelpPage& page : helpPages()) {
        ids.append(page.id);
    }
    QCOMPARE(ids.first(), QStringLiteral("changelog"));
    QCOMPARE(ids.value(1), QStringLiteral("plan-area")); // not the first one by title
    qsizetype before = 0;
    for (const QString& id : ids.mid(1)) {
        const qsizetype place = index.indexOf(QStringLiteral("](%1.md").arg(id));
        QVERIFY2(place > before, qPrintable(id));
        before = place;
    }
}

void TestHelpPages::everyPageIsThere()
{
    QStringList names = QDir(QStringLiteral(ROCPORT_SOURCE_DIR "/docs"))
                            .entryList({QStringLiteral("*.md")}, QDir::Files);
    names.removeAll(QStringLiteral("README.md"));
    const QVector<HelpPage> pages = helpPages();
    QCOMPARE(pages.size(), names.size() + 1);
    for (const HelpPage& page : pages) {
        const Result<QString> html = helpPageHtml(page.id);
        QVERIFY2(html && html->size() > 300, qPrintable(page.id));
        QVERIFY2(page.title != page.id, qPrintable(page.id));
    }
}

void TestHelpPages::unknownPage()
{
    const Result<QString> html = helpPageHtml(QStringLiteral("no-such-page"));
    QVERIFY(!html);
    QCOMPARE(html.error().code, ErrorCode::FileNotFound);
}

QTEST_GUILESS_MAIN(TestHelpPages)
#include "tst_helppages.moc"
