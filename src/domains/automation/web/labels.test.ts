import { describe, expect, it } from 'vitest';
import { stepDetail, triggerWords } from './labels.ts';

describe('words of workflows', () => {
  it('name what a workflow is started on as one would say it', () => {
    const words = (record: string | null) => triggerWords({ kind: 'manual', record });
    expect([words('opportunity'), words('contact'), words(null)]).toEqual([
      'Manually, on an opportunity',
      'Manually, on a contact',
      'Manually',
    ]);
  });

  it('name a stage, its pipeline where there are several, and the reason', () => {
    const pipelines = ['Sales', 'Renewals'].map((name) => ({
      id: name,
      name,
      stages: [{ id: `${name}-lost`, name: 'Lost', outcome: 'lost' as const }],
    }));
    const step = {
      id: 'a',
      name: '',
      kind: 'stage' as const,
      target: 'trigger',
      stageId: 'Renewals-lost',
      reason: 'Price',
    };
    expect(stepDetail(step, { pipelines, records: [] })).toBe('To Lost · Renewals · Price');
    expect(stepDetail({ ...step, reason: '' }, { pipelines: pipelines.slice(1), records: [] })).toBe('To Lost');
    expect(stepDetail({ ...step, reason: '' }, { pipelines: pipelines.slice(0, 1), records: [] })).toBe('To a stage');
    expect(stepDetail({ ...step, stageId: '' }, { pipelines, records: [] })).toBe('No stage yet');
  });

  it('name the fields that are changed as people see them', () => {
    const records = [
      {
        kind: 'lead' as const,
        label: 'Leads',
        creatable: true,
        changeable: true,
        filterFields: [],
        createFields: [],
        changes: [],
        changeFields: [
          { key: 'status', label: 'Status', kind: 'select' as const },
          { key: 'custom.size_2', label: 'Size (m²)', kind: 'number' as const },
        ],
      },
    ];
    const step = {
      id: 'a',
      name: '',
      kind: 'update' as const,
      target: 'trigger',
      fields: { status: 'new', 'custom.size_2': '5', 'custom.gone': '1' },
    };
    expect(stepDetail(step, { pipelines: [], records })).toBe('Sets Status, Size (m²), gone');
    expect(stepDetail({ ...step, fields: {} })).toBe('Sets nothing yet');
  });
});
