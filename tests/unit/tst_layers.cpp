// The rules between layers (docs/architecture.md), on sources, link lists and the finished
// rocport-cli.
#include "layerrules.h"
#include "testpaths.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using rocport::test::LayerRules;
using rocport::test::LayerViolation;

class TestLayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sourcesKeepTheRules();
    void linkListsKeepTheRules();
    void commandLineLinksNoWidgets();
    void badSourceIsFound_data();
    void badSourceIsFound();
    void goodSourceIsLeftAlone_data();
    void goodSourceIsLeftAlone();
    void badTreeIsFound();
    void badLinkIsFound_data();
    void badLinkIsFound();

private:
    static LayerRules projectRules()
    {
        return {QStringLiteral(ROCPORT_SOURCE_DIR), QStringLiteral(ROCPORT_QT_HEADERS)};
    }
    static QByteArray describe(const QVector<LayerViolation>& violations)
    {
        QByteArray text;
        for (const LayerViolation& violation : violations) {
            text += '\n' + violation.file.toUtf8() + ':' + QByteArray::number(violation.line) +
                    ": " + violation.what.toUtf8();
        }
        return text;
    }
};

void TestLayers::sourcesKeepTheRules()
{
    const LayerRules rules = projectRules();
    QVERIFY2(rules.coreLayers().contains(QStringLiteral("store")),
             "core/CMakeLists.txt was not read");
    QVERIFY2(rules.uiLayers().contains(QStringLiteral("shell")), "ui/CMakeLists.txt was not read");
    const auto violations = rules.checkSources();
    QVERIFY2(violations.isEmpty(), describe(violations).constData());
}

void TestLayers::linkListsKeepTheRules()
{
    QFile lists(QStringLiteral(ROCPORT_LINK_LISTS));
    QVERIFY2(lists.open(QIODevice::ReadOnly), "CMake writes the link lists when it configures");
    const QByteArray text = lists.readAll();
    QVERIFY2(text.contains("rocport_base|core/base|"), text.constData());
    const auto violations = projectRules().checkLinks(text);
    QVERIFY2(violations.isEmpty(), describe(violations).constData());
}

// ldd shows the libraries of libraries too.
void TestLayers::commandLineLinksNoWidgets()
{
#ifdef ROCPORT_CLI
    const QString program = QStringLiteral(ROCPORT_CLI);
    if (!QFile::exists(program)) {
        QSKIP("rocport-cli is not built");
    }
    QProcess ldd;
    ldd.start(QStringLiteral("ldd"), {program});
    QVERIFY(ldd.waitForFinished());
    QCOMPARE(ldd.exitCode(), 0);
    const QByteArray libraries = ldd.readAllStandardOutput();
    QVERIFY2(libraries.contains("libQt6Core"), libraries.constData());
    for (const char* forbidden : {"libQt6Gui", "libQt6Widgets", "libqscintilla", "libQt6Svg"}) {
        QVERIFY2(!libraries.contains(forbidden), libraries.constData());
    }
#else
    QSKIP("this build has no rocport-cli");
#endif
}

void TestLayers::badSourceIsFound_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("line");

    const auto row = [](const char* path, const char* line) {
        QTest::addRow("%s %s", path, line) << QString::fromLatin1(path) << QByteArray(line);
    };
    row("core/text/a.cpp", "#include \"ui/shell/mainwindow.h\"");
    row("core/text/a.cpp", "#include \"app/main.h\"");
    row("core/text/a.cpp", "#include \"core/scan/scanner.h\"");
    row("core/text/a.cpp", "#include \"core/nosuch/x.h\"");
    row("core/plan/a.h", "#include <QColor>");
    row("core/plan/a.h", "  #  include <QtWidgets/QWidget>");
    row("core/plan/a.h", "#include <qwidget.h>");
    row("core/plan/a.h", "#include <QNetworkAccessManager>");
    row("core/plan/a.h", "#include <QSqlQuery>");
    row("core/plan/a.h", "#include <QtSql/QSqlDatabase>");
    row("core/vcs/a.cpp", "#include <QProcess>");
    row("core/plan/a.cpp", "#include <git2.h>");
    row("core/rules/a.cpp", "#include <toml++/toml.h>");
    row("core/project/a.cpp", "#include <md4c.h>");
    row("core/rules/a.cpp", "const toml::table root = toml::parse(text);");
    row("core/joblog/a.cpp", "auto root = toml::parse_file(name);");
    row("core/report/a.cpp", "#include <Qsci/qsciscintilla.h>");
    row("core/report/a.cpp", "const char* q = \"SELECT id FROM finding\";");
    row("ui/shell/a.cpp", "#include <QSqlQuery>");
    row("ui/shell/a.cpp", "#include <QProcess>");
    row("ui/shell/a.cpp", "#include <QFile>");
    row("ui/shell/a.cpp", "#include <fstream>");
    row("ui/theme/a.cpp", "#include <QSaveFile>");
    row("ui/theme/a.cpp", "#include <QFile>");
    row("ui/shell/a.cpp", "auto q = QStringLiteral(\"DELETE FROM decision WHERE id = 1\");");
    row("ui/theme/a.cpp", "#include \"ui/shell/mainwindow.h\"");
    row("ui/messages/a.cpp", "#include <QWidget>");
    row("ui/review/a.cpp", "#include \"app/main.h\"");
    row("app/cli/main.cpp", "#include <QApplication>");
    row("app/rocport_cli.cpp", "#include <QGuiApplication>");
    row("app/cli/main.cpp", "#include \"ui/theme/theme.h\"");
    row("app/main.cpp", "#include <QSqlDatabase>");
    row("app/main.cpp", "#include <sqlite3.h>");
    row("core/vcs/a.cpp", "QSaveFile file(path);");
    row("app/window/a.cpp", "QSettings settings(file, QSettings::IniFormat);");
    row("core/vcs/a.cpp", "file.open(QIODevice::WriteOnly | QIODevice::Text)");
    row("core/plan/a.cpp", "std::ofstream out(path);");
    row("core/plan/a.cpp", "::open(path, O_WRONLY | O_CREAT, 0600);");
    row("core/project/a.cpp", "QDir().mkpath(folder);");
    row("core/project/a.cpp", "QFile::copy(from, to);");
    row("ui/shell/a.cpp", "    auto* text = new QLabel(path.display(), this);");
    row("ui/shell/a.cpp", "    QLabel label(text);");
    row("ui/shell/a.cpp", "    return QLabel{text};");
    row("ui/shell/a.cpp", "    auto label = std::make_unique<QLabel>(text);");
    row("ui/shell/a.cpp", "    QMessageBox::warning(this, title, text);");
    row("ui/shell/a.cpp", "    auto* box = new QMessageBox(this);");
    row("ui/shell/a.cpp", "    QToolTip::showText(pos, text, this);");
    row("ui/shell/a.cpp", "    m_view->setHtml(text);");
    row("ui/shell/a.cpp", "    cursor.insertHtml(text);");
    row("ui/shell/a.h", "class View : public QTextBrowser");
    row("ui/shell/a.cpp", "    m_edit = new QTextEdit(this);");
    row("ui/shell/a.cpp", "    QTextDocument document;");
    row("ui/shell/a.cpp", "    painter.drawStaticText(0, 0, QStaticText(text));");
    row("ui/shell/a.cpp", "    setWhatsThis(text);");
    row("ui/shell/a.cpp", "    label->setTextFormat(Qt::RichText);");
    row("ui/shell/a.cpp", "    html += text.toHtmlEscaped();");
    row("ui/shell/a.cpp", "    p.drawText(rect, 0, p.fontMetrics().elidedText(name, mode, 9));");
    row("ui/shell/a.cpp", "    QDesktopServices::openUrl(url);");
    row("ui/shell/a.cpp", "    const int line = QInputDialog::getInt(this, title, label);");
    row("ui/shell/a.cpp", "    const QString file = QFileDialog::getSaveFileName(this);");
    row("ui/shell/a.cpp", "    menu.exec(position);");
    row("ui/shell/a.cpp", "    if (dialog->exec() == QDialog::Accepted) {");
    row("ui/shell/a.cpp", "    m_button->showMenu();");
    row("ui/shell/a.cpp", "    QEventLoop loop;");
    row("app/window/a.cpp", "    QMessageBox box;");
    row("core/report/a.cpp", "    QStringLiteral(\"%1:%2\").arg(path.display()).arg(line);");
    row("ui/review/a.cpp", "    loading.then(this, [this] { show(); });");
    row("ui/review/a.cpp", "    loading.then(\n        this, [this] { show(); });");
    row("ui/shell/a.cpp", "    report.then(QtFuture::Launch::Async, &handOffOf);");
    row("ui/shell/a.cpp", "    report.then(&handOffOf)");
    row("core/scan/a.cpp", "    reading.then([] {}).onFailed([] {});");
    row("core/project/a.cpp", "    }).then(&q, [this](const Plan& plan) {");
    row("core/remote/a.cpp", "        .then(context, [this](const Plan& plan) {");
}

void TestLayers::badSourceIsFound()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, line);
    const QByteArray text = "#pragma once\n\n" + line + "\n";
    const auto violations = projectRules().checkFile(path, text);
    QCOMPARE(violations.size(), 1);
    QCOMPARE(violations[0].line, 3);
    QCOMPARE(violations[0].file, path);
}

void TestLayers::goodSourceIsLeftAlone_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("line");

    const auto row = [](const char* path, const char* line) {
        QTest::addRow("%s %s", path, line) << QString::fromLatin1(path) << QByteArray(line);
    };
    row("core/scan/a.cpp", "#include \"core/text/clexer.h\"");
    row("core/scan/a.cpp", "#include \"core/scan/scanner.h\"");
    row("core/scan/a.cpp", "#include <QtConcurrent/QtConcurrentRun>");
    row("core/scan/a.cpp", "#include <vector>");
    row("core/store/a.cpp", "#include <QSqlQuery>");
    row("core/store/a.cpp", "query.prepare(\"SELECT id FROM finding\");");
    row("core/vcs/a.cpp", "#include <git2.h>");
    row("core/files/a.cpp", "::openat(folder, name, O_WRONLY | O_CREAT, mode);");
    row("core/verify/a.cpp", "QDataStream out(&archive, QIODevice::WriteOnly);");
    row("core/vcs/a.cpp", "file.open(QIODevice::ReadOnly);");
    row("core/text/tomlsource.cpp", "return toml::parse(text);");
    row("core/text/tomlsource.h", "#include <toml++/toml.h>");
    row("core/rules/a.cpp", "const toml::table* table = node.as_table();");
    row("core/text/a.cpp", "// #include <QWidget>");
    row("core/text/a.cpp", "/* #include <QWidget> */");
    row("core/text/a.cpp", "f(\"Select a file\"); g(\"UPDATE it\"); h(\"/* not a comment\");");
    row("ui/shell/a.cpp", "#include <QFileDialog>");
    row("ui/shell/a.cpp", "    menu->popup(position);");
    row("ui/shell/a.cpp", "    whenDoneInPool(report, this, &handOffOf, [this] { show(); });");
    row("core/scan/a.cpp", "    whenDone(reading, this, [this] { show(); });");
    row("app/window/a.cpp", "    return QApplication::exec();");
    row("ui/theme/a.cpp", "#include <QResource>");
    row("ui/shell/a.cpp", "#include \"ui/theme/theme.h\"");
    row("ui/shell/a.cpp", "#include \"core/project/session/session.h\"");
    row("app/cli/main.cpp", "#include \"ui/messages/messages.h\"");
    row("app/main.cpp", "#include <QApplication>");
    row("app/main.cpp", "#include \"ui/shell/mainwindow.h\"");
    row("ui/theme/plaintext.cpp", "    QToolTip::showText(pos, tipText(text), widget);");
    row("ui/shell/a.h", "class TextLabel : public QLabel");
    row("ui/shell/a.cpp", "    const auto labels = findChildren<QLabel*>();");
    row("ui/shell/a.cpp", "    QTextEdit::ExtraSelection mark;");
    row("ui/shell/a.cpp", "    box->addButton(text, QMessageBox::RejectRole);");
    row("core/report/a.cpp", "    out += text.toHtmlEscaped();");
    row("core/report/a.cpp", "    text.arg(path.display(), QString::number(line));");
}

void TestLayers::goodSourceIsLeftAlone()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, line);
    const auto violations = projectRules().checkFile(path, "#pragma once\n" + line + "\n");
    QVERIFY2(violations.isEmpty(), describe(violations).constData());
}

// A small tree with one bad file, found from its folder.
void TestLayers::badTreeIsFound()
{
    const QTemporaryDir folder;
    const auto write = [&](const char* path, const char* text) {
        const QString file = folder.filePath(QString::fromLatin1(path));
        QDir().mkpath(file.section(QLatin1Char('/'), 0, -2));
        QFile out(file);
        return out.open(QIODevice::WriteOnly) && out.write(text) >= 0;
    };
    QVERIFY(write("core/CMakeLists.txt", "add_subdirectory(base)\nadd_subdirectory(text)\n"));
    QVERIFY(write("ui/CMakeLists.txt", "add_subdirectory(shell)\n"));
    QVERIFY(write("core/base/good.h", "#include <QString>\n"));
    QVERIFY(write("core/base/bad.cpp",
                  "#include \"core/base/good.h\"\n#include \"core/text/lexer.h\"\n"));
    QVERIFY(write("ui/shell/fine.cpp", "#include \"core/text/lexer.h\"\n"));
    QVERIFY(write("core/base/line.h", "struct Other;\nstruct Line\n{\n    struct Part {};\n};\n"));
    QVERIFY(write("core/text/line.h", "struct Line;\nstruct Other::Part\n{\n};\n"));
    QVERIFY(write("core/text/place.h", "struct Part\n{\n};\nenum class Line : int { A };\n"));

    const auto violations =
        LayerRules(folder.path(), QStringLiteral(ROCPORT_QT_HEADERS)).checkSources();
    QCOMPARE(violations.size(), 2);
    QCOMPARE(violations[0].file, QStringLiteral("core/base/bad.cpp"));
    QCOMPARE(violations[0].line, 2);
    QCOMPARE(violations[1].file, QStringLiteral("core/text/place.h"));
    QCOMPARE(violations[1].line, 4);
    QVERIFY2(violations[1].what.contains(QStringLiteral("core/base/line.h")),
             qPrintable(violations[1].what));
}

void TestLayers::badLinkIsFound_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("count");
    QTest::newRow("order") << QByteArray("rocport_text|core/text|rocport_settings rocport_scan")
                           << 1;
    QTest::newRow("ui") << QByteArray("rocport_plan|core/plan|Qt6::Core rocport_shell") << 1;
    QTest::newRow("gui") << QByteArray("rocport_plan|core/plan|Qt6::Gui Qt6::Widgets") << 2;
    QTest::newRow("sql") << QByteArray("rocport_plan|core/plan|Qt6::Sql") << 1;
    QTest::newRow("sql in ui") << QByteArray("rocport_shell|ui/shell|Qt6::Sql") << 1;
    QTest::newRow("git in ui") << QByteArray("rocport_shell|ui/shell|PkgConfig::GIT2") << 1;
    QTest::newRow("good core") << QByteArray("rocport_store|core/store|Qt6::Sql rocport_plan") << 0;
    QTest::newRow("good vcs") << QByteArray("rocport_vcs|core/vcs|rocport_scan PkgConfig::GIT2")
                              << 0;
    QTest::newRow("good ui") << QByteArray("rocport_shell|ui/shell|Qt6::Widgets rocport_theme")
                             << 0;
}

void TestLayers::badLinkIsFound()
{
    QFETCH(QByteArray, line);
    QFETCH(int, count);
    const auto violations = projectRules().checkLinks(line + '\n');
    QVERIFY2(violations.size() == count, describe(violations).constData());
}

QTEST_GUILESS_MAIN(TestLayers)
#include "tst_layers.moc"
