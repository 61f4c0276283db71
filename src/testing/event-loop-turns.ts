/** How often the event loop comes round while something is done: many times where that is done in another thread. */
export async function turnsDuring<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0;
  let done = false;
  const count = (): void => {
    turns++;
    if (!done) setImmediate(count);
  };
  count();
  const result = await work();
  done = true;
  return { result, turns };
}
