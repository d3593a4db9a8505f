// Where only the picture of a file is unknown to a browser, it plays the sound and sends no error.
import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Some engines know the size of the picture only after they have loaded the first of it (WebKitGTK; HTML has `resize` for
 * that), so a picture is missing when it has not come by then.
 */
export const PICTURE_MS = 3_000;

export function useMissingPicture(
  video: RefObject<HTMLVideoElement | null>,
  /** The address of the file; undefined where something else is played. */
  file: string | undefined,
  onMissing: () => void,
): void {
  const missing = useEffectEvent(onMissing);
  useEffect(() => {
    const element = video.current;
    if (!element || file === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = () => clearTimeout(timer);
    const wait = () => {
      forget();
      timer = setTimeout(() => {
        if (element.videoWidth === 0) missing();
      }, PICTURE_MS);
    };
    const ending = new AbortController();
    const { signal } = ending;
    element.addEventListener('loadeddata', wait, { signal });
    element.addEventListener('emptied', forget, { signal });
    // It may have been loaded before this runs.
    if (element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) wait();
    return () => {
      ending.abort();
      forget();
    };
  }, [video, file]);
}
