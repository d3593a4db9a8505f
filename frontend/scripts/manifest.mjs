// Reads Vite's manifest: the scripts that a source file needs.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const ENTRY = 'index.html';

export async function readManifest(dist) {
  return JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8'));
}

/** The scripts of these source files and of their static imports. */
export function closure(manifest, sources) {
  const files = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no script for ${key}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return [...files];
}
