/** The public page of a routing form: a few questions that lead to the right calendar. It needs no script. */
import { asSystem, query } from '../../../server/db/index.ts';
import { definePublicPage } from '../../../server/public/define.ts';
import { html, paragraphs } from '../../../server/public/html.ts';
import type { PageContent } from '../../../server/public/layout.ts';
import type { BookingRoute } from '../contract.ts';
import { targetOf } from '../engine/routing.ts';
import { ROUTE_COLUMNS } from './routing.ts';
import { publicType, search } from './times.ts';

type PublicRoute = Omit<BookingRoute, 'link'> & { workspaceId: string };
type Values = Readonly<Record<string, string>>;

async function publicRoute(slug: string): Promise<PublicRoute | undefined> {
  const [row] = await asSystem(() =>
    query<PublicRoute>(
      `select ${ROUTE_COLUMNS}, r.workspace_id as "workspaceId" from booking_routes r
        join workspaces w on w.id = r.workspace_id and w.archived_at is null where r.slug = $1 and r.is_active`,
      [slug],
    ),
  );
  return row;
}

const answersOf = ({ questions }: PublicRoute, values: Values): string[] =>
  questions.map(({ options }, n) => options.find((option) => option === values[`r${n}`]) ?? '');

function askPage(route: PublicRoute, values: Values, isSent: boolean): PageContent {
  const answers = answersOf(route, values);
  const fields = route.questions.map(({ label, options }, n) => {
    const problem = isSent && answers[n] === '';
    return html`<div class="field"><label for="r${n}">${label}</label>
      <select id="r${n}" name="r${n}" required${problem && html` aria-invalid="true" aria-describedby="r${n}-problem"`}><option value="">Choose an answer</option>${options.map((option) => html`<option value="${option}"${option === answers[n] && html` selected`}>${option}</option>`)}</select>${problem && html`<span class="problem" id="r${n}-problem">Choose an answer.</span>`}</div>`;
  });
  return {
    title: route.title,
    description: route.description.slice(0, 160) || route.title,
    language: 'en',
    script: true,
    findable: true,
    ...(isSent && { status: 422 }),
    body: html`<h1>${route.title}</h1>${route.description && paragraphs(route.description)}
      <form method="post" action="/p/book-with/${route.slug}">${fields}<button>Continue</button></form>`,
  };
}

const messagePage = (route: PublicRoute, text: string): PageContent => ({
  title: route.title,
  description: route.title,
  language: 'en',
  body: html`<h1>${route.title}</h1><div role="status">${paragraphs(text)}</div>
    <p><a href="/p/book-with/${route.slug}">Change your answers</a></p>`,
});

definePublicPage<{ route: PublicRoute; values: Values }>({
  name: 'booking-route',
  path: '/p/book-with/:slug',
  cache: 'none',
  async load({ params, query: values }) {
    const route = await publicRoute(params['slug']!);
    return route && { workspaceId: route.workspaceId, data: { route, values } };
  },
  render: ({ route, values }) => askPage(route, values, false),
  async post({ params, fields, domainOf }) {
    const route = await publicRoute(params['slug']!);
    if (!route || (domainOf !== undefined && domainOf !== route.workspaceId)) return undefined;
    const { workspaceId } = route;
    const answers = answersOf(route, fields);
    if (answers.includes('')) return { workspaceId, content: askPage(route, fields, true) };
    const target = targetOf(route, answers);
    if ('message' in target) return { workspaceId, content: messagePage(route, target.message) };
    const type = await publicType('id', target.typeId);
    if (!type?.isActive)
      return { workspaceId, content: messagePage(route, 'Appointments are not offered here at the moment.') };
    const given = Object.fromEntries(answers.map((answer, n) => [`r${n}`, answer]));
    return { redirect: `/p/book/${type.slug}${search({ route: route.id, ...given })}` };
  },
});
