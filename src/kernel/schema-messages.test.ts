import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import './schema-messages.ts';

const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

describe('default schema messages', () => {
  it.each([
    [z.string(), undefined, 'Fill this in.'],
    [z.string().min(1), '', 'Fill this in.'],
    [z.string().min(3), 'ab', 'Enter at least 3 characters.'],
    [z.string().max(2), 'abc', 'Use at most 2 characters.'],
    [z.string(), 7, 'Enter text.'],
    [z.coerce.number(), 'abc', 'Enter a number.'],
    [z.int(), 1.5, 'Enter a whole number.'],
    [z.number().min(1), 0, 'Enter at least 1.'],
    [z.number().lt(10), 10, 'Enter less than 10.'],
    [z.array(z.string()).min(1), [], 'At least 1 entry must be there.'],
    [z.array(z.string()).max(1), ['a', 'b'], 'At most 1 entry can be taken.'],
    [z.enum(['light', 'dark']), 'pink', 'Choose one of light, dark.'],
    [z.enum(['light', 'dark']), undefined, 'Fill this in.'],
    [z.email(), 'nobody', 'Enter an email address, such as name@example.com.'],
    [z.uuid(), 'x', 'This is not an id.'],
    [z.iso.date(), 'today', 'Enter a day, such as 2026-03-31.'],
    [z.strictObject({}), { other: 1 }, 'Unknown: other'],
    [z.union([z.string(), z.number()]), true, 'This has a form that cannot be read.'],
    [z.object({}), undefined, 'Fill this in.'],
  ])('%# is a sentence to act on', (schema, value, sentence) => {
    expect(said(schema, value)).toBe(sentence);
  });

  it("keep a schema's own messages", () => {
    expect(said(z.string('Say who.').min(2, 'Longer, please.'), 'x')).toBe('Longer, please.');
  });
});
