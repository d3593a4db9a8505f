// Starts the page in the browser: the files of the address first, then the prerendered HTML is
// taken over as it stands, or the empty shell is filled.
import './styles.css';

import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';

import { App } from './app';
import { LoadFailure } from './load-failure';
import { preload } from './match';

function tree() {
  return (
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>
  );
}

async function start(root: HTMLElement): Promise<void> {
  let route: string;
  try {
    route = (await preload(location.pathname)).path;
  } catch (error) {
    // What the server rendered stays readable below the notice.
    const notice = document.createElement('div');
    root.before(notice);
    createRoot(notice).render(<LoadFailure error={error} />);
    return;
  }
  // Only the HTML of this very route can be taken over.
  if (root.dataset.route === route) hydrateRoot(root, tree());
  else createRoot(root).render(tree());
}

const root = document.getElementById('root');
if (root !== null) void start(root);
