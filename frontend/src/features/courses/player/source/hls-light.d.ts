// The light build has no types of its own; what this product uses of it is the same.
declare module 'hls.js/light' {
  export * from 'hls.js';
  export { default, default as Hls } from 'hls.js';
}
