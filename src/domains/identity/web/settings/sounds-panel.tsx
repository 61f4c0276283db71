import Square from 'lucide-react/icons/square';
import { Button } from '../../../../web/ui/button.tsx';
import { EffectList } from '../sound-test/effect-list.tsx';
import { SoundControls } from '../sound-test/sound-controls.tsx';
import { usePlayer } from '../sound-test/use-player.ts';
import { Panel } from './panel.tsx';

/** Sounds of this browser: a quiet office and a loud one may be the same person's. */
export function SoundsPanel() {
  const player = usePlayer();
  return (
    <>
      <Panel title="Sounds" description="Kept in this browser, because every room is different.">
        <SoundControls />
      </Panel>
      <Panel
        title="What you can hear"
        description={player.silent ? 'Switch sounds on to listen to them.' : 'Press one to hear it.'}
        actions={
          <Button size="sm" icon={<Square />} onClick={player.stop} disabled={player.silent}>
            Stop all
          </Button>
        }
      >
        <EffectList player={player} />
      </Panel>
    </>
  );
}
