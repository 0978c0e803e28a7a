#include "core/isolation/parsearena.h"
#include "core/isolation/syntaxtree.h"

#include <QTest>

#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <thread>

using namespace rocport;

/// The memory that a parser and its tree take.
class TestParseArena : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void blocksKeepTheirContent();
    void releasedBlocksAreUsedAgain();
    void largeBlocksLeaveTheRest();
    void treesOutliveTheirThread();
};

namespace {

bool holdsOnly(const void* block, size_t bytes, unsigned char value)
{
    const auto* const at = static_cast<const unsigned char*>(block);
    return std::all_of(at, at + bytes, [value](unsigned char one) { return one == value; });
}

} // namespace

/// Blocks of all sizes that come, grow and go in any order lie apart and are aligned.
void TestParseArena::blocksKeepTheirContent()
{
    constexpr int kSteps = 20'000;
    constexpr size_t kMostBytes = 3000;
    struct Block
    {
        size_t bytes = 0;
        unsigned char value = 0;
    };
    ParseArena arena;
    std::map<void*, Block> blocks;
    std::mt19937 random(7);
    for (int step = 0; step < kSteps; ++step) {
        const size_t bytes = random() % (step % 100 == 0 ? 400'000 : kMostBytes);
        const auto value = static_cast<unsigned char>(random());
        auto chosen = blocks.lower_bound(reinterpret_cast<void*>(uintptr_t(random()) << 16));
        chosen = chosen == blocks.end() ? blocks.begin() : chosen;
        void* block = nullptr;
        if (blocks.size() > 200 && step % 2 == 0) {
            QVERIFY(holdsOnly(chosen->first, chosen->second.bytes, chosen->second.value));
            arena.release(chosen->first);
            blocks.erase(chosen);
            continue;
        }
        if (!blocks.empty() && step % 3 == 0) {
            const Block old = chosen->second;
            block = arena.resize(chosen->first, bytes);
            blocks.erase(chosen);
            QVERIFY(holdsOnly(block, std::min(bytes, old.bytes), old.value));
        } else {
            block = step % 5 == 0 ? arena.resize(nullptr, bytes) : arena.allocate(bytes);
        }
        QCOMPARE(reinterpret_cast<uintptr_t>(block) % alignof(std::max_align_t), uintptr_t(0));
        std::memset(block, value, bytes);
        QVERIFY(blocks.try_emplace(block, Block{bytes, value}).second);
    }
    arena.release(nullptr);
    for (const auto& [block, one] : blocks) {
        QVERIFY(holdsOnly(block, one.bytes, one.value));
    }
}

void TestParseArena::releasedBlocksAreUsedAgain()
{
    ParseArena arena;
    for (int turn = 0; turn < 100'000; ++turn) {
        void* const small = arena.allocate(72);
        void* const large = arena.allocate(5000);
        arena.release(small);
        arena.release(large);
    }
    QCOMPARE(arena.held(), ParseArena::kPieceBytes);
}

/// A block with a piece of its own does not end the piece that others are cut from.
void TestParseArena::largeBlocksLeaveTheRest()
{
    constexpr size_t kLarge = 100'000;
    ParseArena arena;
    arena.allocate(16);
    for (int turn = 0; turn < 3; ++turn) {
        arena.allocate(kLarge);
        arena.allocate(16);
    }
    QCOMPARE(arena.held(), 4 * ParseArena::kPieceBytes);
}

/// A tree is the same, and there, whatever thread parsed it and whatever came and went there since.
void TestParseArena::treesOutliveTheirThread()
{
    constexpr int kTrees = 8;
    std::vector<QByteArray> texts(kTrees);
    for (int i = 0; i < kTrees; ++i) {
        for (int line = 0; line < 2000; ++line) {
            texts[size_t(i)] += "value_" + QByteArray::number(line * (i + 1)) + " = call(" +
                                QByteArray::number(line) + ", \"text\")\n";
        }
    }
    const auto parsed = [&](int i) {
        const QByteArray& text = texts[size_t(i)];
        return SyntaxTree::parsePython({text.constData(), size_t(text.size())});
    };
    std::vector<std::optional<SyntaxTree>> trees(kTrees);
    std::vector<std::thread> threads;
    for (int i = 0; i < kTrees; ++i) {
        threads.emplace_back([&trees, &parsed, i] {
            auto tree = parsed(i);
            trees[size_t(i)] = *std::move(tree);
            for (int turn = 0; turn < 3; ++turn) {
                (void)parsed(i);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (int i = 0; i < kTrees; ++i) {
        const auto again = parsed(i);
        QVERIFY(again && trees[size_t(i)]);
        const SyntaxTree& tree = *trees[size_t(i)];
        QCOMPARE(tree.errorLine(), 0);
        QVERIFY(tree.handle() != nullptr);
        QCOMPARE(tree.nodes().size(), again->nodes().size());
        for (size_t node = 0; node < tree.nodes().size(); ++node) {
            QCOMPARE(tree.nodes()[node].begin, again->nodes()[node].begin);
            QCOMPARE(tree.nodes()[node].kind, again->nodes()[node].kind);
        }
    }
}

QTEST_APPLESS_MAIN(TestParseArena)

#include "tst_parsearena.moc"
