import { describe, expect, it } from 'vitest';
import type { GraphModule } from './module-graph.ts';
import { planChunks, type PlanEntry } from './chunk-plan.ts';

const module = (id: string, size: number, ...imports: string[]): GraphModule => ({
  id: `/src/${id}`,
  size,
  imports: imports.map((one) => `/src/${one}`),
});
const entry = (id: string, weight = 1): PlanEntry => ({ id: `/src/${id}`, after: [], weight });

/** Modules by planned file. */
function filesOf(plan: Map<string, string>): string[][] {
  return [...Map.groupBy(plan, ([, name]) => name).values()]
    .map((group) => group.map(([id]) => id.replace('/src/', '')).sort())
    .sort(([one = ''], [other = '']) => one.localeCompare(other, 'en'));
}

describe('the plan of which modules travel together', () => {
  it('joins what pages share, though not all share it, while little is fetched in vain', () => {
    const plan = planChunks(
      [
        module('list', 10, 'button', 'table'),
        module('board', 10, 'button', 'table', 'badge'),
        module('form', 10, 'button', 'badge'),
        module('button', 500),
        module('table', 500),
        module('badge', 500),
      ],
      [entry('list'), entry('board'), entry('form')],
    );
    expect(filesOf(plan)).toEqual([['badge', 'button', 'table']]);
  });

  it('keeps apart what is heavy for those who do not need it, and what imports something heavy', () => {
    const plan = planChunks(
      [
        module('list', 10, 'button'),
        module('form', 10, 'button', 'field'),
        module('dialog', 10, 'button', 'field'),
        module('button', 500),
        module('field', 500, 'schemas'),
        module('schemas', 90_000),
      ],
      [entry('list'), entry('form'), entry('dialog')],
    );
    expect(filesOf(plan)).toEqual([['button'], ['field', 'schemas']]);
  });

  it('leaves what one page needs, and entries themselves, to the bundler', () => {
    const plan = planChunks(
      [module('list', 10, 'columns', 'menu'), module('columns', 100), module('menu', 100), module('board', 10, 'menu')],
      [entry('list'), entry('board'), entry('menu', 0.2)],
    );
    expect(plan.size).toBe(0);
  });

  it('lets entries that are always loaded at the same time travel together, with what they import', () => {
    const plan = planChunks(
      [module('tooltips', 500, 'place'), module('notices', 500), module('place', 500), module('page', 10)],
      [{ ...entry('tooltips'), companions: ['/src/notices'] }, entry('page')],
    );
    expect(filesOf(plan)).toEqual([['notices', 'place', 'tooltips']]);
  });

  it('joins no two files that a third stands between: they would import in a circle', () => {
    // `dialog` is an entry of its own and stays separate; `top` imports it, and it imports `base`.
    const plan = planChunks(
      [
        module('one', 10, 'top'),
        module('two', 10, 'top'),
        module('three', 10, 'dialog'),
        module('top', 100, 'dialog'),
        module('dialog', 100, 'base'),
        module('base', 100),
      ],
      [entry('one'), entry('two'), entry('three'), entry('dialog')],
    );
    expect(filesOf(plan)).toEqual([['base'], ['top']]);
  });
});
