export interface SaverOptions<T> {
  /** Sends a value to the server and returns the stored one. */
  save: (value: T) => Promise<T>;
  /** Shows a value on the screen. */
  show: (value: T) => void;
  onSaved: () => void;
  onFailed: (error: unknown) => void;
}

/**
 * Saves settings that take effect at once. Each change shows immediately. Saves run one after another, and of several
 * changes during a save only the last is sent. After a refused save the server's value shows again.
 * @returns a function taking the wanted and the current value
 */
export function createSaver<T extends object>({
  save,
  show,
  onSaved,
  onFailed,
}: SaverOptions<T>): (next: T, present: T) => Promise<void> {
  let confirmed: T;
  let wanted: T | undefined;
  let running = false;
  /** Read through a function: it changes during an awaited save, which the compiler does not see. */
  const pending = () => wanted;

  return async (next, present) => {
    if (!running) confirmed = present;
    show(next);
    wanted = next;
    if (running) return;
    running = true;
    for (let value = pending(); value; value = pending()) {
      wanted = undefined;
      let failure: { error: unknown } | undefined;
      try {
        confirmed = await save(value);
      } catch (error) {
        failure = { error };
      }
      // A later change includes this one, so its answer decides.
      if (pending()) continue;
      show(confirmed);
      if (failure) onFailed(failure.error);
      else onSaved();
    }
    running = false;
  };
}
