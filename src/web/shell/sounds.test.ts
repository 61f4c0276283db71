import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { effectOf, lengthOf, SOUND_EFFECTS } from './sound-effects.ts';

const NAMES = [
  'click',
  'success',
  'error',
  'notification',
  'warning',
  'info',
  'complete',
  'hover',
  'switch',
  'openMenu',
  'closeMenu',
  'submit',
  'cancel',
  'drag',
  'drop',
  'typing',
  'popup',
  'achievement',
  'lock',
  'unlock',
];

describe('sound effects (specification, section 9)', () => {
  it('are the 20 named ones, each audible and at most 250 ms long [S9.15]', () => {
    expect(Object.keys(SOUND_EFFECTS)).toEqual(NAMES);
    for (const effect of Object.values(SOUND_EFFECTS)) {
      expect(lengthOf(effect)).toBeLessThanOrEqual(250);
      for (const { from, to, peak } of effect) {
        expect(Math.min(from, to)).toBeGreaterThan(100);
        expect(peak).toBeGreaterThan(0);
      }
    }
  });

  it('fall back to the click [S9.15]', () => {
    expect(effectOf('no such sound')).toBe(SOUND_EFFECTS.click);
    expect(effectOf('toString')).toBe(SOUND_EFFECTS.click);
  });
});

/** A browser with a silent audio device; `press` is its first gesture. */
async function browser(stored: string | null = null, { broken = false } = {}) {
  vi.resetModules();
  const gestures = new Map<string, () => void>();
  const saved = new Map<string, string>(stored === null ? [] : [['soundSettings', stored]]);
  const gains: number[] = [];
  const stopped: number[] = [];
  const param = () => ({
    setValueAtTime: vi.fn(),
    exponentialRampToValueAtTime: vi.fn(),
    set value(value: number) {
      gains.push(value);
    },
  });
  class FakeContext {
    currentTime = 0;
    state = 'running';
    destination = {};
    constructor() {
      if (broken) throw new Error('no audio device');
    }
    createGain = () => ({ gain: param(), connect: vi.fn(), disconnect: vi.fn() });
    createOscillator = () => ({
      type: 'sine',
      frequency: param(),
      connect: vi.fn(),
      disconnect: vi.fn(),
      start: vi.fn(),
      addEventListener: vi.fn(),
      stop: (at?: number) => {
        if (at === undefined) stopped.push(1);
      },
    });
    resume = async () => undefined;
    suspend = async () => undefined;
  }
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => void saved.set(key, value),
  });
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => void gestures.set(type, listener));
  vi.stubGlobal('removeEventListener', () => undefined);
  const sounds = await import('./sounds.ts');
  sounds.startSounds();
  return { ...sounds, press: () => gestures.get('pointerdown')?.(), gains, stopped, saved };
}

describe('sounds', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    warn.mockClear();
  });

  it('are on at volume 0.5 by default, and survive invalid storage [S9.15]', async () => {
    expect((await browser()).soundSettings()).toEqual({ enabled: true, volume: 0.5 });
    expect((await browser('{"volume":7}')).soundSettings()).toEqual({ enabled: true, volume: 1 });
    expect((await browser('{"enabled":false,"volume":-1}')).soundSettings()).toEqual({ enabled: false, volume: 0 });
    expect((await browser('"x"')).soundSettings()).toEqual({ enabled: true, volume: 0.5 });
  });

  it('do not play before the first gesture, and do after it', async () => {
    const { playSound, press } = await browser();
    expect(playSound('success')).toBeNull();
    press();
    expect(playSound('success')).not.toBeNull();
  });

  it('clamp and save the volume under soundSettings [S5.3]', async () => {
    const { setSoundSettings, saved, clampVolume } = await browser();
    setSoundSettings({ volume: 3 });
    expect(saved.get('soundSettings')).toBe('{"enabled":true,"volume":1}');
    expect([clampVolume(-1), clampVolume(0.3), clampVolume(Number.NaN)]).toEqual([0, 0.3, 0.5]);
  });

  it('play at the volume of the person and the call', async () => {
    const { playSound, press, gains } = await browser('{"enabled":true,"volume":0.5}');
    press();
    playSound('click', { volume: 0.5 });
    expect(gains[0]).toBeCloseTo(0.3 * 0.25);
  });

  it('stop one by one, after a duration, and all at once when switched off [S4.11]', async () => {
    const { playSound, stopSound, setSoundSettings, press, stopped } = await browser();
    press();
    stopSound(playSound('click'));
    expect(stopped).toHaveLength(1);
    playSound('error', { duration: 50 });
    vi.advanceTimersByTime(49);
    expect(stopped).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(stopped).toHaveLength(2);
    playSound('info');
    playSound('success');
    setSoundSettings({ enabled: false });
    expect(stopped).toHaveLength(5);
    expect(playSound('click')).toBeNull();
  });

  it('only warn when the device fails [S8.15]', async () => {
    const { playSound, press } = await browser(null, { broken: true });
    press();
    expect(playSound('click')).toBeNull();
    expect(warn).toHaveBeenCalledOnce();
  });

  it('map status to sounds [S4.12]', async () => {
    const { playStatusSound, press, gains } = await browser();
    press();
    expect(playStatusSound('active')).not.toBeNull();
    expect(gains[0]).toBeCloseTo(0.3 * 0.25);
  });
});
