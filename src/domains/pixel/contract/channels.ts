/** Ways in which visits come, as people compare them. */
export const CHANNELS = [
  'Direct',
  'Organic search',
  'Paid search',
  'Organic social',
  'Paid social',
  'Email',
  'AI assistants',
  'Display',
  'Affiliate',
  'Text message',
  'Referral',
  'Campaign',
] as const;
export type Channel = (typeof CHANNELS)[number];
