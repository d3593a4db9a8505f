// Which texts a form takes as an e-mail address: also with letters beyond ASCII, on both sides. The server decides, and takes out what
// is invisible.

const LETTER = String.raw`[\p{L}\p{M}\p{N}\p{Cf}]`;
const LOCAL = String.raw`[\p{L}\p{M}\p{N}\p{Cf}.!#$%&'*+/=?^_\x60{|}~-]+`;
const LABEL = `${LETTER}(?:[-\u2010-\u2015]*${LETTER})*`;

export const EMAIL_ADDRESS = new RegExp(
  `^(?![.])(?!.*[.]{2})${LOCAL}(?<![.])[@\uff20](?:${LABEL}[.\u3002\uff0e\uff61])+(?=\\p{Cf}*\\p{L})${LABEL}$`,
  'u',
);
