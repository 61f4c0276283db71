/** A form of a published page that somebody sent. Open to the world, so every step is bounded. */
import { AppError } from '../../../kernel/errors.ts';
import { inWorkspace, transaction } from '../../../server/db/index.ts';
import type { PublicPost } from '../../../server/public/define.ts';
import { guardEntry } from '../../../server/public/spam-guard.ts';
import { checkEntry } from '../../crm/index.ts';
import type { BlockOf, Step } from '../contract/document.ts';
import { checkForm } from '../engine/form-state.ts';
import type { Attempt } from '../engine/render/context.ts';
import { CAMPAIGN, PASSED } from './page-address.ts';
import type { Published } from './published.ts';
import { findEarlier, findRepetition, keepSpam, type Submission, takeIn } from './submissions.ts';
import { countConversion } from './visitors.ts';
import { readVisitorToken, visitorToken } from './visitor-token.ts';

/** Longest value that is kept of where somebody came from. */
const MAX_ORIGIN = 1_000;

export type Outcome =
  | { kind: 'taken'; token: string }
  /** Held back; whoever sent it is told nothing. */
  | { kind: 'held' }
  | { kind: 'refused'; status: 422 | 429; attempt: Attempt };

/** What was entered in the fields of a form, by their ids. */
function answersOf(block: BlockOf<'form'>, { fields }: PublicPost): Record<string, string> {
  return Object.fromEntries(block.fields.map(({ id }) => [id, (fields[`f_${id}`] ?? '').slice(0, 5_000)]));
}

function originOf({ fields, params }: PublicPost, { name, slug }: Published, step: Step, consent: string) {
  const given = [...CAMPAIGN, 'referrer'].map((key) => [key, (fields[key] ?? '').slice(0, MAX_ORIGIN)] as const);
  return {
    funnel: name,
    step: step.name,
    page: `/p/f/${slug}${params['step'] === undefined ? '' : `/${step.path}`}`,
    ...Object.fromEntries(given.filter(([, value]) => value !== '')),
    ...(consent !== '' && { consent }),
  };
}

/** Problems of a lead's fields, by the ids of the form's. */
function problemsByField(block: BlockOf<'form'>, error: AppError): { problems: Record<string, string>; said: string } {
  const problems: Record<string, string> = {};
  let rest = error.fields.length === 0 ? error.message : '';
  for (const { field, message } of error.fields) {
    const shown = block.fields.find(({ kind }) => kind === field);
    if (shown) problems[shown.id] = message;
    else rest ||= message;
  }
  return { problems, said: rest };
}

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
  const submission: Submission = {
    funnelId: published.funnelId,
    funnelName: published.name,
    versionId: published.versionId,
    document: published.document,
    stepId: step.id,
    blockId: block.id,
    variant,
    data: checked.lead,
    answers: checked.questions,
    origin: originOf(request, published, step, block.consent),
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
  const known = readVisitorToken((request.fields[PASSED.visitor] ?? '').slice(0, 200));
  const earlier = known === undefined ? undefined : await findEarlier(published.funnelId, known);
  // A second form of the same visitor needs no name again.
  await checkEntry(source, { ...earlier?.data, ...submission.data });
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
