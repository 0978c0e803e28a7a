#include "core/isolation/isolation.h"
#include "tests/unit/manifestanalysis.h"

#include <QTest>

using namespace rocport;

/// Images that containers are built from: what is found, edited and proved.
class TestBaseImages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void images_data();
    void images();
    void baseImageEdit();
    void dockerfileProof();
};

void TestBaseImages::initTestCase()
{
    QVERIFY(RuleSet::load().problems.isEmpty());
}

void TestBaseImages::images_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("found");
    const auto row = [](const char* tag, const char* name, const char* text,
                        std::initializer_list<const char*> found) {
        QStringList list;
        for (const char* one : found) {
            list.append(QString::fromUtf8(one));
        }
        QTest::newRow(tag) << QByteArray(name) << QByteArray(text) << list;
    };
    row("from", "Dockerfile",
        "# syntax=docker/dockerfile:1\nFROM --platform=linux/amd64 "
        "nvidia/cuda:12.4.1-devel-ubuntu22.04 AS base\nFROM base\n"
        "FROM pytorch/pytorch:2.5.1-cuda12.4-cudnn9-devel\nFROM python:3.11\nFROM "
        "rocm/pytorch:latest\n",
        {"2:nvidia/cuda:12.4.1-devel-ubuntu22.04",
         "4:pytorch/pytorch:2.5.1-cuda12.4-cudnn9-devel"});
    row("argument", "Dockerfile",
        "ARG BASE=nvcr.io/nvidia/pytorch:24.10-py3\nFROM ${BASE}\nRUN apt-get update && apt-get "
        "install -y \\\n    git cuda-toolkit-12-4\n",
        {"1:nvcr.io/nvidia/pytorch:24.10-py3", "4:cuda-toolkit-12-4"});
    row("compose", "docker-compose.yml",
        "services:\n  a:\n    image: \"vllm/vllm-openai:v0.6\"\n    runtime: nvidia\n    deploy:\n"
        "      resources:\n        reservations:\n          devices:\n            - driver: "
        "nvidia\n  b:\n    image: redis\n    gpus: all\n",
        {"3:vllm/vllm-openai:v0.6", "4:runtime: nvidia", "9:driver: nvidia", "12:gpus: all"});
    row("workflow", ".github/workflows/x.yml",
        "jobs:\n  a:\n    container: nvidia/cuda:12.1.0-base-ubuntu20.04\n    steps:\n"
        "      - uses: Jimver/cuda-toolkit@v0.2.16\n      - run: nvidia-smi\n",
        {"3:nvidia/cuda:12.1.0-base-ubuntu20.04", "5:Jimver/cuda-toolkit@v0.2.16", "6:nvidia-smi"});
    row("container toolkit", "setup.sh",
        "sudo apt-get install -y nvidia-container-toolkit\nsudo nvidia-ctk runtime configure\n"
        "sudo apt-get install -y nvidia-modprobe\necho nvidia-container-toolkit\n",
        {"1:nvidia-container-toolkit", "2:nvidia-ctk"});
    row("run", "README.md", "```bash\ndocker run --gpus all -it x\nnvidia-smi\n```\n",
        {"2:--gpus"});
}

void TestBaseImages::images()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, found);
    const FileAnalysis analysis = analyseAs(name, languageOfFile(name), text);
    QCOMPARE(said(analysis, "deps-base-image"), found);
    for (const Finding& finding : analysis.findings) {
        QVERIFY2(!finding.message.contains(u'{') && !finding.wayOut.contains(u'{') &&
                     !finding.wayOut.isEmpty(),
                 qPrintable(finding.message + finding.wayOut));
    }
}

void TestBaseImages::baseImageEdit()
{
    for (const QByteArray& end : {QByteArray("\n"), QByteArray("\r\n")}) {
        const QByteArray text = QByteArray("# escape=x\nARG V=12.4.1\n"
                                           "FROM nvidia/cuda:${V}-devel-ubuntu22.04 AS b\n"
                                           "FROM b\nFROM nvidia/cuda:${V}-devel-ubuntu22.04\n"
                                           "FROM nvidia/cuda:11.8.0-runtime-ubuntu20.04\n")
                                    .replace("\n", end);
        const FileAnalysis analysis = analyseAs("Dockerfile", Language::Dockerfile, text);
        QCOMPARE(analysis.hunks.size(), qsizetype(1));
        QCOMPARE(analysis.hunks.first().verdict, Verdict::Equivalent);
        const auto ported = applyHunks(text, analysis.hunks);
        QVERIFY(ported.ok());
        QCOMPARE(*ported, QByteArray("# escape=x\nARG V=12.4.1\n"
                                     "ARG BASE_IMAGE=nvidia/cuda:${V}-devel-ubuntu22.04\n"
                                     "ARG BASE_IMAGE_2=nvidia/cuda:11.8.0-runtime-ubuntu20.04\n"
                                     "FROM ${BASE_IMAGE} AS b\nFROM b\nFROM ${BASE_IMAGE}\n"
                                     "FROM ${BASE_IMAGE_2}\n")
                              .replace("\n", end));
        QVERIFY(analysis.findings.first().wayOut.contains(
            QStringLiteral("--build-arg BASE_IMAGE=rocm/dev-ubuntu-22.04:")));
    }
}

void TestBaseImages::dockerfileProof()
{
    const auto verdict = [](const char* before, const char* after) {
        return proveFile(before, after, Language::Dockerfile, TargetSettings()).verdict;
    };
    QCOMPARE(verdict("FROM a\n", "ARG B=a\nFROM ${B}\n"), Verdict::Equivalent);
    QCOMPARE(verdict("FROM a\n", "ARG B=b\nFROM ${B}\n"), Verdict::Unproved);
    QCOMPARE(verdict("FROM a\nRUN x\n", "ARG B=a\nFROM ${B}\nRUN y\n"), Verdict::Unproved);
    QCOMPARE(verdict("FROM a\nRUN x\n", "FROM a\nARG B=x\nRUN ${B}\n"), Verdict::Unproved);
    QCOMPARE(verdict("FROM a\nRUN x\n", "ARG B=x\nFROM a\nRUN ${B}\n"), Verdict::Unproved);
    QCOMPARE(verdict("ARG B=c\nFROM a\n", "ARG B=c\nARG B=a\nFROM ${B}\n"), Verdict::Unproved);
}

QTEST_GUILESS_MAIN(TestBaseImages)
#include "tst_baseimages.moc"
