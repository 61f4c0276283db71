/** A form of a funnel page. It works without a script; the server checks everything again. */
import type { BlockOf, FunnelField } from '../../contract/document.ts';
import { h, type Node } from '../node.ts';
import { answerId } from '../style.ts';
import { type RenderContext, textPart } from './context.ts';

const TYPES: Partial<Record<FunnelField['kind'], string>> = { email: 'email', phone: 'tel' };
const COMPLETE: Partial<Record<FunnelField['kind'], string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  phone: 'tel',
  companyName: 'organization',
  title: 'organization-title',
  website: 'url',
  city: 'address-level2',
  country: 'country-name',
};
/** A choice with more options than this becomes a list. */
const MAX_RADIOS = 6;

interface Part {
  block: BlockOf<'form'>;
  field: FunnelField;
  n: number;
  value: string;
  problem: string | undefined;
}

/** What is wrong with a field, below it. */
export const shownProblem = (id: string, problem: string | undefined): Node =>
  problem && h('p', { class: 'problem', id: `${id}-problem` }, problem);

function labelOf(context: RenderContext, tag: 'label' | 'legend', { field, n, block }: Part): Node {
  const forId = tag === 'label' ? answerId(block.id, field.id) : undefined;
  const part = textPart(context, 'span', '', field.label, ['fields', n, 'label'], 'Label');
  return h(tag, { for: forId }, part, field.required && ' *');
}

/** A field that may be hidden cannot be required by the browser: it would wait for what nobody sees. */
const needed = ({ required, when }: FunnelField) => required && when === null;

function choices(context: RenderContext, part: Part): Node {
  const { block, field, value, problem } = part;
  const id = answerId(block.id, field.id);
  const name = `f_${field.id}`;
  const described = problem ? `${id}-problem` : undefined;
  if (field.options.length > MAX_RADIOS)
    return [
      labelOf(context, 'label', part),
      h(
        'select',
        {
          class: 'input',
          id,
          name,
          required: needed(field),
          'aria-invalid': problem && 'true',
          'aria-describedby': described,
        },
        h('option', { value: '' }, 'Choose'),
        ...field.options.map((option, n) =>
          h('option', { id: answerId(block.id, field.id, n), value: option, selected: option === value }, option),
        ),
      ),
      shownProblem(id, problem),
    ];
  return [
    labelOf(context, 'legend', part),
    ...field.options.map((option, n) => {
      const own = answerId(block.id, field.id, n);
      return h(
        'div',
        { class: 'choice' },
        h('input', {
          type: 'radio',
          id: own,
          name,
          value: option,
          checked: option === value,
          required: needed(field),
          'aria-describedby': described,
        }),
        h('label', { for: own }, option),
      );
    }),
    shownProblem(id, problem),
  ];
}

function checkbox(context: RenderContext, { block, field, n, value, problem }: Part): Node {
  const id = answerId(block.id, field.id);
  return [
    h(
      'div',
      { class: 'choice' },
      h('input', {
        type: 'checkbox',
        id,
        name: `f_${field.id}`,
        value: 'yes',
        checked: value !== '',
        required: needed(field),
        'aria-invalid': problem && 'true',
        'aria-describedby': problem ? `${id}-problem` : undefined,
      }),
      h('label', { for: id }, textPart(context, 'span', '', field.label, ['fields', n, 'label'], 'Label')),
    ),
    shownProblem(id, problem),
  ];
}

function entry(context: RenderContext, part: Part): Node {
  const { block, field, value, problem } = part;
  const id = answerId(block.id, field.id);
  const common = {
    class: 'input',
    id,
    name: `f_${field.id}`,
    required: needed(field),
    'aria-invalid': problem && 'true',
    'aria-describedby': problem ? `${id}-problem` : undefined,
  };
  return [
    labelOf(context, 'label', part),
    field.kind === 'message'
      ? h('textarea', { ...common, maxlength: 5_000, rows: 4 }, value)
      : h('input', {
          ...common,
          type: TYPES[field.kind] ?? 'text',
          // A field of type url would refuse `example.com`, which the server understands.
          inputmode: field.kind === 'website' && 'url',
          autocomplete: COMPLETE[field.kind] ?? 'off',
          maxlength: 500,
          value,
        }),
    shownProblem(id, problem),
  ];
}

function fieldPart(context: RenderContext, block: BlockOf<'form'>, field: FunnelField, n: number): Node {
  const attempt = context.attempt?.block === block.id ? context.attempt : undefined;
  const value = attempt ? (attempt.values[field.id] ?? '') : (context.known[field.kind] ?? '');
  const part: Part = { block, field, n, value, problem: attempt?.problems[field.id] };
  const className = field.when ? `field when-${answerId(block.id, field.id)}` : 'field';
  if (field.kind === 'choice' && field.options.length <= MAX_RADIOS)
    return h('fieldset', { class: className }, choices(context, part));
  return h(
    'div',
    { class: className },
    field.kind === 'choice'
      ? choices(context, part)
      : field.kind === 'checkbox'
        ? checkbox(context, part)
        : entry(context, part),
  );
}

/** The box that visitors must check. */
export function consentPart(context: RenderContext, block: BlockOf<'form'> | BlockOf<'order'>): Node {
  if (block.consent === '') return null;
  const id = `${block.id}-consent`;
  const problem = context.attempt?.block === block.id ? context.attempt.problems['consent'] : undefined;
  return h(
    'div',
    { class: 'consent' },
    h(
      'div',
      { class: 'choice' },
      h('input', {
        type: 'checkbox',
        id,
        name: 'consent',
        value: 'yes',
        required: true,
        'aria-invalid': problem && 'true',
        'aria-describedby': problem ? `${id}-problem` : undefined,
      }),
      h('label', { for: id }, textPart(context, 'span', '', block.consent, ['consent'], 'Consent')),
    ),
    shownProblem(id, problem),
  );
}

/** A field that only programs fill in. */
export const TRAP: Node = h(
  'div',
  { class: 'away', 'aria-hidden': 'true' },
  h('label', null, 'Leave this empty', h('input', { name: 'url2', tabindex: '-1', autocomplete: 'off' })),
);

/** The form itself, in its card. */
export function formCard(context: RenderContext, block: BlockOf<'form'>): Node {
  const said = context.attempt?.block === block.id ? context.attempt.said : '';
  const isLive = context.mode === 'live';
  const page = context.pageOf?.(block.id);
  return h(
    isLive ? 'form' : 'div',
    {
      class: 'formcard',
      id: `form-${block.id}`,
      ...(isLive && { method: 'post', 'data-once': true, 'data-work': context.work }),
      // The next page of the form is shown where the form is.
      ...(page && !page.isLast && { action: `#form-${block.id}` }),
    },
    said && h('p', { class: 'notice', role: 'alert' }, said),
    page && h('p', { class: 'soft' }, `${Math.min(page.at + 1, page.count)} of ${page.count}`),
    ...block.fields.map((field, n) => [
      !isLive && field.page && n > 0 && h('p', { class: 'soft break' }, 'New page'),
      fieldPart(context, block, field, n),
    ]),
    isLive && TRAP,
    consentPart(context, block),
    isLive && [
      h('input', { type: 'hidden', name: 'block', value: block.id }),
      page && [
        h('input', { type: 'hidden', name: 'at', value: page.at }),
        ...page.carried.map(([id, value]) => h('input', { type: 'hidden', name: `f_${id}`, value })),
      ],
      ...context.hidden.map(([name, value]) => h('input', { type: 'hidden', name, value })),
    ],
    context.mode === 'edit'
      ? textPart(context, 'span', 'button', block.button, ['button'], 'Button')
      : h('button', { class: 'button', type: isLive ? 'submit' : 'button' }, block.button || 'Send'),
    page &&
      page.at > 0 &&
      h('button', { class: 'link', type: 'submit', name: 'go', value: 'back', formnovalidate: true }, 'Back'),
  );
}
