/** Boards have an owner: the team page counts and reassigns them. */
import { defineOwned } from '../../../server/ownership/ownership.ts';
import { WHITEBOARDS } from '../paths.ts';

export const ownedBoards = defineOwned({
  kind: 'whiteboards',
  label: 'Whiteboards',
  table: 'whiteboards',
  where: 'deleted_at is null',
  trashed: 'deleted_at is not null',
  event: 'whiteboard.updated',
  subject: 'whiteboard',
  paths: [WHITEBOARDS],
});
