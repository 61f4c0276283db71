/** Pairs that the check was not tuned on; the test holds the figure that it reaches on them. */
import type { SupportPair } from './support.vectors.ts';

const yes = (passage: string, sentence: string): SupportPair => ({
  about: 'right',
  passage,
  sentence,
  isSupported: true,
});
const no = (passage: string, sentence: string): SupportPair => ({
  about: 'wrong',
  passage,
  sentence,
  isSupported: false,
});

const CAFE =
  'Catering\nA buffet for 20 guests costs $340 and a buffet for 50 guests costs $790. Orders are placed at least 48 hours ahead. Cold dishes are not reheated on site. Ruth Okafor takes orders, and Dana Lindqvist plans the menus.';
const CLOUD =
  'Backups\nBackups run every night at 2:00 a.m. and are kept for 35 days. Deleted workspaces are kept for 7 days. Backups are encrypted before they leave the server. Only owners may restore a backup.';
const TRAIL =
  'Trail rules\nDogs must be on a leash from April to September. Bikes are allowed on the north trail but not on the south trail. The lake trail is 6.5 miles long. The park closes at sunset on November 1.';
const CARD =
  'Card terms\nThe annual fee is $95 and is waived in the first year. Cash advances cost 5% with a minimum of $10. Points expire after 24 months without activity. Purchases abroad have no fee.';

export const HELD_BACK_PAIRS: readonly SupportPair[] = [
  yes(CAFE, 'A buffet for 50 guests costs $790.'),
  yes(CAFE, 'Place orders at least two days ahead.'),
  yes(CAFE, 'Cold dishes aren’t reheated on site.'),
  yes(CAFE, 'Dana Lindqvist plans the menus.'),
  no(CAFE, 'A buffet for 50 guests costs $340.'),
  no(CAFE, 'Cold dishes are reheated on site.'),
  no(CAFE, 'Ruth Okafor plans the menus.'),
  no(CAFE, 'Orders are placed at most 48 hours ahead.'),
  yes(CLOUD, 'Backups are kept for 35 days.'),
  yes(CLOUD, 'Backups run each night at 2 am.'),
  yes(CLOUD, 'A backup may only be restored by owners.'),
  no(CLOUD, 'Deleted workspaces are kept for 35 days.'),
  no(CLOUD, 'Backups run every night at 2:00 p.m.'),
  no(CLOUD, 'Backups are encrypted after they leave the server.'),
  no(CLOUD, 'Backups are kept for 7 days.'),
  yes(TRAIL, 'The lake trail is 6.5 miles long.'),
  yes(TRAIL, 'Bikes are not allowed on the south trail.'),
  yes(TRAIL, 'Bikes are allowed on the north trail.'),
  no(TRAIL, 'Bikes are allowed on the south trail.'),
  no(TRAIL, 'The lake trail is 65 miles long.'),
  no(TRAIL, 'Dogs must be on a leash from May to September.'),
  no(TRAIL, 'The park closes at sunset on November 11.'),
  yes(CARD, 'The annual fee is $95.'),
  yes(CARD, 'Points expire after two years without activity.'),
  yes(CARD, 'There is no fee for purchases abroad.'),
  no(CARD, 'The annual fee is $10.'),
  no(CARD, 'Points never expire.'),
  no(CARD, 'Purchases abroad have a fee.'),
  no(CARD, 'Cash advances cost 10%.'),
  no(CARD, 'Points expire after 24 days without activity.'),
];
