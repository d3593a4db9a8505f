// The short notice over the picture that says what a pressed key did.
import { nextRate } from '../store/player-preferences';
import type { PlayerCommand, PlayerState } from '../store/player-state';

export function commandNotice(command: PlayerCommand, before: PlayerState): string {
  switch (command.type) {
    case 'seek-by':
      return command.seconds < 0 ? 'Back 10 seconds' : 'Forward 10 seconds';
    case 'seek-to-share':
      return `At ${Math.round(command.share * 100)} %`;
    case 'change-rate':
      return `Speed ${nextRate(before.rate, command.direction)}×`;
    case 'toggle-mute':
      return before.muted || before.volume === 0 ? 'Sound on' : 'Sound off';
    case 'toggle-captions':
      if (before.captions.length === 0) return 'This lesson has no captions';
      return before.captionsShown === null ? 'Captions on' : 'Captions off';
    default:
      return '';
  }
}
