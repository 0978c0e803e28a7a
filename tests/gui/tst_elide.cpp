#include "tests/gui/mapsettings.h"
#include "tests/support/paintedtext.h"
#include "ui/theme/celldelegate.h"
#include "ui/theme/codetext.h"
#include "ui/theme/elide.h"
#include "ui/theme/plaintext.h"

#include <QHeaderView>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include <numeric>

using namespace rocport;

/// How texts are shortened and how columns share the room.
class ElideTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void names();
    void paths_data();
    void paths();
    void pathsThatShareANameStayApart();
    void namesThatDifferInTheMiddleStayApart();
    void everyWidthIsKept();
    void columnsShare_data();
    void columnsShare();
    void columnsFollowTheirRows();
    void widthsOfTheUserStay();
    void codeStandsInItsFont();
    void codeIsBetweenPairs();
    void cellsStandBelowTheirHeaders();

private:
    [[nodiscard]] QFontMetrics metrics() const
    {
        return QFontMetrics(m_provider.theme().font(TextStep::Code));
    }
    [[nodiscard]] int width(const char* text) const
    {
        return metrics().horizontalAdvance(QString::fromUtf8(text));
    }
    MapSettings m_settings;
    ThemeProvider m_provider{m_settings};
};

void ElideTest::names()
{
    const QString ptx = QStringLiteral("detect-inline-ptx");
    const int room = width("detec…ine-ptx");
    const QString shown = elided(metrics(), ptx, ElideAs::Name, room);
    QVERIFY2(shown.endsWith(QStringLiteral("-ptx")), qPrintable(shown));
    QVERIFY2(shown.startsWith(QStringLiteral("de")), qPrintable(shown));
    QVERIFY(shown != elided(metrics(), QStringLiteral("detect-inline-asm"), ElideAs::Name, room));
    QCOMPARE(elided(metrics(), ptx, ElideAs::Name, 1000), ptx);
    QVERIFY(elided(metrics(), QStringLiteral("A sentence that goes on for long"), ElideAs::Sentence,
                   room)
                .startsWith(QStringLiteral("A sentence")));
    // Hidden characters are seen, and a pair of surrogates is not cut in two.
    const QString smiles = QString::fromUcs4(U"\U0001F600\U0001F600\U0001F600\U0001F600\U0001F600");
    for (int i = 0; i < width("…") + metrics().horizontalAdvance(smiles); ++i) {
        const QString part = elided(metrics(), smiles, ElideAs::Name, i);
        QVERIFY(QString::fromUtf8(part.toUtf8()) == part);
    }
}

void ElideTest::paths_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QVector<int>>("telling");
    QTest::addColumn<QString>("shown");
    const QString deep = QStringLiteral("examples/pytorch/gcn/src/node_classification.py:96");
    QTest::newRow("whole") << deep << QVector<int>() << deep;
    QTest::newRow("folders from the front")
        << deep << QVector<int>() << QStringLiteral("examples/…/node_classification.py:96");
    QTest::newRow("the telling folder first")
        << deep << QVector<int>{2} << QStringLiteral("…/gcn/…/node_classification.py:96");
    QTest::newRow("name alone") << deep << QVector<int>()
                                << QStringLiteral("…/node_classification.py:96");
}

void ElideTest::paths()
{
    QFETCH(QString, path);
    QFETCH(QVector<int>, telling);
    QFETCH(QString, shown);
    QCOMPARE(elided(metrics(), path, ElideAs::Path, metrics().horizontalAdvance(shown), telling),
             shown);
}

/// The fifteen files of one name of a real repository, in a column too narrow for their paths.
void ElideTest::pathsThatShareANameStayApart()
{
    QStringList paths;
    for (const char* folder :
         {"examples/advanced/cugraph", "examples/core/Graphsage", "examples/core/gat",
          "examples/graphbolt", "examples/graphbolt/disk_based_feature",
          "examples/graphbolt/pyg/hetero", "examples/graphbolt/quickstart", "examples/multigpu",
          "examples/multigpu/graphbolt", "examples/pytorch/graphsage/advanced",
          "examples/pytorch/graphsage/dist", "examples/pytorch/multigpu", "examples/sampling",
          "examples/sampling/graphbolt", "dglgo/dglgo/pipeline/nodepred"}) {
        paths.append(QString::fromLatin1(folder) + QStringLiteral("/node_classification.py:12"));
    }
    const QHash<QString, QVector<int>> telling = tellingParts(paths, ElideAs::Path);
    for (const char* room :
         {"…/graphbolt/node_classification.py:12", "node_classification.py:12", "node_classi"}) {
        QSet<QString> shown;
        for (const QString& path : std::as_const(paths)) {
            const QString text =
                elided(metrics(), path, ElideAs::Path, width(room), telling.value(path));
            QVERIFY2(metrics().horizontalAdvance(text) <= width(room), qPrintable(text));
            QVERIFY2(text.endsWith(QStringLiteral(":12")), qPrintable(text));
            shown.insert(text);
        }
        // Down to 11 letters they cannot all differ; while the name fits they do.
        QVERIFY2(shown.size() == paths.size() || room == QByteArray("node_classi"),
                 qPrintable(QStringList(shown.begin(), shown.end()).join(u'\n')));
    }
    QVERIFY(tellingParts({QStringLiteral("a/b.cu:1"), QStringLiteral("a/b.cu:2"),
                          QStringLiteral("a/c.cu:1")},
                         ElideAs::Path)
                .isEmpty());
}

/// Names that have both ends in common: as names and as files, down to half of their width.
void ElideTest::namesThatDifferInTheMiddleStayApart()
{
    QStringList names;
    for (const char* heads : {"32", "64", "128", "256"}) {
        for (const char* type : {"bf16", "fp16"}) {
            for (const char* causal : {"", "causal_"}) {
                names.append(
                    QStringLiteral("flash_fwd_hdim%1_%2_%3sm80.cu")
                        .arg(QLatin1String(heads), QLatin1String(type), QLatin1String(causal)));
            }
        }
    }
    for (const ElideAs as : {ElideAs::Name, ElideAs::Path}) {
        QStringList texts = names;
        for (QString& text : texts) {
            text.prepend(as == ElideAs::Path ? QStringLiteral("csrc/flash_attn/src/") : QString());
        }
        const QHash<QString, QVector<int>> telling = tellingParts(texts, as);
        QSet<QString> shown;
        for (const QString& text : std::as_const(texts)) {
            shown.insert(
                elided(metrics(), text, as, width("flash_fwd_hdim128"), telling.value(text)));
        }
        QVERIFY2(shown.size() == texts.size(),
                 qPrintable(QStringList(shown.begin(), shown.end()).join(u'\n')));
    }
}

void ElideTest::everyWidthIsKept()
{
    for (const QString& text :
         {QStringLiteral("csrc/flash_attn/src/flash_fwd_hdim128_bf16_causal_sm80.cu"),
          QStringLiteral("/opt/rocm/include/hip/amd_detail/amd_hip_runtime.h:412:7"),
          QStringLiteral("a/b"), QStringLiteral("/"), QStringLiteral("a//b/c.cu")}) {
        for (const ElideAs as : {ElideAs::Sentence, ElideAs::Name, ElideAs::Path}) {
            for (int room = 0; room < metrics().horizontalAdvance(text) + 3; ++room) {
                for (const QVector<int>& telling :
                     {QVector<int>(), QVector<int>{0}, QVector<int>{1, 9}}) {
                    const QString shown = elided(metrics(), text, as, room, telling);
                    QVERIFY2(shown.size() <= 1 || metrics().horizontalAdvance(shown) <= room,
                             qPrintable(shown));
                }
            }
        }
    }
}

void ElideTest::columnsShare_data()
{
    QTest::addColumn<QVector<ColumnWish>>("wishes");
    QTest::addColumn<int>("room");
    QTest::addColumn<QVector<int>>("widths");
    const ColumnWish state{60, 80, true, false};
    const ColumnWish place{100, 400, true, false};
    const ColumnWish message{200, 900, false, true};
    QTest::newRow("room for all") << QVector<ColumnWish>{state, place, message} << 2000
                                  << QVector<int>{80, 400, 1520};
    QTest::newRow("the sentence gives way")
        << QVector<ColumnWish>{state, place, message} << 1000 << QVector<int>{80, 400, 520};
    QTest::newRow("then what decides")
        << QVector<ColumnWish>{state, place, message} << 500 << QVector<int>{80, 220, 200};
    QTest::newRow("not even the least")
        << QVector<ColumnWish>{state, place, message} << 300 << QVector<int>{60, 100, 200};
    QTest::newRow("small needs give their room away")
        << QVector<ColumnWish>{{200, 30, false, false}, place} << 450 << QVector<int>{30, 420};
    const ColumnWish path{100, 400, true, false, true};
    QTest::newRow("half of the room is the sentence's before a path is whole")
        << QVector<ColumnWish>{state, path, message} << 700 << QVector<int>{80, 256, 364};
    QTest::newRow("a path takes what a sentence leaves")
        << QVector<ColumnWish>{state, path, {200, 300, false, true}} << 700
        << QVector<int>{80, 320, 300};
    QTest::newRow("sentences share by what they need")
        << QVector<ColumnWish>{state, {100, 300, false, false}, {100, 900, false, true}} << 780
        << QVector<int>{80, 200, 500};
    QTest::newRow("what wraps gives rather than that the table scrolls")
        << QVector<ColumnWish>{state, {100, 100, true, false}, {260, 900, true, true, false, true}}
        << 340 << QVector<int>{60, 100, 180};
}

void ElideTest::columnsShare()
{
    QFETCH(QVector<ColumnWish>, wishes);
    QFETCH(int, room);
    QFETCH(QVector<int>, widths);
    const QVector<int> got = shareColumns(wishes, room);
    QCOMPARE(got, widths);
    const int sum = std::accumulate(got.begin(), got.end(), 0);
    QVERIFY(sum == room || room < 340);
}

void ElideTest::columnsFollowTheirRows()
{
    QStandardItemModel model(0, 2);
    model.setHorizontalHeaderLabels({QStringLiteral("File"), QStringLiteral("What")});
    QTreeView view;
    view.setModel(&model);
    view.setRootIsDecorated(false);
    fitColumns(
        view, m_provider,
        {{ElideAs::Path, true, false, false, 60}, {ElideAs::Sentence, false, true, true, 80}}, 24);
    view.resize(600, 300);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    const QString what = QStringLiteral("a sentence of many words that takes more than one line");
    model.appendRow({new QStandardItem(QStringLiteral("a.cu")), new QStandardItem(what)});
    QTRY_VERIFY(view.columnWidth(0) < 120);
    const int before = view.columnWidth(0);
    const int lines = view.visualRect(model.index(0, 1)).height();
    // The last of a thousand rows counts as the first does.
    QList<QStandardItem*> files;
    for (int i = 0; i < 1000; ++i) {
        files.append(new QStandardItem(QStringLiteral("csrc/some/folder/kernel_%1.cu").arg(i)));
    }
    model.invisibleRootItem()->appendRows(files);
    QTRY_VERIFY(view.columnWidth(0) > before + 60);
    QCOMPARE(view.columnWidth(0) + view.columnWidth(1), view.viewport()->width());
    view.resize(340, 300);
    QTRY_VERIFY2(view.visualRect(model.index(0, 1)).height() > lines, "it wraps");
}

void ElideTest::widthsOfTheUserStay()
{
    QStandardItemModel model(3, 2);
    QTreeView view;
    view.setModel(&model);
    fitColumns(view, m_provider, {{}, {ElideAs::Sentence, false, true, false, 80}}, 24);
    view.resize(500, 300);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    view.header()->resizeSection(0, 217);
    model.setItem(0, 0, new QStandardItem(QString(60, u'w')));
    QTRY_COMPARE(view.columnWidth(0), 217);
    QCOMPARE(view.columnWidth(1), view.viewport()->width() - 217);
}

void ElideTest::codeStandsInItsFont()
{
    const Theme& theme = m_provider.theme();
    const QFont body = theme.font(TextStep::Body);
    const QString text = QStringLiteral("`__shfl_sync` reads a lane; use `__shfl` instead of it.");
    const CodeText code(theme, text, body);
    QCOMPARE(code.lines(code.width(), 5), 1);
    QCOMPARE(code.lines(code.width() / 2 + 60, 5), 2);
    const auto painted = [&code](int room, int most) {
        test::TextRecorder recorder;
        QPainter painter(&recorder);
        code.paint(painter, QRect(10, 0, room, 48), most);
        painter.end();
        return recorder.texts();
    };
    const auto whole = painted(code.width() + 4, 1);
    QVERIFY(whole.size() > 1); // in pieces of two fonts
    QCOMPARE(whole.first().rect.left(), 10.0);
    QString shown;
    for (const test::PaintedText& piece : whole) {
        shown += piece.text;
    }
    QCOMPARE(shown, QString(text).remove(u'`'));
    const QString end = painted(code.width() / 4, 2).last().text;
    QVERIFY2(end.endsWith(QChar(0x2026)), qPrintable(end));
    QCOMPARE(CodeText(theme, {}, body).lines(100, 5), 1);
    const CodeText small(theme, QStringLiteral("`code`"), body, TextStep::CodeSmall);
    QVERIFY(small.width() < CodeText(theme, QStringLiteral("`code`"), body).width());
}

/// What is no pair stays, and lines of the text stay lines: painted and as markup.
void ElideTest::codeIsBetweenPairs()
{
    const Theme& theme = m_provider.theme();
    const QString odd = QStringLiteral("error: `foo' is not\ndeclared `` here");
    QCOMPARE(splitCode(odd).size(), 1);
    QCOMPARE(splitCode(odd).first().text, odd);
    QVERIFY(!splitCode(odd).first().isCode);
    QCOMPARE(CodeText(theme, odd, theme.font(TextStep::Body)).lines(1000, 5), 2);
    QCOMPARE(codeMarkup(theme, odd), odd.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")));
    const auto pieces = splitCode(QStringLiteral("``a` and `b%1<`"));
    QCOMPARE(pieces.size(), 4);
    QCOMPARE(pieces[1].text, QStringLiteral("a"));
    QVERIFY(pieces[1].isCode && !pieces[2].isCode && pieces[3].isCode);
    QVERIFY(
        codeMarkup(theme, QStringLiteral("`b%1<`")).contains(QStringLiteral(">b%1&lt;</span>")));
}

/// Cells begin where their header does, in trees and tables, whether ruled or not.
void ElideTest::cellsStandBelowTheirHeaders()
{
    m_provider.attach(*qApp);
    QStandardItemModel model(1, 2);
    model.setHorizontalHeaderLabels({QStringLiteral("File"), QStringLiteral("What")});
    model.setItem(0, 0, new QStandardItem(QStringLiteral("a.cu")));
    model.setItem(0, 1, new QStandardItem(QStringLiteral("words")));
    QTreeView plain;
    QTreeView ruled;
    QTableView table;
    plain.setRootIsDecorated(false);
    ruled.setRootIsDecorated(false);
    for (QAbstractItemView* view :
         {static_cast<QAbstractItemView*>(&plain), static_cast<QAbstractItemView*>(&ruled),
          static_cast<QAbstractItemView*>(&table)}) {
        view->setModel(&model);
        auto* delegate = new CellDelegate(m_provider, 24, view);
        delegate->setRuled(view == &ruled);
        fitColumns(*view, m_provider, {{}, {ElideAs::Sentence, false, true, false, 80}}, delegate);
        view->resize(500, 200);
        view->show();
        QVERIFY(QTest::qWaitForWindowExposed(view));
        for (int column = 0; column < 2; ++column) {
            const QModelIndex index = model.index(0, column);
            const auto texts = test::paintedTexts(*view, index);
            QVERIFY(!texts.isEmpty());
            const double left = texts.first().rect.left() - view->visualRect(index).left();
            QCOMPARE(left, double(m_provider.theme().scaled(12)));
        }
    }
}

QTEST_MAIN(ElideTest)
#include "tst_elide.moc"
