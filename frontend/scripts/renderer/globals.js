// What the pages' code expects of its surroundings beside the language, for the server's renderer (api/src/frontend/renderer.rs): the
// prerender writes it before the pages' code. A page is rendered in one pass, so no timer ever runs. What Node and browsers have stays.

const pending = () => 0;
globalThis.setTimeout ??= pending;
globalThis.setInterval ??= pending;
globalThis.clearTimeout ??= () => {};
globalThis.clearInterval ??= () => {};

/** A connection would let a failed part ask for a reload of the page. */
globalThis.navigator ??= { onLine: false };

globalThis.MessageChannel ??= class {
  port1 = { onmessage: null };
  port2 = { postMessage: () => void Promise.resolve().then(() => this.port1.onmessage?.()) };
};

globalThis.TextEncoder ??= class {
  encode(text = '') {
    const bytes = encodeURIComponent(text).replaceAll(/%([0-9A-F]{2})/g, (_, digits) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
    return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
  }
};

/** The form that a query has in an address (WHATWG URL, "application/x-www-form-urlencoded serializing"). */
function formEncoded(text) {
  return encodeURIComponent(text)
    .replaceAll(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}

function formDecoded(text) {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

globalThis.URLSearchParams ??= class {
  #pairs;

  constructor(from = '') {
    if (typeof from === 'string') {
      const parts = from.replace(/^\?/, '').split('&').filter(Boolean);
      this.#pairs = parts.map((part) => {
        const [name, ...value] = part.split('=');
        return [formDecoded(name), formDecoded(value.join('='))];
      });
    } else {
      const pairs = Symbol.iterator in from ? [...from] : Object.entries(from);
      this.#pairs = pairs.map(([name, value]) => [String(name), String(value)]);
    }
  }

  get(name) {
    return this.#pairs.find(([known]) => known === name)?.[1] ?? null;
  }

  getAll(name) {
    return this.#pairs.filter(([known]) => known === name).map(([, value]) => value);
  }

  has(name) {
    return this.get(name) !== null;
  }

  append(name, value) {
    this.#pairs.push([String(name), String(value)]);
  }

  delete(name) {
    this.#pairs = this.#pairs.filter(([known]) => known !== name);
  }

  set(name, value) {
    this.delete(name);
    this.append(name, value);
  }

  forEach(visit) {
    for (const [name, value] of this.#pairs) visit(value, name, this);
  }

  keys() {
    return this.#pairs.map(([name]) => name).values();
  }

  [Symbol.iterator]() {
    return this.#pairs.values();
  }

  toString() {
    return this.#pairs.map((pair) => pair.map(formEncoded).join('=')).join('&');
  }
};

/** Of an address that is whole, or that begins with a slash. */
globalThis.URL ??= class {
  constructor(address, base = '') {
    const parts = /^(\w+:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address);
    if (parts === null) throw new TypeError(`Invalid URL: ${address}`);
    const [, origin = base, pathname, search = '', hash = ''] = parts;
    Object.assign(this, { origin, pathname: pathname || '/', search, hash });
    this.protocol = `${origin.split(':')[0]}:`;
    this.host = origin.split('//')[1] ?? '';
    this.hostname = this.host.split(':')[0];
    this.href = `${origin}${this.pathname}${search}${hash}`;
  }

  toString() {
    return this.href;
  }
};
