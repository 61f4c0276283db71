/**
 * After a 401 the browser asks once to renew the expired session. The server does so only if the browser holds the
 * HttpOnly renewal cookie of that user; the stored id is a hint, never a proof.
 */

const LAST_USER = 'gauntlet.lastUserId';

/** Local storage may be blocked (private window, policy): then nothing is remembered, and people sign in again. */
export const lastUser = {
  get(): string | null {
    try {
      return localStorage.getItem(LAST_USER);
    } catch {
      return null;
    }
  },
  set(id: string): void {
    try {
      localStorage.setItem(LAST_USER, id);
    } catch {
      /* See above. */
    }
  },
  forget(): void {
    try {
      localStorage.removeItem(LAST_USER);
    } catch {
      /* See above. */
    }
  },
};

/**
 * One renewal for all calls that got a 401 at the same time.
 * @param renew asks the server; resolves to whether the session is alive again
 */
export function createRenewal(
  renew: (userId: string) => Promise<boolean>,
  user: Pick<typeof lastUser, 'get' | 'forget'> = lastUser,
) {
  let running: Promise<boolean> | undefined;
  return function renewOnce(): Promise<boolean> {
    const userId = user.get();
    if (!userId) return Promise.resolve(false);
    running ??= renew(userId)
      .then((renewed) => {
        // Refused: the id is discarded, so that later visits do not ask again.
        if (!renewed) user.forget();
        return renewed;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}
