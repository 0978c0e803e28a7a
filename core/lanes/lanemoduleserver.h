#pragma once

#include "core/lanes/lanemodule.h"

#include <QThread>

#include <memory>

namespace rocport {

/// Where a program asks for what it wants to have compiled, and where it is answered: the first is
/// its own to write to, the second only to read.
QString laneRequestFolder(const LaneRequest& request);
QString laneAnswerFolder(const LaneRequest& request);

/// Compiles what a program asks for while it runs, as the program itself was compiled, in a thread
/// of its own until it is destroyed, which ends a compiler that runs. 256 times at most, 32 MiB of
/// sources each. Keeps references: what it is given outlives it.
class LaneModuleServer
{
public:
    /// `place`: the folder that the program starts in, as the repository has it.
    LaneModuleServer(const LaneRequest& request, const LaneProgram& program, const Sandbox& sandbox,
                     const ProcessRunner& runner);
    ~LaneModuleServer();
    LaneModuleServer(const LaneModuleServer&) = delete;
    LaneModuleServer& operator=(const LaneModuleServer&) = delete;

private:
    void serve();
    void answer(const QString& name);
    [[nodiscard]] QByteArray answerTo(const QString& name);
    [[nodiscard]] QByteArray compile(const LaneModuleText& text);

    const LaneRequest& m_request;
    const LaneProgram& m_program;
    CancelToken m_stop;
    LaneCompiler m_compiler;
    int m_answered = 0;
    std::unique_ptr<QThread> m_thread;
};

} // namespace rocport
