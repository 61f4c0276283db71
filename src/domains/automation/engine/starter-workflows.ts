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
    description: 'A day after somebody was added, asks for approval to send them a first mail.',
    draft: {
      trigger: {
        kind: 'event',
        types: ['contact.created'],
        changed: [],
        filter: { match: 'all', conditions: [{ field: 'hasEmail', op: 'true' }] },
      },
      steps: [
        { id: 'wait', name: 'Give it a day', kind: 'delay', wait: { kind: 'for', amount: 1, unit: 'days' } },
        {
          id: 'mail',
          name: 'First mail',
          kind: 'mail',
          policy: 'approval',
          to: '{{record.emails.0.value}}',
          subject: 'Welcome, {{record.firstName | default: "and hello"}}',
          text: 'Hello {{record.firstName | default: "there"}},\n\nthank you for getting in touch with {{workspace.name}}. If there is anything we can do for you, just answer this mail.\n',
        },
      ],
    },
  },
  {
    id: 'vip',
    name: 'Look after important contacts',
    description: 'When a contact gets the tag “vip”, tells the owner and plans a call.',
    draft: {
      trigger: { kind: 'event', types: ['contact.updated'], changed: ['tags'], filter: VIP },
      steps: [
        {
          id: 'tell',
          name: '',
          kind: 'notify',
          to: 'owner',
          title: '{{record.name}} is a VIP now',
          body: 'A call is planned for tomorrow.',
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
    name: 'Take contacts from another system',
    description: 'An inbound webhook: what another system sends becomes a contact, and the administrators hear of it.',
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
    description: 'Tells the administrators when an opportunity is won, and plans the kick-off.',
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
            subject: 'Kick-off: {{record.name}}',
            dueInDays: '3',
            ownerId: '{{record.ownerId}}',
          },
        },
      ],
    },
  },
  {
    id: 'monday',
    name: 'Monday round',
    description: 'Every Monday at nine, reminds the administrators to look at what is open.',
    draft: {
      trigger: { kind: 'schedule', cron: '0 9 * * 1', zone: 'UTC' },
      steps: [
        {
          id: 'tell',
          name: '',
          kind: 'notify',
          to: 'admins',
          title: 'A new week: look at what is open',
          body: 'Deals without a next step, overdue tasks, waiting approvals.',
        },
      ],
    },
  },
];
