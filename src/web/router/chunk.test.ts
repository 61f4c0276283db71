import { describe, expect, it, vi } from 'vitest';
import { ChunkError, loadChunk, type ChunkEnvironment } from './chunk.ts';

function browser({ answers = true, reloadedAt = undefined as number | undefined, closed = false } = {}) {
  const kept = new Map(reloadedAt === undefined ? [] : [['gauntlet.reloadedAt', String(reloadedAt)]]);
  return {
    reload: vi.fn(),
    now: () => 100_000,
    siteAnswers: async () => answers,
    get store() {
      if (closed) throw new DOMException('closed', 'SecurityError');
      return {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
      };
    },
  } satisfies ChunkEnvironment;
}
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

describe('a missing chunk', () => {
  it('reloads the page once for several failures, and reports it when that did not help', async () => {
    const environment = browser();
    void Promise.all([loadChunk(gone, environment), loadChunk(gone, environment)]);
    await vi.waitFor(() => expect(environment.reload).toHaveBeenCalled());
    await expect(loadChunk(gone, environment)).rejects.toThrow(ChunkError);
    expect(environment.reload).toHaveBeenCalledOnce();
  });

  it.each([
    ['while the server is away: a reload would lose what is on screen', { answers: false }, 'is not responding'],
    ['right after a reload: another would be of no use', { reloadedAt: 50_000 }, 'Contact your administrator'],
    ['where storage is closed: it might reload for ever', { closed: true }, 'Reload the page'],
  ])('does not reload %s', async (_, state, message) => {
    const environment = browser(state);
    await expect(loadChunk(gone, environment)).rejects.toThrow(message);
    expect(environment.reload).not.toHaveBeenCalled();
  });
});
