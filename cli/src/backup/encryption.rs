//! Backups under a passphrase: the age format (age-encryption.org/v1), which any other age program opens as well.

use std::{
    io::{self, Read, Seek, Write},
    iter,
};

use age::{
    DecryptError, Decryptor, EncryptError, Encryptor, Identity, Recipient,
    scrypt::{Identity as PassphraseIdentity, Recipient as PassphraseRecipient},
    stream::StreamWriter,
};
use secrecy::SecretString;

/// What every encrypted backup begins with.
pub const MAGIC: &[u8] = b"age-encryption.org/v1";

/// OWASP's Password Storage Cheat Sheet: scrypt with N = 2^17, r = 8, p = 1. It takes 128 MiB for a moment.
const WORK_FACTOR: u8 = 17;
/// What other programs may have used; each step doubles time and memory.
const MOST_WORK: u8 = 20;

/// What can be read from any place.
pub trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

/// Encrypts what is written; [`StreamWriter::finish`] ends it.
pub fn encrypt<W: Write>(into: W, passphrase: &SecretString) -> io::Result<StreamWriter<W>> {
    let mut recipient = PassphraseRecipient::new(passphrase.clone());
    recipient.set_work_factor(WORK_FACTOR);
    Encryptor::with_recipients(iter::once(&recipient as &dyn Recipient))
        .map_err(|error| match error {
            EncryptError::Io(cause) => cause,
            // What other kinds of recipients may answer. The library's words for it are not used: a macro puts their parts in an order
            // that changes with each compilation (`i18n-embed-fl` 0.9), and the program would differ from build to build.
            _ => io::Error::other("the passphrase cannot be used"),
        })?
        .wrap_output(into)
}

/// The content of an encrypted backup.
///
/// # Errors
/// Why there is none, for people.
pub fn decrypt<R: Read + Seek + 'static>(
    from: R,
    passphrase: &SecretString,
) -> Result<Box<dyn ReadSeek>, String> {
    let mut identity = PassphraseIdentity::new(passphrase.clone());
    identity.set_max_work_factor(MOST_WORK);
    let opened =
        Decryptor::new(from).and_then(|decryptor| decryptor.decrypt(iter::once(&identity as &dyn Identity)));
    match opened {
        Ok(reader) => Ok(Box::new(reader)),
        Err(
            DecryptError::DecryptionFailed | DecryptError::NoMatchingKeys | DecryptError::KeyDecryptionFailed,
        ) => Err(String::from(
            "it was encrypted under another passphrase, or its first bytes are damaged; try again with the right one",
        )),
        Err(DecryptError::Io(cause)) if cause.kind() == io::ErrorKind::UnexpectedEof => {
            Err(String::from(super::problems::CUT_OFF))
        }
        Err(other) => {
            let why: Vec<_> = other.to_string().split_whitespace().map(str::to_owned).collect();
            Err(format!("it cannot be decrypted: {}", why.join(" ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn sealed(text: &[u8]) -> Vec<u8> {
        let mut writer = encrypt(Vec::new(), &SecretString::from("correct horse")).unwrap();
        writer.write_all(text).unwrap();
        writer.finish().unwrap()
    }

    #[test]
    fn what_was_encrypted_is_read_under_its_passphrase_only() {
        let sealed = sealed(b"rows");
        assert!(sealed.starts_with(MAGIC) && !sealed.windows(4).any(|bytes| bytes == b"rows"));
        let mut text = String::new();
        let mut opened = decrypt(Cursor::new(sealed.clone()), &SecretString::from("correct horse")).unwrap();
        opened.read_to_string(&mut text).unwrap();
        assert_eq!(text, "rows");
        let refused = decrypt(Cursor::new(sealed), &SecretString::from("wrong horse"))
            .err()
            .unwrap();
        assert!(refused.contains("another passphrase"), "{refused}");
    }
}
