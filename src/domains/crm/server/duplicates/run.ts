/** The search through the whole base: a job, so that it goes on while people work, and starts again after a restart. */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import * as z from 'zod';
import { AppError } from '../../../../kernel/errors.ts';
import { newId } from '../../../../kernel/ids.ts';
import { currentWorkspaceId, query, transaction } from '../../../../server/db/index.ts';
import { publishPaths } from '../../../../server/events/emit.ts';
import { subscribe } from '../../../../server/events/subscribers.ts';
import { defineJob, type JobContext } from '../../../../server/jobs/define.ts';
import { enqueue } from '../../../../server/jobs/jobs.ts';
import { firmKeys, personKeys } from '../../engine/duplicates/candidates.ts';
import { findPairs, MAX_RECORDS, type Pair } from '../../engine/duplicates/find.ts';
import { scoreFirms, scorePeople } from '../../engine/duplicates/score.ts';
import { CRM } from '../../paths.ts';
import { allCompanies, allContacts, allLeads } from './load.ts';
import { type FoundPair, keepPairs } from './store.ts';

const Payload = z.object({ runId: z.uuid() });
type Payload = z.infer<typeof Payload>;

export const duplicatesJob = defineJob<Payload>({
  name: 'crm.duplicates',
  payload: Payload,
  title: 'Looking for duplicates',
  retry: { limit: 1, backoff: 10 },
  handler: runSearch,
  ended: ({ runId }) => setState(runId, 'failed'),
  revived: ({ runId }) => setState(runId, 'running'),
});

async function setState(runId: string, state: 'failed' | 'running'): Promise<void> {
  await query(
    `update duplicate_runs set state = $3, finished_at = case when $3 = 'failed' then now() end
      where workspace_id = $1 and id = $2`,
    [currentWorkspaceId(), runId, state],
  );
  await publishPaths(currentWorkspaceId(), [CRM.duplicates]);
}

/** A run that says nothing for this long broke off: another may begin. */
const LOST = '15 minutes';

const BEGIN = `insert into duplicate_runs (id, workspace_id, state) values ($1, $2, 'running')
  on conflict (workspace_id) do update
    set id = excluded.id, state = 'running', progress = 0, started_at = now(), finished_at = null
    where duplicate_runs.state <> 'running' or duplicate_runs.started_at < now() - interval '${LOST}' returning id`;

/** Begins a search. @throws AppError `conflict` while one is on its way. */
export function startSearch(): Promise<void> {
  return transaction(async () => {
    const runId = newId();
    const started = await query(BEGIN, [runId, currentWorkspaceId()]);
    if (started.length === 0) throw new AppError('conflict', 'A search is on its way already.');
    await enqueue(duplicatesJob, { runId });
    await publishPaths(currentWorkspaceId(), [CRM.duplicates]);
  });
}

/** Searches before it answers: for example data, which has no worker yet and no one who waits. */
export async function searchNow(): Promise<void> {
  const runId = newId();
  await query(BEGIN, [runId, currentWorkspaceId()]);
  await search(runId, () => Promise.resolve(), new AbortController().signal);
}

async function runSearch({ payload: { runId }, signal, progress }: JobContext<Payload, never>): Promise<void> {
  const report = async (percent: number) => {
    signal.throwIfAborted();
    progress(percent, 100);
    await query('update duplicate_runs set progress = $3 where workspace_id = $1 and id = $2', [
      currentWorkspaceId(),
      runId,
      percent,
    ]);
    await publishPaths(currentWorkspaceId(), [CRM.duplicates]);
  };
  try {
    await search(runId, report, signal);
  } catch (error) {
    await setState(runId, 'failed');
    throw error;
  }
}

async function search(runId: string, report: (percent: number) => Promise<void>, signal: AbortSignal): Promise<void> {
  const pause = async () => {
    signal.throwIfAborted();
    await letOthersRun();
  };
  const breathe = (from: number, to: number) => {
    let said = from;
    return async (share: number) => {
      await pause();
      const now = Math.round(from + share * (to - from));
      if (now >= said + 5) await report((said = now));
    };
  };
  const contacts = await allContacts(pause);
  const leads = (await allLeads(pause)).slice(0, MAX_RECORDS - contacts.length);
  const people = [...contacts.slice(0, MAX_RECORDS), ...leads];
  await report(10);
  const alike = await findPairs({ records: people, keysOf: personKeys, score: scorePeople, breathe: breathe(10, 75) });
  const kindOf = ({ a, b }: Pair) => (b < contacts.length ? 'contact' : a < contacts.length ? 'lead_contact' : 'lead');
  // Contacts stand before leads, so of a lead and a contact the second is the lead.
  const found: FoundPair[] = alike.map((pair) => {
    const kind = kindOf(pair);
    const [a, b] = kind === 'lead_contact' ? [pair.b, pair.a] : [pair.a, pair.b];
    return { kind, a: people[a]!.id, b: people[b]!.id, score: pair.score, reasons: pair.reasons };
  });
  const companies = (await allCompanies(pause)).slice(0, MAX_RECORDS);
  const firms = await findPairs({ records: companies, keysOf: firmKeys, score: scoreFirms, breathe: breathe(75, 90) });
  for (const { a, b, score, reasons } of firms)
    found.push({ kind: 'company', a: companies[a]!.id, b: companies[b]!.id, score, reasons });
  await report(90);
  await transaction(async () => {
    await keepPairs(found, runId);
    await query(
      `delete from duplicate_pairs where workspace_id = $1 and state = 'open' and run_id is distinct from $2
        and found_at < (select started_at from duplicate_runs where workspace_id = $1 and id = $2)`,
      [currentWorkspaceId(), runId],
    );
    await query(
      `update duplicate_runs set state = 'done', progress = 100, records = $3, finished_at = now()
        where workspace_id = $1 and id = $2`,
      [currentWorkspaceId(), runId, people.length + companies.length],
    );
  });
  await publishPaths(currentWorkspaceId(), [CRM.duplicates]);
}

/** After many records came at once. One that is on its way will have begun before: the next one sees the rest. */
export async function searchAgain(): Promise<void> {
  await startSearch().catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error;
  });
}

/** An import brings many at once: they are looked at together. */
export const duplicatesOfImportSubscriber = subscribe(
  'import.finished',
  'crm.duplicates_of_import',
  async ({ data }) => {
    if (Number(data.created ?? 0) + Number(data.updated ?? 0) > 0) await searchAgain();
  },
);
