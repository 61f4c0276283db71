import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/switch.tsx';
import type { ToastType } from '../ui/toast.tsx';
import { DisplayToast } from './display-toast.tsx';
import { SOUND_EFFECTS } from './sound-effects.ts';
import { playSound, setSoundSettings, stopAllSounds, useSoundSettings } from './sounds.ts';

const TOASTS: readonly ToastType[] = ['info', 'success', 'warning', 'error'];

/** Lets one hear every sound of the product and see the toasts that go with them. */
export default function SoundTestPage() {
  const { enabled, volume } = useSoundSettings();
  const [toast, setToast] = useState<ToastType>('info');
  const [visible, setVisible] = useState(false);
  const show = (type: ToastType) => {
    setToast(type);
    setVisible(true);
  };
  return (
    <main className="mx-auto grid max-w-2xl gap-6 px-4 py-8">
      <div>
        <h1 className="text-xl font-semibold">Sound test</h1>
        <p className="text-sm text-muted">Every sound is made in your browser as it plays. The settings count for the whole product in this browser.</p>
      </div>
      <section className="grid gap-4 rounded-lg border border-line p-4">
        <Switch label="Sounds" checked={enabled} onCheckedChange={(on) => setSoundSettings({ enabled: on })} />
        <label className="grid gap-1 text-sm">
          <span className="flex justify-between"><span>Volume</span><span className="tabular text-muted">{Math.round(volume * 100)} %</span></span>
          <input
            type="range" min="0" max="1" step="0.05" value={volume} disabled={!enabled} className="h-6 accent-accent"
            onChange={(event) => setSoundSettings({ volume: Number(event.target.value) })}
          />
        </label>
      </section>
      <section aria-labelledby="effects">
        <h2 id="effects" className="pb-2 text-sm font-medium">Effects</h2>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          {Object.keys(SOUND_EFFECTS).map((name) => <Button key={name} disabled={!enabled} onClick={() => playSound(name)}>{name}</Button>)}
        </div>
        <Button variant="link" className="mt-2" onClick={stopAllSounds}>Stop all</Button>
      </section>
      <section aria-labelledby="toasts">
        <h2 id="toasts" className="pb-2 text-sm font-medium">Toasts</h2>
        <div className="flex flex-wrap gap-2">{TOASTS.map((type) => <Button key={type} onClick={() => show(type)}>{type}</Button>)}</div>
      </section>
      <DisplayToast message={`This is what a toast of type ${toast} looks and sounds like.`} type={toast} isVisible={visible} onClose={() => setVisible(false)} />
    </main>
  );
}
