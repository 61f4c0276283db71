/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { invitations } from './contract.ts';

export default defineSmokeWalk({
  write: (person) => person.call(invitations.create, { body: { emails: ['invited@smoke.example'], role: 'user' } }),
  read: (person) => person.call(invitations.list),
  shows: 'invited@smoke.example',
});
