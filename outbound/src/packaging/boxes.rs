//! The bytes of ISO 14496-12 boxes, read without ever leaving them.

/// What is left to be read.
#[derive(Clone, Copy)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, left) = self.0.split_at_checked(count)?;
        self.0 = left;
        Some(taken)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        let bytes = self.take(4)?.try_into().ok()?;
        Some(u32::from_be_bytes(bytes))
    }

    pub(crate) fn i32(&mut self) -> Option<i32> {
        let bytes = self.take(4)?.try_into().ok()?;
        Some(i32::from_be_bytes(bytes))
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        let bytes = self.take(8)?.try_into().ok()?;
        Some(u64::from_be_bytes(bytes))
    }

    /// Version and flags of a full box.
    pub(crate) fn full(&mut self) -> Option<(u8, u32)> {
        let word = self.u32()?;
        let [version, ..] = word.to_be_bytes();
        Some((version, word & 0x00ff_ffff))
    }

    /// The next box within: its name and its content.
    pub(crate) fn next_box(&mut self) -> Option<([u8; 4], Bytes<'a>)> {
        let size = usize::try_from(self.u32()?).ok()?;
        let name = self.take(4)?.try_into().ok()?;
        let content = self.take(size.checked_sub(8)?)?;
        Some((name, Bytes(content)))
    }
}
