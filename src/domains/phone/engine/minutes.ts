/** Minutes that are charged: every one that has begun. A call that was never connected has none. @param seconds 0 or more */
export const minutesOf = (seconds: number): number => Math.ceil(Math.max(0, seconds) / 60);
