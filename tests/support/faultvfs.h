#pragma once

#include <cstdint>

namespace rocport {

/// A SQLite file system in which one operation fails, for tests: a layer over the default one that
/// counts what changes files. One in a process; it is SQLite's default while it lives.
class FaultVfs
{
public:
    enum class Fault : std::uint8_t {
        None,      ///< only counted
        FullOnce,  ///< no space for one operation, then there is
        Full,      ///< no space from one operation on
        Broken,    ///< one operation and all after it fail; half of what is written arrives
        SyncFails, ///< as Broken, for syncs alone; what is written arrives
    };

    FaultVfs();
    ~FaultVfs();
    FaultVfs(const FaultVfs&) = delete;
    FaultVfs& operator=(const FaultVfs&) = delete;

    /// From now on the `at`-th operation (from 1) fails; counting starts anew.
    static void arm(Fault fault, int at);
    /// Operations since arm(): writes, truncations, syncs, creations and removals of files.
    static int operations();
    /// How many of them failed.
    static int failures();
};

} // namespace rocport
