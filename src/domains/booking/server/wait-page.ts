/** The page behind the link with which a visitor leaves a waiting list. It needs no script. */
import { definePublicPage } from '../../../server/public/define.ts';
import { html } from '../../../server/public/html.ts';
import { message, type PageContent } from '../../../server/public/layout.ts';
import { leaveWait, openWait, waitToken } from './waits.ts';

const GONE = message('You are not on this waiting list', 'The link is old or incomplete. You get no more emails.', 404);

const askPage = (id: string, typeName: string): PageContent => ({
  title: 'Leave the waiting list',
  description: 'Leave the waiting list.',
  language: 'en',
  body: html`<h1>Leave the waiting list?</h1><p>${typeName}</p>
    <form method="post" action="/p/booking-waits/${waitToken(id)}"><button>Leave waiting list</button></form>`,
});

definePublicPage<{ id: string; typeName: string } | null>({
  name: 'booking-wait',
  path: '/p/booking-waits/:token',
  cache: 'none',
  async load({ params }) {
    const wait = await openWait(params['token']!);
    return wait ? { workspaceId: wait.workspaceId, data: wait } : { data: null };
  },
  render: (wait) => (wait ? askPage(wait.id, wait.typeName) : GONE),
  async post({ params }) {
    const wait = await openWait(params['token']!);
    if (!wait) return { content: GONE };
    await leaveWait(wait);
    const content = message('You left the waiting list', 'You get no more emails about free times.');
    return { workspaceId: wait.workspaceId, content };
  },
});
