export interface SaverOptions<T> {
  /** Sends a value to the server and answers what is kept there. */
  save: (value: T) => Promise<T>;
  /** Puts a value on the screen. */
  show: (value: T) => void;
  onSaved: () => void;
  onFailed: (error: unknown) => void;
}

/**
 * Saves settings that take effect at once. Each change is shown immediately; saves run one after another, and of
 * changes made while one runs only the last is sent. A refused save shows again what the server holds.
 * @returns a function taking the wanted value and the present one.
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
  /** Read through a function: it changes while a save is awaited, which the compiler does not see. */
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
      // A later change holds this one too: its own answer decides.
      if (pending()) continue;
      show(confirmed);
      if (failure) onFailed(failure.error);
      else onSaved();
    }
    running = false;
  };
}
