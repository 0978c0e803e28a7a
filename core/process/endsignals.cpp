#include "core/process/endsignals.h"

#include <QSocketNotifier>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace rocport {

namespace {

constexpr std::array kSignals = {SIGTERM, SIGINT, SIGHUP};
std::array<int, 2> endPipe{-1, -1};
rlimit usualFiles{}; ///< 0: it was not raised

void tell(int number)
{
    std::signal(number, SIG_DFL);
    const char byte = 1;
    (void)!::write(endPipe[1], &byte, 1);
}

} // namespace

void ignoreFileSizeSignal()
{
    std::signal(SIGXFSZ, SIG_IGN);
}

void raiseFileLimit()
{
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= files.rlim_max) {
        return;
    }
    usualFiles = files;
    files.rlim_cur = files.rlim_max;
    if (::setrlimit(RLIMIT_NOFILE, &files) != 0) {
        usualFiles = {};
    }
}

void restoreFileLimit()
{
    if (usualFiles.rlim_cur > 0) {
        ::setrlimit(RLIMIT_NOFILE, &usualFiles);
    }
}

EndSignals::EndSignals(QObject* parent) : QObject(parent)
{
    if (::pipe2(endPipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return; // signals end the program as they always did
    }
    auto* notifier = new QSocketNotifier(endPipe[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        (void)!::read(endPipe[0], &byte, 1);
        Q_EMIT asked();
    });
    for (const int number : kSignals) {
        // One that is ignored, as by nohup, stays so.
        if (std::signal(number, tell) == SIG_IGN) {
            std::signal(number, SIG_IGN);
        }
    }
}

EndSignals::~EndSignals()
{
    if (endPipe[0] < 0) {
        return;
    }
    for (const int number : kSignals) {
        if (std::signal(number, SIG_DFL) == SIG_IGN) {
            std::signal(number, SIG_IGN);
        }
    }
    for (int& end : endPipe) {
        ::close(end);
        end = -1;
    }
}

} // namespace rocport
