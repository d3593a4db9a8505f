// The loader of hls.js, which takes a file that was requested before and else requests it.
import { Hls, type HlsConfig, type LoaderCallbacks, type LoaderContext } from 'hls.js/light';

import type { PreloadedFile, StreamPreload } from './stream-preload';

const DefaultLoader = Hls.DefaultConfig.loader;

interface Waiting {
  context: LoaderContext;
  callbacks: LoaderCallbacks<LoaderContext>;
}

export function loaderWith(preload: StreamPreload): HlsConfig['loader'] {
  return class extends DefaultLoader {
    /** What waits for a file that was requested before, until hls.js aborts or destroys this loader. */
    #waiting: Waiting | undefined;

    override load(...request: Parameters<InstanceType<typeof DefaultLoader>['load']>): void {
      const [context, , callbacks] = request;
      const file = preload.take(context.url);
      if (!file) return super.load(...request);
      const waiting = { context, callbacks };
      this.#waiting = waiting;
      // By this hls.js knows that the file is on its way.
      this.context = context;
      file.then(
        (loaded) => {
          if (this.#waiting === waiting) this.#succeed(loaded, waiting);
        },
        () => {
          if (this.#waiting !== waiting) return;
          this.#waiting = undefined;
          super.load(...request);
        },
      );
    }

    override abort(): void {
      const waiting = this.#waiting;
      this.#waiting = undefined;
      if (waiting) waiting.callbacks.onAbort?.(this.stats, waiting.context, null);
      else super.abort();
    }

    override destroy(): void {
      this.#waiting = undefined;
      super.destroy();
    }

    #succeed({ url, body, times }: PreloadedFile, { context, callbacks }: Waiting): void {
      this.#waiting = undefined;
      // From these hls.js estimates the bandwidth.
      Object.assign(this.stats.loading, times);
      this.stats.loaded = this.stats.total = body.byteLength;
      this.stats.bwEstimate = (body.byteLength * 8_000) / Math.max(times.end - times.first, 1);
      const data = context.responseType === 'arraybuffer' ? body : new TextDecoder().decode(body);
      callbacks.onSuccess({ url, data, code: 200 }, this.stats, context, null);
    }
  };
}
