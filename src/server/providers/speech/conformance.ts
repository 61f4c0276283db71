/** Requirements for every provider of speech to text. Each adapter's test runs them. */
import { describe, expect, it } from 'vitest';
import type { SpeechClient, SpokenSound } from './port.ts';

/** @param sound in which `words` are said */
export function speechConformance(name: string, client: () => SpeechClient, sound: SpokenSound, words: string): void {
  describe(`${name} as a provider of speech to text`, () => {
    it('says what was said, in order of time', async () => {
      const { parts } = await client().transcribe(sound);
      expect(parts.map(({ text }) => text).join(' ')).toBe(words);
      const starts = parts.flatMap(({ startMs }) => startMs ?? []);
      expect(starts).toEqual(starts.toSorted((one, other) => one - other));
      for (const { startMs, endMs } of parts) expect(endMs ?? 0).toBeGreaterThanOrEqual(startMs ?? 0);
    });

    it('stops when it is told to', async () => {
      await expect(client().transcribe(sound, AbortSignal.abort())).rejects.toMatchObject({ code: 'unavailable' });
    });
  });
}
