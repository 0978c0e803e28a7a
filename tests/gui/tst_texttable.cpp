#include "tests/gui/mapsettings.h"
#include "ui/theme/texttable.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QSignalSpy>
#include <QTest>

using namespace rocport;

/// The tables of text that the areas share.
class TextTableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void modelKeepsRowsOfOneId();
    void sortsByValueNotText();
    void keepsTheChosenRow();
    void filters();
    void csv_data();
    void csv();
    void copiesWhatIsShown();

private:
    static TextRow row(const QString& id, const QString& name, double value)
    {
        return {id,
                {{name, {}, {}, nullptr, {}}, {QString::number(value), {}, {}, nullptr, value}}};
    }
    static QVector<TextColumn> columns()
    {
        return {{QStringLiteral("Name"), 100, false, false, true},
                {QStringLiteral("Value"), 90, false, true}};
    }
    MapSettings m_settings;
    ThemeProvider m_provider{m_settings};
};

void TextTableTest::modelKeepsRowsOfOneId()
{
    TextTableModel model(m_provider, columns());
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    model.setRows({row(QStringLiteral("a"), QStringLiteral("first"), 1)});
    QCOMPARE(resets.size(), 1);
    model.setRows({row(QStringLiteral("a"), QStringLiteral("renamed"), 2)});
    QCOMPARE(resets.size(), 1);
    QCOMPARE(changes.size(), 1);
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("renamed"));
    QCOMPARE(model.index(0, 1).data(Qt::AccessibleTextRole).toString(), QStringLiteral("Value: 2"));
    model.setRows({});
    QCOMPARE(model.rowCount(), 0);
    model.setColumns({{QStringLiteral("Only")}});
    QCOMPARE(model.columnCount(), 1);
}

void TextTableTest::sortsByValueNotText()
{
    TextTableModel model(m_provider, columns());
    TextTable table(m_provider, model, QStringLiteral("Numbers"));
    model.setRows({row(QStringLiteral("a"), QStringLiteral("ten"), 10),
                   row(QStringLiteral("b"), QStringLiteral("nine"), 9),
                   row(QStringLiteral("c"), QStringLiteral("small"), 1e-5)});
    QCOMPARE(table.model()->index(0, 0).data().toString(), QStringLiteral("ten")); // as given
    table.sortByColumn(1, Qt::AscendingOrder);
    QCOMPARE(table.model()->index(0, 0).data().toString(), QStringLiteral("small"));
    QCOMPARE(table.model()->index(2, 0).data().toString(), QStringLiteral("ten"));
}

void TextTableTest::keepsTheChosenRow()
{
    TextTableModel model(m_provider, columns());
    TextTable table(m_provider, model, QStringLiteral("Numbers"));
    QSignalSpy chosen(&table, &TextTable::currentIdChanged);
    model.setRows({row(QStringLiteral("a"), {}, 1), row(QStringLiteral("b"), {}, 2)});
    QCOMPARE(table.currentId(), QStringLiteral("a"));
    QVERIFY(table.setCurrentId(QStringLiteral("b")));
    model.setRows({row(QStringLiteral("x"), {}, 1), row(QStringLiteral("y"), {}, 2),
                   row(QStringLiteral("b"), {}, 3)});
    QCOMPARE(table.currentId(), QStringLiteral("b"));
    model.setRows({row(QStringLiteral("x"), {}, 1)});
    QCOMPARE(table.currentId(), QStringLiteral("x"));
    model.setRows({});
    QCOMPARE(table.currentId(), QString());
    QCOMPARE(chosen.last().first().toString(), QString());
    QVERIFY(!table.setCurrentId(QStringLiteral("b")));
}

void TextTableTest::filters()
{
    TextTableModel model(m_provider, columns());
    TextTable table(m_provider, model, QStringLiteral("Numbers"));
    model.setRows({row(QStringLiteral("a"), QStringLiteral("attn forward"), 1),
                   row(QStringLiteral("b"), QStringLiteral("attn backward"), 2)});
    table.setFilter(QStringLiteral("BACK attn"));
    QCOMPARE(table.model()->rowCount(), 1);
    QCOMPARE(table.currentId(), QStringLiteral("b"));
    table.setFilter({});
    QCOMPARE(table.model()->rowCount(), 2);
}

void TextTableTest::csv_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("cell");
    QTest::newRow("plain") << QStringLiteral("attn") << QStringLiteral("attn");
    QTest::newRow("comma") << QStringLiteral("(4, 128)") << QStringLiteral("\"(4, 128)\"");
    QTest::newRow("quote") << QStringLiteral("a\"b") << QStringLiteral("\"a\"\"b\"");
    QTest::newRow("formula") << QStringLiteral("=cmd()") << QStringLiteral("'=cmd()");
    QTest::newRow("negative number") << QStringLiteral("-1.5e-3") << QStringLiteral("-1.5e-3");
    QTest::newRow("line break") << QStringLiteral("a\nb") << QStringLiteral("\"a\nb\"");
    QTest::newRow("empty") << QString() << QString();
}

void TextTableTest::csv()
{
    QFETCH(QString, text);
    QFETCH(QString, cell);
    TextTableModel model(m_provider, {{QStringLiteral("Column")}});
    model.setRows({{QStringLiteral("a"), {{text, {}, {}, nullptr, {}}}}});
    QCOMPARE(csvOf(model), QStringLiteral("Column\r\n%1\r\n").arg(cell));
}

void TextTableTest::copiesWhatIsShown()
{
    TextTableModel model(m_provider, columns());
    TextTable table(m_provider, model, QStringLiteral("Numbers"));
    model.setRows({row(QStringLiteral("a"), QStringLiteral("one"), 1),
                   row(QStringLiteral("b"), QStringLiteral("two"), 2)});
    table.sortByColumn(1, Qt::DescendingOrder);
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QStringLiteral("Name,Value\r\ntwo,2\r\none,1\r\n"));
}

QTEST_MAIN(TextTableTest)
#include "tst_texttable.moc"
