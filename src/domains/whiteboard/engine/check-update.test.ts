import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import '../../../testing/properties.ts';
import { elementsIn, mergeToSnapshot, packUpdates, settingsIn, unpackUpdates, updateWith } from './board-document.ts';
import { checkUpdate, MAX_UPDATE } from './check-update.ts';

const box = (id: string, x = 0) => ({ id, type: 'rectangle', x, y: 0, width: 10, height: 10 });

/** The updates of a document while `work` changes it. */
function updatesOf(work: (document: Y.Doc) => void): Uint8Array[] {
  const document = new Y.Doc();
  const updates: Uint8Array[] = [];
  document.on('update', (update: Uint8Array) => updates.push(update));
  work(document);
  return updates;
}

describe('an update of a board', () => {
  it('is taken when it adds, changes, and deletes elements', () => {
    const updates = updatesOf((document) => {
      const elements = elementsIn(document);
      elements.set('a', box('a'));
      elements.set('a', box('a', 20));
      elements.set('b', box('b'));
      elements.delete('a');
      settingsIn(document).set('background', '#fff');
    });
    expect(updates.map(checkUpdate)).toEqual(updates.map(() => undefined));
    expect(checkUpdate(Y.mergeUpdates(updates))).toBeUndefined();
    expect(checkUpdate(mergeToSnapshot(updates))).toBeUndefined();
  });

  it.each([
    ['a text type', (document: Y.Doc) => document.getText('elements').insert(0, 'words')],
    ['a list', (document: Y.Doc) => document.getArray('elements').insert(0, [box('a')])],
    ['another map', (document: Y.Doc) => document.getMap('secrets').set('a', box('a'))],
    ['a map in the map', (document: Y.Doc) => document.getMap('elements').set('a', new Y.Map())],
    ['bytes', (document: Y.Doc) => document.getMap('elements').set('a', new Uint8Array(10))],
    ['another document', (document: Y.Doc) => document.getMap('elements').set('a', new Y.Doc())],
    ['no element', (document: Y.Doc) => document.getMap('elements').set('a', { id: 'a' })],
    [
      'an embedded page',
      (document: Y.Doc) => document.getMap('elements').set('a', { ...box('a'), type: 'embeddable' }),
    ],
    ['no place', (document: Y.Doc) => document.getMap('elements').set('a', { ...box('a'), x: Number.NaN })],
    ['a long setting', (document: Y.Doc) => document.getMap('board').set('background', 'x'.repeat(1_000))],
  ])('is refused when it holds %s', (_, work) => {
    expect(updatesOf(work).map(checkUpdate)).toContainEqual(expect.any(String));
  });

  it('is refused when it is too large or has gaps', () => {
    expect(checkUpdate(new Uint8Array(MAX_UPDATE + 1))).toBe('The update is too large.');
    const [first, , third] = updatesOf((document) => {
      for (const id of ['a', 'b', 'c']) elementsIn(document).set(id, box(id));
    });
    expect(checkUpdate(Y.mergeUpdates([first!, third!]))).toBe('The update has gaps.');
  });

  it('is refused, and breaks nothing, when it is garbage', () => {
    const good = updateWith([box('a'), box('b')]);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const problem = checkUpdate(bytes);
        // Two zeros are an update without a change.
        return problem !== undefined || Y.decodeUpdate(bytes).structs.every((struct) => struct instanceof Y.GC);
      }),
    );
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
        const spoiled = good.slice();
        spoiled[at] = byte;
        // Whatever is taken can be merged and read.
        if (checkUpdate(spoiled) === undefined) mergeToSnapshot([good, spoiled]);
      }),
    );
  });
});

describe('a board', () => {
  it('is the same whatever the order of its updates, and however often they arrive', () => {
    const changes = fc.array(
      fc.record({ who: fc.nat(2), id: fc.constantFrom('a', 'b', 'c'), x: fc.option(fc.nat(99)), sync: fc.boolean() }),
      { maxLength: 25 },
    );
    fc.assert(
      fc.property(changes, fc.infiniteStream(fc.nat()), (list, order) => {
        const people = [new Y.Doc(), new Y.Doc(), new Y.Doc()];
        const updates: Uint8Array[] = [];
        for (const person of people)
          person.on('update', (update: Uint8Array, origin) => origin ?? updates.push(update));
        for (const { who, id, x, sync } of list) {
          const elements = elementsIn(people[who]!);
          if (x === null) elements.delete(id);
          else elements.set(id, box(id, x));
          if (sync) for (const update of updates) Y.applyUpdate(people[who]!, update, 'others');
        }
        const read = (some: readonly Uint8Array[]) => {
          const document = new Y.Doc();
          Y.applyUpdate(document, mergeToSnapshot(some));
          return elementsIn(document).toJSON();
        };
        const shuffled = updates.flatMap((update) => [update, update]);
        for (let at = shuffled.length - 1; at > 0; at -= 1) {
          const other = order.next().value! % (at + 1);
          [shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
        }
        expect(read(shuffled)).toEqual(read(updates));
      }),
    );
  });

  it('travels in one answer, and one that was cut off is noticed', () => {
    const updates = [new Uint8Array([1, 2, 3]), new Uint8Array(), new Uint8Array([4])];
    const packed = packUpdates(updates);
    expect(unpackUpdates(packed)).toEqual(updates);
    expect(unpackUpdates(new Uint8Array())).toEqual([]);
    for (const at of [1, 5, packed.length - 1])
      expect(() => unpackUpdates(packed.subarray(0, at))).toThrow('not arrive');
  });
});
