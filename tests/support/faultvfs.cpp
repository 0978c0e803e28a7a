#include "faultvfs.h"

#include <sqlite3.h>

namespace rocport {

namespace {

FaultVfs::Fault armed = FaultVfs::Fault::None;
int failAt = 0;
int counted = 0;
int failed = 0;

sqlite3_vfs* below = nullptr;
sqlite3_vfs layer = {};

/// What SQLite holds; the file of the layer below follows it in memory.
struct FaultFile
{
    sqlite3_file base;
};

sqlite3_file* real(sqlite3_file* file)
{
    return reinterpret_cast<sqlite3_file*>(reinterpret_cast<FaultFile*>(file) + 1);
}

/// Counts an operation; whether it fails.
bool fails(bool isSync)
{
    if (armed == FaultVfs::Fault::SyncFails && !isSync) {
        return false;
    }
    ++counted;
    const bool now = armed == FaultVfs::Fault::FullOnce
                         ? counted == failAt
                         : armed != FaultVfs::Fault::None && counted >= failAt;
    failed += now ? 1 : 0;
    return now;
}

bool isFull()
{
    return armed == FaultVfs::Fault::Full || armed == FaultVfs::Fault::FullOnce;
}

int closeFile(sqlite3_file* file)
{
    return real(file)->pMethods->xClose(real(file));
}

int readFile(sqlite3_file* file, void* into, int size, sqlite3_int64 at)
{
    return real(file)->pMethods->xRead(real(file), into, size, at);
}

int writeFile(sqlite3_file* file, const void* from, int size, sqlite3_int64 at)
{
    if (fails(false)) {
        if (armed == FaultVfs::Fault::Broken && size > 1) {
            real(file)->pMethods->xWrite(real(file), from, size / 2, at);
        }
        return isFull() ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    return real(file)->pMethods->xWrite(real(file), from, size, at);
}

int truncateFile(sqlite3_file* file, sqlite3_int64 size)
{
    if (armed != FaultVfs::Fault::Full && armed != FaultVfs::Fault::FullOnce && fails(false)) {
        return SQLITE_IOERR_TRUNCATE; // a full disk lets files become shorter
    }
    return real(file)->pMethods->xTruncate(real(file), size);
}

int syncFile(sqlite3_file* file, int /*flags*/)
{
    // Nothing is lost while the machine runs, so that the sync itself is left out.
    (void)file;
    return fails(true) ? (isFull() ? SQLITE_FULL : SQLITE_IOERR_FSYNC) : SQLITE_OK;
}

int fileSize(sqlite3_file* file, sqlite3_int64* size)
{
    return real(file)->pMethods->xFileSize(real(file), size);
}

int lockFile(sqlite3_file* file, int lock)
{
    return real(file)->pMethods->xLock(real(file), lock);
}

int unlockFile(sqlite3_file* file, int lock)
{
    return real(file)->pMethods->xUnlock(real(file), lock);
}

int checkReserved(sqlite3_file* file, int* result)
{
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

int fileControl(sqlite3_file* file, int what, void* argument)
{
    return real(file)->pMethods->xFileControl(real(file), what, argument);
}

int sectorSize(sqlite3_file* file)
{
    return real(file)->pMethods->xSectorSize(real(file));
}

int characteristics(sqlite3_file* file)
{
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

int shmMap(sqlite3_file* file, int page, int size, int extend, void volatile** memory)
{
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}

int shmLock(sqlite3_file* file, int offset, int count, int flags)
{
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

void shmBarrier(sqlite3_file* file)
{
    real(file)->pMethods->xShmBarrier(real(file));
}

int shmUnmap(sqlite3_file* file, int remove)
{
    return real(file)->pMethods->xShmUnmap(real(file), remove);
}

const sqlite3_io_methods* methods()
{
    static const sqlite3_io_methods table = [] {
        sqlite3_io_methods made = {};
        made.iVersion = 2; // no mapped pages: they would pass this layer by
        made.xClose = closeFile;
        made.xRead = readFile;
        made.xWrite = writeFile;
        made.xTruncate = truncateFile;
        made.xSync = syncFile;
        made.xFileSize = fileSize;
        made.xLock = lockFile;
        made.xUnlock = unlockFile;
        made.xCheckReservedLock = checkReserved;
        made.xFileControl = fileControl;
        made.xSectorSize = sectorSize;
        made.xDeviceCharacteristics = characteristics;
        made.xShmMap = shmMap;
        made.xShmLock = shmLock;
        made.xShmBarrier = shmBarrier;
        made.xShmUnmap = shmUnmap;
        return made;
    }();
    return &table;
}

int openFile(sqlite3_vfs* /*vfs*/, const char* name, sqlite3_file* file, int flags, int* out)
{
    file->pMethods = nullptr;
    int exists = 1;
    if ((flags & SQLITE_OPEN_CREATE) != 0 && name != nullptr) {
        below->xAccess(below, name, SQLITE_ACCESS_EXISTS, &exists);
    }
    if (exists == 0 && fails(false)) {
        return SQLITE_CANTOPEN;
    }
    const int result = below->xOpen(below, name, real(file), flags, out);
    if (real(file)->pMethods != nullptr) {
        file->pMethods = methods();
    }
    return result;
}

int deleteFile(sqlite3_vfs* /*vfs*/, const char* name, int sync)
{
    if (!isFull() && fails(false)) {
        return SQLITE_IOERR_DELETE;
    }
    return below->xDelete(below, name, sync);
}

} // namespace

FaultVfs::FaultVfs()
{
    below = sqlite3_vfs_find(nullptr);
    layer = *below; // times, names and random numbers are those of the layer below
    layer.pNext = nullptr;
    layer.zName = "rocport-faults";
    layer.szOsFile = below->szOsFile + static_cast<int>(sizeof(FaultFile));
    layer.xOpen = openFile;
    layer.xDelete = deleteFile;
    sqlite3_vfs_register(&layer, 1);
}

FaultVfs::~FaultVfs()
{
    sqlite3_vfs_unregister(&layer);
    sqlite3_vfs_register(below, 1);
}

void FaultVfs::arm(Fault fault, int at)
{
    armed = fault;
    failAt = at;
    counted = 0;
    failed = 0;
}

int FaultVfs::operations()
{
    return counted;
}

int FaultVfs::failures()
{
    return failed;
}

} // namespace rocport
