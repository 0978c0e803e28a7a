#include "core/base/words.h"
#include "core/scan/ownguard.h"
#include "tests/support/cputime.h"
#include "tests/unit/memorytree.h"

#include <QTest>

using namespace rocport;

namespace {

QString text(const char* utf8)
{
    return QString::fromUtf8(utf8);
}

class TestOwnGuard : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheProjectsOwn_data()
    {
        QTest::addColumn<QStringList>("files"); // "path=content"
        QTest::addColumn<QString>("found");     // "MACRO path:line"; empty: none
        const auto row = [](const char* name, const QStringList& files, const char* found) {
            QTest::newRow(name) << files << text(found);
        };
        const QString option = text("CMakeLists.txt=project(x)\noption(USE_HIP \"GPUs\" OFF)\n");
        row("nothing", {}, "");
        row("an option that sources see",
            {option + text("if(USE_HIP)\n  add_definitions(-DUSE_HIP)\nendif()\n")},
            "USE_HIP CMakeLists.txt:2");
        row("an option that sources do not see", {option}, "");
        row("another file defines it",
            {option, text("src/CMakeLists.txt=target_compile_definitions(x PRIVATE USE_HIP=1)\n")},
            "USE_HIP CMakeLists.txt:2");
        row("a definition alone", {text("CMakeLists.txt=add_compile_definitions(USE_HIP)\n")}, "");
        row("a generator expression",
            {option + text("target_compile_definitions(x PUBLIC $<$<BOOL:${USE_HIP}>:USE_HIP>)\n")},
            "USE_HIP CMakeLists.txt:2");
        row("flags in a string",
            {option + text("set(CMAKE_CXX_FLAGS \"${CMAKE_CXX_FLAGS} -O3 -DUSE_HIP\")\n")},
            "USE_HIP CMakeLists.txt:2");
        row("a cached variable",
            {text("CMakeLists.txt=set(X_WITH_ROCM OFF CACHE BOOL \"\")\n"
                  "add_compile_definitions(X_WITH_ROCM)\n")},
            "X_WITH_ROCM CMakeLists.txt:1");
        row("a header that CMake writes",
            {option, text("config.h.in=#pragma once\n#cmakedefine USE_HIP\n")},
            "USE_HIP CMakeLists.txt:2");
        row("defined as 0 or 1, so that #ifdef always holds",
            {option, text("config.h.in=#cmakedefine01 USE_HIP\n")}, "");
        row("defined with the option's value",
            {option + text("add_definitions(-DUSE_HIP=${USE_HIP})\n")}, "");
        row("a makefile",
            {text("Makefile=CXX = g++\nifdef HAVE_HIP\nCXXFLAGS += -DHAVE_HIP\nendif\n")},
            "HAVE_HIP Makefile:2");
        row("a makefile that compares: ifdef would hold for 0",
            {text("Makefile=ifeq ($(ENABLE_ROCM),1)\nFLAGS := -DENABLE_ROCM -O2\nendif\n")}, "");
        row("a makefile that gives a value",
            {text("Makefile=USE_HIP ?= 0\nifdef USE_HIP\nF += -DUSE_HIP\nendif\n")}, "");
        row("a makefile that hands a value on",
            {text("Makefile=ifdef USE_HIP\nF += -DUSE_HIP=1\nendif\nall:\n"
                  "\t$(MAKE) -C src USE_HIP=0\n")},
            "");
        row("a switch that switches off",
            {text("CMakeLists.txt=option(DISABLE_HIP \"\" OFF)\nadd_definitions(-DDISABLE_HIP)\n")},
            "");
        row("a switch of the CPU",
            {text("CMakeLists.txt=option(USE_AMD_BLIS \"\" OFF)\n"
                  "add_definitions(-DUSE_AMD_BLIS)\n")},
            "");
        row("on by itself",
            {text("CMakeLists.txt=option(USE_HIP \"\" ON)\nadd_definitions(-DUSE_HIP)\n")}, "");
        row("a source gives it a value",
            {option + text("add_definitions(-DUSE_HIP=1)\n"),
             text("config.h=#ifndef USE_HIP\n#  define USE_HIP 0\n#endif\n")},
            "");
        row("a template gives it a value",
            {option + text("add_definitions(-DUSE_HIP=1)\n"),
             text("config.h.in=#define USE_HIP @USE_HIP@\n")},
            "");
        row("what a vendored folder has",
            {text("third_party/x/CMakeLists.txt=option(X_WITH_HIP \"\" OFF)\n"
                  "add_definitions(-DX_WITH_HIP)\n")},
            "");
        row("a part of it",
            {text("CMakeLists.txt=option(X_HIP \"\" OFF)\nadd_definitions(-DX_USE_HIP)\n"
                  "option(X_HIP_GRAPHS \"\" OFF)\nadd_definitions(-DX_HIP_GRAPHS)\n")},
            "");
        row("another file has arms for it",
            {option + text("add_definitions(-DUSE_HIP)\n"),
             text("src/CMakeLists.txt=if(USE_HIP)\n  hip_add_library(k k.cu)\nendif()\n")},
            "");
        row("help that names it",
            {option + text("add_definitions(-DUSE_HIP)\nmessage(STATUS \"use -DUSE_HIP=ON\")\n")},
            "USE_HIP CMakeLists.txt:2");
        row("help alone", {option + text("message(STATUS \"use -DUSE_HIP\")\n")}, "");
        row("where ROCm lies is no switch",
            {text("Makefile=ifdef ROCM_PATH\nFLAGS := -DROCM_PATH\nendif\n")}, "");
        row("what HIP defines is none",
            {text("Makefile=ifdef __HIP_PLATFORM_AMD__\nF = -D__HIP_PLATFORM_AMD__\nendif\n")}, "");
        row("the usual one is not told",
            {text("CMakeLists.txt=option(USE_ROCM \"\" OFF)\nadd_definitions(-DUSE_ROCM)\n")}, "");
        row("the usual one beside another",
            {option + text("option(USE_ROCM \"\" OFF)\nadd_definitions(-DUSE_ROCM -DUSE_HIP)\n")},
            "");
        const QString path = text("CMakeLists.txt=project(x)\noption(WITH_ROCM \"\" OFF)\n"
                                  "if(WITH_ROCM)\n  enable_language(HIP)\n");
        row("a macro of another name in the option's arm",
            {path + text("  target_compile_definitions(x PUBLIC HAVE_ROCM)\nendif()\n")},
            "HAVE_ROCM CMakeLists.txt:2");
        row("a macro of another name in flags, under what was found",
            {path + text("  if(HIP_FOUND)\n    string(APPEND CMAKE_CXX_FLAGS \" -DHAVE_ROCM\")\n"
                         "  endif()\nendif()\n")},
            "HAVE_ROCM CMakeLists.txt:2");
        row("a macro of another name in the other arm",
            {path + text("else()\n  add_definitions(-DHAVE_ROCM)\nendif()\n")}, "");
        row("a generator expression for flags",
            {option + text("add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-DUSE_HIP>)\n")},
            "USE_HIP CMakeLists.txt:2");
        row("flags of a target",
            {option + text("set_target_properties(x PROPERTIES COMPILE_FLAGS -DUSE_HIP)\n")},
            "USE_HIP CMakeLists.txt:2");
        row("another name, without a path of the project's own",
            {text("CMakeLists.txt=option(WITH_ROCM \"\" OFF)\nif(WITH_ROCM)\n"
                  "  add_definitions(-DHAVE_ROCM)\nendif()\n")},
            "");
        row("another name, defined elsewhere too",
            {path + text("  add_definitions(-DHAVE_ROCM)\nendif()\n"),
             text("src/CMakeLists.txt=add_definitions(-DHAVE_ROCM)\n")},
            "");
        row("another name, in a header that CMake writes",
            {path + text("  set(HAVE_ROCM 1)\nendif()\n"),
             text("config.h.in=#cmakedefine HAVE_ROCM\n")},
            "HAVE_ROCM CMakeLists.txt:2");
        const QString meson = text("meson_options.txt=option('x', type: 'string')\n"
                                   "option('use_hip', type: 'boolean', value: false)\n");
        const QString arm = text("meson.build=project('p')\nif get_option('use_hip')\n"
                                 "  add_project_arguments('-DUSE_HIP', language: 'cpp')\nendif\n");
        row("an option of meson", {meson, arm}, "USE_HIP meson_options.txt:2");
        row("an option of meson, by the newer name",
            {text("meson.options=option('use_hip', type: 'boolean', value: false)\n"), arm},
            "USE_HIP meson.options:1");
        row("an option of meson whose name a port would not ask for: a path of the project's own",
            {text("meson.options=option('use-hip', type: 'boolean', value: false)\n"),
             text("meson.build=project('p')\nif get_option('use-hip')\n"
                  "  add_project_arguments('-DUSE_HIP', language: 'cpp')\nendif\n")},
            "USE_HIP meson.options:1");
        row("a definition of meson under no arm",
            {meson, text("src/meson.build=library('a', 'a.cpp', cpp_args: ['-DUSE_HIP=1'])\n")},
            "");
        row("a definition of meson in the arm where the option is off",
            {meson, text("meson.build=project('p')\nif not get_option('use_hip')\n"
                         "  add_project_arguments('-DUSE_HIP', language: 'cpp')\nendif\n")},
            "");
        for (const char* value : {"get_option('use_hip').to_int()", "get_option('use_hip') ? 1 : 0",
                                  "get_option('use_gpu')", "1 - 1"}) {
            row(qPrintable(text("a header that meson writes with ") + text(value)),
                {meson, text("meson.build=conf = configuration_data()\nconf.set('USE_HIP', ") +
                            text(value) + text(")\n")},
                "");
        }
        row("a header that meson writes from a dictionary",
            {meson,
             text("meson.build=configure_file(output: 'c.h', configuration: "
                  "{'USE_HIP': get_option('use_hip').to_int()})\n"),
             text("config.h.in=#mesondefine USE_HIP\n")},
            "");
        row("a feature of meson",
            {text("meson_options.txt=option('with_rocm', type: 'feature', value: 'disabled')\n"),
             text("meson.build=if get_option('with_rocm').enabled()\n"
                  "  add_global_arguments('-DWITH_ROCM', language: 'cpp')\nendif\n")},
            "WITH_ROCM meson_options.txt:1");
        row("a feature of meson that may be on",
            {text("meson_options.txt=option('with_rocm', type: 'feature')\n"),
             text("meson.build=if get_option('with_rocm').enabled()\n"
                  "  add_global_arguments('-DWITH_ROCM', language: 'cpp')\nendif\n")},
            "");
        row("an option of meson that is on",
            {text("meson_options.txt=option('use_hip', type: 'boolean')\n"), arm}, "");
        row("an option of meson that sources do not see",
            {meson, text("meson.build=project('p')\n")}, "");
        row("an option of meson that a project below has",
            {text("subprojects/x/meson_options.txt=option('use_hip', type: 'boolean', value: "
                  "false)\n"),
             arm},
            "");
        row("an option of meson with its value as text",
            {meson, text("meson.build=add_project_arguments('-DUSE_HIP=@0@'.format(x), language: "
                         "'cpp')\n")},
            "");
        row("a header that meson writes",
            {meson, text("meson.build=conf = configuration_data()\n"
                         "conf.set('USE_HIP', get_option('use_hip'))\n")},
            "USE_HIP meson_options.txt:2");
        row("a header that meson writes by a template",
            {meson, text("config.h.in=#mesondefine USE_HIP\n")}, "USE_HIP meson_options.txt:2");
        row("a header that meson writes with 0 or 1",
            {meson, text("meson.build=conf.set10('USE_HIP', get_option('use_hip'))\n")}, "");
        row("another file of meson has arms for it",
            {meson, arm, text("src/meson.build=if get_option('use_hip')\n  x = 1\nendif\n")}, "");
        row("a macro of another name in the arm of meson's option",
            {text("meson_options.txt=option('rocm', type: 'feature', value: 'disabled')\n"),
             text("meson.build=project('p')\nif get_option('rocm').enabled() and x\n"
                  "  add_project_arguments('-DHAVE_ROCM', language: 'cpp')\n"
                  "  hip = dependency('hip')\nendif\n")},
            "HAVE_ROCM meson_options.txt:1");
        row("a macro of another name in the other arm of meson's option",
            {text("meson_options.txt=option('rocm', type: 'feature', value: 'disabled')\n"),
             text("meson.build=project('p')\nif get_option('rocm').enabled()\n"
                  "  hip = dependency('hip')\nelse\n"
                  "  add_project_arguments('-DHAVE_ROCM', language: 'cpp')\nendif\n")},
            "");
        row("the usual macro under another option of meson",
            {text("meson_options.txt=option('rocm', type: 'boolean', value: false)\n"),
             text("meson.build=project('p')\nif get_option('rocm')\n"
                  "  add_project_arguments('-DUSE_ROCM', language: 'cpp')\nendif\n")},
            "");
        row("two of them",
            {option + text("option(X_HIP \"\" OFF)\nadd_definitions(-DX_HIP -DUSE_HIP)\n")}, "");
        row("a switch for CUDA",
            {text("CMakeLists.txt=option(USE_CUDA \"\" ON)\nadd_definitions(-DUSE_CUDA)\n")}, "");
    }

    void findsTheProjectsOwn()
    {
        QFETCH(const QStringList, files);
        QFETCH(const QString, found);
        MemoryTree tree;
        for (const QString& file : files) {
            const qsizetype equals = file.indexOf(u'=');
            tree.files.insert(file.left(equals).toUtf8(), file.mid(equals + 1).toUtf8());
        }
        const auto own = findOwnGuard(tree, {});
        QVERIFY(own.ok());
        const QString told = own->has_value() ? (*own)->macro + u' ' + (*own)->path.display() +
                                                    u':' + QString::number((*own)->line)
                                              : QString();
        QCOMPARE(told, found);
        const auto target = withOwnGuard(tree, TargetSettings(), {});
        QVERIFY(target.ok());
        QCOMPARE(target->guardMacro,
                 found.isEmpty() ? text("USE_ROCM") : found.left(found.indexOf(u' ')));
    }

    /// Each byte is looked at a few times only.
    void longFlags()
    {
        MemoryTree tree;
        tree.files.insert("Makefile", "X = " + QByteArray("-D").repeated(400000) + "\n");
        tree.files.insert("meson.build", QByteArray("if get_option('use_hip')\n").repeated(20000) +
                                             QByteArray("x = '-DUSE_HIP'\n").repeated(20000));
        tree.files.insert("CMakeLists.txt",
                          "set(CMAKE_CXX_FLAGS " + QByteArray("-D").repeated(400000) + ")\n");
        const CpuTimer timer;
        QVERIFY(findOwnGuard(tree, {}).ok());
        QVERIFY(timer.elapsed() < 10000); // minutes, where each is read to the end
    }

    void cancels()
    {
        MemoryTree tree;
        tree.files.insert("CMakeLists.txt", "project(x)\n");
        CancelToken cancel;
        cancel.cancel();
        const auto own = findOwnGuard(tree, cancel);
        QVERIFY(!own.ok());
        QCOMPARE(own.error().code, ErrorCode::Cancelled);
    }
};

} // namespace

QTEST_GUILESS_MAIN(TestOwnGuard)
#include "tst_ownguard.moc"
