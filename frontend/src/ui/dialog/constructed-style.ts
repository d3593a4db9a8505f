// Takes the place of react-style-singleton, by which Radix's dialogs and menus keep the page behind them from scrolling
// (vite.config.ts). That library adds a <style> element, which the site's policy refuses; a constructed style sheet is no text of the
// page. Browsers without these (before 2023) scroll the page behind.
import { useEffect } from 'react';

interface SheetProps {
  styles: string;
}

/** A component whose styles hold while one or more of it are mounted. */
export function styleSingleton() {
  let mounted = 0;
  let sheet: CSSStyleSheet | undefined;

  const add = (styles: string) => {
    mounted += 1;
    if (mounted > 1 || !('adoptedStyleSheets' in document)) return;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  };
  const remove = () => {
    mounted -= 1;
    if (mounted > 0 || sheet === undefined) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    sheet = undefined;
  };

  return function Sheet({ styles }: SheetProps) {
    useEffect(() => {
      add(styles);
      return remove;
    }, [styles]);
    return null;
  };
}
