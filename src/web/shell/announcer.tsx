import { useSyncExternalStore } from 'react';

type Politeness = 'polite' | 'assertive';

const texts: Record<Politeness, string> = { polite: '', assertive: '' };
const listeners = new Set<() => void>();

/** Makes a screen reader say something: `polite` after its current text, `assertive` at once. */
export function announce(text: string, politeness: Politeness = 'polite'): void {
  // Readers ignore unchanged text, so a repetition gets a trailing space.
  texts[politeness] = texts[politeness] === text ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function Region({ politeness }: { politeness: Politeness }) {
  const text = useSyncExternalStore(subscribe, () => texts[politeness]);
  return (
    <div className="sr-only" role={politeness === 'polite' ? 'status' : 'alert'} aria-live={politeness}>
      {text}
    </div>
  );
}

/**
 * The two live regions, mounted once at the start and never removed: regions that appear together with their text are
 * often not read.
 */
export function LiveRegions() {
  return (
    <>
      <Region politeness="polite" />
      <Region politeness="assertive" />
    </>
  );
}
