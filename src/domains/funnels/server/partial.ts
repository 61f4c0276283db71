/** Forms with several pages, on the server: which page follows, and what is kept of a form that is not sent yet. */
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { asSystem, deleteRows, insertRow, inWorkspace, transaction, updateRows } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { throttle } from '../../../server/http/rate-limit.ts';
import { networkOf } from '../../../server/http/request-path.ts';
import type { PublicPost } from '../../../server/public/define.ts';
import { tokenState } from '../../../server/public/spam-guard.ts';
import { checkEntry } from '../../crm/index.ts';
import type { BlockOf } from '../contract/document.ts';
import { formPage, hasMore, pagesOf } from '../engine/form-pages.ts';
import { checkForm } from '../engine/form-state.ts';
import type { Attempt } from '../engine/render/context.ts';
import { FUNNELS } from '../paths.ts';
import { answersOf, problemsByField } from './form-input.ts';
import { PASSED } from './page-address.ts';
import type { Published } from './published.ts';
import type { Submission } from './submissions.ts';
import { readVisitorToken, visitorToken } from './visitor-token.ts';

/** Unfinished forms that one network may leave in one funnel, and the seconds in which it may. */
const MOST = { count: 60, seconds: 600 };

/** The page of a form that comes next, with what was entered so far. */
export interface NextPage {
  status: 200 | 422;
  /** Counted from 0. */
  at: number;
  attempt: Attempt;
  /** Names what is kept of the form so far. */
  partial: string;
}

/** @returns undefined where the form is complete and can be sent */
export async function nextPage(
  request: PublicPost,
  published: Published,
  block: BlockOf<'form'>,
  submission: Omit<Submission, 'data' | 'answers'>,
): Promise<NextPage | undefined> {
  const pages = pagesOf(block.fields);
  if (pages.length < 2) return undefined;
  const values = answersOf(block, request);
  const at = Math.max(0, Math.min(pages.length, Math.trunc(Number(request.fields['at'] ?? 0)) || 0));
  const given = (request.fields[PASSED.partial] ?? '').slice(0, 200);
  const show = (page: number, problems: Record<string, string> = {}, partial = given): NextPage => {
    const isBad = Object.keys(problems).length > 0;
    const said = isBad ? 'Check the marked fields, then go on.' : '';
    return { status: isBad ? 422 : 200, at: page, attempt: { block: block.id, values, problems, said }, partial };
  };
  if (request.fields['go'] === 'back') return show(formPage(block, at - 1, values, -1).at);
  const page = formPage(block, at, values);
  const own = new Set(page.block.fields.map(({ id }) => id));
  const checked = checkForm(block.fields, values);
  const problems = {
    ...(await entryProblems(published, page.block, checked.lead)),
    ...Object.fromEntries(Object.entries(checked.problems).filter(([id]) => own.has(id))),
  };
  if (Object.keys(problems).length > 0 && !page.isLast) return show(at, problems);
  if (page.isLast) return undefined;
  const follows = hasMore(block, at, values);
  if (!follows && block.consent === '') return undefined;
  const partial = await keepPartial(request, published, {
    ...submission,
    data: checked.lead,
    answers: checked.questions,
  });
  return show(formPage(block, follows ? at + 1 : pages.length, values).at, {}, partial ?? given);
}

/** Errors in the values of this page, such as an email address; fields of later pages are still blank. */
async function entryProblems(
  { workspaceId, name, document: { source, tags } }: Published,
  page: BlockOf<'form'>,
  lead: Record<string, string>,
): Promise<Record<string, string>> {
  try {
    await inWorkspace(workspaceId, null, () => checkEntry({ name, source, tags }, lead));
    return {};
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation') return problemsByField(page, error).problems;
    throw error;
  }
}

/** Keeps what was entered once it says how to reach the visitor. @returns what names it; undefined: not kept */
async function keepPartial(
  { fields, ip }: PublicPost,
  { workspaceId, slug }: Published,
  { funnelId, versionId, stepId, blockId, variant, data, answers, origin: given }: Submission,
): Promise<string | undefined> {
  if (!data['email'] && !data['phone']) return undefined;
  const token = tokenState(slug, (fields['token'] ?? '').slice(0, 500));
  if (fields['url2'] || token === 'forged' || token === 'expired') return undefined;
  const { count } = await asSystem(() => throttle(`funnel-partial ${slug} ${networkOf(ip)}`, MOST.seconds));
  if (count > MOST.count) return undefined;
  // Nobody agreed to anything yet.
  const { consent: _, ...origin } = given;
  const former = readVisitorToken((fields[PASSED.partial] ?? '').slice(0, 200));
  return inWorkspace(workspaceId, null, () =>
    transaction(async () => {
      const id = former ?? newId();
      if (former === undefined)
        await insertRow('funnel_submissions', {
          id,
          workspaceId,
          funnelId,
          versionId,
          stepId,
          blockId,
          variant,
          state: 'partial',
          data,
          answers: [...answers],
          origin,
        });
      else
        await updateRows(
          'funnel_submissions',
          { data, answers: [...answers] },
          { id, workspaceId, funnelId, state: 'partial' },
        );
      await publishPaths(workspaceId, [FUNNELS.list]);
      return visitorToken(id);
    }),
  );
}

/** Forgets what was kept of a form that is sent now. */
export async function dropPartial({ fields }: PublicPost, { workspaceId, funnelId }: Published): Promise<void> {
  const id = readVisitorToken((fields[PASSED.partial] ?? '').slice(0, 200));
  if (id !== undefined) await deleteRows('funnel_submissions', { id, workspaceId, funnelId, state: 'partial' });
}
