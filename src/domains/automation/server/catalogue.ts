/** Building blocks for workflows, and past events to test them with. */
import type { ResponseOf } from '../../../kernel/endpoint.ts';
import { currentWorkspaceId, query } from '../../../server/db/index.ts';
import { KINDS } from '../../../records/contract.ts';
import { listPipelines, listReasons, recordFields } from '../../crm/index.ts';
import { RecordName } from '../contract/definition.ts';
import type { Catalogue, workflows } from '../contract/workflows.ts';
import { onClocksOf } from '../engine/edit.ts';
import { STARTERS } from '../engine/starter-workflows.ts';
import { EVENT_TYPES } from './events-catalogue.ts';
import { fieldsHere, isCreatable } from './field-catalogue.ts';

export async function catalogue(): Promise<Catalogue> {
  const fieldsOf = await fieldsHere();
  const records = RecordName.options
    .filter((kind) => kind !== 'business_license')
    .map((kind) => {
      const { ownFilters, ...fields } = fieldsOf(kind);
      return {
        kind,
        label: KINDS[kind].title,
        creatable: isCreatable(kind),
        changeable: true,
        filterFields: [...recordFields(kind), ...ownFilters],
        ...fields,
      };
    });
  const pipelines = (await listPipelines()).map(({ id, name, stages }) => ({
    id,
    name,
    stages: stages.map((stage) => ({ id: stage.id, name: stage.name, outcome: stage.outcome })),
  }));
  const closeReasons = (await listReasons())
    .filter(({ archived }) => !archived)
    .map(({ outcome, label }) => ({ outcome, label }));
  const [workspace] = await query<{ time_zone: string }>('select time_zone from present_workspace');
  const timeZone = workspace?.time_zone ?? 'UTC';
  return {
    timeZone,
    pipelines,
    closeReasons,
    events: EVENT_TYPES.map((event) => ({ ...event, fields: [...event.fields] })),
    records,
    templates: STARTERS.map((starter) => ({ ...starter, draft: onClocksOf(timeZone, starter.draft) })),
  };
}

const LATEST = 20;

/** The latest events of some types, of the last weeks: older ones are only histories by now. */
export async function pastEvents(types: readonly string[]): Promise<ResponseOf<typeof workflows.pastEvents>> {
  const rows = await query<{
    id: number;
    type: string;
    at: string;
    subject_type: string | null;
    subject_id: string | null;
    title: string | null;
  }>(
    `select id, type, at, subject_type, subject_id, coalesce(data->>'title', data->>'name', data->>'fileName') as title
      from events
     where workspace_id = $1 and type = any($2) and id > coalesce((select looked_to from event_horizon), 0)
        order by id desc limit ${LATEST}`,
    [currentWorkspaceId(), types],
  );
  return {
    items: rows.map(({ subject_type, subject_id, title, ...row }) => ({
      ...row,
      subject: subject_type && subject_id ? { type: subject_type, id: subject_id } : null,
      title: title ?? '',
    })),
  };
}
