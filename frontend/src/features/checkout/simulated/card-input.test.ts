import { describe, expect, it } from 'vitest';
import { formatCardNumber, formatExpiry, type Formatted, type Typing } from './card-input';

type Format = (typing: Typing) => Formatted;

/** Types text key by key into an empty field, as a browser does. */
function typed(format: Format, text: string, from: Formatted = { value: '', caret: 0 }): Formatted {
  let field = from;
  for (const key of text) {
    const raw = field.value.slice(0, field.caret) + key + field.value.slice(field.caret);
    field = format({ raw, caret: field.caret + key.length, previous: field.value });
  }
  return field;
}

function backspaced(format: Format, field: Formatted): Formatted {
  const raw = field.value.slice(0, field.caret - 1) + field.value.slice(field.caret);
  return format({ raw, caret: field.caret - 1, previous: field.value });
}

function deleted(format: Format, field: Formatted): Formatted {
  const raw = field.value.slice(0, field.caret) + field.value.slice(field.caret + 1);
  return format({ raw, caret: field.caret, previous: field.value, forwardDelete: true });
}

function pasted(format: Format, text: string): Formatted {
  return format({ raw: text, caret: text.length, previous: '' });
}

describe('the card number', () => {
  it('is grouped in fours while it is typed', () => {
    expect(typed(formatCardNumber, '42424').value).toBe('4242 4');
    expect(typed(formatCardNumber, '4242424242424242')).toEqual({
      value: '4242 4242 4242 4242',
      caret: 19,
    });
  });

  it('accepts at most nineteen characters, and drops no existing digit for a new one', () => {
    expect(typed(formatCardNumber, '42424242424242429').value).toBe('4242 4242 4242 4242');
    const inTheMiddle = typed(formatCardNumber, '9', { value: '4242 4242 4242 4242', caret: 2 });
    expect(inTheMiddle).toEqual({ value: '4242 4242 4242 4242', caret: 2 });
  });

  it('keeps the caret behind the digit that was typed in the middle', () => {
    expect(typed(formatCardNumber, '9', { value: '4242 4242', caret: 2 })).toEqual({
      value: '4294 2424 2',
      caret: 3,
    });
    expect(typed(formatCardNumber, '9', { value: '4242 4242', caret: 4 })).toEqual({
      value: '4242 9424 2',
      caret: 6,
    });
  });

  it('keeps the caret where it was when a digit in the middle is deleted', () => {
    expect(backspaced(formatCardNumber, { value: '4242 4243 1', caret: 3 })).toEqual({
      value: '4224 2431',
      caret: 2,
    });
  });

  it('can be emptied by Backspace alone and by Delete alone', () => {
    let field: Formatted = { value: '4242 4242 4', caret: 11 };
    for (let press = 0; press < 11; press += 1) field = backspaced(formatCardNumber, field);
    expect(field).toEqual({ value: '', caret: 0 });

    field = { value: '4242 4242 4', caret: 0 };
    for (let press = 0; press < 9; press += 1) field = deleted(formatCardNumber, field);
    expect(field).toEqual({ value: '', caret: 0 });
  });

  it.each([
    ['4242-4242-4242-4242', '4242 4242 4242 4242'],
    ['  4242  4242 4242\t4242 ', '4242 4242 4242 4242'],
    ['card: 4242x4242 💳 4242', '4242 4242 4242'],
    ['42424242424242424242', '4242 4242 4242 4242'],
    ['<script>alert(1)</script>', '1'],
    ['🙂', ''],
    ['４２４２', ''],
  ])('keeps only the digits of a pasted %j', (text, value) => {
    expect(pasted(formatCardNumber, text).value).toBe(value);
  });
});

describe('the expiry', () => {
  it('has its slash after the first two digits', () => {
    expect(typed(formatExpiry, '1').value).toBe('1');
    expect(typed(formatExpiry, '12')).toEqual({ value: '12/', caret: 3 });
    expect(typed(formatExpiry, '1228')).toEqual({ value: '12/28', caret: 5 });
    expect(typed(formatExpiry, '12/28').value).toBe('12/28');
  });

  it('can be emptied by Backspace, over the slash too', () => {
    let field = typed(formatExpiry, '1228');
    const seen = [];
    for (let press = 0; press < 4; press += 1) {
      field = backspaced(formatExpiry, field);
      seen.push(field.value);
    }
    expect(seen).toEqual(['12/2', '12/', '1', '']);
  });

  it('keeps the caret when a month is corrected', () => {
    expect(backspaced(formatExpiry, { value: '12/28', caret: 2 })).toEqual({
      value: '12/8',
      caret: 1,
    });
    expect(typed(formatExpiry, '9', { value: '12/28', caret: 2 })).toEqual({
      value: '12/28',
      caret: 2,
    });
  });

  it('is five characters at most however it is pasted', () => {
    expect(pasted(formatExpiry, '12 / 2028').value).toBe('12/28');
    expect(pasted(formatExpiry, '122834').value).toBe('12/28');
    expect(pasted(formatExpiry, 'ab').value).toBe('');
  });
});
