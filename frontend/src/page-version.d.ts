// What the build writes into the pages (vite.config.ts).
interface ImportMetaEnv {
  /** The product's version. */
  readonly PORTAL_VERSION: string;
}
