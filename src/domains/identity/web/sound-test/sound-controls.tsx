import { type CSSProperties, useId } from 'react';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { playSound, setSoundSettings, useSoundSettings } from '../../../../web/shell/sounds.ts';
import { Switch } from '../../../../web/ui/switch.tsx';
import './volume-slider.css';

const STEP = 0.05;
const MOVES_SLIDER = /^(Arrow|Page|Home|End)/;

/** Sounds on or off, and how loud. Kept in this browser, for all its tabs. */
export function SoundControls() {
  const { enabled, volume } = useSoundSettings();
  const id = useId();
  const Icon = enabled && volume > 0 ? Volume2 : VolumeX;
  return (
    <div className="grid gap-4 sm:max-w-xl">
      <Switch
        label="Sounds"
        hint="Short sounds for events in Gauntlet."
        checked={enabled}
        className="min-h-control"
        onCheckedChange={(on) => {
          setSoundSettings({ enabled: on });
          if (on) playSound('switch');
        }}
      />
      <div>
        <div className="flex items-baseline justify-between text-sm">
          <label htmlFor={id}>Volume</label>
          <output htmlFor={id} className="tabular text-muted">
            {Math.round(volume * 100)}%
          </output>
        </div>
        <div className="flex items-center gap-3">
          <Icon size={16} className="shrink-0 text-muted" aria-hidden="true" />
          <input
            id={id}
            type="range"
            min={0}
            max={1}
            step={STEP}
            value={volume}
            disabled={!enabled}
            aria-valuetext={`${Math.round(volume * 100)} percent`}
            onChange={(event) => setSoundSettings({ volume: event.target.valueAsNumber })}
            // One hears how loud it is as soon as the hand rests.
            onPointerUp={() => playSound('click')}
            onKeyUp={({ key }) => {
              if (MOVES_SLIDER.test(key)) playSound('click');
            }}
            className="volume-slider"
            style={{ '--share': volume } as CSSProperties}
          />
        </div>
      </div>
    </div>
  );
}
