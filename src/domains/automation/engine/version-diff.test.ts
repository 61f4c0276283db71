import { describe, expect, it } from 'vitest';
import type { Step } from '../contract/definition.ts';
import { differenceOf } from './version-diff.ts';

const tag = (id: string, add: string[] = ['a']): Step => ({
  id,
  name: '',
  kind: 'tag',
  target: 'trigger',
  add,
  remove: [],
});
const branch = (id: string, inner: Step[], otherwise: Step[] = []): Step => ({
  id,
  name: '',
  kind: 'branch',
  paths: [{ id: 'p1', name: 'Big', when: {}, steps: inner }],
  otherwise,
});
const of = (...steps: Step[]) => ({ trigger: { kind: 'manual', record: null }, steps });
const changes = (before: ReturnType<typeof of>, after: ReturnType<typeof of>) =>
  differenceOf(before, after).steps.map(({ step, change }) => `${step.id} ${change}`);

describe('the difference of two versions', () => {
  it('is nothing where they are the same', () => {
    expect(changes(of(tag('a'), branch('b', [tag('c')])), of(tag('a'), branch('b', [tag('c')])))).toEqual([
      'a same',
      'b same',
      'c same',
    ]);
  });

  it('shows what came, went and changed where it stands', () => {
    expect(changes(of(tag('a'), tag('b'), tag('c')), of(tag('x'), tag('a'), tag('c', ['z'])))).toEqual([
      'x added',
      'a same',
      'b removed',
      'c changed',
    ]);
    expect(changes(of(tag('a'), tag('b')), of(tag('a')))).toEqual(['a same', 'b removed']);
  });

  it('tells a move from a change, also into a branch', () => {
    expect(changes(of(tag('a'), tag('b'), tag('c')), of(tag('c'), tag('a'), tag('b')))).toEqual([
      'c moved',
      'a same',
      'b same',
    ]);
    expect(changes(of(tag('a'), branch('b', [])), of(branch('b', [tag('a')])))).toEqual(['b same', 'a moved']);
  });

  it('does not call a branch changed because of the steps inside, and names the parts that are', () => {
    const [outer, inner] = differenceOf(of(branch('b', [tag('c')])), of(branch('b', [tag('c', ['new'])]))).steps;
    expect([outer!.change, inner!.change, inner!.depth]).toEqual(['same', 'changed', 1]);
    expect(inner!.parts).toEqual([{ part: 'add', before: ['a'], after: ['new'] }]);
    expect(differenceOf({ ...of(), trigger: null }, of()).trigger.map(({ part }) => part)).toEqual(['kind', 'record']);
  });
});
