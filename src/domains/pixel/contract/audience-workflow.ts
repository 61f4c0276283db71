import type { Draft } from '../../automation/contract/definition.ts';
import type { WebsiteAudience } from './audiences.ts';

/** A workflow that starts when a contact enters the audience: tags the contact and tells its owner. */
export const workflowDraft = ({ id, name }: Pick<WebsiteAudience, 'id' | 'name'>): Draft => ({
  trigger: { kind: 'event', types: ['audience.entered'], changed: [] },
  steps: [
    {
      id: 'which',
      name: '',
      kind: 'branch',
      paths: [
        {
          id: 'this',
          name: name.slice(0, 120),
          when: { data: { match: 'all', conditions: [{ field: 'trigger.data.audienceId', op: 'is', value: id }] } },
          steps: [
            { id: 'tag', name: '', kind: 'tag', target: 'trigger', add: [name.toLowerCase().slice(0, 60)], remove: [] },
            {
              id: 'tell',
              name: '',
              kind: 'notify',
              to: 'owner',
              title: `{{record.name}} entered “${name}”`.slice(0, 200),
              body: '',
            },
          ],
        },
      ],
      otherwise: [],
    },
  ],
});
