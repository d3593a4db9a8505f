#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| portal_fuzz::passkeys::check(data));
