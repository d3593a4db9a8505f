// Captions and quality, each a native list, and whether the next lesson begins by itself, in a panel above the control bar.
import { Settings } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

import { Checkbox } from '@/ui/form/checkbox';

import { rungFor, rungLabel } from '../source/quality';
import type { VideoSource } from '../source/use-video-source';
import { readPreferences, savePreferences } from '../store/player-preferences';
import type { PlayerCommand, PlayerState } from '../store/player-state';
import { ControlButton } from './control-button';
import { PlayerSelect } from './player-select';

interface SettingsPanelProps {
  state: PlayerState;
  source: VideoSource;
  perform: (command: PlayerCommand) => void;
}

const COPY = {
  button: 'Settings',
  panel: 'Player settings',
  captions: 'Captions',
  off: 'Off',
  quality: 'Quality',
  auto: 'Automatic',
  original: 'Original file',
  adapting: 'Adapt to the connection',
  playNext: 'Play the next lesson by itself',
};

const OFF = 'off';
const AUTO = 'auto';
const FILE = 'file';

export function SettingsPanel({ state, source, perform }: SettingsPanelProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    box.current?.querySelector<HTMLElement>('select, input')?.focus();
    const outside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  return (
    <div
      ref={box}
      role="presentation"
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.preventDefault();
        setOpen(false);
        box.current?.querySelector('button')?.focus();
      }}
    >
      <ControlButton
        label={COPY.button}
        icon={Settings}
        expanded={open}
        controls={id}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div
          id={id}
          role="group"
          aria-label={COPY.panel}
          className="absolute right-0 bottom-full z-20 mb-2 grid w-60 gap-3 rounded-box border border-line-strong bg-surface-raised p-4 shadow-raised"
        >
          {state.captions.length > 0 && (
            <Choice
              label={COPY.captions}
              value={state.captionsShown ?? OFF}
              onChange={(value) =>
                perform({ type: 'show-captions', language: value === OFF ? null : value })
              }
            >
              <option value={OFF}>{COPY.off}</option>
              {state.captions.map(({ language, label }) => (
                <option key={language} value={language} lang={language} dir="auto">
                  {label}
                </option>
              ))}
            </Choice>
          )}
          {source.adaptive && <QualityChoice source={source} />}
          <PlayNextChoice />
        </div>
      )}
    </div>
  );
}

function PlayNextChoice() {
  const [playNext, setPlayNext] = useState(() => readPreferences().playNext);
  return (
    <Checkbox
      label={COPY.playNext}
      checked={playNext}
      onChange={(event) => {
        savePreferences({ playNext: event.currentTarget.checked });
        setPlayNext(event.currentTarget.checked);
      }}
    />
  );
}

function QualityChoice({ source }: { source: VideoSource }) {
  const { delivery, quality, qualities, setQuality } = source;
  const { rungs, current } = qualities;
  const playing = rungs.find(({ id }) => id === current);
  const now = quality === 'auto' && playing ? ` (${rungLabel(playing, rungs)})` : '';
  const chosen = quality === 'auto' ? undefined : rungFor(rungs, quality);
  const value = delivery === 'file' ? FILE : chosen ? String(chosen.bitrate) : AUTO;
  return (
    <Choice
      label={COPY.quality}
      value={value}
      onChange={(picked) => {
        if (picked !== FILE) setQuality(picked === AUTO ? 'auto' : Number(picked));
      }}
    >
      {delivery === 'file' && <option value={FILE}>{COPY.original}</option>}
      <option value={AUTO}>{delivery === 'file' ? COPY.adapting : `${COPY.auto}${now}`}</option>
      {rungs.toReversed().map((rung) => (
        <option key={rung.id} value={String(rung.bitrate)}>
          {rungLabel(rung, rungs)}
        </option>
      ))}
    </Choice>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <label className="grid gap-1 text-xs font-semibold text-ink-muted">
      <span>{label}</span>
      <PlayerSelect
        value={value}
        onChange={onChange}
        className="h-10 w-full rounded-box border border-line-strong bg-surface px-2 text-sm text-ink [&>option]:bg-surface-raised"
      >
        {children}
      </PlayerSelect>
    </label>
  );
}
