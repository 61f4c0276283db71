import { SOUND_EFFECTS, lengthOf, type SoundName, type Tone } from '../../../../web/shell/sound-effects.ts';

/** Meaning of each sound in the product. */
const MEANINGS: Record<SoundName, string> = {
  click: 'Button pressed',
  success: 'Saved or sent',
  error: 'Failed',
  notification: 'New notification',
  warning: 'Something needs attention',
  info: 'Information',
  complete: 'Long task finished',
  hover: 'Pointer over an item',
  switch: 'Switch changed',
  openMenu: 'Menu opens',
  closeMenu: 'Menu closes',
  submit: 'Form submitted',
  cancel: 'Canceled',
  drag: 'Item picked up',
  drop: 'Item dropped',
  typing: 'Key pressed',
  popup: 'Window opens',
  achievement: 'Goal reached',
  lock: 'Locked',
  unlock: 'Unlocked',
};

export interface Effect {
  name: SoundName;
  label: string;
  meaning: string;
  tones: readonly Tone[];
  /** Milliseconds. */
  length: number;
}

/** The product's sounds in the order of the specification, with what a screen says of them. */
export const EFFECTS: readonly Effect[] = (Object.keys(SOUND_EFFECTS) as SoundName[]).map((name) => ({
  name,
  label: wordsOf(name),
  meaning: MEANINGS[name],
  tones: SOUND_EFFECTS[name],
  length: lengthOf(SOUND_EFFECTS[name]),
}));

/** `openMenu` → "Open menu". */
function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Hertz that the pictures reach from and to, on a logarithmic scale as one hears. */
const LOWEST = 180;
const HIGHEST = 2000;

/**
 * The tones of a sound as lines in a picture of the given size: time to the right, pitch upwards. `longest` in
 * milliseconds fills the width.
 */
export function drawTones(tones: readonly Tone[], size: { width: number; height: number }, longest: number) {
  const y = (pitch: number) => size.height * (1 - Math.log(pitch / LOWEST) / Math.log(HIGHEST / LOWEST));
  const x = (time: number) => (time / longest) * size.width;
  return tones.map(({ at, length, from, to, peak }) => ({
    x1: x(at),
    y1: y(from),
    x2: x(at + length),
    y2: y(to),
    thickness: 1 + 3 * peak,
  }));
}
