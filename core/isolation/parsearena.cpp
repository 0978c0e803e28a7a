#include "core/isolation/parsearena.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <tree_sitter/api.h>

namespace rocport {

namespace {

/// Of the scope that this thread is in.
constinit thread_local ParseArena* arenaInUse = nullptr;

[[noreturn]] void outOfMemory(size_t bytes)
{
    std::fprintf(stderr, "no memory for %zu bytes of a parsed file\n", bytes);
    std::abort();
}

void* checked(void* block, size_t bytes)
{
    if (block == nullptr && bytes > 0) {
        outOfMemory(bytes);
    }
    return block;
}

// Outside of a scope tree-sitter's functions are the system's.

void* parserAllocate(size_t bytes)
{
    return arenaInUse != nullptr ? arenaInUse->allocate(bytes) : checked(std::malloc(bytes), bytes);
}

void* parserAllocateZeros(size_t count, size_t size)
{
    if (arenaInUse == nullptr) {
        return checked(std::calloc(count, size), size > 0 ? count : 0);
    }
    if (size > 0 && count > std::numeric_limits<size_t>::max() / size) {
        outOfMemory(count);
    }
    return std::memset(arenaInUse->allocate(count * size), 0, count * size);
}

void* parserResize(void* block, size_t bytes)
{
    return arenaInUse != nullptr ? arenaInUse->resize(block, bytes)
                                 : checked(std::realloc(block, bytes), bytes);
}

void parserRelease(void* block)
{
    if (arenaInUse != nullptr) {
        arenaInUse->release(block);
    } else {
        std::free(block);
    }
}

/// Before there are threads, as the functions hold for all of them.
[[maybe_unused]] const bool isInstalled = [] {
    ts_set_allocator(parserAllocate, parserAllocateZeros, parserResize, parserRelease);
    return true;
}();

} // namespace

/// Pieces that the next arena of this thread takes.
class ParseArena::Spare
{
public:
    static std::vector<Piece>& pieces()
    {
        thread_local std::vector<Piece> kept;
        return kept;
    }
};

ParseArena::~ParseArena()
{
    std::vector<Piece>& spare = Spare::pieces();
    for (Piece& piece : m_pieces) {
        if (piece.size == kPieceBytes && spare.size() < kMostSpare) {
            spare.push_back(std::move(piece));
        }
    }
}

size_t ParseArena::sizeFor(size_t bytes)
{
    if (bytes > std::numeric_limits<size_t>::max() / 4) {
        outOfMemory(bytes);
    }
    const size_t whole = sizeof(Header) + std::max(bytes, sizeof(Free));
    return whole <= kLargest ? (whole + kStep - 1) / kStep * kStep : std::bit_ceil(whole);
}

size_t ParseArena::classOf(size_t size)
{
    return size <= kLargest ? size / kStep
                            : kLargest / kStep + static_cast<size_t>(std::countr_zero(size));
}

std::byte* ParseArena::addPiece(size_t bytes)
{
    Piece piece;
    piece.size = std::max(bytes + sizeof(Header), kPieceBytes);
    std::vector<Piece>& spare = Spare::pieces();
    if (piece.size == kPieceBytes && !spare.empty()) {
        piece = std::move(spare.back());
        spare.pop_back();
    } else {
        piece.bytes.reset(new (std::nothrow) std::byte[piece.size]);
        if (!piece.bytes) {
            outOfMemory(piece.size);
        }
    }
    m_held += piece.size;
    m_pieces.push_back(std::move(piece));
    // new gives what is aligned to twice a header, and so is what stands behind the first one.
    static_assert(sizeof(Header) * 2 == kStep && __STDCPP_DEFAULT_NEW_ALIGNMENT__ == kStep);
    return m_pieces.back().bytes.get() + sizeof(Header);
}

void* ParseArena::allocate(size_t bytes)
{
    const size_t size = sizeFor(bytes);
    Free*& known = m_free[classOf(size)];
    if (known != nullptr) {
        Free* const block = known;
        known = block->next;
        return block;
    }
    if (size > kPieceBytes / 4) {
        return new (addPiece(size)) Header{size} + 1; // what is left of the newest piece stays
    }
    if (static_cast<size_t>(m_end - m_next) < size) {
        m_next = addPiece(size);
        m_end = m_next + kPieceBytes - sizeof(Header);
    }
    auto* const header = new (m_next) Header{size};
    m_next += size;
    return header + 1;
}

void* ParseArena::resize(void* block, size_t bytes)
{
    if (block == nullptr) {
        return allocate(bytes);
    }
    const size_t room = headerOf(block)->size - sizeof(Header);
    if (bytes <= room) {
        return block;
    }
    void* const larger = allocate(bytes);
    std::memcpy(larger, block, room);
    release(block);
    return larger;
}

void ParseArena::release(void* block)
{
    if (block == nullptr) {
        return;
    }
    Free*& known = m_free[classOf(headerOf(block)->size)];
    known = new (block) Free{known};
}

ParseArena::Scope::Scope(ParseArena& arena)
{
    arenaInUse = &arena;
}

ParseArena::Scope::~Scope()
{
    arenaInUse = nullptr;
}

} // namespace rocport
