import Play from 'lucide-react/icons/play';
import { cx } from '../../../../web/ui/cx.ts';
import { drawTones, EFFECTS, type Effect } from './effects.ts';
import type { usePlayer } from './use-player.ts';

const SIZE = { width: 72, height: 24 };
const LONGEST = Math.max(...EFFECTS.map(({ length }) => length));

/** All sounds, each with a button that plays it and a picture of its tones. */
export function EffectList({ player: { silent, playing, play } }: { player: ReturnType<typeof usePlayer> }) {
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {EFFECTS.map((effect) => (
        <li key={effect.name}>
          <button
            type="button"
            disabled={silent}
            onClick={() => play(effect.name, effect.name, effect.length)}
            data-sound={effect.name}
            className={cx(
              'flex min-h-12 w-full items-center gap-3 rounded-md border px-3 py-1.5 text-left text-sm transition-colors duration-100 enabled:hover:bg-hover disabled:opacity-60',
              playing === effect.name ? 'border-accent bg-accent-soft' : 'border-line',
            )}
          >
            <Play size={14} className="shrink-0 text-accent-ink" aria-hidden="true" />
            <span className="min-w-0 flex-1">
              <span className="sr-only">Play </span>
              <span className="font-medium">{effect.label}</span>
              <span className="block text-xs text-muted">{effect.meaning}</span>
            </span>
            <TonePicture effect={effect} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function TonePicture({ effect }: { effect: Effect }) {
  return (
    <svg
      viewBox={`-2 -2 ${SIZE.width + 4} ${SIZE.height + 4}`}
      className="h-7 w-[76px] shrink-0 stroke-muted"
      aria-hidden="true"
    >
      {drawTones(effect.tones, SIZE, LONGEST).map(({ thickness, ...line }, index) => (
        <line key={index} {...line} strokeWidth={thickness} strokeLinecap="round" />
      ))}
    </svg>
  );
}
