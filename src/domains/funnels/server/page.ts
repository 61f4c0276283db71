/** Published pages under `/p/f/`: server-rendered, without a cookie, and complete without a script. */
import { inWorkspace } from '../../../server/db/index.ts';
import {
  definePublicPage,
  type PostAnswer,
  type PublicPost,
  type PublicRequest,
} from '../../../server/public/define.ts';
import { html, trusted } from '../../../server/public/html.ts';
import { type PageContent, TOKEN_MARK, WORK_MARK } from '../../../server/public/layout.ts';
import { type Site, sites } from '../../../server/public/site.ts';
import type { Step } from '../contract/document.ts';
import { stepAfter } from '../engine/edit.ts';
import { type FormPage, formPage, pagesOf, pageWith } from '../engine/form-pages.ts';
import { toHtml } from '../engine/node.ts';
import type { Attempt, RenderContext } from '../engine/render/context.ts';
import { renderStep } from '../engine/render/page.ts';
import { codePath } from './code-frame.ts';
import { type Half, markOf, readMark, stepOfHalf, variantOf } from '../engine/split.ts';
import { conditionStyle, funnelStyle } from '../engine/style.ts';
import { fillVariables, type Values } from '../engine/variables.ts';
import { FUNNELS } from '../paths.ts';
import { CAMPAIGN, hrefOf, PASSED, passedOn, stepAddress } from './page-address.ts';
import { type Published, requested } from './published.ts';
import { sendOrder } from './order-form.ts';
import { findEarlier } from './submissions.ts';
import { nextPage } from './partial.ts';
import { submissionOf, submitForm } from './submit.ts';
import { halfOf, isProgram, noteGoingOn, noteView } from './visitors.ts';
import { readVisitorToken } from './visitor-token.ts';

interface ShownPage {
  published: Published;
  /** With the blocks of its half. */
  step: Step;
  half: Half;
  /** Campaign, referrer, and token, which go along. */
  passed: URLSearchParams;
  /** What the visitor sent on an earlier step, by the names of a lead's fields. */
  known: Readonly<Record<string, string>>;
  isSent: boolean;
}

async function knownOf(published: Published, token: string): Promise<Record<string, string>> {
  const id = readVisitorToken(token);
  if (id === undefined) return {};
  const earlier = await inWorkspace(published.workspaceId, null, () => findEarlier(published.funnelId, id));
  return earlier?.data ?? {};
}

async function load(request: PublicRequest): Promise<{ workspaceId: string; data: ShownPage } | undefined> {
  const found = await requested(request);
  if (!found) return undefined;
  const { published } = found;
  const half = halfOf(request, found.step);
  const { query, referrer } = request;
  const passed = passedOn({ ...query, referrer: referrer || (query['referrer'] ?? '') });
  return {
    workspaceId: published.workspaceId,
    data: {
      published,
      step: stepOfHalf(found.step, half),
      half,
      passed,
      known: await knownOf(published, query[PASSED.visitor] ?? ''),
      isSent: query[PASSED.sent] === '1',
    },
  };
}

/** Variables of a page for its visitor. */
export function valuesOf(known: Readonly<Record<string, string>>, passed: URLSearchParams): Values {
  const campaign = (name: string) => passed.get(`utm_${name}`) ?? '';
  return {
    'contact.first_name': known['firstName'] ?? '',
    'contact.last_name': known['lastName'] ?? '',
    'contact.email': known['email'] ?? '',
    'contact.company': known['companyName'] ?? '',
    'utm.source': campaign('source'),
    'utm.medium': campaign('medium'),
    'utm.campaign': campaign('campaign'),
    'utm.term': campaign('term'),
    'utm.content': campaign('content'),
  };
}

/** Where a visitor is in a form with several pages. */
interface FormPlace {
  attempt: Attempt;
  /** Counted from 0. */
  at: number;
  partial: string;
  /** The first page's: from then on the visitor has been filling it in. */
  token: string;
}

/** The step with forms cut down to the page that is shown, and those pages by block. */
function pagedStep(step: Step, place?: FormPlace): { shown: Step; pages: Map<string, FormPage> } {
  const pages = new Map<string, FormPage>();
  for (const block of step.blocks) {
    if (block.type !== 'form' || pagesOf(block.fields).length < 2) continue;
    const own = place?.attempt.block === block.id ? place : undefined;
    pages.set(block.id, formPage(block, own?.at ?? 0, own?.attempt.values ?? {}));
  }
  return { shown: { ...step, blocks: step.blocks.map((block) => pages.get(block.id)?.block ?? block) }, pages };
}

function render(
  { published, step, half, passed, known, isSent }: ShownPage,
  site: Site,
  place?: FormPlace,
): PageContent {
  const { document, slug } = published;
  const { steps, theme, findable } = document;
  const values = valuesOf(known, passed);
  const { shown, pages } = pagedStep(isSent ? { ...step, blocks: [SENT] } : step, place);
  const context: RenderContext = {
    mode: 'live',
    hrefOf: (target) => hrefOf(target, { slug, step, half, steps, passed }),
    frameOf: (block) => codePath({ versionId: published.versionId, mark: markOf(step, half), block }),
    hidden: [
      ['token', place?.token || TOKEN_MARK],
      ['work', ''],
      ['bits', WORK_MARK],
      ...(step.split ? [[PASSED.half, half] as const] : []),
      ...(place?.partial ? [[PASSED.partial, place.partial] as const] : []),
      ...passed.entries(),
    ],
    pageOf: (block) => pages.get(block),
    work: WORK_MARK,
    attempt: place?.attempt,
    known,
    language: site.language,
  };
  const condition = conditionStyle(shown.blocks);
  return {
    title: fillVariables(step.title || step.name, values),
    description: fillVariables(step.description || step.title || step.name, values),
    // A page that knows its visitor is theirs alone.
    findable: findable && Object.keys(known).length === 0,
    script: shown.blocks.some(({ type }) => type === 'form' || type === 'order' || type === 'countdown'),
    frames: shown.blocks.some(({ type }) => type === 'code'),
    ownStyle: [funnelStyle(theme, site.color), ...(condition === '' ? [] : [condition])],
    body: html`${trusted(toHtml(renderStep(context, shown, site, values)))}`,
  };
}

/** Where the form of the last step leads. */
const SENT = {
  id: 'sent',
  type: 'hero',
  look: 'plain',
  hide: 'none',
  eyebrow: '',
  heading: 'Thank you',
  text: 'We have received your message and will be in touch.',
  button: '',
  to: 'next',
  image: '',
  alt: '',
} as const;

function seen(request: PublicRequest): void {
  if (isProgram(request)) return;
  void requested(request)
    .then((found) => {
      if (!found) return;
      const { published, step } = found;
      noteView(request, published, step.id, variantOf(step, halfOf(request, step)));
      const from = readMark(published.document, request.query[PASSED.from] ?? '');
      if (from && from.step.id !== step.id)
        noteGoingOn(request, published, from.step.id, variantOf(from.step, from.half));
    })
    // What cannot be read is not counted; the page itself says so to its reader.
    .catch(() => undefined);
}

async function post(request: PublicPost): Promise<PostAnswer | undefined> {
  const found = await requested(request);
  if (!found) return undefined;
  const { published } = found;
  const given = request.fields[PASSED.half];
  const half = found.step.split && (given === 'a' || given === 'b') ? given : halfOf(request, found.step);
  const step = stepOfHalf(found.step, half);
  const block = step.blocks.find(
    (one) => (one.type === 'form' || one.type === 'order') && one.id === request.fields['block'],
  );
  if (block?.type !== 'form' && block?.type !== 'order') return undefined;
  const passed = passedOn(request.fields);
  const variant = variantOf(step, half);
  const show = async (
    status: number,
    place: Omit<FormPlace, 'token'> & { token?: string | undefined },
  ): Promise<PostAnswer | undefined> => {
    const known = await knownOf(published, request.fields[PASSED.visitor] ?? '');
    const site = await sites().siteOf(published.workspaceId);
    if (!site) return undefined;
    const token = place.at > 0 ? (request.fields['token'] ?? '').slice(0, 500) : (place.token ?? '');
    const content = render({ published, step, half, passed, known, isSent: false }, site, { ...place, token });
    return { workspaceId: published.workspaceId, content: { ...content, status } };
  };
  if (block.type === 'order') {
    const sent = await sendOrder(request, published, step, block, variant);
    return 'redirect' in sent ? sent : show(sent.status, { ...sent, at: 0, partial: '' });
  }
  const next = await nextPage(request, published, block, submissionOf(request, published, step, block, variant));
  if (next) return show(next.status, next);
  const outcome = await submitForm(request, published, step, block, variant);
  if (outcome.kind === 'refused') {
    const { attempt, status } = outcome;
    const bad = Object.keys(attempt.problems).filter((id) => id !== 'consent');
    const at = bad.length > 0 ? pageWith(block, bad) : Math.trunc(Number(request.fields['at'] ?? 0)) || 0;
    return show(status, { attempt, at, partial: (request.fields[PASSED.partial] ?? '').slice(0, 200) });
  }
  if (outcome.kind === 'taken') passed.set(PASSED.visitor, outcome.token);
  const { steps } = published.document;
  const after = stepAfter(steps, step);
  if (!after) passed.set(PASSED.sent, '1');
  return { redirect: stepAddress(published.slug, after ?? step, steps, passed) };
}

const shared = {
  cache: { seconds: 300, paths: [FUNNELS.published] },
  varies: [...CAMPAIGN, 'referrer', PASSED.visitor, PASSED.sent],
  async versionOf(request: PublicRequest) {
    const found = await requested(request);
    return found?.step.split ? `${halfOf(request, found.step)} ${request.referrer}` : request.referrer;
  },
  load,
  render: (data: ShownPage, site: Site) => render(data, site),
  seen,
  post,
} as const;

/** Pages with a form carry its token; all others are the same for everybody and are sent as they are in memory. */
const formOf = ({ params }: PublicRequest) => params['slug']!;

definePublicPage<ShownPage>({ ...shared, name: 'funnel', path: '/p/f/:slug', formOf });
definePublicPage<ShownPage>({ ...shared, name: 'funnel-step', path: '/p/f/:slug/:step', formOf });
