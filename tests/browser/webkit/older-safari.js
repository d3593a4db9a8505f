// Runs before the scripts of each page and takes from this engine what an older Safari on an iPhone lacks: such a browser has
// no Media Source, plays HLS by itself, has no full screen for elements, and ignores a seek until it can play.
(() => {
  for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource', 'SourceBuffer']) {
    delete globalThis[name];
  }
  for (const name of ['requestFullscreen', 'webkitRequestFullscreen', 'webkitRequestFullScreen']) {
    delete Element.prototype[name];
  }
  const media = HTMLMediaElement.prototype;
  const { canPlayType } = media;
  media.canPlayType = function (type) {
    return /mpegurl/i.test(type) ? 'maybe' : canPlayType.call(this, type);
  };
  const time = Object.getOwnPropertyDescriptor(media, 'currentTime');
  Object.defineProperty(media, 'currentTime', {
    ...time,
    set(seconds) {
      if (this.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) time.set.call(this, seconds);
    },
  });
})();
