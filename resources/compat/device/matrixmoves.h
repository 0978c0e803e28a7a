// Matrices of 8 by 8 numbers of 16 bits between shared memory and the 32 lanes of a warp, as PTX's ldmatrix, stmatrix and movmatrix have
// them: lane l holds the row l / 4 at the columns 2 * (l % 4) and the next, and lane 8 * i + r the address of row r of matrix i.
typedef unsigned int __attribute__((may_alias)) rocportSharedWord;
typedef unsigned short __attribute__((may_alias)) rocportSharedPart;
template <int count, bool transposed>
inline __device__ rocportRegisters<count> rocportLoadMatrix(size_t address)
{
    static_assert(count == 1 || count == 2 || count == 4, "one, two or four matrices");
    const unsigned int mine = static_cast<unsigned int>(address);
    const int lane = static_cast<int>(__lane_id() & 31u);
    rocportRegisters<count> result;
#pragma unroll
    for (int i = 0; i < count; ++i) {
        if (transposed) {
            const unsigned int first = __shfl(mine, 8 * i + 2 * (lane & 3), 32);
            const unsigned int second = __shfl(mine, 8 * i + 2 * (lane & 3) + 1, 32);
            const unsigned int column = 2u * static_cast<unsigned int>(lane >> 2);
            const unsigned int low = *static_cast<const rocportSharedPart*>(rocportFromShared(first + column));
            const unsigned int high = *static_cast<const rocportSharedPart*>(rocportFromShared(second + column));
            result.word[i] = high << 16 | low;
        } else {
            const unsigned int row = __shfl(mine, 8 * i + (lane >> 2), 32);
            result.word[i] = *static_cast<const rocportSharedWord*>(
                rocportFromShared(row + 4u * static_cast<unsigned int>(lane & 3)));
        }
    }
    return result;
}
template <bool transposed, int count>
inline __device__ void rocportStoreMatrix(size_t address, const rocportRegisters<count>& words)
{
    static_assert(count == 1 || count == 2 || count == 4, "one, two or four matrices");
    const unsigned int mine = static_cast<unsigned int>(address);
    const int lane = static_cast<int>(__lane_id() & 31u);
#pragma unroll
    for (int i = 0; i < count; ++i) {
        if (transposed) {
            const unsigned int first = __shfl(mine, 8 * i + 2 * (lane & 3), 32);
            const unsigned int second = __shfl(mine, 8 * i + 2 * (lane & 3) + 1, 32);
            const unsigned int column = 2u * static_cast<unsigned int>(lane >> 2);
            *static_cast<rocportSharedPart*>(rocportFromShared(first + column)) =
                static_cast<unsigned short>(words.word[i]);
            *static_cast<rocportSharedPart*>(rocportFromShared(second + column)) =
                static_cast<unsigned short>(words.word[i] >> 16);
        } else {
            const unsigned int row = __shfl(mine, 8 * i + (lane >> 2), 32);
            *static_cast<rocportSharedWord*>(rocportFromShared(row + 4u * static_cast<unsigned int>(lane & 3))) =
                words.word[i];
        }
    }
}
inline __device__ rocportRegisters<1> rocportTransposeMatrix(const rocportRegisters<1>& from)
{
    const int lane = static_cast<int>(__lane_id() & 31u);
    const int source = 8 * (lane & 3) + (lane >> 3);
    const int shift = 16 * (lane >> 2 & 1);
    const unsigned int low = __shfl(from.word[0], source, 32) >> shift & 0xFFFFu;
    const unsigned int high = __shfl(from.word[0], source + 4, 32) >> shift & 0xFFFFu;
    return {{high << 16 | low}};
}
