import { describe, expect, it } from 'vitest';
import { differing, followRecord, isOwnSave } from './follow-record.ts';

const before = { version: 3, payee: 'ALDI', notes: '', tags: ['food'] };

describe('a form whose record changes during typing', () => {
  it("keeps typed text, shows other people's changes elsewhere, and saves on the new version", () => {
    expect(
      followRecord(before, { ...before, version: 4, payee: 'Aldi' }, { ...before, notes: 'for the party' }),
    ).toEqual({ version: 4, payee: 'Aldi', notes: 'for the party', tags: ['food'] });
  });
  it('follows the record completely where nothing was typed', () => {
    const now = { version: 4, payee: 'Aldi', notes: 'x', tags: [] };
    expect(followRecord(before, now, { ...before })).toEqual(now);
  });
  it('keeps the seen version while both changed the same field', () => {
    const typed = followRecord(before, { ...before, version: 4, notes: 'theirs' }, { ...before, notes: 'mine' });
    expect(typed).toMatchObject({ version: 3, notes: 'mine' });
    expect(
      followRecord(
        { ...before, version: 4, notes: 'theirs' },
        { ...before, version: 5, notes: 'theirs', payee: 'Aldi' },
        typed,
      ),
    ).toMatchObject({ version: 3, notes: 'mine', payee: 'Aldi' });
  });
  it('continues after its own save', () => {
    expect(followRecord(before, { ...before, version: 4, notes: 'mine' }, { ...before, notes: 'mine' })).toMatchObject({
      version: 4,
      notes: 'mine',
    });
  });
  it('sees no conflict while its own save is pending', () => {
    const [sent, now, typed] = [
      { ...before, notes: 'mine' },
      { ...before, version: 4, notes: 'mine', payee: 'Aldi' },
      { ...before, notes: 'mine, and more' },
    ];
    expect(isOwnSave(before, now, sent)).toBe(true);
    expect(followRecord(sent, now, typed)).toMatchObject({ version: 4, notes: 'mine, and more', payee: 'Aldi' });
    // Someone else was faster: the save will be refused, and the typed text must still be there.
    expect(isOwnSave(before, { ...before, version: 4, notes: 'theirs' }, sent)).toBe(false);
    expect(isOwnSave(before, { ...before, version: 4, payee: 'Aldi' }, sent)).toBe(false);
  });
  it('keeps text typed into a blank field', () => {
    expect(followRecord({ version: 1 }, { version: 2, limit: '5' }, { version: 1, days: 30 })).toEqual({
      version: 2,
      limit: '5',
      days: 30,
    });
  });
  it('names differing fields', () => {
    expect(differing({ version: 4, tags: ['a'], notes: '' }, { version: 4, tags: [], notes: '' })).toEqual(['tags']);
  });
});
