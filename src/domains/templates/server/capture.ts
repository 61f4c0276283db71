/**
 * Making a template of how a workspace is set up. What means something in that workspace only is left out, and named.
 */
import type { BodyOf, ResponseOf } from '../../../kernel/endpoint.ts';
import { fold } from '../../../kernel/text.ts';
import { inWorkspace } from '../../../server/db/index.ts';
import type { Caller } from '../../../server/http/caller.ts';
import { checkDraft, getWorkflow, withoutOwnSecrets } from '../../automation/index.ts';
import type { CustomField } from '../../../records/contract.ts';
import { listAssignmentRules, listForms, listPipelines, listReasons, listScoreRules } from '../../crm/index.ts';
import { type Part, TemplateContent, type TemplateContentIn } from '../contract/content.ts';
import type { templates } from '../contract/templates.ts';
import { planOfWorkflow } from '../engine/activity-plan.ts';
import { customKeysIn, withNames } from '../engine/portable-names.ts';
import { placeOf } from './parts/index.ts';
import { allFields } from './parts/fields.ts';
import { sharedViews } from './parts/views.ts';
import { workflowsHere } from './parts/workflows.ts';
import { atHome, createTemplate, getTemplate, updateTemplate } from './store.ts';
import { requireTarget } from './targets.ts';

interface Captured {
  content: TemplateContentIn;
  leftOut: string[];
}

/** Names that replace ids, so that a template works in other workspaces. */
interface Names {
  ids: ReadonlyMap<string, string>;
  people: ReadonlySet<string>;
  everyone: number;
}

const BLANK = TemplateContent.parse({});

/** The set-up of the present workspace. */
export async function capture(caller: Caller, parts: readonly Part[]): Promise<Captured> {
  const place = await placeOf(BLANK, caller);
  const ids = new Map([...place.names].map(([name, id]) => [id, name]));
  const names: Names = { ids, people: new Set(place.everyone), everyone: place.everyone.length };
  const leftOut: string[] = [];
  const content: TemplateContentIn = {};
  const wants = (part: Part) => parts.includes(part);
  if (wants('fields')) content.fields = (await allFields()).flatMap((field) => fieldHere(field, leftOut));
  if (wants('pipelines')) content.pipelines = await pipelinesHere();
  if (wants('closeReasons'))
    content.closeReasons = (await listReasons())
      .filter(({ archived }) => !archived)
      .map(({ outcome, label }) => ({ outcome, label }));
  if (wants('views'))
    content.views = (await sharedViews(caller)).flatMap(({ object, name, config }) =>
      portable({ object, name, config }, `The view “${name}”`, names, leftOut),
    );
  if (wants('scoreRules'))
    content.scoreRules = (await listScoreRules())
      .filter(({ enabled }) => enabled)
      .flatMap(({ label, filter, points }) =>
        portable({ label, filter, points }, `The score rule “${label}”`, names, leftOut),
      );
  if (wants('assignmentRules')) content.assignmentRules = await assignmentHere(names, new Set(place.owners), leftOut);
  if (wants('forms'))
    content.forms = (await listForms()).map(
      ({ name, fields, source, tags, button, thanks, consentText, confirmEmail }) => ({
        name,
        fields,
        source,
        tags,
        button,
        thanks,
        consentText,
        confirmEmail,
      }),
    );
  if (wants('plans') || wants('workflows')) Object.assign(content, await automationHere(names, wants, leftOut));
  return { content: uniqueNames(content), leftOut: [...leftOut, ...missingFields(content)] };
}

/** The same with names in the place of ids, as a list of one; empty and named in `leftOut` when that cannot be. */
function portable<T>(value: T, what: string, { ids, people }: Names, leftOut: string[]): T[] {
  const changed = withNames(value, ids, people);
  if (changed === undefined) leftOut.push(`${what} speaks of records of this workspace.`);
  return changed === undefined ? [] : [changed];
}

/** A field without its key; a roll-up that names records of this workspace, stages among them, is left out. */
function fieldHere(
  { object, label, kind, options, formula, rollup }: CustomField,
  leftOut: string[],
): NonNullable<TemplateContentIn['fields']> {
  const field = { object, label, kind, options, formula };
  if (!rollup) return [field];
  return portable(rollup, `The roll-up “${label}”`, { ids: new Map(), people: new Set(), everyone: 0 }, leftOut).map(
    (one) => ({ ...field, rollup: one }),
  );
}

async function pipelinesHere(): Promise<NonNullable<TemplateContentIn['pipelines']>> {
  return (await listPipelines()).map(({ name, stages }) => ({
    name,
    stages: stages.map(({ name: stage, color, probability, outcome, forecast, rottingDays, requiredFields }) => ({
      name: stage,
      color,
      probability,
      outcome,
      forecast,
      rottingDays,
      requiredFields: requiredFields,
    })),
  }));
}

async function assignmentHere(
  names: Names,
  owners: ReadonlySet<string>,
  leftOut: string[],
): Promise<NonNullable<TemplateContentIn['assignmentRules']>> {
  const rules = (await listAssignmentRules()).filter(({ enabled }) => enabled);
  return rules.flatMap(({ label, filter, ownerIds }) =>
    portable(
      { label, filter, to: ownerIds.every((id) => owners.has(id)) ? ('owners' as const) : ('everyone' as const) },
      `The assignment rule “${label}”`,
      names,
      leftOut,
    ),
  );
}

async function automationHere(
  names: Names,
  wants: (part: Part) => boolean,
  leftOut: string[],
): Promise<Pick<TemplateContentIn, 'plans' | 'workflows'>> {
  const plans: NonNullable<TemplateContentIn['plans']> = [];
  const workflows: NonNullable<TemplateContentIn['workflows']> = [];
  for (const id of (await workflowsHere()).values()) {
    const { name, description, draft, state } = await getWorkflow(id);
    const { definition } = checkDraft(draft);
    const plan = definition && planOfWorkflow(name, description, definition);
    if (plan && wants('plans')) plans.push(plan);
    else if (!plan && wants('workflows')) {
      const own = withoutOwnSecrets(draft);
      if (own.headers.length > 0)
        leftOut.push(
          `What the workflow “${name}” proves itself by to another system (${own.headers.join(', ')}): enter it where the workflow is used.`,
        );
      workflows.push(
        ...portable(
          { name, description, draft: own.draft, on: state === 'on' },
          `The workflow “${name}”`,
          names,
          leftOut,
        ),
      );
    }
  }
  return { plans, workflows };
}

/** Two things of one name could not both be stamped: the first one stays. */
function uniqueNames(content: TemplateContentIn): TemplateContentIn {
  const once = <T>(list: T[] | undefined, key: (one: T) => string) =>
    list && [...new Map(list.toReversed().map((one) => [fold(key(one)), one])).values()].toReversed();
  return {
    ...content,
    ...(content.views && { views: once(content.views, (view) => `${view.object} ${view.name}`) }),
    ...(content.scoreRules && { scoreRules: once(content.scoreRules, (rule) => rule.label) }),
    ...(content.assignmentRules && { assignmentRules: once(content.assignmentRules, (rule) => rule.label) }),
    ...(content.forms && { forms: once(content.forms, (form) => form.name) }),
    ...(content.workflows && { workflows: once(content.workflows, (workflow) => workflow.name) }),
  };
}

/** Without the fields themselves, what speaks of them needs workspaces that have them. */
function missingFields(content: TemplateContentIn): string[] {
  if (content.fields) return [];
  const keys = customKeysIn(content);
  return keys.length > 0
    ? [
        `Fields are not among the parts, but ${keys.slice(0, 5).join(', ')} are spoken of: they must be there already where it is used.`,
      ]
    : [];
}

/**
 * Makes a template, or the next version of one, of a workspace.
 * @throws AppError `not_found`, `conflict`, `stale`, `validation`
 */
export async function captureWorkspace(
  caller: Caller,
  { workspaceId, parts, head, into }: BodyOf<typeof templates.capture>,
): Promise<ResponseOf<typeof templates.capture>> {
  const { name } = await requireTarget(workspaceId);
  const { content, leftOut } = await inWorkspace(workspaceId, caller.userId, () => capture(caller, parts));
  const template = await atHome(caller, async () => {
    if (!into) return createTemplate(head!, TemplateContent.parse(content), { note: `Taken from ${name}` });
    // Examples and checklist are written by people: a new look at a workspace leaves them.
    const { content: before } = await getTemplate(into.id);
    const kept = Object.fromEntries(
      Object.entries(before).filter(([part]) => !(parts as readonly string[]).includes(part)),
    );
    return updateTemplate(into.id, {
      version: into.version,
      content: TemplateContent.parse({ ...kept, ...content }),
      note: into.note || `Taken from ${name}`,
    });
  });
  return { template, leftOut };
}
