#include "core/rules/rule.h"
#include "tests/support/builtinrules.h"
#include "tests/unit/portedtree.h"

#include <QTest>

#include <algorithm>

using namespace rocport;
using test::ported;
using Scan = test::ScannedTree;

namespace {

const QByteArray kSetup = "from setuptools import setup\n"
                          "from torch.utils.cpp_extension import BuildExtension, CUDAExtension\n"
                          "setup(ext_modules=[CUDAExtension('x', ['csrc/a.cu'])])\n";

} // namespace

/// Accesses to memory and fields of inline PTX: what they become, and what stays for a person.
class TestPtxAccesses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void accesses_data();
    void accesses();

private:
    std::shared_ptr<const RuleSet> m_rules = builtinRules();
};

void TestPtxAccesses::accesses_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("wanted"); // empty: no edit
    const auto row = [](const char* name, const char* code, const char* wanted) {
        QTest::newRow(name) << QByteArray(code) << QByteArray(wanted);
    };
    row("store past the caches",
        "asm volatile(\"st.global.wt.u32 [%0], %1;\" :: \"l\"(p), \"r\"(x));",
        "__hip_atomic_store((unsigned int*)(p), static_cast<unsigned int>(x), "
        "__ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);");
    row("vector",
        "asm volatile(\"st.global.cg.v2.u32 [%0], {%1,%2};\" :: \"l\"(p), \"r\"(v.x), "
        "\"r\"(v.y));",
        "__hip_atomic_store((unsigned int*)(p), static_cast<unsigned int>((v.x)), "
        "__ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT), "
        "__hip_atomic_store((unsigned int*)(p) + 1, static_cast<unsigned "
        "int>((v.y)), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);");
    row("vector by a step",
        "asm volatile(\"st.global.cg.v2.u32 [%0], {%1,%2};\" :: \"l\"(p++), \"r\"(v.x), "
        "\"r\"(v.y));",
        "");
    const char* const guarded =
        "asm volatile(\"{\\n  .reg .pred p;\\n  setp.ne.b32 p, %3, 0;\\n  mov.b32 %0, %4;\\n\"\n"
        "    \"  mov.b32 %1, 0;\\n  @p ld.global.nc.v2.u32 {%0, %1}, [%2];\\n}\\n\"\n"
        "    : \"=r\"(v.x), \"=r\"(v.y) : \"l\"(p), \"r\"((int)(x & 1)), \"r\"(";
    row("load under a condition", (QByteArray(guarded) + "v.x));").constData(),
        "v.y = 0; if (((int)(x & 1)) != 0) v.x = *(const unsigned int*)(p), v.y = *((const "
        "unsigned int*)(p) + 1);");
    row("load under a condition, another value before", (QByteArray(guarded) + "x));").constData(),
        "v.x = x; v.y = 0; if (((int)(x & 1)) != 0) v.x = *(const unsigned int*)(p), v.y = "
        "*((const unsigned int*)(p) + 1);");
    row("load under a condition that is written before",
        "asm volatile(\"{ .reg .pred p; setp.ne.b32 p, %2, 0; mov.b32 %0, 0; @p ld.global.u32 %0, "
        "[%1]; }\" : \"=r\"(x) : \"l\"(p), \"r\"(x));",
        "");
    row("load under a condition, what is moved is not loaded",
        "asm volatile(\"{ .reg .pred p; setp.ne.b32 p, %3, 0; mov.b32 %1, 0; @p ld.global.u32 %0, "
        "[%2]; }\" : \"=r\"(x), \"=r\"(v.x) : \"l\"(p), \"r\"(x));",
        "");
    row("address in shared memory by a register of its own",
        "asm(\"{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }\" : \"=r\"(x) : "
        "\"l\"((void*)(p + 1)));",
        "x = static_cast<unsigned int>(__cvta_generic_to_shared((const void*)((void*)(p + 1))));");
    row("braces right behind the name",
        "asm volatile(\"ld.global.nc.v2.u32{%0,%1}, [%2];\" : \"=r\"(v.x), \"=r\"(v.y) : "
        "\"l\"(p));",
        "v.x = *(const unsigned int*)(p), v.y = *((const unsigned int*)(p) + 1);");
    row("half to float", "asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(f) : \"h\"(h));",
        "f = static_cast<float>(__builtin_bit_cast(_Float16, (unsigned short)(h)));");
    row("two floats to halves",
        "asm(\"cvt.rn.f16x2.f32 %0, %1, %2;\" : \"=r\"(x) : \"f\"(f), \"f\"(2 * f));",
        "x = (unsigned int)__builtin_bit_cast(unsigned short, static_cast<_Float16>(f)) << 16 | "
        "__builtin_bit_cast(unsigned short, static_cast<_Float16>(2 * f));");
    row("power of two of a half", "asm(\"ex2.approx.f16 %0, %1;\" : \"=h\"(h) : \"h\"(h));",
        "h = __builtin_bit_cast(unsigned short, static_cast<_Float16>(exp2f(static_cast<float>("
        "__builtin_bit_cast(_Float16, (unsigned short)(h))))));");
    row("power of two of two halves", "asm(\"ex2.approx.f16x2 %0, %1;\" : \"=r\"(x) : \"r\"(n));",
        "x = (unsigned int)__builtin_bit_cast(unsigned short, "
        "static_cast<_Float16>(exp2f(static_cast<float>(__builtin_bit_cast(_Float16, (unsigned "
        "short)((n) >> 16)))))) << 16 | __builtin_bit_cast(unsigned short, "
        "static_cast<_Float16>(exp2f(static_cast<float>(__builtin_bit_cast(_Float16, (unsigned "
        "short)(n))))));");
    row("two halves by a call", "asm(\"tanh.approx.f16x2 %0, %1;\" : \"=r\"(x) : \"r\"(next(&x)));",
        "");
    row("integer of 8 bits", "asm(\"cvt.rni.sat.s8.f32 %0, %1;\" : \"=r\"(x) : \"f\"(f));",
        "x = (__float_as_uint(f) & 0x7FFFFFFFu) > 0x7F800000u ? 0 : "
        "(int)fminf(fmaxf(rintf(f), -128.0f), 127.0f);");
    row("integer of 8 bits, up", "asm(\"cvt.rpi.s8.f32 %0, %1;\" : \"=r\"(x) : \"f\"(f));", "");
    row("exchange of a float",
        "asm volatile(\"shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;\" : \"=f\"(f) : "
        "\"f\"(f), \"r\"(n));",
        "f = __shfl_xor(f, n & 31, 32);");
    row("exchange with lanes above, in segments",
        "asm volatile(\"shfl.sync.down.b32 %0, %1, 1, 0x181f, 0xffffffff;\" : \"=r\"(x) : "
        "\"r\"(x + 1));",
        "x = __shfl_down((unsigned int)(x + 1), 1, 8);");
    row("exchange with lanes below",
        "asm volatile(\"shfl.sync.up.b32 %0, %1, 4, 0, 0xffffffff;\" : \"=r\"(x) : \"r\"(x));",
        "x = __shfl_up((unsigned int)x, 4, 32);");
    row("exchange with a lane",
        "asm volatile(\"shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;\" : \"=r\"(x) : \"r\"(x), "
        "\"r\"(n + 1));",
        "x = __shfl((unsigned int)x, (n + 1) & 31, 32);");
    row("exchange of some lanes",
        "asm volatile(\"shfl.sync.idx.b32 %0, %1, 0, 31, 0xffff;\" : \"=r\"(x) : \"r\"(x));", "");
    row("exchange that ends elsewhere",
        "asm volatile(\"shfl.sync.up.b32 %0, %1, 4, 0x1f, 0xffffffff;\" : \"=r\"(x) : \"r\"(x));",
        "");
    row("exchange that says whether",
        "asm volatile(\"{ .reg .pred p; shfl.sync.up.b32 %0|p, %1, 4, 0, 0xffffffff; }\" : "
        "\"=r\"(x) : \"r\"(x));",
        "");
    row("half to float, cut", "asm(\"cvt.rz.f16.f32 %0, %1;\" : \"=h\"(h) : \"f\"(f));", "");
    row("load of a vector",
        "asm volatile(\"ld.global.cv.v2.u32 {%0,%1}, [%2];\" : \"=r\"(v.x), \"=r\"(v.y) : "
        "\"l\"(p));",
        "v.x = __hip_atomic_load((const unsigned int*)(p), __ATOMIC_RELAXED, "
        "__HIP_MEMORY_SCOPE_SYSTEM), v.y = __hip_atomic_load((const unsigned "
        "int*)(p) + 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);");
    row("load of a vector over its own address",
        "asm volatile(\"ld.global.cv.v2.u32 {%0,%1}, [%2];\" : \"=r\"(v.x), \"=r\"(v.y) : "
        "\"l\"(q + v.x));",
        "");
    row("bits of a float", "asm(\"ld.global.nc.b32 %0, [%1];\" : \"=f\"(f) : \"l\"(p));",
        "f = *(const float*)(p);");
    row("conversion", "asm(\"ld.global.nc.u32 %0, [%1];\" : \"=f\"(f) : \"l\"(p));", "");
    row("timer", "asm volatile(\"mov.u64 %0, %%globaltimer;\" : \"=l\"(w));",
        "w = 10 * wall_clock64();");
    row("field of 64 bits", "asm(\"bfe.u64 %0, %1, %2, 5;\" : \"=l\"(w) : \"l\"(w), \"r\"(x));",
        "w = rocportBitField(w, x, 5);");
    row("field", "asm(\"bfe.u32 %0, %1, %2, %3;\" : \"=r\"(x) : \"r\"(x), \"r\"(x), \"r\"(n));",
        "x = rocportBitField((unsigned int)(x), x, n);");
    row("field with a sign",
        "asm(\"bfe.s32 %0, %1, %2, %3;\" : \"=r\"(x) : \"r\"(x), \"r\"(x), \"r\"(n));", "");
    row("pasted by a macro",
        "#define FIELD(to, of, from) asm(\"bfe.u32 %0, %1, \" #from \", 16;\" : \"=r\"(to) : "
        "\"r\"(of))",
        "#define FIELD(to, of, from) to = rocportBitField((unsigned int)(of), from, 16)");
    row("pasted into another text",
        "#define FIELD(to, of, from) asm(\"bfe.u32 %0, %1, 1\" #from \", 16;\" : \"=r\"(to) : "
        "\"r\"(of))",
        "");
    // A parameter of a macro stands for any expression.
    row("parameters of a macro",
        "#define RCP(d, x) asm(\"rcp.rn.f32 %0,%1;\" : \"=f\"(d) : \"f\"(x))",
        "#define RCP(d, x) d = 1.0f / (x)");
    row("parameter that would be read twice",
        "#define LD2(a, b, p) asm(\"ld.global.v2.u32 {%0,%1},[%2];\" : \"=r\"(a), \"=r\"(b) : "
        "\"l\"(p))",
        "");
    row("parameter in the text of a macro",
        "#define LD2(a, b, p) do { asm(\"ld.global.v2.u32 {%0,%1},[%2];\" : \"=r\"(a), \"=r\"(b) : "
        "\"l\"(p)); } while (0)",
        "");
    row("parameter as a word",
        "#define MUL(d, a, b) asm(\"mul.lo.u32 %0, %1, %2;\" : \"=r\"(d) : \"r\"(a), \"r\"(b))",
        "");
    row("parameter that the text names twice",
        "#define SQUARE(d, a) asm(\"mul.hi.u32 %0, %1, %1;\" : \"=r\"(d) : \"r\"(a))", "");
    row("macro without parameters",
        "#define SQUARE asm(\"mul.lo.u32 %0, %1, %1;\" : \"=r\"(n) : \"r\"(x));",
        "#define SQUARE n = (unsigned int)x * (unsigned int)x;");
    row("pasted into the name",
        "#define STORE(op, p, v) asm(\"st.global.\" #op \".u32 [%0], %1;\" :: \"l\"(p), \"r\"(v))",
        "");
    // What the text names twice is one value.
    row("step that the text names twice",
        "asm(\"fma.rn.f32 %0, %1, %1, %2;\" : \"=f\"(f) : \"f\"(*q++), \"f\"(f));", "");
    row("call that the text names twice",
        "asm volatile(\"st.global.v2.u32 [%0], {%1,%1};\" :: \"l\"(p), \"r\"(next(&x)));", "");
    row("call that the text does not name",
        "asm(\"mov.u32 %0, %%ctaid.x;\" : \"=r\"(x) : \"r\"(next(&x)));", "");
    row("value that the text names twice",
        "asm(\"mul.hi.u32 %0, %1, %1;\" : \"=r\"(x) : \"r\"(x));", "x = __umulhi(x, x);");
    row("vector of two types",
        "asm volatile(\"st.global.v2.b32 [%0], {%1,%2};\" :: \"l\"(p), \"r\"(x), \"f\"(f));", "");
    row("vector of more registers than said",
        "asm volatile(\"st.global.v2.u32 [%0], {%1,%1,%1};\" :: \"l\"(p), \"r\"(x));", "");
    row("vector from memory",
        "asm(\"st.global.v2.u32 [%0], {%1,%2};\" :: \"l\"(p), \"r\"(q[1]), \"r\"(q[0]));",
        "do { const unsigned int rocportPart0 = static_cast<unsigned int>((q[1])), rocportPart1 = "
        "static_cast<unsigned int>((q[0])); *(unsigned int*)(p) = rocportPart0, *((unsigned "
        "int*)(p) + 1) = rocportPart1; } while (0);");
    row("vector to memory",
        "asm(\"ld.global.v2.u32 {%0,%1}, [%2];\" : \"=r\"(q[1]), \"=r\"(q[0]) : \"l\"(p));",
        "do { const unsigned int rocportPart0 = *(const unsigned int*)(p), rocportPart1 = "
        "*((const unsigned int*)(p) + 1); q[1] = rocportPart0, q[0] = rocportPart1; } while (0);");
    row("address read only",
        "asm(\"st.global.u32 [%0], %1;\" :: \"l\"((const unsigned*)p), "
        "\"r\"(x));",
        "*(unsigned int*)((const unsigned*)p) = static_cast<unsigned int>(x);");
    row("field within the word", "asm(\"bfe.u32 %0, %1, 24, 8;\" : \"=r\"(x) : \"r\"(x));",
        "x = __bitextract_u32(x, 24, 8);");
    row("field over the end", "asm(\"bfe.u32 %0, %1, 24, 16;\" : \"=r\"(x) : \"r\"(x));",
        "x = rocportBitField((unsigned int)(x), 24, 16);");
    row("bits of a float as a number",
        "asm(\"fma.rn.f32 %0, %1, 0f3f000000, %1;\" : \"=f\"(f) : \"f\"(f));",
        "f = fmaf(f, __uint_as_float(0x3f000000u), f);");
    row("bits of a double as a number",
        "asm(\"fma.rn.f32 %0, %1, 0d3fe0000000000000, %1;\" : \"=f\"(f) : \"f\"(f));", "");
    row("bits of a float as a word",
        "asm(\"mul.lo.u32 %0, %1, 0f3f000000;\" : \"=r\"(x) : \"r\"(x));", "");
    row("number without a sign", "asm(\"mul.lo.u32 %0, %1, 0x1FU;\" : \"=r\"(x) : \"r\"(x));",
        "x = (unsigned int)x * 0x1FU;");
    row("behind a predicate of elsewhere",
        "asm volatile(\"@p st.global.u32 [%0], %1;\" :: \"l\"(p), \"r\"(x));", "");
}

/// Other accesses and fields: as PTX has them, or not at all.
void TestPtxAccesses::accesses()
{
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, wanted);
    MemoryTree tree;
    tree.files["setup.py"] = kSetup;
    tree.files["csrc/a.cu"] = "#include <cuda_runtime.h>\n__device__ void k(unsigned* p, unsigned* "
                              "q, unsigned x, uint2 v, "
                              "int n, float f, unsigned long long w, unsigned short h)\n{\n    " +
                              code + "\n}\n";
    const Scan result = test::scanned(tree, m_rules, {}, {});
    const QByteArray text = ported(tree, result, "csrc/a.cu");
    QCOMPARE(text.contains("#ifdef USE_ROCM\n    "), !wanted.isEmpty());
    if (code.contains("#op")) { // shown as the macro has it
        QVERIFY(std::any_of(result->files[0]->findings.begin(), result->files[0]->findings.end(),
                            [](const Finding& one) {
                                return one.symbol == u"st.global.#op.u32" &&
                                       one.message.contains(one.symbol);
                            }));
    }
    if (!wanted.isEmpty()) {
        QVERIFY2(text.contains("#ifdef USE_ROCM\n    " + wanted + "\n#else\n"), text.constData());
    }
    if (code.contains("globaltimer")) { // 100 MHz are not known of all
        TargetSettings target;
        target.architectures = {QStringLiteral("gfx90a"), QStringLiteral("gfx942")};
        QVERIFY(!ported(tree, test::scanned(tree, m_rules, {}, target), "csrc/a.cu")
                     .contains("wall_clock64"));
    }
}

QTEST_GUILESS_MAIN(TestPtxAccesses)
#include "tst_ptxaccesses.moc"
