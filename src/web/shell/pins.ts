/** Pages and records that a person keeps at hand; the sidebar shows the last known list before the server answers. */
import { shownTo } from '../api/session.ts';
import { createLocalStore } from './local-store.ts';

export interface Pin {
  path: string;
  title: string;
  /** User and workspace: the browser may be shared. */
  of: string;
}

/** Loads what adds and removes favorites; the domain that stores them provides it. */
export type PinSource = () => Promise<{ togglePin: (page: Pick<Pin, 'path' | 'title'>) => Promise<void> }>;

export const pins = createLocalStore<readonly Pin[]>('gauntlet.favorites', (stored) =>
  Array.isArray(stored)
    ? stored.filter((one): one is Pin =>
        [one?.path, one?.title, one?.of].every((part: unknown) => typeof part === 'string'),
      )
    : [],
);

/** The favorites of the person who is signed in, in their order. */
export function pinsOf(all: readonly Pin[]): readonly Pin[] {
  const of = shownTo();
  return all.filter((one) => one.of === of);
}

/** Replaces the person's list with the server's. */
export function keepPins(items: readonly Pick<Pin, 'path' | 'title'>[]): void {
  const of = shownTo();
  if (!of) return;
  const next = [...pins.get().filter((one) => one.of !== of), ...items.map(({ path, title }) => ({ path, title, of }))];
  if (JSON.stringify(next) !== JSON.stringify(pins.get())) pins.set(next);
}

let source: PinSource | undefined;

export function setPinSource(next: PinSource): void {
  source = next;
}

/** Pins a page, or takes it out again. Failures are shown as toasts. */
export async function togglePin(page: Pick<Pin, 'path' | 'title'>): Promise<void> {
  await (await source?.())?.togglePin(page);
}
