import Play from 'lucide-react/icons/play';
import Square from 'lucide-react/icons/square';
import { useSessionUser } from '../../../../web/api/session.ts';
import { Link } from '../../../../web/router/link.tsx';
import { LogoMark } from '../../../../web/shell/logo.tsx';
import { lengthOf, effectOf } from '../../../../web/shell/sound-effects.ts';
import { playStatusSound } from '../../../../web/shell/sounds.ts';
import { Banner } from '../../../../web/ui/banner.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { textLink } from '../entrance.tsx';
import { EffectList } from './effect-list.tsx';
import { SoundControls } from './sound-controls.tsx';
import { ToastSamples } from './toast-samples.tsx';
import { usePlayer } from './use-player.ts';

/** The five states of a status, and the sound that each borrows (specification, section 4). */
const STATUSES = [['active', 'success'], ['inactive', 'click'], ['pending', 'notification'], ['warning', 'warning'], ['error', 'error']] as const;
const UNKNOWN = 'a name that no sound has';

/** Plays and shows every sound of the product. Open to everybody, so that a silent device can be looked into. */
export default function SoundTestPage() {
  const user = useSessionUser();
  const player = usePlayer();
  const { silent, stop } = player;
  return (
    <div className="min-h-dvh bg-sunken">
      <main id="main" tabIndex={-1} className="mx-auto max-w-3xl px-4 pt-6 pb-12">
        <div className="mb-6 flex items-center justify-between">
          <span className="flex items-center gap-2.5"><LogoMark className="size-7" /><span className="text-lg font-semibold tracking-tight">Gauntlet</span></span>
          <Link to={user ? '/' : '/login'} className={textLink}>{user ? 'Back to Gauntlet' : 'Go to sign-in'}</Link>
        </div>
        <h1 className="text-xl font-semibold">Sound test</h1>
        <p className="mt-1 mb-4 text-sm text-muted">
          Browsers allow no sound before the first click or key press on a page, so nothing here can sound by itself. Each button plays one sound; if you
          hear nothing, look at the volume of this device and whether the browser has muted this tab.
        </p>
        <Part title="Volume">
          <SoundControls />
          {silent && <Banner tone="warning" className="mt-4">Sounds are switched off or turned down to nothing: turn them on to hear the buttons below.</Banner>}
        </Part>
        <Part title="Effects" action={<Button size="sm" icon={<Square />} onClick={stop} disabled={silent}>Stop all</Button>}>
          <EffectList player={player} />
        </Part>
        <Part title="Status sounds" lead="A status that changes on a screen borrows one of the effects, at half the volume.">
          <StatusButtons player={player} />
        </Part>
        <Part title="Toasts" lead="A toast plays the sound of its type as it comes in.">
          <ToastSamples />
        </Part>
        <Part title="Unknown names" lead="A name that no sound has plays a click, so that a slip in the code is heard and not an error.">
          <Button icon={<Play />} disabled={silent} onClick={() => player.play(UNKNOWN, UNKNOWN, lengthOf(effectOf(UNKNOWN)))}>Play an unknown name</Button>
        </Part>
      </main>
    </div>
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

function Part({ title, lead, action, children }: { title: string; lead?: string; action?: React.ReactNode; children: React.ReactNode }) {
  return (
    <section className="mb-4 rounded-lg border border-line bg-canvas p-4 sm:p-5">
      <div className="mb-3 flex items-start justify-between gap-3">
        <div>
          <h2 className="text-base font-semibold">{title}</h2>
          {lead && <p className="text-xs text-muted">{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
