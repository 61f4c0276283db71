/** Colors of people's pointers, told apart on light and dark boards. */
const COLORS = [
  { background: '#a5d8ff', stroke: '#1864ab' },
  { background: '#b2f2bb', stroke: '#2b8a3e' },
  { background: '#ffd8a8', stroke: '#d9480f' },
  { background: '#eebefa', stroke: '#862e9c' },
  { background: '#ffc9c9', stroke: '#c92a2a' },
  { background: '#99e9f2', stroke: '#0b7285' },
  { background: '#ffec99', stroke: '#a86200' },
  { background: '#d0bfff', stroke: '#5f3dc4' },
] as const;

/** The same for everyone who sees this connection. */
export function colorOf(connection: string): { background: string; stroke: string } {
  let sum = 0;
  for (const letter of connection) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521;
  return COLORS[sum % COLORS.length]!;
}
