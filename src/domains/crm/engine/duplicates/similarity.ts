/** How alike two short texts are. */

/** Jaro-Winkler similarity, 0 to 1 (Winkler 1990): transpositions and differences late in a name cost little. */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length === 0 || b.length === 0) return 0;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const matchedB = Array.from({ length: b.length }, () => false);
  const matches: string[] = [];
  for (let i = 0; i < a.length; i++) {
    for (let j = Math.max(0, i - reach); j < Math.min(b.length, i + reach + 1); j++) {
      if (matchedB[j] || a[i] !== b[j]) continue;
      matchedB[j] = true;
      matches.push(a[i]!);
      break;
    }
  }
  if (matches.length === 0) return 0;
  let at = 0;
  let moved = 0;
  for (let j = 0; j < b.length; j++) if (matchedB[j] && b[j] !== matches[at++]) moved += 1;
  const m = matches.length;
  const jaro = (m / a.length + m / b.length + (m - moved / 2) / m) / 3;
  let prefix = 0;
  while (prefix < 4 && a[prefix] !== undefined && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}

/** Whether one text becomes the other by one slip: a letter more, less, another one, or two swapped (Damerau 1964). */
export function oneSlip(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}
