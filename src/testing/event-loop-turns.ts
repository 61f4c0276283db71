/** Number of event loop turns during some work: many if it runs in another thread. */
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
