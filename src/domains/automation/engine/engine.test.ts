import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Definition, Step } from '../contract/definition.ts';
import { checkDraft } from './validate.ts';
import { pathsOf } from './sample-paths.ts';
import { brokenVariable, daysAhead, inDays, render, valueAt } from './template.ts';
import { allSteps, firstStep, nextStep } from './step-tree.ts';
import { waitEnd } from './wait-until.ts';

const stop = (id: string): Step => ({ id, name: '', kind: 'stop' });
const tag = (id: string): Step => ({ id, name: '', kind: 'tag', target: 'trigger', add: ['x'], remove: [] });
const VIP = {
  record: { match: 'all' as const, conditions: [{ field: 'tags', op: 'any_of' as const, value: ['vip'] }] },
};
const branch = (id: string, first: Step[], second: Step[], otherwise: Step[]): Step => ({
  id,
  name: '',
  kind: 'branch',
  otherwise,
  paths: [
    { id: `${id}p1`, name: '', when: VIP, steps: first },
    { id: `${id}p2`, name: '', when: VIP, steps: second },
  ],
});

describe('the tree of steps', () => {
  const definition = {
    steps: [tag('a'), branch('b', [tag('c'), branch('d', [tag('e')], [], [])], [], [tag('f')]), tag('g')],
  };

  it('goes down, into ways, and on below the branch', () => {
    expect(firstStep(definition)).toBe('a');
    expect(nextStep(definition, 'a')).toBe('b');
    expect(nextStep(definition, 'b', 'bp1')).toBe('c');
    expect(nextStep(definition, 'b', 'otherwise')).toBe('f');
    expect(nextStep(definition, 'b', 'bp2')).toBe('g');
    expect(nextStep(definition, 'c')).toBe('d');
    expect(nextStep(definition, 'd', 'dp1')).toBe('e');
    expect(nextStep(definition, 'd', 'otherwise')).toBe('g');
    expect(nextStep(definition, 'e')).toBe('g');
    expect(nextStep(definition, 'f')).toBe('g');
    expect(nextStep(definition, 'g')).toBeUndefined();
  });

  it('always ends, whatever ways are taken', () => {
    const arbitrary = fc.letrec<{ steps: Step[] }>((tie) => ({
      steps: fc
        .array(
          fc.oneof({ depthSize: 'small' }, fc.constant(null), fc.tuple(tie('steps'), tie('steps'), tie('steps'))),
          { maxLength: 3 },
        )
        .map((parts) => parts.map((part) => (part ? branch('', part[0], part[1], part[2]) : stop('')))),
    })).steps;
    fc.assert(
      fc.property(arbitrary, fc.infiniteStream(fc.nat(2)), (steps, choices) => {
        const every = allSteps(steps);
        every.forEach((step, n) => {
          step.id = `s${n}`;
        });
        const seen = new Set<string>();
        let at = firstStep({ steps });
        while (at !== undefined) {
          expect(seen.has(at)).toBe(false);
          seen.add(at);
          at = nextStep({ steps }, at, ['p1', 'p2', 'otherwise'][choices.next().value as number]);
        }
      }),
    );
  });
});

describe('a template', () => {
  const data = {
    record: {
      firstName: 'Ada',
      emails: [{ value: 'ada@x.example' }],
      tags: ['a', 'b'],
      company: { id: '1', name: 'Engines' },
      amount: 5,
      day: '2026-03-01',
      createdAt: '2026-03-01T23:30:00Z',
    },
  };

  it.each([
    ['Hello {{record.firstName}}!', 'Hello Ada!'],
    ['{{ record.emails.0.value | upper }}', 'ADA@X.EXAMPLE'],
    ['{{record.nickname | default: "friend | x"}}', 'friend | x'],
    ['{{record.company}} {{record.company.name}}', 'Engines Engines'],
    ['{{record.tags}}', 'a, b'],
    ['{{record.amount}}', '5'],
    ['{{record.gone.deep}}', ''],
    ['{{record.createdAt | date}} {{record.createdAt | date: "Europe/Berlin"}}', '2026-03-01 2026-03-02'],
    ['{{record.day | date: "America/New_York"}}', '2026-03-01'],
    ['{"n": {{record.firstName | json}}}', '{"n": "Ada"}'],
    ['no { braces }', 'no { braces }'],
    [
      '{{record.day | plus: "30"}} {{record.createdAt | plus: "-1"}} {{record.firstName | plus: "3"}} {{record.day | plus: "x"}}',
      '2026-03-31 2026-02-28T23:30:00.000Z Ada 2026-03-01',
    ],
  ])('%j becomes %j', (text, expected) => expect(render(text, data)).toBe(expected));

  it.each(['__proto__', 'constructor.name', 'record.constructor', 'record.firstName.length', 'record.__proto__.x'])(
    'reads nothing but data: %s',
    (path) => {
      expect(valueAt(data, path)).toBeUndefined();
    },
  );

  it.each([
    ['{{a b}}', 'a b'],
    ['{{record.x | shout}}', 'record.x | shout'],
    ['{{}}', ''],
    ['{{record.x', '{{'],
    ['{{x(1)}}', 'x(1)'],
  ])('%j is broken', (text, broken) => expect(brokenVariable(text)).toBe(broken));

  it('survives whatever is written', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (text) =>
          typeof render(`{{${text}}}`, data) === 'string' &&
          render(text.replaceAll('{{', ''), data) === text.replaceAll('{{', ''),
      ),
    );
  });
});

describe('a wait', () => {
  const same = (text: string) => text;
  const end = (wait: Parameters<typeof waitEnd>[0], now: string, zone = 'Europe/Berlin') =>
    waitEnd(wait, new Date(now), zone, same)?.toISOString();

  it('for a span ends after it', () => {
    expect(end({ kind: 'for', amount: 3, unit: 'days' }, '2026-01-01T00:00:00Z')).toBe('2026-01-04T00:00:00.000Z');
  });

  it('until a time of day ends when the clocks show it, on one of its days', () => {
    expect(end({ kind: 'until', time: '09:00', days: [] }, '2026-01-01T07:59:00Z')).toBe('2026-01-01T08:00:00.000Z');
    expect(end({ kind: 'until', time: '09:00', days: [] }, '2026-01-01T08:00:00Z')).toBe('2026-01-02T08:00:00.000Z');
    // Friday to Monday, over the night on which clocks go forward.
    expect(end({ kind: 'until', time: '09:00', days: [1, 2, 3, 4, 5] }, '2026-03-27T12:00:00Z')).toBe(
      '2026-03-30T07:00:00.000Z',
    );
    expect(end({ kind: 'until', time: '09:00', days: [7] }, '2026-03-28T12:00:00Z')).toBe('2026-03-29T07:00:00.000Z');
    expect(end({ kind: 'until', time: '09:00', days: [7] }, '2026-10-24T12:00:00Z')).toBe('2026-10-25T08:00:00.000Z');
  });

  it('for a moment that cannot be read has no end', () => {
    expect(end({ kind: 'moment', at: '2026-01-05T10:00:00Z' }, '2026-01-01T00:00:00Z')).toBe(
      '2026-01-05T10:00:00.000Z',
    );
    expect(end({ kind: 'moment', at: 'soon' }, '2026-01-01T00:00:00Z')).toBeUndefined();
  });
});

describe('a draft', () => {
  const trigger = { kind: 'event', types: ['contact.created'] };
  const mail = { id: 'm', kind: 'mail', to: '{{record.email}}', subject: 'Hello', text: 'Hi' };
  const problems = (draft: unknown) =>
    checkDraft(draft).problems.map(({ stepId, field, message }) => `${stepId ?? '-'} ${field}: ${message}`);

  it('that is whole becomes a definition', () => {
    const { definition } = checkDraft({ trigger, steps: [mail] });
    expect((definition as Definition).steps[0]).toMatchObject({ kind: 'mail', policy: 'approval', name: '' });
  });

  it('says what is missing, and at which step', () => {
    expect(
      problems({
        trigger: { kind: 'manual', record: null },
        steps: [
          {
            id: 'c',
            kind: 'webhook',
            url: 'https://x.example',
            headers: [
              { name: 'Accept', value: 'text/html' },
              { name: 'Content-Length', value: '5' },
              { name: 'Trailer', value: 'x' },
              { name: 'X-Key', value: ' ' },
            ],
          },
        ],
      }),
    ).toEqual([
      ...['Content-Length', 'Trailer'].map(
        (name, n) => `c headers.${n + 1}.name: The header “${name}” is set automatically. Remove it.`,
      ),
      'c headers.3.value: Enter a value for “X-Key”, or remove this header.',
    ]);
    expect(problems({ trigger: null, steps: [] })).toEqual(['- trigger: This field is required.']);
    expect(problems({ trigger, steps: [] })).toEqual(['- steps: Add at least one step.']);
    expect(problems({ trigger: { kind: 'event', types: [] }, steps: [mail] })).toEqual([
      '- trigger.types: Choose a trigger.',
    ]);
    expect(problems({ trigger, steps: [{ ...mail, subject: ' ' }] })).toEqual(['m subject: Enter a subject.']);
    expect(
      problems({
        trigger,
        steps: [
          { id: 'b', kind: 'branch', paths: [{ id: 'p', when: VIP, steps: [{ ...mail, to: '' }] }], otherwise: [] },
        ],
      }),
    ).toEqual(['m to: Enter a recipient.']);
  });

  it('is refused with variables that lead nowhere', () => {
    expect(problems({ trigger, steps: [{ ...mail, text: '{{steps.z.id}}' }] })).toEqual([
      'm text: “steps.z.id” refers to a step that does not run before this one.',
    ]);
    expect(problems({ trigger, steps: [{ ...mail, text: '{{process.env}}' }] })[0]).toContain(
      'The variable “process.env” do',
    );
    expect(problems({ trigger, steps: [{ ...mail, text: '{{a-b c}}' }] })[0]).toContain('is not valid');
  });

  it('that is about no record cannot change one, unless it made it', () => {
    const hook = { kind: 'hook' };
    const make = { id: 'c', kind: 'create', record: 'contact', fields: { firstName: '{{trigger.data.name}}' } };
    expect(problems({ trigger: hook, steps: [tag('t')] })[0]).toContain('has no record');
    expect(problems({ trigger: hook, steps: [make, { ...tag('t'), target: 'c' }] })).toEqual([]);
    expect(problems({ trigger: hook, steps: [{ ...tag('t'), target: 'c' }, make] })[0]).toContain('earlier step');
  });
});

describe('a day that counts from the run', () => {
  it('is written and read back, and nothing else is taken for one', () => {
    for (const days of [0, 7, -3, 36_500]) expect(daysAhead(inDays(days))).toBe(days);
    expect(
      ['', '7', '{{today}}', '{{record.day | plus: "7"}}', '{{today | plus: "7"}} and more'].map(daysAhead),
    ).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });
});

describe('what calls brought', () => {
  it('is told by paths that a variable can read, the first sample first, and never without end', () => {
    const sample = { a: { b: [{ c: 1 }, { d: 2 }], 'x y': 1 }, n: true, deep: { a: { b: { c: { d: 1 } } } } };
    expect(pathsOf([sample, { n: 'text', more: '' }, 'plain', null])).toEqual([
      { path: 'a.b.0.c', kind: 'number' },
      { path: 'n', kind: 'boolean' },
      { path: 'more', kind: 'text' },
    ]);
    for (const { path } of pathsOf([sample])) expect(brokenVariable(`{{trigger.data.${path}}}`)).toBeUndefined();
    expect(pathsOf([Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`f${n}`, n]))])).toHaveLength(60);
  });
});
