/** A form of a published page that somebody sent. Open to the world, so every step is bounded. */
import { AppError } from '../../../kernel/errors.ts';
import { inWorkspace, transaction } from '../../../server/db/index.ts';
import type { PublicPost } from '../../../server/public/define.ts';
import { guardEntry } from '../../../server/public/spam-guard.ts';
import { checkEntry } from '../../crm/index.ts';
import type { BlockOf, Step } from '../contract/document.ts';
import { checkForm } from '../engine/form-state.ts';
import type { Attempt } from '../engine/render/context.ts';
import { answersOf, problemsByField } from './form-input.ts';
import { CAMPAIGN, PASSED } from './page-address.ts';
import type { Published } from './published.ts';
import { findEarlier, findRepetition, keepSpam, type Submission, takeIn } from './submissions.ts';
import { dropPartial } from './partial.ts';
import { countConversion } from './visitors.ts';
import { readVisitorToken, visitorToken } from './visitor-token.ts';

/** Longest value that is kept of where somebody came from. */
const MAX_ORIGIN = 1_000;

export type Outcome =
  | { kind: 'taken'; token: string }
  /** Held back; whoever sent it is told nothing. */
  | { kind: 'held' }
  | { kind: 'refused'; status: 422 | 429; attempt: Attempt };

/** Where somebody came from, and what they agreed to. */
export function originOf({ fields, params }: PublicPost, { name, slug }: Published, step: Step, consent: string) {
  const given = [...CAMPAIGN, 'referrer'].map((key) => [key, (fields[key] ?? '').slice(0, MAX_ORIGIN)] as const);
  return {
    funnel: name,
    step: step.name,
    page: `/p/f/${slug}${params['step'] === undefined ? '' : `/${step.path}`}`,
    ...Object.fromEntries(given.filter(([, value]) => value !== '')),
    ...(consent !== '' && { consent }),
  };
}

/** What a form that was sent is about, before it is checked. */
export const submissionOf = (
  request: PublicPost,
  published: Published,
  step: Step,
  block: BlockOf<'form'>,
  variant: string,
): Omit<Submission, 'data' | 'answers'> => ({
  funnelId: published.funnelId,
  funnelName: published.name,
  versionId: published.versionId,
  document: published.document,
  stepId: step.id,
  blockId: block.id,
  variant,
  origin: originOf(request, published, step, block.consent),
});

/** @returns what became of it; a problem that nobody can fix in the form is thrown */
export async function submitForm(
  request: PublicPost,
  published: Published,
  step: Step,
  block: BlockOf<'form'>,
  variant: string,
): Promise<Outcome> {
  const values = answersOf(block, request);
  const attempt = (problems: Record<string, string>, said = ''): Attempt => ({
    block: block.id,
    values,
    problems,
    said: said || 'Check the marked fields, then send the form again.',
  });
  const checked = checkForm(block.fields, values);
  const problems = { ...checked.problems };
  if (block.consent !== '' && request.fields['consent'] !== 'yes') problems['consent'] = 'Check the box to go on.';
  if (Object.keys(problems).length > 0) return { kind: 'refused', status: 422, attempt: attempt(problems) };
  const submission = {
    ...submissionOf(request, published, step, block, variant),
    data: checked.lead,
    answers: checked.questions,
  };
  try {
    const { fields, ip } = request;
    const reasonAgainst = await guardEntry({
      form: published.slug,
      ip,
      token: (fields['token'] ?? '').slice(0, 500),
      // The page asked for work and got none: a browser without scripts. Its entry waits for a person's look.
      work: (fields['work'] ?? '').slice(0, 20) || (Number(fields['bits']) > 0 ? 'none' : ''),
      trap: fields['url2'],
    });
    const words = [checked.lead['message'] ?? '', ...checked.questions.map(({ answer }) => answer)].join('\n');
    return await inWorkspace(published.workspaceId, null, () =>
      transaction(() => accept(request, published, submission, reasonAgainst(words))),
    );
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'validation' && error.code !== 'rate_limited')) throw error;
    const found = problemsByField(block, error);
    return {
      kind: 'refused',
      status: error.code === 'rate_limited' ? 429 : 422,
      attempt: attempt(found.problems, found.said),
    };
  }
}

async function accept(
  request: PublicPost,
  published: Published,
  submission: Submission,
  reason: string | undefined,
): Promise<Outcome> {
  const source = { name: published.name, source: published.document.source, tags: published.document.tags };
  // Someone may have made a lead of the unfinished form in the meantime.
  const given = request.fields[PASSED.visitor] || request.fields[PASSED.partial];
  const known = readVisitorToken((given ?? '').slice(0, 200));
  const earlier = known === undefined ? undefined : await findEarlier(published.funnelId, known);
  // A second form of the same visitor needs no name again.
  await checkEntry(source, { ...earlier?.data, ...submission.data });
  await dropPartial(request, published);
  if (reason !== undefined) {
    await keepSpam(submission, reason);
    return { kind: 'held' };
  }
  const former = await findRepetition(submission);
  const id =
    former ??
    (await takeIn({ ...submission, data: { ...earlier?.data, ...submission.data } }, earlier?.leadId ?? null));
  if (former === undefined) await countConversion(request, published, submission.stepId, submission.variant);
  return { kind: 'taken', token: visitorToken(id) };
}
