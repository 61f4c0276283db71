/**
 * Plays the product's sounds. A failure to play, load, or save only logs a warning. Before the first click or key press
 * browsers allow no sound, and missed sounds are not played later.
 */
import { useSyncExternalStore } from 'react';
import { createLocalStore } from './local-store.ts';
import { effectOf, lengthOf, schedule, type SoundName } from './sound-effects.ts';

export interface SoundSettings {
  enabled: boolean;
  /** 0 to 1. */
  volume: number;
}

export const DEFAULT_SOUND_SETTINGS: SoundSettings = { enabled: true, volume: 0.5 };
/** The same sound within this many milliseconds plays once. */
const REPEAT_PAUSE = 250;
/** Milliseconds of silence after which the audio device is released, to save battery. */
const IDLE_AFTER = 10_000;

/** Clamped volume; anything but a number counts as the default. */
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

/** Whether there was a gesture before this module loaded; not every browser reports it. */
const wasActive = (): boolean => globalThis.navigator?.userActivation?.hasBeenActive ?? false;

/** Enables sounds from the first gesture on. Called once. */
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
  /** Stops the sound after this many milliseconds. */
  duration?: number;
}

/**
 * Plays a sound; unknown names sound like a click.
 * @returns a handle for {@link stopSound}; null when nothing plays: sounds off, no gesture yet, page hidden
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

/** Stops one sound; an ended one is no error. */
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

/** Stops all sounds. */
export function stopAllSounds(): void {
  for (const handle of playing.keys()) stopSound(handle);
}

/** Changes the settings, here and in all tabs; switching sounds off stops playing ones. */
export function setSoundSettings(change: Partial<SoundSettings>): void {
  const next = { ...store.get(), ...change };
  store.set({ enabled: next.enabled, volume: clampVolume(next.volume) });
  if (!next.enabled) stopAllSounds();
}

/**
 * The current settings.
 * @public The test reads it from a freshly loaded module.
 */
export function soundSettings(): SoundSettings {
  return store.get();
}

export function useSoundSettings(): SoundSettings {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Sounds of a status on a screen (specification, section 4), at half volume. */
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
