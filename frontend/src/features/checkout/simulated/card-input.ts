// Formats card number and expiry date while they are typed. The caret stays behind the digit that it was behind.

export interface Typing {
  /** The field's text after the key press, paste or deletion. */
  readonly raw: string;
  readonly caret: number;
  /** The field's text before it. */
  readonly previous: string;
  /** The Delete key was pressed, which removes the character after the caret. */
  readonly forwardDelete?: boolean;
}

export interface Formatted {
  readonly value: string;
  readonly caret: number;
}

// The field holds 19 characters at most (specification, section 5): sixteen digits and three spaces.
const CARD_DIGITS = 16;
const EXPIRY_DIGITS = 4;

export function formatCardNumber(typing: Typing): Formatted {
  return format(typing, CARD_DIGITS, (digits) => digits.replace(/(\d{4})(?=\d)/g, '$1 '));
}

export function formatExpiry(typing: Typing): Formatted {
  // Browsers and password managers may fill in the year with four digits.
  const fullYear = /^\s*(\d{2})\s*[/-]\s*20(\d{2})\s*$/.exec(typing.raw);
  if (fullYear) return { value: `${fullYear[1]}/${fullYear[2]}`, caret: 5 };
  return format(typing, EXPIRY_DIGITS, (digits) =>
    digits.length < 2 ? digits : `${digits.slice(0, 2)}/${digits.slice(2)}`,
  );
}

function format(typing: Typing, limit: number, group: (digits: string) => string): Formatted {
  let before = digitsOf(typing.raw.slice(0, typing.caret));
  let after = digitsOf(typing.raw.slice(typing.caret));

  const onlySeparatorDeleted =
    typing.raw.length < typing.previous.length && before + after === digitsOf(typing.previous);
  if (onlySeparatorDeleted) {
    // Formatting adds a deleted separator again, so the digit beside it is deleted instead.
    if (typing.forwardDelete) after = after.slice(1);
    else before = before.slice(0, -1);
  }

  // Excess digits were typed or pasted before the caret and are dropped; the others stay.
  const excess = Math.max(0, before.length + after.length - limit);
  before = before.slice(0, Math.max(0, before.length - excess));
  const digits = (before + after).slice(0, limit);

  const value = group(digits);
  return { value, caret: caretBehind(value, before.length, after.length === 0) };
}

/** The caret's index after `count` digits; the end of the text when no digit follows. */
function caretBehind(value: string, count: number, atEnd: boolean): number {
  if (atEnd) return value.length;
  let seen = 0;
  for (let index = 0; index < value.length; index += 1) {
    if (seen === count) return index;
    if (isDigit(value.charAt(index))) seen += 1;
  }
  return value.length;
}

function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '');
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}
