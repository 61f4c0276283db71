/** Calls that end elsewhere: the carrier reports it, or the process that had them has died. */
import { asSystem, inWorkspace, query, withAllRecords } from '../../../server/db/index.ts';
import { defineRecurring } from '../../../server/jobs/recurring.ts';
import { log } from '../../../server/observability/log.ts';
import { attributeProviderEvents, onProviderEvent } from '../../../server/providers/events.ts';
import type { CallOutcome } from '../contract.ts';
import { liveCall } from './carrier.ts';
import { settleForgottenMinutes } from './minutes.ts';
import { keepChange, type LiveCall } from './store.ts';

interface Open {
  id: string;
  workspaceId: string;
  agentId: string | null;
  agentName: string;
  number: string;
  kind: LiveCall['kind'];
  state: 'ringing' | 'live';
}

const OPEN = `select id, workspace_id as "workspaceId", agent_id as "agentId", agent_name as "agentName", number, kind, state
  from phone_calls where state <> 'ended'`;

/** Ends a call in its workspace's scope. */
async function end(row: Open, outcome: CallOutcome): Promise<void> {
  const found = await liveCall(row);
  const call: LiveCall = found
    ? { ...found, kind: row.kind, isLogged: row.kind !== 'test' }
    : {
        ...row,
        agent: { id: '', name: row.agentName, timeZone: 'UTC', ownerId: null },
        contact: null,
        isLogged: false,
        tells: false,
        maxMinutes: 1,
        plan: { greeting: '', steps: [], hours: [], timeZone: 'UTC', hasModel: false, caller: null },
      };
  await keepChange(call, { turns: [], tasks: [], ended: { outcome, transferTo: null } });
}

attributeProviderEvents('voice', async ({ data }) => {
  const rows = await query<{ id: string }>(
    'select workspace_id as id from phone_calls where carrier_id = $1 or id::text = $2 order by started_at desc limit 1',
    [data['id'], data['key']],
  );
  return rows.map(({ id }) => id);
});

const unreached = ({ kind }: Open): CallOutcome => (kind === 'outbound' ? 'missed' : 'abandoned');

/** A call that never reached its agent. One that did ends with its socket. */
export const callReportsSubscriber = onProviderEvent('voice', 'phone.reports', {
  'voice.ended': ({ data }) =>
    withAllRecords(async () => {
      const [row] = await query<Open>(
        `${OPEN} and state = 'ringing' and (carrier_id = $1 or id::text = $2) and connection_id = $3`,
        [data.id, data.key, data['connectionId']],
      );
      if (row) await end(row, data.state === 'failed' ? 'failed' : unreached(row));
    }),
});

export const endLostCallsRecurring = defineRecurring({
  name: 'phone.end-lost-calls',
  title: 'End phone calls that broke off',
  every: 60,
  handler: async () => {
    const rows = await asSystem(() =>
      query<Open>(`${OPEN} and seen_at < now() - interval '2 minutes' order by seen_at limit 200`),
    );
    for (const row of rows) {
      try {
        await inWorkspace(row.workspaceId, null, () =>
          withAllRecords(() => end(row, row.state === 'ringing' ? unreached(row) : 'failed')),
        );
      } catch (error) {
        log().error({ err: error, callId: row.id }, 'a lost call could not be ended');
      }
    }
    await settleForgottenMinutes();
  },
});
