/** Workflows to begin with. Each is a draft that one completes, tries and publishes. Pure. */
import type { Draft } from '../contract/definition.ts';

export interface Starter {
  id: string;
  name: string;
  description: string;
  draft: Draft;
}

const VIP = { match: 'all', conditions: [{ field: 'tags', op: 'any_of', value: ['vip'] }] };

export const STARTERS: readonly Starter[] = [
  {
    id: 'welcome',
    name: 'Welcome a new contact',
    description: 'One day after a contact is added, asks for approval to send a welcome email.',
    draft: {
      trigger: {
        kind: 'event',
        types: ['contact.created'],
        changed: [],
        filter: { match: 'all', conditions: [{ field: 'hasEmail', op: 'true' }] },
      },
      steps: [
        { id: 'wait', name: 'Wait a day', kind: 'delay', wait: { kind: 'for', amount: 1, unit: 'days' } },
        {
          id: 'mail',
          name: 'Welcome email',
          kind: 'mail',
          policy: 'approval',
          to: '{{record.emails.0.value}}',
          subject: 'Welcome, {{record.firstName | default: "and hello"}}',
          text: 'Hello {{record.firstName | default: "there"}},\n\nThank you for getting in touch with {{workspace.name}}. If there is anything we can help with, just reply to this email.\n',
        },
      ],
    },
  },
  {
    id: 'vip',
    name: 'Follow up with important contacts',
    description: 'When a contact gets the tag “vip”, notifies the owner and schedules a call.',
    draft: {
      trigger: { kind: 'event', types: ['contact.updated'], changed: ['tags'], filter: VIP },
      steps: [
        {
          id: 'tell',
          name: '',
          kind: 'notify',
          to: 'owner',
          title: '{{record.name}} is now a VIP',
          body: 'A call is scheduled for tomorrow.',
        },
        {
          id: 'call',
          name: '',
          kind: 'create',
          record: 'activity',
          fields: {
            type: 'call',
            subject: 'Call {{record.name}}',
            dueInDays: '1',
            priority: 'high',
            ownerId: '{{record.ownerId}}',
          },
        },
      ],
    },
  },
  {
    id: 'form',
    name: 'Add contacts from another system',
    description: 'An inbound webhook creates a contact from the data it receives and notifies administrators.',
    draft: {
      trigger: { kind: 'hook' },
      steps: [
        {
          id: 'make',
          name: '',
          kind: 'create',
          record: 'contact',
          fields: {
            firstName: '{{trigger.data.firstName}}',
            lastName: '{{trigger.data.lastName}}',
            email: '{{trigger.data.email}}',
            source: 'webhook',
          },
        },
        {
          id: 'tell',
          name: '',
          kind: 'notify',
          to: 'admins',
          title: 'New contact {{trigger.data.firstName}} {{trigger.data.lastName}}',
          body: '',
        },
      ],
    },
  },
  {
    id: 'won',
    name: 'Celebrate a won deal',
    description: 'Notifies administrators when an opportunity is won and schedules the kickoff.',
    draft: {
      trigger: { kind: 'event', types: ['opportunity.won'], changed: [] },
      steps: [
        { id: 'tell', name: '', kind: 'notify', to: 'admins', title: 'Won: {{record.name}}', body: '' },
        {
          id: 'kick',
          name: '',
          kind: 'create',
          record: 'activity',
          fields: {
            type: 'meeting',
            subject: 'Kickoff: {{record.name}}',
            dueInDays: '3',
            ownerId: '{{record.ownerId}}',
          },
        },
      ],
    },
  },
  {
    id: 'monday',
    name: 'Monday review',
    description: 'Every Monday at 9:00, reminds administrators to review open work.',
    draft: {
      trigger: { kind: 'schedule', cron: '0 9 * * 1', zone: 'UTC' },
      steps: [
        {
          id: 'tell',
          name: '',
          kind: 'notify',
          to: 'admins',
          title: 'New week: review open work',
          body: 'Deals without a next step, overdue tasks, and requests waiting for approval.',
        },
      ],
    },
  },
];
