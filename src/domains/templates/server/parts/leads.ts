/** Lead settings: score, assignment, and web forms. */
import { fold } from '../../../../kernel/text.ts';
import { query } from '../../../../server/db/index.ts';
import {
  createAssignmentRule,
  createForm,
  createScoreRule,
  listAssignmentRules,
  listForms,
  listScoreRules,
  removeAssignmentRule,
  removeForm,
  removeScoreRule,
} from '../../../crm/index.ts';
import type { TemplateAssignmentRule, TemplateForm, TemplateScoreRule } from '../../contract/content.ts';
import { counted } from '../../engine/contents.ts';
import { renameCustom, withIds } from '../../engine/portable-names.ts';
import { changedSince, type PartWork, type Place, type Present, there } from './part.ts';

const keysOf = (place: Place) => place.keys.get('lead') ?? new Map<string, string>();
const peopleOf = (to: TemplateAssignmentRule['to'], { owners, everyone }: Place) => [
  ...(to === 'owners' ? owners : everyone),
];
const signed = (points: number) => (points > 0 ? `+${points}` : `−${Math.abs(points)}`);

/** Those of the same label. */
async function byLabel(
  labels: readonly string[],
  here: Promise<readonly { id: string; label: string }[]>,
): Promise<Map<string, Present>> {
  const known = new Map((await here).map(({ id, label }) => [fold(label), id]));
  return new Map(labels.map(fold).flatMap((key) => (known.has(key) ? [[key, there(known.get(key)!)] as const] : [])));
}

export const scorePart: PartWork<TemplateScoreRule> = {
  items: ({ scoreRules }) => scoreRules,
  thing: ({ label, points }) => ({ key: fold(label), label, detail: `${signed(points)} points` }),
  object: () => 'lead',
  present: (items) =>
    byLabel(
      items.map(({ label }) => label),
      listScoreRules(),
    ),
  async create({ label, filter, points }, place) {
    const { id, version } = await createScoreRule({
      label,
      filter: withIds(renameCustom(filter, keysOf(place)), place),
      points,
    });
    return { id, version };
  },
  used: (stamp) => changedSince('lead_score_rules', stamp),
  yields: true,
  remove: (stamp) => removeScoreRule(stamp.record_id),
};

export const assignmentPart: PartWork<TemplateAssignmentRule> = {
  items: ({ assignmentRules }) => assignmentRules,
  thing: ({ label, to }) => ({
    key: fold(label),
    label,
    detail: to === 'owners' ? 'To the owners' : 'To everybody in turns',
  }),
  object: () => 'lead',
  present: (items) =>
    byLabel(
      items.map(({ label }) => label),
      listAssignmentRules(),
    ),
  lacks: ({ to }, place) =>
    peopleOf(to, place).length > 0
      ? ''
      : 'Nobody works in this workspace yet. Apply the template again once its owner has joined.',
  async create({ label, filter, to }, place) {
    const people = peopleOf(to, place);
    const { id, version } = await createAssignmentRule({
      label,
      filter: withIds(renameCustom(filter, keysOf(place)), place),
      ownerIds: people.slice(0, 100),
    });
    return { id, version };
  },
  used: (stamp) => changedSince('lead_assignment_rules', stamp),
  yields: true,
  remove: (stamp) => removeAssignmentRule(stamp.record_id),
};

export const formsPart: PartWork<TemplateForm> = {
  items: ({ forms }) => forms,
  thing: ({ name, fields }) => ({ key: fold(name), label: name, detail: fields.map(({ label }) => label).join(', ') }),
  object: () => undefined,
  present: (items) =>
    byLabel(
      items.map(({ name }) => name),
      listForms().then((forms) => forms.map(({ id, name }) => ({ id, label: name }))),
    ),
  async create(form) {
    const { id, version } = await createForm({
      ...form,
      source: form.source || undefined,
      consentText: form.consentText || undefined,
    });
    return { id, version };
  },
  async used(stamp) {
    const changed = await changedSince('lead_forms', stamp);
    if (changed === undefined || changed) return changed;
    const [row] = await query<{ n: number }>(
      'select count(*)::int as n from (select 1 from lead_submissions where form_id = $1 limit 1000) x',
      [stamp.record_id],
    );
    return row!.n > 0 ? `${counted(row!.n, 'visitor has', 'visitors have')} sent it.` : '';
  },
  yields: true,
  remove: (stamp) => removeForm(stamp.record_id),
};
