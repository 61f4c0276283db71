import { useEffect, useRef, useState } from 'react';
import { playSound, stopAllSounds, useSoundSettings, type PlayOptions } from '../../../../web/shell/sounds.ts';

/** Shows a sound as playing for at least this long: many are shorter than an eye can follow; milliseconds. */
const SHORTEST_LIGHT = 300;

/** Plays sounds and says which one is playing. */
export function usePlayer() {
  const { enabled, volume } = useSoundSettings();
  const [playing, setPlaying] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const light = (id: string, length: number) => {
    clearTimeout(timer.current);
    setPlaying(id);
    timer.current = setTimeout(() => setPlaying(null), Math.max(length, SHORTEST_LIGHT));
  };
  return {
    /** Nothing can be heard: switched off, or turned down to nothing. */
    silent: !enabled || volume === 0,
    playing,
    /** @param id what counts as playing meanwhile @param length of the sound in milliseconds */
    play: (id: string, name: string, length: number, options?: PlayOptions) => {
      if (playSound(name, options) !== null) light(id, length);
    },
    stop: () => {
      stopAllSounds();
      clearTimeout(timer.current);
      setPlaying(null);
    },
  };
}
