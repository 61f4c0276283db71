/**
 * After a 401 the browser asks once for the expired session to be renewed. The server does so only where the browser
 * holds the HttpOnly renewal cookie of that very user; the id that is stored here is a hint, never a proof.
 */

const LAST_USER = 'gauntlet.lastUserId';

/**
 * Local storage may be closed (private window, policy): then nothing is remembered, and signing in again is all it
 * costs.
 */
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
      /* see above */
    }
  },
  forget(): void {
    try {
      localStorage.removeItem(LAST_USER);
    } catch {
      /* see above */
    }
  },
};

/**
 * One renewal for all calls that met a 401 at the same time.
 * @param renew Asks the server; resolves to whether the session is alive again.
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
        // Refused: the id leads nowhere any more, so that later visits do not ask again.
        if (!renewed) user.forget();
        return renewed;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}
