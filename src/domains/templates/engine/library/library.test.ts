import { describe, expect, it } from 'vitest';
import { checkDraft } from '../../../automation/engine/validate.ts';
import { TemplateContent, TemplateHead } from '../../contract/content.ts';
import { workflowOfPlan } from '../activity-plan.ts';
import { countsOf } from '../contents.ts';
import { LIBRARY } from './index.ts';

describe('the library', () => {
  it('holds at least twelve trades, each under a name of its own', () => {
    expect(LIBRARY.length).toBeGreaterThanOrEqual(12);
    expect(new Set(LIBRARY.map(({ slug }) => slug)).size).toBe(LIBRARY.length);
    expect(new Set(LIBRARY.map(({ name }) => name)).size).toBe(LIBRARY.length);
  });

  it.each(LIBRARY.map((template) => [template.slug, template] as const))('%s is whole', (_, template) => {
    TemplateHead.parse({ name: template.name, summary: template.summary, industry: template.industry });
    const content = TemplateContent.parse(template.content);
    const { steps, ...counts } = countsOf(content);
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
    expect(steps).toBeGreaterThan(6);
    for (const { stages } of content.pipelines) {
      expect(new Set(stages.map(({ outcome }) => outcome))).toEqual(new Set(['open', 'won', 'lost']));
      const open = stages.filter(({ outcome }) => outcome === 'open').map(({ probability }) => probability);
      expect(open).toEqual(open.toSorted((one, other) => one - other));
    }
    for (const { draft, name } of content.workflows) {
      const ready = JSON.parse(
        JSON.stringify(draft).replaceAll('"@owners"', '"0192f0c8-7a52-7c30-8d35-4b1f0d7a1111"'),
      ) as unknown;
      expect([name, checkDraft(ready).problems]).toEqual([name, []]);
    }
    for (const plan of content.plans) expect(checkDraft(workflowOfPlan(plan)).problems).toEqual([]);
    const addresses = [...content.examples.contacts, ...content.examples.leads].map(({ email }) => email);
    expect(addresses.filter((address) => !address.endsWith('.example'))).toEqual([]);
  });
});
