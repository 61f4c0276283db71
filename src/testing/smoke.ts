/** One write and one read of a domain, which `src/smoke.db.test.ts` makes on both engines. */
import type { TestClient } from './client.ts';

/** The person who walks the domains: an administrator who is a member of the network, too. */
export type SmokePerson = TestClient & { userId: string; workspaceId: string };

export interface SmokeWalk {
  write: (person: SmokePerson) => Promise<unknown>;
  /** Reads what was written, as text. */
  read: (person: SmokePerson) => Promise<unknown>;
  /** A part of that text. */
  shows: string;
  /** It belongs to the installation, and not to a workspace. */
  isShared?: true;
}

/** The default export of a domain's `domain.smoke.ts`. */
export const defineSmokeWalk = (walk: SmokeWalk): SmokeWalk => walk;
