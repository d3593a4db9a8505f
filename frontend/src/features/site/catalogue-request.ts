// The home page requests the catalogue and shows nothing of it (specification, section 7). It does so
// once the page stands, and says nothing when it fails.
import { useEffect } from 'react';

export function useCatalogueRequest(): void {
  useEffect(() => {
    import('./api').then(({ fetchCatalogue }) => fetchCatalogue()).catch(() => {});
  }, []);
}
