// Starts the page in the browser: loads the files of its route, then hydrates the prerendered HTML or renders into the
// empty shell.
import './styles.css';

import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';

import { App } from './app';
import { LoadFailure } from './loading/load-failure';
import { reportPageError, watchErrors } from './loading/page-errors';
import { preload } from './routing/match';

function tree() {
  return (
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>
  );
}

const options = {
  // What a boundary shows in the page's place; it is written to the console as without this.
  onCaughtError: (error: unknown) => {
    console.error(error);
    reportPageError(error);
  },
};

async function start(root: HTMLElement): Promise<void> {
  let route: string;
  try {
    route = (await preload(location.pathname)).path;
  } catch (error) {
    // The prerendered content stays readable below the notice.
    const notice = document.createElement('div');
    root.before(notice);
    createRoot(notice).render(<LoadFailure error={error} />);
    return;
  }
  // Only the HTML of the same route can be hydrated.
  if (root.dataset.route === route) hydrateRoot(root, tree(), options);
  else createRoot(root, options).render(tree());
}

watchErrors();
const root = document.getElementById('root');
if (root !== null) void start(root);
