#pragma once

#include <QCoreApplication>

#include <array>

/// The application that timers, sockets and databases need.
struct FuzzApplication
{
    int argc = 1;
    std::array<char, 5> name = {'f', 'u', 'z', 'z', '\0'};
    std::array<char*, 2> argv = {name.data(), nullptr};
    QCoreApplication application{argc, argv.data()};
};
