/**
 * Plays the product's sounds. A failure to play, load or save only logs a warning; before the first click or key press
 * browsers allow no sound, and what would have sounded then is not made up for later.
 */
import { useSyncExternalStore } from 'react';
import { createLocalStore } from './local-store.ts';
import { effectOf, lengthOf, schedule, type SoundName } from './sound-effects.ts';

export interface SoundSettings {
  enabled: boolean;
  /** 0 to 1 */
  volume: number;
}

export const DEFAULT_SOUND_SETTINGS: SoundSettings = { enabled: true, volume: 0.5 };
/** The same sound again within this many milliseconds is one sound. */
const REPEAT_PAUSE = 250;
/** An audio device that plays nothing for this long is let go, for the battery's sake; milliseconds. */
const IDLE_AFTER = 10_000;

/** Volume within its bounds; what is no number counts as the default. */
export function clampVolume(volume: unknown): number {
  if (typeof volume !== 'number' || Number.isNaN(volume)) return DEFAULT_SOUND_SETTINGS.volume;
  return Math.min(1, Math.max(0, volume));
}

const store = createLocalStore<SoundSettings>('soundSettings', (stored) => {
  const { enabled, volume } = (stored ?? {}) as Partial<SoundSettings>;
  return { enabled: enabled !== false, volume: clampVolume(volume) };
});

let context: AudioContext | undefined;
let mayPlay = false;
let lastPlay = 0;
let idle: ReturnType<typeof setTimeout> | undefined;
const startedAt = new Map<string, number>();
const playing = new Map<number, OscillatorNode[]>();

/** Whether there was a gesture before this module came; not every browser says so. */
const wasActive = (): boolean => globalThis.navigator?.userActivation?.hasBeenActive ?? false;

/** Lets sounds play from the first gesture on. Called once. */
export function startSounds(): void {
  const allow = () => {
    mayPlay = true;
    removeEventListener('pointerdown', allow);
    removeEventListener('keydown', allow);
  };
  addEventListener('pointerdown', allow, { passive: true });
  addEventListener('keydown', allow, { passive: true });
}

export interface PlayOptions {
  /** 0 to 1, relative to the person's own volume. */
  volume?: number;
  /** Stops the sound after this many milliseconds, if it lasts longer. */
  duration?: number;
}

/**
 * Plays a sound; unknown names sound like a click.
 * @returns a handle for {@link stopSound}; null when nothing plays: sounds are off, no gesture yet, page hidden.
 */
export function playSound(name: SoundName | (string & {}), { volume = 1, duration }: PlayOptions = {}): number | null {
  mayPlay ||= wasActive();
  if (!mayPlay || document.visibilityState === 'hidden') return null;
  const settings = store.get();
  if (!settings.enabled || settings.volume === 0) return null;
  const now = Date.now();
  if (now - (startedAt.get(name) ?? -Infinity) < REPEAT_PAUSE) return null;
  startedAt.set(name, now);
  try {
    context ??= new AudioContext({ latencyHint: 'interactive' });
    if (context.state === 'suspended') void context.resume().catch(warn);
    const effect = effectOf(name);
    const handle = (lastPlay += 1);
    playing.set(handle, schedule(context, context.destination, effect, clampVolume(volume) * settings.volume));
    setTimeout(() => stopSound(handle), Math.min(duration ?? Infinity, lengthOf(effect) + 50));
    clearTimeout(idle);
    idle = setTimeout(() => void context?.suspend().catch(warn), IDLE_AFTER);
    return handle;
  } catch (error) {
    warn(error);
    return null;
  }
}

/** Stops one sound; one that has ended already is no error. */
export function stopSound(handle: number | null): void {
  if (handle === null) return;
  for (const oscillator of playing.get(handle) ?? []) {
    try {
      oscillator.stop();
    } catch (error) {
      warn(error);
    }
  }
  playing.delete(handle);
}

/** Stops everything that sounds. */
export function stopAllSounds(): void {
  for (const handle of playing.keys()) stopSound(handle);
}

/** Changes the settings, here and in all tabs; switching sounds off silences what plays. */
export function setSoundSettings(change: Partial<SoundSettings>): void {
  const next = { ...store.get(), ...change };
  store.set({ enabled: next.enabled, volume: clampVolume(next.volume) });
  if (!next.enabled) stopAllSounds();
}

/**
 * The present settings.
 * @public The test reads it from a freshly loaded module.
 */
export function soundSettings(): SoundSettings {
  return store.get();
}

export function useSoundSettings(): SoundSettings {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Sounds of a status that a screen shows (specification, section 4), at half volume. */
const STATUS_SOUNDS = {
  active: 'success',
  inactive: 'click',
  pending: 'notification',
  warning: 'warning',
  error: 'error',
} as const;

export function playStatusSound(status: keyof typeof STATUS_SOUNDS): number | null {
  return playSound(STATUS_SOUNDS[status], { volume: 0.5 });
}

function warn(error: unknown): void {
  console.warn('A sound could not be played', error);
}
