// A native list of the player. After a choice by pointer it gives the focus away, so that the player's keys work; after a
// choice by key it keeps the focus.
import { useRef, type ReactNode } from 'react';

interface PlayerSelectProps {
  label?: string;
  title?: string;
  value: string | number;
  onChange: (value: string) => void;
  className: string;
  children: ReactNode;
}

export function PlayerSelect({ label, onChange, ...rest }: PlayerSelectProps) {
  const pointed = useRef(false);
  return (
    <select
      {...rest}
      aria-label={label}
      onPointerDown={() => {
        pointed.current = true;
      }}
      onKeyDown={() => {
        pointed.current = false;
      }}
      onChange={(event) => {
        onChange(event.currentTarget.value);
        if (pointed.current) event.currentTarget.blur();
      }}
    />
  );
}
