import { afterEach, describe, expect, it } from 'vitest';
import { isHandledByElement, playerCommand } from './player-keys';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
) => playerCommand({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

const put = (html: string): Element => {
  document.body.innerHTML = html;
  const target = document.querySelector('[data-target]');
  if (!target) throw new Error('The markup names no target.');
  return target;
};

describe('playerCommand', () => {
  it.each([' ', 'k', 'K'])('plays and pauses with %j', (key) => {
    expect(press(key)).toEqual({ type: 'toggle-play' });
  });

  it.each([
    ['ArrowLeft', -10],
    ['j', -10],
    ['ArrowRight', 10],
    ['L', 10],
  ])('moves with %s by %d seconds', (key, seconds) => {
    expect(press(key)).toEqual({ type: 'seek-by', seconds });
  });

  it.each([
    ['0', 0],
    ['5', 0.5],
    ['9', 0.9],
  ])('jumps with %s to a share of %d', (key, share) => {
    expect(press(key)).toEqual({ type: 'seek-to-share', share });
  });

  it('changes speed, picture, sound and captions, and lists the keys', () => {
    expect(press('<')).toEqual({ type: 'change-rate', direction: -1 });
    expect(press('>')).toEqual({ type: 'change-rate', direction: 1 });
    expect(press('f')).toEqual({ type: 'toggle-fullscreen' });
    expect(press('m')).toEqual({ type: 'toggle-mute' });
    expect(press('c')).toEqual({ type: 'toggle-captions' });
    expect(press('t')).toEqual({ type: 'toggle-theatre' });
    expect(press('n')).toEqual({ type: 'next-lesson' });
    expect(press('P')).toEqual({ type: 'previous-lesson' });
    expect(press('?')).toEqual({ type: 'show-keys' });
  });

  it.each(['ctrlKey', 'metaKey', 'altKey'] as const)(
    'leaves shortcuts of the browser alone (%s)',
    (held) => {
      expect(press('f', { [held]: true })).toBeUndefined();
      expect(press('ArrowLeft', { [held]: true })).toBeUndefined();
    },
  );

  it.each(['Tab', 'Enter', 'Escape', 'ArrowUp', 'Home', 'x', 'F1'])(
    'does nothing with %s',
    (key) => {
      expect(press(key)).toBeUndefined();
    },
  );
});

describe('isHandledByElement', () => {
  afterEach(() => document.body.replaceChildren());

  it.each([
    '<input data-target>',
    '<input type="search" data-target>',
    '<textarea data-target></textarea>',
    '<select data-target></select>',
    '<div contenteditable="true"><b data-target>a</b></div>',
  ])('leaves every key to text controls: %s', (html) => {
    for (const key of [' ', 'k', 'ArrowLeft', '5', '?'])
      expect(isHandledByElement(put(html), key)).toBe(true);
  });

  it.each([
    '<dialog open><p data-target></p></dialog>',
    '<div role="menu"><a data-target></a></div>',
  ])('leaves every key to an open overlay: %s', (html) =>
    expect(isHandledByElement(put(html), 'm')).toBe(true),
  );

  it.each([
    '<figure data-own-keys><div role="slider" data-target></div></figure>',
    '<form data-own-keys><input type="checkbox" data-target></form>',
    '<form data-own-keys><button data-target></button></form>',
  ])('leaves every key to a chart and to an answer: %s', (html) => {
    for (const key of [' ', '1', 'k', 'l', 'c', 'ArrowLeft', '?'])
      expect(isHandledByElement(put(html), key)).toBe(true);
  });

  it('leaves a button only its space key', () => {
    const icon = put('<button><svg data-target></svg></button>');
    expect(isHandledByElement(icon, ' ')).toBe(true);
    expect(isHandledByElement(icon, 'k')).toBe(false);
    expect(isHandledByElement(icon, 'ArrowRight')).toBe(false);
  });

  it('leaves tabs their arrow and space keys', () => {
    const tab = put('<button role="tab" data-target></button>');
    expect(isHandledByElement(tab, 'ArrowRight')).toBe(true);
    expect(isHandledByElement(tab, ' ')).toBe(true);
    expect(isHandledByElement(tab, 'f')).toBe(false);
  });

  it('leaves a slider its arrow keys only', () => {
    const slider = put('<input type="range" data-target>');
    expect(isHandledByElement(slider, 'ArrowLeft')).toBe(true);
    expect(isHandledByElement(slider, ' ')).toBe(false);
  });

  it('leaves a checkbox its space key', () => {
    expect(isHandledByElement(put('<input type="checkbox" data-target>'), ' ')).toBe(true);
  });

  it('handles every key of the page itself and of links', () => {
    expect(isHandledByElement(document.body, ' ')).toBe(false);
    expect(isHandledByElement(put('<a href="#" data-target>a</a>'), ' ')).toBe(false);
    expect(isHandledByElement(null, ' ')).toBe(false);
  });
});
