import { expect, it } from 'vitest';
import { sampleSites } from '../../../testing/sample-sites.ts';
import { extractPage } from './extract.ts';

it('finds addresses and numbers on 2,000 pages of ten sites with precision 0.98 and recall 0.95', () => {
  const counts = { email: { right: 0, found: 0, wanted: 0 }, phone: { right: 0, found: 0, wanted: 0 } };
  for (const page of sampleSites().flatMap(({ pages }) => pages)) {
    const { entities } = extractPage(page.html, { country: 'US', agent: 'GauntletBot' });
    for (const [field, truth] of [
      ['email', page.emails],
      ['phone', page.phones],
    ] as const) {
      const values = entities.flatMap((entity) => entity.values.filter((value) => value.field === field));
      const found = new Set(values.map(({ value }) => value));
      const count = counts[field];
      count.right += truth.filter((value) => found.has(value)).length;
      count.found += found.size;
      count.wanted += truth.length;
    }
  }
  for (const { right, found, wanted } of Object.values(counts)) {
    expect(wanted).toBeGreaterThanOrEqual(1_000);
    expect(right / found).toBeGreaterThanOrEqual(0.98);
    expect(right / wanted).toBeGreaterThanOrEqual(0.95);
  }
});
