/** The page of the embedded test gateway, where someone pays with a test card or is declined. */
import { definePublicPage } from '../../public/define.ts';
import { html, type Html, safeHref } from '../../public/html.ts';
import type { PageContent } from '../../public/layout.ts';
import { findPayment, payWithTestCard, type ShownPayment, TEST_CARD } from './embedded.ts';

const price = ({ amount, currency }: ShownPayment) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount as Intl.StringNumericLiteral);

const MARK = html`<p class="notice"><strong>Embedded test gateway.</strong> No money moves. Never enter a real card.</p>`;

function page(title: string, body: Html): PageContent {
  return { title, description: title, language: 'en', script: true, body: html`${MARK}<h1>${title}</h1>${body}` };
}

const back = ({ returnTo }: ShownPayment) => html`<p><a class="button" href="${safeHref(returnTo)}">Continue</a></p>`;

function contentOf(payment: ShownPayment, problem = ''): PageContent {
  const { state, description, token } = payment;
  if (state === 'paid')
    return page('Payment complete', html`<p>You paid ${price(payment)} for ${description}.</p>${back(payment)}`);
  if (state === 'expired') return page('This payment link has expired', back(payment));
  return page(
    `Pay ${price(payment)}`,
    html`<p>${description}</p>
<form method="post" action="/p/pay/${token}" data-once>
<div class="field"><label for="number">Card number</label>
<input id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="30" required aria-describedby="hint${problem && ' problem'}"${problem && html` aria-invalid="true"`}>
${problem && html`<span class="problem" id="problem">${problem}</span>`}
<small class="soft" id="hint">${TEST_CARD} pays. 4000 0000 0000 0002 is declined, 4000 0000 0000 9995 has no funds.</small></div>
<div class="row"><button>Pay ${price(payment)}</button><a href="${safeHref(payment.returnTo)}">Cancel</a></div>
</form>`,
  );
}

definePublicPage<ShownPayment>({
  name: 'test-payment',
  path: '/p/pay/:token',
  cache: 'none',
  async load({ params }) {
    const data = await findPayment(params['token']!);
    return data && { workspaceId: data.workspaceId, data };
  },
  render: (data) => contentOf(data),
  async post({ params, fields, domainOf }) {
    const token = params['token']!;
    const payment = await findPayment(token);
    if (!payment || (domainOf !== undefined && domainOf !== payment.workspaceId)) return undefined;
    const problem = await payWithTestCard(token, fields['number'] ?? '');
    if (problem === undefined) return { redirect: `/p/pay/${token}` };
    return { workspaceId: payment.workspaceId, content: { ...contentOf(payment, problem), status: 422 } };
  },
});
