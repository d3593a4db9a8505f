// The pages' code outside a browser: for the prerender (scripts/prerender.mjs) and for the server's renderer, which runs it with the
// values of the owner's folder (api/src/frontend/renderer.rs).
export { NO_INDEX } from './build/head-tags';
export { pageHtml, shells, writePages } from './build/page-html';
export { serverRoutes } from './build/server-routes';
export { publicPages, render } from './render';
