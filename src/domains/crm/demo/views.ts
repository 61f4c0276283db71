/** Saved views that someone in the example would have made. */
import type { ViewConfig } from '../../../records/contract.ts';
import { ME } from '../../../kernel/filter.ts';
import type { DemoBusiness } from '../../../demo/generate/index.ts';

export interface DemoView {
  name: string;
  config: ViewConfig;
  shared: boolean;
}

/** @param keys custom field keys of the workspace, by label */
export function demoViews({ profile }: DemoBusiness, keys: ReadonlyMap<string, string>): DemoView[] {
  const tier = keys.get('Tier');
  return [
    {
      name: 'My contacts',
      shared: true,
      config: { filter: { match: 'all', conditions: [{ field: 'owner', op: 'any_of', value: [ME] }] } },
    },
    {
      name: 'Gone quiet',
      shared: true,
      config: {
        sort: 'lastActivityAt',
        filter: {
          match: 'all',
          conditions: [{ field: 'lastActivityAt', op: 'within', value: { range: 'older_than_days', days: 90 } }],
        },
      },
    },
    {
      name: 'No way to reach',
      shared: true,
      config: {
        filter: {
          match: 'all',
          conditions: [
            { field: 'hasEmail', op: 'false' },
            { field: 'hasPhone', op: 'false' },
          ],
        },
      },
    },
    {
      name: 'New this month',
      shared: true,
      config: {
        sort: '-createdAt',
        filter: { match: 'all', conditions: [{ field: 'createdAt', op: 'within', value: { range: 'this_month' } }] },
      },
    },
    {
      name: 'May be mailed',
      shared: true,
      config: {
        sort: 'company',
        filter: {
          match: 'all',
          conditions: [
            { field: 'consentEmail', op: 'any_of', value: ['granted'] },
            { field: 'hasEmail', op: 'true' },
          ],
        },
      },
    },
    ...(tier
      ? [
          {
            name: 'Gold and silver',
            shared: false,
            config: {
              sort: 'company',
              filter: {
                match: 'all',
                conditions: [{ field: `custom.${tier}`, op: 'any_of', value: ['Gold', 'Silver'] }],
              },
            },
          } satisfies DemoView,
        ]
      : []),
    ...(profile.importedFile
      ? [
          {
            name: 'From the fair',
            shared: false,
            config: {
              filter: {
                match: 'all',
                conditions: [{ field: 'tags', op: 'any_of', value: [profile.importedFile.tag] }],
              },
            },
          } satisfies DemoView,
        ]
      : []),
  ];
}
