// A field of bits as PTX's bfe has it: nothing where it is empty, and zeros where it reaches over the end.
inline __host__ __device__ unsigned long long rocportBitField(unsigned long long value, unsigned int from, unsigned int count)
{
    from &= 0xFFu;
    count &= 0xFFu;
    const unsigned long long moved = from < 64 ? value >> from : 0;
    return count < 64 ? moved & ((1ull << count) - 1) : moved;
}
