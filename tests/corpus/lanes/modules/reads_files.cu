// SPDX-License-Identifier: GPL-3.0-or-later
// Has compiled what brings the file of its argument into the module, in two ways.
#include <nvrtc.h>

#include <cstdio>
#include <string>
#include <vector>

static nvrtcResult build(const std::string& source)
{
    nvrtcProgram program;
    nvrtcCreateProgram(&program, source.c_str(), "reads.cu", 0, nullptr, nullptr);
    const nvrtcResult result = nvrtcCompileProgram(program, 0, nullptr);
    nvrtcDestroyProgram(&program);
    return result;
}

int main(int, char** arguments)
{
    const std::string file = arguments[1];
    const std::string kernel = "extern \"C\" __global__ void k() {}\n";
    std::printf("bytes %d", build("__asm(\".pushsection .rodata\\n.incbin \\\"" + file +
                                  "\\\"\\n.popsection\");\n" + kernel));
    std::printf(", text %d", build("#include \"" + file + "\"\n" + kernel));
    std::printf(", none %d\n", build(kernel));
    return 0;
}
