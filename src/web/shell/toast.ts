/** Toasts: one at a time, the newest wins; all messages stay readable in the notification center. */
import { useSyncExternalStore } from 'react';
import type { ToastType } from '../ui/toast.tsx';
import { announce } from './announcer.tsx';

/** Maximum visible toasts (specification, section 9). */
export const TOAST_LIMIT = 1;
/** Milliseconds after its dismissal until a toast leaves the store. */
export const TOAST_REMOVE_DELAY = 1_000_000;
/** Milliseconds until a toast closes by itself. */
export const TOAST_DURATION = 5_000;
/** An action needs time to be reached. */
const TOAST_DURATION_WITH_ACTION = 10_000;
/** Entries of the notification center. */
const HISTORY_LIMIT = 100;

export interface ToastAction {
  label: string;
  onSelect: () => void;
}

export interface ToastOptions {
  title: string;
  description?: string;
  /** Default `info`. */
  type?: ToastType;
  /** The one action of the toast, usually "Undo". */
  action?: ToastAction;
  /**
   * A notification stored elsewhere: the list of this visit does not repeat it, and it does not replace the message of
   * a person's own action.
   */
  passing?: boolean;
  /** Milliseconds on screen. Default 5 s, 10 s with an action; errors stay until closed. */
  duration?: number;
}

export interface ToastEntry extends ToastOptions {
  id: number;
  type: ToastType;
  duration: number;
  open: boolean;
  /** Number of consecutive repetitions. */
  count: number;
  at: Date;
}

interface ToastState {
  /** Newest first, at most {@link TOAST_LIMIT}. */
  toasts: readonly ToastEntry[];
  /** Newest first, at most 100. */
  history: readonly ToastEntry[];
  unread: number;
}

let state: ToastState = { toasts: [], history: [], unread: 0 };
let lastId = 0;
const removals = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function setState(change: Partial<ToastState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

function defaultDuration({ type, action }: ToastOptions): number {
  if (type === 'error') return Infinity;
  return action ? TOAST_DURATION_WITH_ACTION : TOAST_DURATION;
}

const SOUND_OF = { success: 'success', error: 'error', warning: 'warning', info: 'notification' } as const;

/** Shows a toast, announces it to screen readers, and plays its sound. Returns a function that closes it. */
export function toast(options: ToastOptions): () => void {
  const type = options.type ?? 'info';
  const before = state.toasts[0];
  // A repetition is counted while the toast still shows; one with an action stands for its own action.
  const again =
    before?.open &&
    !options.action &&
    before.title === options.title &&
    before.description === options.description &&
    before.type === type;
  lastId += 1;
  const yields = options.passing && before?.open && !before.passing;
  const entry: ToastEntry = {
    ...options,
    type,
    id: lastId,
    open: true,
    at: new Date(),
    duration: options.duration ?? defaultDuration({ ...options, type }),
    count: again ? before.count + 1 : 1,
  };
  if (!yields) show(entry, again);
  announce(
    [entry.title, entry.description, entry.action && `${entry.action.label}: press F8.`].filter(Boolean).join('. '),
    type === 'error' ? 'assertive' : 'polite',
  );
  // The player loads after the page has settled; the first toast may be earlier.
  void import('./sounds.ts').then(
    ({ playSound }) => playSound(SOUND_OF[type]),
    () => undefined,
  );
  return () => dismissToast(entry.id);
}

function show(entry: ToastEntry, again: boolean | undefined): void {
  const toasts = [entry, ...state.toasts].slice(0, TOAST_LIMIT);
  for (const pushedOut of state.toasts) if (!toasts.includes(pushedOut)) cancelRemoval(pushedOut.id);
  setState({ toasts, ...(!entry.passing && remembered(entry, again)) });
}

/** The history with this entry; a repetition replaces the first. */
function remembered(entry: ToastEntry, again: boolean | undefined): Pick<ToastState, 'history' | 'unread'> {
  const older = again ? state.history.slice(1) : state.history;
  return { history: [entry, ...older].slice(0, HISTORY_LIMIT), unread: state.unread + (again ? 0 : 1) };
}

/** Closes a toast; it leaves the store after {@link TOAST_REMOVE_DELAY}. */
export function dismissToast(id: number): void {
  if (!state.toasts.some((entry) => entry.id === id && entry.open)) return;
  setState({ toasts: state.toasts.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)) });
  removals.set(
    id,
    setTimeout(() => {
      removals.delete(id);
      setState({ toasts: state.toasts.filter((entry) => entry.id !== id) });
    }, TOAST_REMOVE_DELAY),
  );
}

function cancelRemoval(id: number): void {
  clearTimeout(removals.get(id));
  removals.delete(id);
}

/** Runs a toast's action, once: from the toast or later from the notification center. */
export function performToastAction(id: number): void {
  const action = [...state.history, ...state.toasts].find((entry) => entry.id === id)?.action;
  dismissToast(id);
  setState({ history: state.history.map((entry) => (entry.id === id ? { ...entry, action: undefined } : entry)) });
  action?.onSelect();
}

/** The notification center was opened: everything counts as read. */
export function markToastsRead(): void {
  if (state.unread > 0) setState({ unread: 0 });
}

/** Clears all messages, because the next person at this browser is someone else. */
export function clearToastHistory(): void {
  setState({ history: [], unread: 0 });
}

export function toastState(): ToastState {
  return state;
}

export function useToasts(): ToastState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, toastState);
}
