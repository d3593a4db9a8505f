// The chart is loaded with the first exercise that has one. A page may ask for it before, so that it is there without a
// connection.
export const loadChart = () => import('./exercise-chart');
