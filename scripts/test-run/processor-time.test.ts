import { describe, expect, it } from 'vitest';
import { parseStat, ProcessTree, type SeenProcess } from './processor-time.ts';

const at = (pid: number, parent: number, own: number, waitedFor = 0, started = 1): SeenProcess => ({
  pid,
  parent,
  started,
  own,
  waitedFor,
});

describe('processor time of a tree of processes', () => {
  it('reads a line of the kernel, whatever the name of the program', () => {
    const line = '42 (a) b (c) S 7 42 42 0 -1 4194304 1 2 3 4 100 20 30 5 20 0 11 0 987 0 0';
    expect(parseStat(line)).toEqual({ pid: 42, parent: 7, started: 987, own: 120, waitedFor: 35 });
  });

  it('counts the root and its descendants, and no one else', () => {
    const tree = new ProcessTree(10);
    tree.look([at(1, 0, 9_000), at(10, 1, 100), at(11, 10, 200), at(12, 11, 300), at(20, 1, 5_000)]);
    expect(tree.seconds()).toBe(6);
  });

  it('counts what its parent waited for once', () => {
    const tree = new ProcessTree(10);
    tree.look([at(10, 1, 100), at(11, 10, 200)]);
    tree.look([at(10, 1, 100, 250)]);
    expect(tree.seconds()).toBe(3.5);
  });

  it('keeps what no one waited for, and follows orphans', () => {
    const tree = new ProcessTree(10);
    tree.look([at(1, 0, 0), at(10, 1, 100), at(11, 10, 0), at(12, 11, 200)]);
    tree.look([at(1, 0, 0), at(12, 1, 300)]);
    expect(tree.seconds()).toBe(4);
  });

  it('tells a process from a later one with the same number', () => {
    const tree = new ProcessTree(10);
    tree.look([at(1, 0, 0), at(10, 1, 0), at(11, 10, 100, 0, 1)]);
    tree.look([at(1, 0, 0), at(10, 1, 0, 100), at(11, 1, 900, 0, 2)]);
    expect(tree.seconds()).toBe(1);
  });
});
