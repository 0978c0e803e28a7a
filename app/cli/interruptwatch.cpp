#include "app/cli/interruptwatch.h"

#include <QSocketNotifier>

#include <array>
#include <csignal>

#include <unistd.h>

namespace rocport {

namespace {

std::array<int, 2> signalPipe{-1, -1};

void tellInterrupt(int /*signal*/)
{
    const char byte = 'i';
    (void)!::write(signalPipe[1], &byte, 1);
}

} // namespace

InterruptWatch::InterruptWatch(std::function<void()> interrupted, QObject* parent) : QObject(parent)
{
    if (::pipe(signalPipe.data()) != 0) {
        return;
    }
    auto* notifier = new QSocketNotifier(signalPipe[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [interrupted = std::move(interrupted)] {
        char byte = 0;
        (void)!::read(signalPipe[0], &byte, 1);
        interrupted();
    });
    std::signal(SIGINT, tellInterrupt);
}

InterruptWatch::~InterruptWatch()
{
    std::signal(SIGINT, SIG_DFL);
}

} // namespace rocport
