// The control bar, below the picture so that it does not cover the chart.
import {
  Captions,
  Keyboard,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RectangleHorizontal,
  RotateCcw,
  RotateCw,
  Volume1,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { Suspense } from 'react';

import { lazyPart } from '@/ui/lazy-part';

import type { VideoSource } from '../source/use-video-source';
import { RATES } from '../store/player-preferences';
import { SKIP_SECONDS, type PlayerCommand, type PlayerState } from '../store/player-state';
import { ControlButton } from './control-button';
import { PlayerSelect } from './player-select';
import { PlayerSlider } from './player-slider';
import { SeekBar, type Chapter } from './seek-bar';

const SettingsPanel = lazyPart(async () => (await import('./settings-panel')).SettingsPanel, null);

interface PlayerControlsProps {
  state: PlayerState;
  source: VideoSource;
  chapters: readonly Chapter[];
  /** The address of the track of seek pictures. */
  seekPictures: string | null;
  /** Whether the picture is wide; undefined where it cannot be. */
  theatre: boolean | undefined;
  perform: (command: PlayerCommand) => void;
}

export function PlayerControls(props: PlayerControlsProps) {
  const { state, source, chapters, seekPictures, theatre, perform } = props;
  const silent = state.muted || state.volume === 0;
  const volumeIcon = silent ? VolumeX : state.volume < 0.5 ? Volume1 : Volume2;
  const percent = Math.round(state.volume * 100);
  return (
    <div role="group" aria-label="Player controls" className="@container px-3 pt-1 pb-2 sm:px-4">
      <SeekBar state={state} chapters={chapters} seekPictures={seekPictures} perform={perform} />
      <div className="-mx-2 flex flex-wrap items-center @min-[24rem]:flex-nowrap @min-[35rem]:gap-1">
        <ControlButton
          label={state.paused ? 'Play' : 'Pause'}
          shortcut="k"
          icon={state.paused ? Play : Pause}
          onClick={() => perform({ type: 'toggle-play' })}
        />
        <ControlButton
          label="Back 10 seconds"
          shortcut="j"
          icon={RotateCcw}
          onClick={() => perform({ type: 'seek-by', seconds: -SKIP_SECONDS })}
        />
        <ControlButton
          label="Forward 10 seconds"
          shortcut="l"
          icon={RotateCw}
          onClick={() => perform({ type: 'seek-by', seconds: SKIP_SECONDS })}
        />
        <ControlButton
          label={silent ? 'Sound on' : 'Sound off'}
          shortcut="m"
          icon={volumeIcon}
          onClick={() => perform({ type: 'toggle-mute' })}
        />
        {state.volumeAdjustable && (
          <PlayerSlider
            label="Volume"
            valueText={silent ? 'off' : `${percent} percent`}
            value={silent ? 0 : state.volume}
            max={1}
            step={0.05}
            className="w-20 max-sm:hidden @max-[31rem]:hidden"
            onChange={(volume) => perform({ type: 'set-volume', volume })}
          />
        )}
        <span className="flex-1" />
        <PlayerSelect
          label="Speed"
          title="Speed (< and >)"
          value={state.rate}
          onChange={(rate) => perform({ type: 'set-rate', rate: Number(rate) })}
          className="h-10 shrink-0 rounded-box bg-transparent px-1 text-sm font-semibold text-ink figures hover:bg-line [&>option]:bg-surface-raised"
        >
          {RATES.map((rate) => (
            <option key={rate} value={rate}>
              {`${rate}×`}
            </option>
          ))}
        </PlayerSelect>
        {state.captions.length > 0 && (
          <ControlButton
            label="Captions"
            shortcut="c"
            icon={Captions}
            pressed={state.captionsShown !== null}
            onClick={() => perform({ type: 'toggle-captions' })}
          />
        )}
        <Suspense fallback={<span className="size-10 shrink-0" />}>
          <SettingsPanel state={state} source={source} perform={perform} />
        </Suspense>
        {state.pictureInPictureAvailable && (
          <ControlButton
            label="Picture in picture"
            icon={PictureInPicture2}
            pressed={state.pictureInPicture}
            className="max-sm:hidden @max-[28rem]:hidden"
            onClick={() => perform({ type: 'toggle-picture-in-picture' })}
          />
        )}
        <ControlButton
          label="Keyboard shortcuts"
          shortcut="?"
          icon={Keyboard}
          className="max-sm:hidden @max-[28rem]:hidden"
          onClick={() => perform({ type: 'show-keys' })}
        />
        {theatre !== undefined && !state.fullscreen && (
          <ControlButton
            label="Wide picture"
            shortcut="t"
            icon={RectangleHorizontal}
            pressed={theatre}
            className="hidden lg:grid"
            onClick={() => perform({ type: 'toggle-theatre' })}
          />
        )}
        {state.fullscreenAvailable && (
          <ControlButton
            label={state.fullscreen ? 'Leave full screen' : 'Full screen'}
            shortcut="f"
            icon={state.fullscreen ? Minimize : Maximize}
            onClick={() => perform({ type: 'toggle-fullscreen' })}
          />
        )}
      </div>
    </div>
  );
}
