/** Activities as the list parts see them. */
import { ACTIVITY_FILTER_FIELDS } from '../../contract/activity-filter.ts';
import {
  type Activity,
  ACTIVITY_SORTS,
  activities,
  activityBulkCalls,
  ACTIVITY_TYPES,
  PRIORITIES,
} from '../../contract/activities.ts';
import type { ListKit } from '../../../../records/web/list-kit.ts';
import { PRIORITY_WORDS, TYPE_WORDS } from './labels.tsx';

export const activityKit: ListKit<Activity> = {
  kind: 'activity',
  sorts: ACTIVITY_SORTS,
  filterFields: ACTIVITY_FILTER_FIELDS,
  searchHint: 'Search subject, notes, location, tags',
  nameOf: (activity) => activity.subject,
  bulk: activityBulkCalls,
  bulkFields: [
    {
      name: 'status',
      label: 'Status',
      required: true,
      options: [
        { value: 'done', label: 'Done' },
        { value: 'open', label: 'Open' },
      ],
    },
    {
      name: 'priority',
      label: 'Priority',
      required: true,
      options: PRIORITIES.map((value) => ({ value, label: PRIORITY_WORDS[value] })),
    },
    {
      name: 'type',
      label: 'Type',
      required: true,
      options: ACTIVITY_TYPES.map((value) => ({ value, label: TYPE_WORDS[value] })),
    },
  ],
  cell: {
    change: (activity, columnId, text) => {
      switch (columnId) {
        case 'subject':
          return text.trim() ? { fields: { subject: text }, row: { ...activity, subject: text } } : undefined;
        case 'priority':
          return { fields: { priority: text }, row: { ...activity, priority: text as Activity['priority'] } };
        case 'owner':
          return { fields: { ownerId: text || null }, row: { ...activity, ownerId: text || null } };
        default:
          return undefined;
      }
    },
    present: (activity, fields) =>
      Object.fromEntries(Object.keys(fields).map((field) => [field, activity[field as keyof Activity]])),
  },
  exportFile: activities.exportFile,
};
