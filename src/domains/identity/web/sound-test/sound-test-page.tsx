import Play from 'lucide-react/icons/play';
import Square from 'lucide-react/icons/square';
import { BarePage, BarePart } from '../../../../web/shell/bare-page.tsx';
import { lengthOf, effectOf } from '../../../../web/shell/sound-effects.ts';
import { playStatusSound } from '../../../../web/shell/sounds.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { EffectList } from './effect-list.tsx';
import { SoundControls } from './sound-controls.tsx';
import { ToastSamples } from './toast-samples.tsx';
import { usePlayer } from './use-player.ts';

/** The five states of a status, and the sound that each borrows (specification, section 4). */
const STATUSES = [
  ['active', 'success'],
  ['inactive', 'click'],
  ['pending', 'notification'],
  ['warning', 'warning'],
  ['error', 'error'],
] as const;
const UNKNOWN = 'a name that no sound has';

/** Plays and shows every sound of the product. Open to everybody, so that a silent device can be looked into. */
export default function SoundTestPage() {
  const player = usePlayer();
  const { silent, stop } = player;
  return (
    <BarePage
      title="Sound test"
      lead={
        'Browsers allow no sound before the first click or key press on a page, so nothing here can sound by itself. Each button plays one sound; if you ' +
        'hear nothing, look at the volume of this device and whether the browser has muted this tab.'
      }
    >
      <BarePart title="Volume">
        <SoundControls />
        {silent && (
          <Banner tone="warning" className="mt-4">
            Sounds are switched off or turned down to nothing: turn them on to hear the buttons below.
          </Banner>
        )}
      </BarePart>
      <BarePart
        title="Effects"
        action={
          <Button size="sm" icon={<Square />} onClick={stop} disabled={silent}>
            Stop all
          </Button>
        }
      >
        <EffectList player={player} />
      </BarePart>
      <BarePart
        title="Status sounds"
        lead="A status that changes on a screen borrows one of the effects, at half the volume."
      >
        <StatusButtons player={player} />
      </BarePart>
      <BarePart title="Toasts" lead="A toast plays the sound of its type as it comes in.">
        <ToastSamples />
      </BarePart>
      <BarePart
        title="Unknown names"
        lead="A name that no sound has plays a click, so that a slip in the code is heard and not an error."
      >
        <Button
          icon={<Play />}
          disabled={silent}
          onClick={() => player.play(UNKNOWN, UNKNOWN, lengthOf(effectOf(UNKNOWN)))}
        >
          Play an unknown name
        </Button>
      </BarePart>
    </BarePage>
  );
}

function StatusButtons({ player: { silent } }: { player: ReturnType<typeof usePlayer> }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {STATUSES.map(([status, sound]) => (
        <li key={status}>
          <Button icon={<Play />} disabled={silent} onClick={() => playStatusSound(status)}>
            <span className="capitalize">{status}</span> <span className="font-normal text-muted">plays {sound}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
