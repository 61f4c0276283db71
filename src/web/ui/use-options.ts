import { useEffect, useRef, useState } from 'react';
import { fold } from '../../kernel/text.ts';
import { matchScore } from './match-score.ts';

export interface Option {
  value: string;
  label: string;
  /** A second line, such as an email address. */
  detail?: string;
}

/** A fixed list, or a search that runs while typing. */
export type OptionSource = readonly Option[] | ((query: string, signal: AbortSignal) => Promise<readonly Option[]>);

/** Milliseconds after the last keystroke before a remote search runs. */
const TYPING_PAUSE = 150;

/** Options that hold the query: labels that are it first, then those that begin with it, then the others. */
export function rankedOptions(options: readonly Option[], query: string): readonly Option[] {
  const wanted = fold(query);
  if (!wanted) return options;
  const held = options.filter(({ label, detail }) => fold(`${label} ${detail ?? ''}`).includes(wanted));
  const rank = ({ label }: Option) => Math.max(matchScore(query, label), 1);
  return held.toSorted((one, other) => rank(other) - rank(one));
}

/**
 * The options that match a query: filtered here for a fixed list, requested otherwise. The last answer stays in sight
 * until the next, and `loading` says that it answers another query: nothing of it may be chosen by Enter.
 */
export function useOptions(source: OptionSource, query: string, active: boolean) {
  const [remote, setRemote] = useState<{ query?: string; options: readonly Option[]; failed: boolean }>({
    options: [],
    failed: false,
  });
  const load = typeof source === 'function' ? source : null;

  useEffect(() => {
    if (!load || !active) return;
    const controller = new AbortController();
    const ask = async () => {
      try {
        const options = await load(query, controller.signal);
        if (!controller.signal.aborted) setRemote({ query, options, failed: false });
      } catch {
        if (!controller.signal.aborted) setRemote({ query, options: [], failed: true });
      }
    };
    const timer = setTimeout(() => void ask(), query ? TYPING_PAUSE : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [load, query, active]);

  if (load) {
    const loading = remote.query !== query;
    return { options: remote.options, loading, failed: remote.failed && !loading };
  }
  return { options: rankedOptions(source as readonly Option[], query), loading: false, failed: false };
}

/**
 * Enter in a picker: chooses the active option, or waits for the answer to what was typed and chooses its first. An
 * older answer is never chosen.
 * @returns what the Enter key calls
 */
export function useEnter<Choice>(
  { loading, open }: { loading: boolean; open: boolean },
  option: Choice | undefined,
  pick: (option: Choice) => void,
): () => void {
  /** Enter was pressed before the answer was there. */
  const waits = useRef(false);
  useEffect(() => {
    if (!open) waits.current = false;
    if (!waits.current || loading) return;
    waits.current = false;
    if (option) pick(option);
  });
  return () => {
    if (loading) waits.current = true;
    else if (option) pick(option);
  };
}
