// Numbers as keyboards of other scripts type them; the same rule as the server's (domain/kernel/src/typed.rs).

const DIGIT = /\p{Nd}/gu;

/** Full-width forms as their ASCII signs, the digits of every script as 0 to 9, and no invisible signs. */
export function typedText(text: string): string {
  return text
    .replaceAll(/[\u{ff01}-\u{ff5e}]/gu, (sign) => String.fromCodePoint(codeOf(sign) - 0xfee0))
    .replaceAll(DIGIT, digitOf)
    .replaceAll(/[\u066b\u3002\uff61]/g, '.')
    .replaceAll(/[\u3001\uff64]/g, ',')
    .replaceAll(/[\p{Cf}\u066c]/gu, '');
}

/** Unicode has the ten digits of a script one after the other, from zero on. */
function digitOf(digit: string): string {
  let zero = codeOf(digit);
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((codeOf(digit) - zero) % 10);
}

function codeOf(sign: string): number {
  return sign.codePointAt(0) ?? 0;
}
