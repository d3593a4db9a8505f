// The home page requests the catalogue without showing it (specification, section 7): after the page is rendered,
// and without an error message.
import { useEffect } from 'react';

export function useCatalogueRequest(): void {
  useEffect(() => {
    import('./api').then(({ fetchCatalogue }) => fetchCatalogue()).catch(() => {});
  }, []);
}
