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

/** Plays and shows every sound of the product. Open to everyone, so that a silent device can be looked into. */
export default function SoundTestPage() {
  const player = usePlayer();
  const { silent, stop } = player;
  return (
    <BarePage
      title="Sound test"
      lead={
        'Browsers block sound until you click or press a key. Each button plays one sound. If you ' +
        'hear nothing, check the device volume and whether the browser muted this tab.'
      }
    >
      <BarePart title="Volume">
        <SoundControls />
        {silent && (
          <Banner tone="warning" className="mt-4">
            Sounds are off or muted. Turn them on to hear the buttons below.
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
      <BarePart title="Status sounds" lead="Status changes play one of the effects at half volume.">
        <StatusButtons player={player} />
      </BarePart>
      <BarePart title="Toasts" lead="A toast plays the sound of its type when it appears.">
        <ToastSamples />
      </BarePart>
      <BarePart title="Unknown names" lead="An unknown name plays a click.">
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
