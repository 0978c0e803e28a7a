#include "core/remote/container.h"
#include "core/remote/nodekinds.h"
#include "core/remote/slurm.h"
#include "testpaths.h"
#include "tests/gui/nodesfixture.h"
#include "ui/nodes/nodeeditor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPalette>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

using namespace rocport;

/// The dialogue that describes a node.
class NodeEditorTest : public QObject, protected test::NodesFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void editorSaysProblems();
    void editorFindsTheEmulator();
    void editorChoosesImages();
};

void NodeEditorTest::editorSaysProblems()
{
    NodeEditor editor(*m_remote, *m_provider, {}, m_area.get());
    editor.show();
    auto* save = editor.findChild<QPushButton*>(QStringLiteral("saveNode"));
    auto* host = editor.findChild<QComboBox*>(QStringLiteral("nodeHost"));
    QVERIFY(!save->isEnabled()); // no name, no host
    QVERIFY(!editor.problems().isEmpty());
    // What was not typed in yet is said, and is no mistake.
    const auto colour = [&] {
        return editor.findChild<QLabel*>(QStringLiteral("nodeProblems"))
            ->palette()
            .color(QPalette::WindowText);
    };
    QCOMPARE(colour(), m_provider->theme().text2);
    QVERIFY2(editor.problems().contains(QLatin1StringView("The node has no host")),
             qPrintable(editor.problems()));
    QTRY_VERIFY(host->findText(QStringLiteral("mi300-a")) >= 0); // of the SSH configuration
    editor.findChild<QLineEdit*>(QStringLiteral("nodeNameField"))->setText(QStringLiteral("a"));
    host->setCurrentText(QStringLiteral("mi300-a"));
    QCOMPARE(editor.problems(), QString());
    QVERIFY(save->isEnabled());
    host->setCurrentText(QStringLiteral("-oProxyCommand=evil"));
    QVERIFY(!save->isEnabled());
    QCOMPARE(colour(), m_provider->theme().crit);
    editor.findChild<QComboBox*>(QStringLiteral("nodeKind"))->setCurrentIndex(1);
    QVERIFY(!host->isVisible());
    QCOMPARE(editor.node().place, QStringLiteral("local"));
    QVERIFY(editor.node().of<SshHost>().host.isEmpty());
    QVERIFY(save->isEnabled());
}

void NodeEditorTest::editorFindsTheEmulator()
{
    NodeEditor editor(*m_remote, *m_provider, {}, m_area.get());
    editor.show();
    auto* kind = editor.findChild<QComboBox*>(QStringLiteral("nodeKind"));
    auto* gpu = editor.findChild<QComboBox*>(QStringLiteral("emulatedGpu"));
    auto* rocm = editor.findChild<QLineEdit*>(QStringLiteral("emulatorRocm"));
    auto* found = editor.findChild<QLabel*>(QStringLiteral("emulatorFound"));
    QVERIFY(!gpu->isVisible());
    kind->setCurrentIndex(kind->findText(QStringLiteral("Emulated GPU")));
    QVERIFY(gpu->isVisible());
    QCOMPARE(gpu->currentText(), QStringLiteral("MI300X (gfx942)"));
    rocm->setText(QStringLiteral(ROCPORT_SOURCE_DIR "/tests/support/fakeemulator"));
    QTRY_VERIFY2(found->text().startsWith(QStringLiteral("Emulated by ")),
                 qPrintable(found->text()));
    gpu->setCurrentIndex(gpu->findData(QStringLiteral("gfx90a")));
    QTRY_VERIFY2(found->text().contains(QStringLiteral("no layout of gfx90a")),
                 qPrintable(found->text()));
    editor.findChild<QLineEdit*>(QStringLiteral("nodeNameField"))->setText(QStringLiteral("e"));
    QCOMPARE(editor.problems(), QString());
    rocm->setText(QStringLiteral("here"));
    QVERIFY(editor.problems().contains(QStringLiteral("The folder of ROCm must begin with")));
    // What goes around programs here cannot go around a queue.
    rocm->clear();
    editor.findChild<QCheckBox*>(QStringLiteral("useSlurm"))->setChecked(true);
    QVERIFY(editor.problems().contains(QStringLiteral("Turn off \"Slurm\"")));
}

void NodeEditorTest::editorChoosesImages()
{
    Node node;
    node.name = QStringLiteral("a");
    node.of<SshHost>().host = QStringLiteral("mi300-a");
    NodeEditor editor(*m_remote, *m_provider, node, m_area.get());
    editor.show();
    auto* use = editor.findChild<QComboBox*>(QStringLiteral("containerUse"));
    auto* image = editor.findChild<QComboBox*>(QStringLiteral("containerImage"));
    auto* fetch = editor.findChild<QPushButton*>(QStringLiteral("listImages"));
    QVERIFY(!image->isVisible());
    use->setCurrentIndex(1);
    QVERIFY(image->isVisible());
    fetch->click();
    QTRY_COMPARE(image->count(), 1);
    QTRY_COMPARE(editor.node().of<ContainerSettings>().image,
                 QStringLiteral("rocm/pytorch:latest"));
    use->setCurrentIndex(2);
    QCOMPARE(fetch->text(), QStringLiteral("List containers"));
    fetch->click();
    QTRY_COMPARE(editor.node().of<ContainerSettings>().container, QStringLiteral("trainer"));
    QVERIFY(editor.node().of<ContainerSettings>().image.isEmpty());
    m_remote->refusal.reset();
    editor.findChild<QCheckBox*>(QStringLiteral("useSlurm"))->setChecked(true);
    editor.findChild<QLineEdit*>(QStringLiteral("slurmPartition"))
        ->setText(QStringLiteral("mi300x"));
    editor.findChild<QPlainTextEdit*>(QStringLiteral("nodeEnvironment"))
        ->setPlainText(QStringLiteral("A=1\n\nB=x=y"));
    const Node made = editor.node();
    QVERIFY(made.of<SlurmSettings>().use);
    QCOMPARE(made.of<SlurmSettings>().partition, QStringLiteral("mi300x"));
    QCOMPARE(made.environment.size(), 2);
    QCOMPARE(made.environment[1].second, QStringLiteral("x=y"));
}

QTEST_MAIN(NodeEditorTest)
#include "tst_nodeeditor.moc"
