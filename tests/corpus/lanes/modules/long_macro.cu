// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a macro with as many shared variables as there is room for, and ends meanwhile.
#include <nvrtc.h>

#include <string>
#include <thread>
#include <unistd.h>

int main()
{
    std::string source = "#define ALL ";
    for (int i = 0; i < 120'000; ++i) {
        source += "__shared__ int a; ";
    }
    nvrtcProgram program;
    nvrtcCreateProgram(&program, source.c_str(), "long.cu", 0, nullptr, nullptr);
    std::thread([&] { nvrtcCompileProgram(program, 0, nullptr); }).detach();
    sleep(1);
    _exit(0);
}
