// The owner's colours where CSS variables cannot be used, and the variables themselves: a plugin of the build and of the
// development server. Every colour of the site comes from `settings/colours.json`.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import type { Plugin } from 'vite';

import colours from '../../settings/colours.json' with { type: 'json' };

const FOLDER = path.resolve(import.meta.dirname, '../../../drawings');

/** The variables of every page: `--surface` and so on, and the variables of dark surfaces with the prefix `--dark-`. */
export function colourStyle({ dark, ...light }: typeof colours): string {
  const variables = (values: Record<string, string>, prefix: string) =>
    Object.entries(values).map(([name, value]) => `${prefix}${name.replaceAll('_', '-')}:${value}`);
  return `:root{${[...variables(light, '--'), ...variables(dark, '--dark-')].join(';')}}`;
}

/** A drawing with colours in its places, such as `{dark.surface}`. */
export function coloured(drawing: string, { dark }: typeof colours): string {
  const values = new Map(Object.entries(dark).map(([name, value]) => [`dark.${name}`, value]));
  return drawing.replaceAll(/\{([a-z_.]+)\}/g, (place, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`A drawing has the unknown place ${place}.`);
    return value;
  });
}

/** The address of each drawing. */
export function drawings(): Map<string, string> {
  return new Map(
    readdirSync(FOLDER).map((file) => [
      file === 'mark.svg' ? 'favicon.svg' : `images/${file}`,
      readFileSync(path.join(FOLDER, file), 'utf8'),
    ]),
  );
}

export function ownColours(): Plugin {
  return {
    name: 'own-colours',
    transformIndexHtml: (html) =>
      html.replace(
        '<!--colours-->',
        `<meta name="theme-color" content="${colours.dark.surface}" />\n    <style>${colourStyle(colours)}</style>`,
      ),
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const [fileName, drawing] of drawings()) {
        this.emitFile({ type: 'asset', fileName, source: coloured(drawing, colours) });
      }
    },
    configureServer(server) {
      for (const [address, drawing] of drawings()) {
        server.middlewares.use(`/${address}`, (_, response) => {
          response.setHeader('Content-Type', 'image/svg+xml');
          response.end(coloured(drawing, colours));
        });
      }
    },
  };
}
