import { useEffect, useState } from 'react';
import { fold } from '../../kernel/text.ts';

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

/**
 * The options that match a query: filtered here for a fixed list, requested otherwise; the last answer stays until the
 * next.
 */
export function useOptions(source: OptionSource, query: string, active: boolean) {
  const [remote, setRemote] = useState<{ options: readonly Option[]; loading: boolean; failed: boolean }>({
    options: [],
    loading: false,
    failed: false,
  });
  const load = typeof source === 'function' ? source : null;

  useEffect(() => {
    if (!load || !active) return;
    const controller = new AbortController();
    const ask = async () => {
      setRemote((last) => ({ ...last, loading: true, failed: false }));
      try {
        const options = await load(query, controller.signal);
        if (!controller.signal.aborted) setRemote({ options, loading: false, failed: false });
      } catch {
        if (!controller.signal.aborted) setRemote({ options: [], loading: false, failed: true });
      }
    };
    const timer = setTimeout(() => void ask(), query ? TYPING_PAUSE : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [load, query, active]);

  if (load) return remote;
  const wanted = fold(query);
  const options = (source as readonly Option[]).filter(
    (option) => !wanted || fold(`${option.label} ${option.detail ?? ''}`).includes(wanted),
  );
  return { options, loading: false, failed: false };
}
