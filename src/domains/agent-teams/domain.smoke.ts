/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { agentTeams } from './contract.ts';

export default defineSmokeWalk({
  write: (person) => person.call(agentTeams.create, { body: { starter: 'tidy-duplicates' } }),
  read: (person) => person.call(agentTeams.overview),
  shows: 'Tidy duplicates',
});
