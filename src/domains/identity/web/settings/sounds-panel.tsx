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
      <Panel title="Sounds" description="Saved in this browser only.">
        <SoundControls />
      </Panel>
      <Panel
        title="Sounds"
        description={player.silent ? 'Turn sounds on to listen to them.' : 'Select a sound to hear it.'}
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
