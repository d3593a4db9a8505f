/** The id of each layout's `<main tabIndex={-1}>`: skip links and navigation lead there. */
export const MAIN_ID = 'main';
