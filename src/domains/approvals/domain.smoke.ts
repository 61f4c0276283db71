/** The domain's part of the walk in `src/smoke.db.test.ts`. */
import type { Filter } from '../../kernel/filter.ts';
import { defineSmokeWalk } from '../../testing/smoke.ts';
import { approvalRules } from './contract.ts';

const RULE: Filter = { match: 'all', conditions: [{ field: 'email', op: 'contains', value: '@smoke.example' }] };

export default defineSmokeWalk({
  write: (person) =>
    person.call(approvalRules.create, { body: { name: 'Smoke rule', kind: 'lead.form_entry', filter: RULE } }),
  read: (person) => person.call(approvalRules.list),
  shows: 'Smoke rule',
});
