//! The memory that a hash works in, which is allocated once.

use argon2::Block;

/// KiB of a hash of ours; OWASP Password Storage Cheat Sheet.
pub(super) const MEMORY_KIB: u32 = 19 * 1024;
/// glibc maps a block of this size apart and so gives it back as soon as it is freed. Smaller ones it keeps for itself from the second time
/// on (mallopt(3), `M_MMAP_THRESHOLD`: at most 32 MiB). What is reserved and not touched takes no memory.
const RESERVED_KIB: usize = 33 * 1024;

/// The 19 MiB that a hash works in; a hashing thread keeps them between hashes, so that many sign-ins at once allocate nothing.
pub struct HashMemory(Vec<Block>);

impl HashMemory {
    #[must_use]
    pub fn new() -> Self {
        let mut blocks = Vec::with_capacity(RESERVED_KIB);
        blocks.resize(MEMORY_KIB as usize, Block::default());
        Self(blocks)
    }

    /// At least so many blocks of 1 KiB.
    pub(super) fn blocks(&mut self, count: usize) -> &mut [Block] {
        if self.0.len() < count {
            self.0.resize(count, Block::default());
        }
        &mut self.0
    }
}

impl Default for HashMemory {
    fn default() -> Self {
        Self::new()
    }
}
