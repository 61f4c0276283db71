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
import { toHtml } from '../engine/node.ts';
import type { Attempt, RenderContext } from '../engine/render/context.ts';
import { renderStep } from '../engine/render/page.ts';
import { conditionStyle, funnelStyle } from '../engine/style.ts';
import { fillVariables, type Values } from '../engine/variables.ts';
import { FUNNELS } from '../paths.ts';
import { CAMPAIGN, hrefOf, PASSED, passedOn, stepAddress } from './page-address.ts';
import { type Published, requested } from './published.ts';
import { findEarlier } from './submissions.ts';
import { submitForm } from './submit.ts';
import { isProgram, noteGoingOn, noteView } from './visitors.ts';
import { readVisitorToken } from './visitor-token.ts';

interface ShownPage {
  published: Published;
  step: Step;
  /** Campaign, referrer, and token, which go along. */
  passed: URLSearchParams;
  /** What the visitor sent on an earlier step, by the names of a lead's fields. */
  known: Readonly<Record<string, string>>;
  isSent: boolean;
}

const VARIANT = 'a';

async function knownOf(published: Published, token: string): Promise<Record<string, string>> {
  const id = readVisitorToken(token);
  if (id === undefined) return {};
  const earlier = await inWorkspace(published.workspaceId, null, () => findEarlier(published.funnelId, id));
  return earlier?.data ?? {};
}

async function load(request: PublicRequest): Promise<{ workspaceId: string; data: ShownPage } | undefined> {
  const found = await requested(request);
  if (!found) return undefined;
  const { published, step } = found;
  const { query, referrer } = request;
  const passed = passedOn({ ...query, referrer: referrer || (query['referrer'] ?? '') });
  return {
    workspaceId: published.workspaceId,
    data: {
      published,
      step,
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

function render({ published, step, passed, known, isSent }: ShownPage, site: Site, attempt?: Attempt): PageContent {
  const { document, slug } = published;
  const { steps, theme, findable } = document;
  const values = valuesOf(known, passed);
  const context: RenderContext = {
    mode: 'live',
    hrefOf: (target) => hrefOf(target, { slug, step, steps, passed }),
    imageOf: () => '',
    hidden: [['token', TOKEN_MARK], ['work', ''], ['bits', WORK_MARK], ...passed.entries()],
    work: WORK_MARK,
    attempt,
    known,
    language: site.language,
  };
  const shown: Step = isSent ? { ...step, blocks: [SENT] } : step;
  const condition = conditionStyle(shown.blocks);
  return {
    title: fillVariables(step.title || step.name, values),
    description: fillVariables(step.description || step.title || step.name, values),
    // A page that knows its visitor is theirs alone.
    findable: findable && Object.keys(known).length === 0,
    script: shown.blocks.some(({ type }) => type === 'form' || type === 'countdown'),
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
      noteView(request, published, step.id, VARIANT);
      const from = request.query[PASSED.from];
      if (from !== undefined && from !== step.id && published.document.steps.some(({ id }) => id === from))
        noteGoingOn(request, published, from, VARIANT);
    })
    // What cannot be read is not counted; the page itself says so to its reader.
    .catch(() => undefined);
}

async function post(request: PublicPost): Promise<PostAnswer | undefined> {
  const found = await requested(request);
  if (!found) return undefined;
  const { published, step } = found;
  const block = step.blocks.find((one) => one.type === 'form' && one.id === request.fields['block']);
  if (block?.type !== 'form') return undefined;
  const passed = passedOn(request.fields);
  const outcome = await submitForm(request, published, step, block, VARIANT);
  if (outcome.kind === 'refused') {
    const known = await knownOf(published, request.fields[PASSED.visitor] ?? '');
    const site = await sites().siteOf(published.workspaceId);
    if (!site) return undefined;
    const content = render({ published, step, passed, known, isSent: false }, site, outcome.attempt);
    return { workspaceId: published.workspaceId, content: { ...content, status: outcome.status } };
  }
  if (outcome.kind === 'taken') passed.set(PASSED.visitor, outcome.token);
  const { steps } = published.document;
  const next = steps[steps.indexOf(step) + 1];
  if (!next) passed.set(PASSED.sent, '1');
  return { redirect: stepAddress(published.slug, next ?? step, steps, passed) };
}

const shared = {
  cache: { seconds: 300, paths: [FUNNELS.published] },
  varies: [...CAMPAIGN, 'referrer', PASSED.visitor, PASSED.sent],
  versionOf: (request: PublicRequest) => Promise.resolve(request.referrer),
  load,
  render: (data: ShownPage, site: Site) => render(data, site),
  seen,
  post,
} as const;

/** Pages with a form carry its token; all others are the same for everybody and are sent as they are in memory. */
const formOf = ({ params }: PublicRequest) => params['slug']!;

definePublicPage<ShownPage>({ ...shared, name: 'funnel', path: '/p/f/:slug', formOf });
definePublicPage<ShownPage>({ ...shared, name: 'funnel-step', path: '/p/f/:slug/:step', formOf });
