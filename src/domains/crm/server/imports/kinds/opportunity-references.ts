/** References in opportunity rows by name: pipelines, stages, reasons, contacts. */
import { dayAt } from '../../../../../kernel/days.ts';
import { fold } from '../../../../../kernel/text.ts';
import { currentWorkspaceId, query } from '../../../../../server/db/index.ts';
import type { ImportOptions } from '../../../contract/imports.ts';
import type { Pipeline } from '../../../contract/pipelines.ts';
import { emailMatchKey } from '../../../engine/contacts/contact-data.ts';
import { show } from '../../../engine/imports/cells.ts';
import type { OpportunityEntry } from '../../../engine/imports/opportunity-row.ts';
import { contactName } from '../../contacts/names.ts';
import { listPipelines, lockFirstStage, type TargetStage } from '../../pipelines/pipelines.ts';
import type { ReadRow } from '../importable.ts';

export interface References {
  pipelines: readonly Pipeline[];
  options: ImportOptions;
  timeZone: string;
  reasons: readonly { id: string; label: string; outcome: 'won' | 'lost' }[];
  /** Contacts that rows named so far, with their companies. */
  contacts: Map<string, { name: string; company: string }>;
  /** The stage of an entry that was resolved without errors. */
  stageOf: (entry: OpportunityEntry) => TargetStage;
}

/** @throws AppError `validation` when the chosen pipeline is gone */
export async function opportunityReferences(options: ImportOptions, timeZone: string): Promise<References> {
  // A workspace without pipelines gets the usual one.
  await lockFirstStage(options.pipelineId ?? undefined);
  const pipelines = await listPipelines();
  const reasons = await query<{ id: string; label: string; outcome: 'won' | 'lost' }>(
    'select id, label, outcome from close_reasons where workspace_id = $1 and archived_at is null order by position',
    [currentWorkspaceId()],
  );
  return {
    pipelines,
    options,
    timeZone,
    reasons,
    contacts: new Map(),
    stageOf(entry) {
      const found = findStage(pipelines, options, entry);
      // Rows that name none that is there were rejected before; the preview asks for those too.
      return 'problem' in found ? asTarget(pipelines[0]!, pipelines[0]!.stages[0]!) : found;
    },
  };
}

function asTarget(pipeline: Pipeline, stage: Pipeline['stages'][number]): TargetStage {
  return {
    id: stage.id,
    pipeline_id: pipeline.id,
    name: stage.name,
    probability: stage.probability,
    outcome: stage.outcome,
    required_fields: stage.requiredFields,
  };
}

/** How programs call the end of a sale, whatever the stage is called here. */
const OUTCOMES: Readonly<Record<string, 'won' | 'lost'>> = {
  won: 'won',
  'closed won': 'won',
  closedwon: 'won',
  gewonnen: 'won',
  'closed - won': 'won',
  gagne: 'won',
  ganado: 'won',
  lost: 'lost',
  'closed lost': 'lost',
  closedlost: 'lost',
  verloren: 'lost',
  'closed - lost': 'lost',
  perdu: 'lost',
  perdido: 'lost',
};

function findStage(
  pipelines: readonly Pipeline[],
  { pipelineId }: ImportOptions,
  { pipelineName, stageName }: OpportunityEntry,
): TargetStage | { problem: string } {
  const named = pipelineName ? pipelines.find(({ name }) => fold(name) === fold(pipelineName)) : undefined;
  if (pipelineName && !named) return { problem: `There is no pipeline called "${show(pipelineName)}".` };
  const standard = pipelines.find(({ id }) => id === pipelineId) ?? pipelines[0]!;
  // Without a pipeline, the standard one is asked first.
  const among = named ? [named] : [standard, ...pipelines.filter((pipeline) => pipeline !== standard)];
  if (!stageName) {
    const [pipeline] = among;
    return asTarget(
      pipeline!,
      pipeline!.stages.find(({ outcome }) => outcome === 'open')!,
    );
  }
  const wanted = fold(stageName);
  for (const pipeline of among) {
    const stage = pipeline.stages.find(({ name }) => fold(name) === wanted);
    if (stage) return asTarget(pipeline, stage);
  }
  const outcome = OUTCOMES[wanted];
  const closing = outcome && among[0]!.stages.find((stage) => stage.outcome === outcome);
  if (closing) return asTarget(among[0]!, closing);
  return {
    problem: `There is no stage called "${show(stageName)}" in ${named || pipelines.length === 1 ? `the pipeline "${among[0]!.name}"` : 'any pipeline'}.`,
  };
}

/** Looks up what rows name; what is not there, or is there twice, becomes an error of the row. */
export async function resolveOpportunities(
  rows: readonly ReadRow<OpportunityEntry>[],
  context: References,
): Promise<ReadRow<OpportunityEntry>[]> {
  const found = await findContacts(rows, context);
  return rows.map((row) => {
    if (row.imported.errors.length > 0) return row;
    const entry = { ...row.imported.entry };
    if (entry.closedAt !== null) entry.closedOn = dayAt(new Date(entry.closedAt), context.timeZone);
    const errors: string[] = [];
    const stage = findStage(context.pipelines, context.options, entry);
    if ('problem' in stage) errors.push(stage.problem);
    else resolveReason(entry, stage, context, errors);
    resolveContact(entry, found, errors);
    return { ...row, imported: { ...row.imported, entry, errors } };
  });
}

function resolveReason(entry: OpportunityEntry, stage: TargetStage, { reasons }: References, errors: string[]): void {
  if (!entry.closeReason || stage.outcome === 'open') {
    entry.closeReason = '';
    return;
  }
  const reason = reasons.find(
    ({ label, outcome }) => outcome === stage.outcome && fold(label) === fold(entry.closeReason),
  );
  if (reason) Object.assign(entry, { closeReasonId: reason.id, closeReason: reason.label });
  else errors.push(`There is no reason called "${show(entry.closeReason)}" for what was ${stage.outcome}.`);
}

interface FoundContacts {
  byEmail: ReadonlyMap<string, string>;
  byName: ReadonlyMap<string, readonly { id: string; company: string }[]>;
}

async function findContacts(
  rows: readonly ReadRow<OpportunityEntry>[],
  { contacts }: References,
): Promise<FoundContacts> {
  const entries = rows.filter(({ imported }) => imported.errors.length === 0).map(({ imported }) => imported.entry);
  const emails = [
    ...new Set(entries.flatMap(({ contactEmail }) => (contactEmail ? [emailMatchKey(contactEmail)] : []))),
  ];
  const names = [
    ...new Set(
      entries.flatMap(({ contactEmail, contactName: name }) =>
        !contactEmail && name ? [fold(name).slice(0, 200)] : [],
      ),
    ),
  ];
  if (emails.length + names.length === 0) return { byEmail: new Map(), byName: new Map() };
  const person = `c.id, ${contactName('c')} as name, c.company_key, co.name as company`;
  const company =
    'left join companies co on co.id = c.company_id and co.workspace_id = c.workspace_id and co.deleted_at is null';
  const found = await query<{ key: string; id: string; name: string; company_key: string; company: string | null }>(
    `select w.key, k.* from unnest($2::text[]) w(key) cross join lateral (
       select ${person} from contact_keys ck join contacts c on c.id = ck.contact_id and c.workspace_id = $1
          and c.deleted_at is null ${company}
       where ck.workspace_id = $1 and ck.key = w.key collate "C" order by c.id limit 1) k
     union all select 'm:' || w.key, k.* from unnest($3::text[]) w(key) cross join lateral (
       select ${person} from contacts c ${company}
          where c.workspace_id = $1 and c.deleted_at is null and c.name_key = w.key collate "C"
          order by c.id limit 20) k`,
    [currentWorkspaceId(), emails, names],
  );
  const byEmail = new Map<string, string>();
  const byName = new Map<string, { id: string; company: string }[]>();
  for (const { key, id, name, company_key: companyKey, company: companyName } of found) {
    contacts.set(id, { name, company: companyName ?? '' });
    if (key.startsWith('e:')) byEmail.set(key, id);
    else byName.set(key.slice(2), [...(byName.get(key.slice(2)) ?? []), { id, company: companyKey }]);
  }
  return { byEmail, byName };
}

function resolveContact(entry: OpportunityEntry, { byEmail, byName }: FoundContacts, errors: string[]): void {
  if (entry.contactEmail) {
    entry.contactId = byEmail.get(emailMatchKey(entry.contactEmail)) ?? null;
    if (entry.contactId === null)
      errors.push(`No contact has the email address ${entry.contactEmail}. Import the contacts first.`);
  } else if (entry.contactName) {
    const namesakes = byName.get(fold(entry.contactName).slice(0, 200)) ?? [];
    const ofCompany = namesakes.filter(
      ({ company }) => entry.companyName !== '' && company === fold(entry.companyName).slice(0, 200),
    );
    const meant = ofCompany.length > 0 ? ofCompany : namesakes;
    if (meant.length === 1) entry.contactId = meant[0]!.id;
    else
      errors.push(
        meant.length === 0
          ? `No contact is called "${show(entry.contactName)}". Import the contacts first.`
          : `${meant.length} contacts are called "${show(entry.contactName)}": use the email address.`,
      );
  }
}
