/** The product's 20 sounds as recipes for a synthesizer: a few bytes each, no files to load. */

/** One tone: a glide between two pitches under a smooth envelope. */
export interface Tone {
  wave: 'sine' | 'triangle';
  /** Hertz at start and end. */
  from: number;
  to: number;
  /** Milliseconds after the sound's start, and its length. */
  at: number;
  length: number;
  /** Relative loudness, 0 to 1. */
  peak: number;
}

function tone(from: number, length: number, more: Partial<Tone> = {}): Tone {
  return { wave: 'sine', from, to: from, at: 0, length, peak: 0.8, ...more };
}

/** Notes one after another, of equal length. */
function notes(pitches: number[], length: number, more: Partial<Tone> = {}): Tone[] {
  return pitches.map((pitch, nth) => tone(pitch, length, { at: nth * length, ...more }));
}

export const SOUND_EFFECTS = {
  click: [tone(1200, 30, { to: 900, peak: 0.5 })],
  success: notes([660, 880], 70),
  error: [tone(330, 160, { to: 220, wave: 'triangle' })],
  notification: notes([880, 1174], 80, { peak: 0.6 }),
  warning: notes([440, 440], 90, { wave: 'triangle', peak: 0.7 }),
  info: [tone(740, 90, { peak: 0.6 })],
  complete: notes([523, 659, 784], 75),
  hover: [tone(1500, 25, { peak: 0.2 })],
  switch: [tone(600, 50, { to: 900, peak: 0.5 })],
  openMenu: [tone(500, 70, { to: 800, peak: 0.4 })],
  closeMenu: [tone(800, 70, { to: 500, peak: 0.4 })],
  submit: notes([587, 784], 60, { peak: 0.6 }),
  cancel: [tone(500, 110, { to: 350, peak: 0.5 })],
  drag: [tone(260, 60, { to: 320, wave: 'triangle', peak: 0.5 })],
  drop: [tone(320, 70, { to: 200, wave: 'triangle', peak: 0.6 })],
  typing: [tone(1900, 18, { peak: 0.25 })],
  popup: [tone(620, 80, { to: 930, peak: 0.5 })],
  achievement: notes([523, 659, 784, 1046], 60, { peak: 0.8 }),
  lock: notes([520, 390], 60, { wave: 'triangle', peak: 0.6 }),
  unlock: notes([390, 520], 60, { wave: 'triangle', peak: 0.6 }),
} as const satisfies Record<string, readonly Tone[]>;

export type SoundName = keyof typeof SOUND_EFFECTS;

/** The recipe of a name; unknown names sound like a click. */
export function effectOf(name: string): readonly Tone[] {
  return Object.hasOwn(SOUND_EFFECTS, name) ? SOUND_EFFECTS[name as SoundName] : SOUND_EFFECTS.click;
}

/** Length of a sound in milliseconds. */
export function lengthOf(effect: readonly Tone[]): number {
  return Math.max(...effect.map(({ at, length }) => at + length));
}

const SILENCE = 0.0001;
const ATTACK = 0.008;
/** Maximum loudness at full volume: audible, never startling. */
const MASTER = 0.3;

/**
 * Schedules a sound on an audio context, a live one or one that renders for a test.
 * @param volume 0 to 1
 * @returns the sources, for stopping them early
 */
export function schedule(
  context: BaseAudioContext,
  destination: AudioNode,
  effect: readonly Tone[],
  volume: number,
): OscillatorNode[] {
  const master = context.createGain();
  master.gain.value = MASTER * volume;
  master.connect(destination);
  return effect.map(({ wave, from, to, at, length, peak }) => {
    const start = context.currentTime + at / 1000;
    const end = start + length / 1000;
    const oscillator = context.createOscillator();
    const envelope = context.createGain();
    oscillator.type = wave;
    oscillator.frequency.setValueAtTime(from, start);
    if (to !== from) oscillator.frequency.exponentialRampToValueAtTime(to, end);
    // Ramps from and to near silence: a tone cut in mid-wave clicks.
    envelope.gain.setValueAtTime(SILENCE, start);
    envelope.gain.exponentialRampToValueAtTime(peak, start + Math.min(ATTACK, length / 2000));
    envelope.gain.exponentialRampToValueAtTime(SILENCE, end);
    oscillator.connect(envelope);
    envelope.connect(master);
    oscillator.start(start);
    oscillator.stop(end);
    oscillator.addEventListener('ended', () => {
      oscillator.disconnect();
      envelope.disconnect();
    });
    return oscillator;
  });
}
