/** ", 20% more than last month", for the end of a sentence; blank where there is nothing to compare with. */
export function usageChange(now: string, before: string): string {
  const [current, last] = [Number(now), Number(before)];
  if (last === 0) return '';
  const percent = Math.round((current / last - 1) * 100);
  if (percent === 0) return ', the same as last month';
  return `, ${Math.abs(percent)}% ${percent > 0 ? 'more' : 'less'} than all of last month`;
}
