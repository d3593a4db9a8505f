// Title, description and canonical address of the current page. The HTML has them on the first load; this updates
// them when the visitor navigates without a reload.
import { useEffect } from 'react';

export interface Head {
  title: string;
  description: string;
  /** Path of the picture for social cards; the site's default when absent. */
  image?: string;
  /** schema.org objects, written into the prerendered page. */
  jsonLd?: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

export function applyHead(head: Head): void {
  document.title = head.title;
  metaDescription().content = head.description;
}

export function applyCanonical(path: string | null): void {
  const existing = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (path === null) {
    existing?.remove();
    return;
  }
  const origin = existing === null ? location.origin : new URL(existing.href).origin;
  const link = existing ?? document.createElement('link');
  link.rel = 'canonical';
  link.href = origin + path;
  if (existing === null) document.head.append(link);
}

/** For a page whose title depends on its data: null until the data is loaded. */
export function useHead(head: Head | null): void {
  const title = head?.title;
  const description = head?.description;
  useEffect(() => {
    if (title !== undefined && description !== undefined) applyHead({ title, description });
  }, [title, description]);
}

function metaDescription(): HTMLMetaElement {
  const existing = document.querySelector<HTMLMetaElement>('meta[name="description"]');
  if (existing !== null) return existing;
  const created = document.createElement('meta');
  created.name = 'description';
  document.head.append(created);
  return created;
}
