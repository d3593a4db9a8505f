// Opens a lesson with a fake video, and reads the progress reports among the calls.
import { act, screen } from '@testing-library/react';

import { fakeVideo } from './fake-video';
import { renderApp } from './render-app';

/** The reports without their time and what was played. */
export const reportsIn = (calls: readonly string[]) =>
  calls
    .filter((call) => call.startsWith('PUT'))
    .map((call) => call.replace(/,"watchedAt":"[^"]+"/, '').replace(/,"played":\[\[.+\]\]/, ''));

export async function watch(path: string) {
  const view = await renderApp(path);
  const region = await screen.findByRole('region', { name: /^Video: / });
  const element = region.querySelector('video');
  if (!element) throw new Error('The region holds no video.');
  const video = fakeVideo(element);
  // The player library attaches to the element in a microtask.
  await act(async () => {});
  video.load(100);
  return { ...view, video };
}
