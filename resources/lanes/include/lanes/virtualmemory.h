#pragma once

// Memory whose addresses and pages are asked for apart.

#include "lanes/engine.h"

namespace rocport_lanes {

constexpr std::size_t kVirtualPage = std::size_t{2} << 20; ///< as GPUs of both vendors have it

struct VirtualMemory;

/// What memory is asked for with, and told again.
struct VirtualAsked
{
    int device = 0;
    int handles = 0;               ///< for other processes, which get none here
    unsigned char compression = 0; ///< kept alone: nothing is compressed here
};

/// Addresses without memory; null: there are not as many. Sizes are multiples of kVirtualPage.
void* reserveAddresses(std::size_t bytes, std::size_t alignment);
Code freeAddresses(void* place, std::size_t bytes);
Code createMemory(VirtualMemory*& memory, std::size_t bytes, const VirtualAsked& asked);
/// What the memory of a handle was asked for with.
Code describeMemory(VirtualMemory* memory, VirtualAsked& asked);
/// Of a handle; what is mapped stays until it is unmapped.
Code releaseMemory(VirtualMemory* memory);
Code mapMemory(void* place, std::size_t bytes, std::size_t offset, VirtualMemory* memory);
Code unmapMemory(void* place, std::size_t bytes);
/// `access`: 0 none, 1 read, 3 both.
Code setAccess(void* place, std::size_t bytes, int access);
Code accessOf(const void* place, int& access);
/// The memory that is mapped there, as another handle; null: none.
VirtualMemory* memoryAt(void* place);

} // namespace rocport_lanes
