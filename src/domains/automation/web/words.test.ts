import { describe, expect, it } from 'vitest';
import { stepDetail, triggerWords } from './words.ts';

describe('words of workflows', () => {
  it('name what a workflow is started on as one would say it', () => {
    const words = (record: string | null) => triggerWords({ kind: 'manual', record });
    expect([words('opportunity'), words('contact'), words(null)]).toEqual(['By hand, on an opportunity', 'By hand, on a contact', 'By hand']);
  });

  it('name a stage, its pipeline where there are several, and the reason', () => {
    const pipelines = ['Sales', 'Renewals'].map((name) => ({ id: name, name, stages: [{ id: `${name}-lost`, name: 'Lost', outcome: 'lost' as const }] }));
    const step = { id: 'a', name: '', kind: 'stage' as const, target: 'trigger', stageId: 'Renewals-lost', reason: 'Price' };
    expect(stepDetail(step, pipelines)).toBe('To Lost · Renewals · Price');
    expect(stepDetail({ ...step, reason: '' }, pipelines.slice(1))).toBe('To Lost');
    expect(stepDetail({ ...step, reason: '' }, pipelines.slice(0, 1))).toBe('To a stage');
    expect(stepDetail({ ...step, stageId: '' }, pipelines)).toBe('No stage yet');
  });
});
