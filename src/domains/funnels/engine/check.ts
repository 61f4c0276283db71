/** What is wrong with a funnel before it is published. */
import type { FunnelProblem } from '../contract.ts';
import type { Block, FunnelDocument, Step } from '../contract/document.ts';
import { productProblems } from './order.ts';
import { stepOfHalf } from './split.ts';
import { unknownVariable } from './variables.ts';

/** Buttons of a block, with where they lead. */
function targetsOf(block: Block): string[] {
  if (block.type === 'pricing') return block.items.filter(({ button }) => button !== '').map(({ to }) => to);
  return 'to' in block && block.button !== '' ? [block.to] : [];
}

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value as unknown[]) yield* textsOf(one);
  else if (value !== null && typeof value === 'object') for (const one of Object.values(value)) yield* textsOf(one);
}

function* blockProblems(
  block: Block,
  step: Step,
  isLast: boolean,
  steps: ReadonlySet<string>,
): Generator<[boolean, string]> {
  for (const to of targetsOf(block)) {
    if (to === 'next' && isLast) yield [true, 'A button leads to the next step, but this is the last one.'];
    if (to.startsWith('step:') && !steps.has(to.slice(5))) yield [true, 'A button leads to a step that was deleted.'];
    if (to === 'form' && !step.blocks.some(({ type }) => type === 'form' || type === 'order'))
      yield [true, 'A button leads to the form, but this step has none.'];
  }
  if (block.type === 'form') {
    const reaches = block.fields.some(({ kind, required }) => (kind === 'email' || kind === 'phone') && required);
    if (!reaches)
      yield [false, 'The form does not require an email address or a phone number, so you may not be able to reply.'];
    if (block.consent === '') yield [false, 'The form asks for no consent.'];
  }
  if (block.type === 'order') {
    for (const problem of productProblems(block)) yield [true, problem];
    if (block.consent === '') yield [false, 'The order asks for no agreement to your terms.'];
    if (isLast) yield [false, 'No step follows the order. Add a thank-you page for buyers.'];
  }
  if ((block.type === 'image' || block.type === 'hero') && block.image !== '' && block.alt.trim() === '')
    yield [false, 'The image has no description for people who cannot see it.'];
  if (block.type === 'image' && block.image === '') yield [true, 'The image is missing.'];
  if (block.type === 'booking' && block.address === '') yield [true, 'The booking page is missing.'];
  if (block.type === 'countdown' && block.until === '') yield [true, 'The countdown has no end.'];
  if (block.type === 'code' && block.html.trim() === '') yield [true, 'The custom code is empty.'];
  if (block.type === 'code' && block.title.trim() === '')
    yield [true, 'The custom code has no description for people who cannot see it.'];
  for (const text of block.type === 'code' ? [] : textsOf(block)) {
    const unknown = unknownVariable(text);
    if (unknown !== undefined) yield [true, `There is no variable “${unknown}”.`];
  }
}

/** Problems of all steps, in their order. */
export function problemsOf({ steps }: FunnelDocument, site: { imprint: string; privacyUrl: string }): FunnelProblem[] {
  const ids = new Set(steps.map(({ id }) => id));
  const problems: FunnelProblem[] = [];
  for (const [n, step] of steps.entries()) {
    const isLast = n === steps.length - 1;
    for (const half of step.split ? (['a', 'b'] as const) : (['a'] as const)) {
      const shown = stepOfHalf(step, half);
      const add = (blocking: boolean, message: string, blockId: string) =>
        problems.push({
          blocking,
          message: half === 'b' ? `Variant B: ${message}` : message,
          stepId: step.id,
          blockId,
        });
      if (shown.blocks.length === 0) add(true, `“${step.name}” is empty.`, '');
      for (const block of shown.blocks)
        for (const [blocking, message] of blockProblems(block, shown, isLast, ids)) add(blocking, message, block.id);
    }
  }
  if (
    !steps.some(({ blocks, split }) =>
      [...blocks, ...(split?.blocks ?? [])].some(
        ({ type }) => type === 'form' || type === 'booking' || type === 'order',
      ),
    )
  )
    problems.push({
      blocking: false,
      message: 'No step has a form, so the funnel brings no leads.',
      stepId: steps[0]!.id,
      blockId: '',
    });
  if (site.imprint === '')
    problems.push({ blocking: false, message: 'Your public pages have no imprint.', stepId: '', blockId: '' });
  if (site.privacyUrl === '')
    problems.push({ blocking: false, message: 'Your public pages have no privacy policy.', stepId: '', blockId: '' });
  return problems;
}
