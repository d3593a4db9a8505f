/** The id of each layout's `<main tabIndex={-1}>`, the target of skip links and of focus after navigation. */
export const MAIN_ID = 'main';
