#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace rocport {

/// The memory of one parsed file: what the parser takes while it works, and its tree. Blocks are
/// cut from large pieces one behind the other, blocks that are given back are used again, and all
/// goes at once with the arena. A parser asks for a block for each token and state; the heap takes
/// a third of its time for that, and as much again for taking a tree apart block by block.
///
/// One thread at a time. Up to kMostSpare pieces of arenas that are gone are kept for the next
/// arena of the thread that let them go.
class ParseArena
{
public:
    static constexpr size_t kPieceBytes = size_t(256) * 1024;
    static constexpr size_t kMostSpare = 8; ///< 2 MiB for each thread

    ParseArena() = default;
    ~ParseArena();
    ParseArena(const ParseArena&) = delete;
    ParseArena& operator=(const ParseArena&) = delete;

    /// A block of at least `bytes`, for any type. Ends the program where there is no memory left,
    /// as tree-sitter's own functions do.
    void* allocate(size_t bytes);
    /// The block with its content in a size of at least `bytes`; null: a new one.
    void* resize(void* block, size_t bytes);
    /// For another block of its size; null: nothing.
    void release(void* block);
    /// Bytes in pieces.
    [[nodiscard]] size_t held() const { return m_held; }

    /// While it lives, what tree-sitter asks for on this thread comes from an arena. Scopes do not
    /// lie in each other, and within one nothing is freed that was made outside.
    class Scope
    {
    public:
        explicit Scope(ParseArena& arena);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
    };

private:
    /// Stands before each block, which is aligned as malloc does it.
    struct Header
    {
        size_t size = 0; ///< of the block with its header
    };
    struct Free
    {
        Free* next = nullptr;
    };
    struct Piece
    {
        std::unique_ptr<std::byte[]> bytes;
        size_t size = 0;
    };
    class Spare;

    static constexpr size_t kStep = 16;      ///< between the sizes of small blocks
    static constexpr size_t kLargest = 1024; ///< of these; larger ones have powers of two
    static constexpr size_t kClasses = kLargest / kStep + 1 + 64;

    static size_t sizeFor(size_t bytes);
    static size_t classOf(size_t size);
    static Header* headerOf(void* block) { return static_cast<Header*>(block) - 1; }
    /// A new piece with room for `bytes`; its first byte behind which a block is aligned.
    std::byte* addPiece(size_t bytes);

    std::vector<Piece> m_pieces;
    std::byte* m_next = nullptr; ///< in the newest piece
    std::byte* m_end = nullptr;
    size_t m_held = 0;
    std::array<Free*, kClasses> m_free = {};
};

} // namespace rocport
