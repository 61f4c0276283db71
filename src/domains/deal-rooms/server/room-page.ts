/** The buyer’s page of a deal room: the plan, the proposal, acceptance, and payments. It works without a script. */
import { AppError } from '../../../kernel/errors.ts';
import { definePublicFile, definePublicPage, type PostAnswer, type PublicPost } from '../../../server/public/define.ts';
import { html, type Html, paragraphs } from '../../../server/public/html.ts';
import type { PageContent } from '../../../server/public/layout.ts';
import { message } from '../../../server/public/layout.ts';
import { ownPaymentPath } from '../../connections/index.ts';
import type { Installment, PlanAction, Proposal } from '../contract.ts';
import { whenText } from '../engine/document.ts';
import { installmentAmounts } from '../engine/plan.ts';
import { lineNet } from '../engine/totals.ts';
import { acceptProposal, declineProposal, documentOf } from './accept.ts';
import { tickAction } from './actions.ts';
import { type BuyerRoom, insideRoom, loadBuyerRoom, type OpenRoom, openRoomOf } from './buyer-room.ts';
import { paymentUrl } from './payments.ts';
import { proposalPdf } from './pdf.ts';

const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const INSTANT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const day = (value: string) => DAY.format(new Date(`${value}T00:00:00Z`));
const money = (amount: string, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount as Intl.StringNumericLiteral);
const path = ({ token }: OpenRoom): `/p/room/${string}` => `/p/room/${token}`;

/** A form of one button, which does one thing. */
const act = (room: BuyerRoom, fields: Record<string, string>, button: Html): Html =>
  room.isPreview
    ? html``
    : html`<form method="post" action="${path(room)}" data-once>${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${button}</form>`;

function actionRow(room: BuyerRoom, { id, title, side, owner, ownerName, dueDay, doneAt }: PlanAction): Html {
  const isLate = doneAt === null && dueDay !== null && dueDay < room.today;
  const who = side === 'buyer' ? ownerName || 'You' : (owner?.name ?? 'Us');
  const mark = doneAt === null ? 'Mark as done' : 'Reopen';
  return html`<tr>
    <td>${doneAt !== null ? html`<s>${title}</s>` : title}<br><small class="soft">${who}${dueDay && html` · <time datetime="${dueDay}">${isLate ? 'was due' : 'due'} ${day(dueDay)}</time>`}</small></td>
    <td class="number">${
      side === 'buyer'
        ? act(
            room,
            { act: 'tick', action: id, done: doneAt === null ? 'yes' : 'no' },
            html`<button class="quiet" aria-label="${mark}: ${title}">${mark}</button>`,
          )
        : doneAt !== null && html`<small>Done</small>`
    }</td>
  </tr>`;
}

function planPart(room: BuyerRoom): Html {
  if (room.actions.length === 0) return html``;
  const done = room.actions.filter(({ doneAt }) => doneAt !== null).length;
  return html`<h2 id="plan">Action plan</h2>
    <p class="soft">${done} of ${room.actions.length} done</p>
    <table><tbody>${room.actions.map((one) => actionRow(room, one))}</tbody></table>`;
}

function itemsTable({ content, totals, acceptance }: Proposal, chosen?: ReadonlySet<string>): Html {
  const { currency } = content;
  const shown = chosen ? content.lines.filter(({ id, optional }) => !optional || chosen.has(id)) : content.lines;
  const sums = acceptance ?? totals.least;
  return html`<table>
    <thead><tr><th scope="col">Item</th><th scope="col" class="number">Net</th></tr></thead>
    <tbody>${shown.map(
      (
        line,
      ) => html`<tr><td>${line.product}${line.optional && html` <small class="soft">optional</small>`}${line.description && html`<br><small class="soft">${line.description}</small>`}<br>
        <small class="soft">${line.quantity} × ${money(line.unitPrice, currency)}${line.discount !== '0' && ` less ${line.discount}%`}${line.tax !== '0' && `, ${line.tax}% tax`}</small></td>
      <td class="number">${money(lineNet(line, currency), currency)}</td></tr>`,
    )}</tbody></table>
    ${!chosen && html`<p class="soft">Total ${shown.some(({ optional }) => optional) ? 'without optional items' : 'with tax'}: <strong>${money(sums.total, currency)}</strong></p>`}`;
}

const planTable = (rows: readonly { label: string; when: string; amount: string }[]): Html =>
  html`<table><tbody>${rows.map(({ label, when, amount }) => html`<tr><td>${label}<br><small class="soft">${when}</small></td><td class="number">${amount}</td></tr>`)}</tbody></table>`;

function sectionsOf({ content }: Proposal): Html[] {
  return content.sections.map(({ title, text }) => html`${title && html`<h3>${title}</h3>`}${paragraphs(text)}`);
}

/** Choosing options and going on to sign; or saying no. */
function answerForms(room: BuyerRoom, { id, content }: Proposal): Html {
  if (room.isPreview)
    return html`<p class="notice">This is a preview. The buyer sees the buttons to accept, decline, and pay.</p>`;
  const optional = content.lines.filter((line) => line.optional);
  return html`<form method="post" action="${path(room)}">
      <input type="hidden" name="act" value="review"><input type="hidden" name="proposal" value="${id}">
      ${optional.length > 0 && html`<h3>Options</h3>${optional.map((line) => html`<div class="choice"><input type="checkbox" id="o-${line.id}" name="option-${line.id}" value="yes"><label for="o-${line.id}">${line.product}<small>${money(lineNet(line, content.currency), content.currency)} before tax</small></label></div>`)}`}
      <div class="row"><button>Review and accept</button></div>
    </form>
    <details><summary>Decline the proposal</summary>
      <form method="post" action="${path(room)}" data-once>
        <input type="hidden" name="act" value="decline"><input type="hidden" name="proposal" value="${id}">
        <div class="field"><label for="reason">Reason</label><textarea id="reason" name="reason" required maxlength="1000"></textarea></div>
        <button class="quiet">Decline proposal</button>
      </form>
    </details>`;
}

function proposalPart(room: BuyerRoom): Html {
  const { proposal } = room;
  if (!proposal) return html``;
  const { content, state, acceptance, validUntil } = proposal;
  const chosen = acceptance ? new Set(acceptance.chosen) : undefined;
  const made = installmentAmounts(content.plan, proposal.totals.least.total, content.currency);
  const planned = 'amounts' in made ? made.amounts : [];
  return html`<h2 id="proposal">${content.title}</h2>
    ${acceptance && html`<p class="notice" role="status"><strong>Accepted</strong> by ${acceptance.name} on <time datetime="${acceptance.acceptedAt}">${INSTANT.format(new Date(acceptance.acceptedAt))} UTC</time> for ${money(acceptance.total, acceptance.currency)}. <a href="${path(room)}/certificate.pdf">Download the signed copy and certificate</a></p>`}
    ${state === 'expired' && validUntil && html`<p class="notice bad">This proposal expired on ${day(validUntil)}. Ask for a new one.</p>`}
    ${state === 'declined' && html`<p class="notice bad">You declined this proposal.</p>`}
    ${sectionsOf(proposal)}
    ${itemsTable(proposal, chosen)}
    ${!acceptance && html`<h3>Payment plan</h3>${planTable(content.plan.map((item, index) => ({ label: item.label, when: `due ${whenText(item)}`, amount: planned[index] ? money(planned[index], content.currency) : '–' })))}`}
    ${state === 'sent' && html`${validUntil && html`<p class="soft">Valid until ${day(validUntil)}.</p>`}${answerForms(room, proposal)}`}`;
}

const STATES: Readonly<Record<Installment['state'], string>> = {
  waiting: 'to come',
  due: 'due now',
  overdue: 'overdue',
  paid: 'paid',
  refunded: 'refunded',
};

function installmentRow(
  room: BuyerRoom,
  { id, label, amount, currency, dueDay, milestone, state, refunded }: Installment,
): Html {
  const isOpen = state === 'waiting' || state === 'due' || state === 'overdue';
  const when = dueDay ? `${STATES[state]} · ${day(dueDay)}` : `${STATES[state]} · when reached: ${milestone}`;
  return html`<tr><td>${label}<br><small class="soft">${state === 'paid' || state === 'refunded' ? STATES[state] : when}${Number(refunded) > 0 && ` · ${money(refunded, currency)} refunded`}</small></td>
    <td class="number">${money(amount, currency)}</td>
    <td class="number">${isOpen && dueDay !== null && act(room, { act: 'pay', installment: id }, html`<button aria-label="Pay ${label}">Pay</button>`)}</td></tr>`;
}

function paymentPart(room: BuyerRoom): Html {
  const { installments, collected, proposal } = room;
  if (installments.length === 0 || !proposal?.acceptance) return html``;
  const { total, currency } = proposal.acceptance;
  return html`<h2 id="payments">Payments</h2>
    <p class="soft">${money(collected, currency)} of ${money(total, currency)} paid</p>
    <table><tbody>${installments.map((one) => installmentRow(room, one))}</tbody></table>`;
}

const titleOf = ({ proposal, customer }: BuyerRoom, seller: string) =>
  proposal?.content.title ?? (customer ? `${seller} and ${customer}` : seller);

function roomContent(room: BuyerRoom, seller: string): PageContent {
  const title = titleOf(room, seller);
  const isEmpty = room.actions.length === 0 && !room.proposal;
  return {
    title,
    description: `Deal room of ${seller}`,
    language: 'en',
    script: true,
    body: html`<h1>${room.customer ? `${seller} and ${room.customer}` : seller}</h1>
      ${paragraphs(room.welcome)}
      ${isEmpty && html`<p class="soft">Nothing is shared here yet.</p>`}
      ${paymentPart(room)}${proposalPart(room)}${planPart(room)}`,
  };
}

/** The document as it would be signed, with the fields of the signature. */
async function reviewContent(
  room: BuyerRoom,
  proposal: Proposal,
  chosen: readonly string[],
  problem?: { text: string; name: string; email: string },
): Promise<PageContent> {
  const { content } = proposal;
  const made = await documentOf(proposal, room.customer, chosen);
  const taken = new Set(made.chosen);
  return {
    title: `Accept ${content.title}`,
    description: 'Review and accept the proposal',
    language: 'en',
    script: true,
    ...(problem && { status: 422 }),
    body: html`<h1>Review and accept</h1>
      <p>${content.title}</p>
      ${problem && html`<p class="notice bad" role="alert">${problem.text}</p>`}
      ${sectionsOf(proposal)}
      ${itemsTable(proposal, taken)}
      <table><tbody><tr><td>Net</td><td class="number">${money(made.totals.net, content.currency)}</td></tr>
        <tr><td>Tax</td><td class="number">${money(made.totals.tax, content.currency)}</td></tr>
        <tr><td><strong>Total</strong></td><td class="number"><strong>${money(made.totals.total, content.currency)}</strong></td></tr></tbody></table>
      <h2>Payment plan</h2>
      ${planTable(made.installments.map(({ label, when, amount }) => ({ label, when: `due ${when}`, amount: money(amount, content.currency) })))}
      <h2>Your signature</h2>
      <form method="post" action="${path(room)}" data-once>
        <input type="hidden" name="act" value="accept"><input type="hidden" name="proposal" value="${proposal.id}">
        <input type="hidden" name="sha256" value="${made.sha256}">
        ${made.chosen.map((id) => html`<input type="hidden" name="option-${id}" value="yes">`)}
        <div class="field"><label for="name">Full name</label><input id="name" name="name" autocomplete="name" required maxlength="120" value="${problem?.name ?? ''}"></div>
        <div class="field"><label for="email">Email for your copy</label><input id="email" name="email" type="email" autocomplete="email" required maxlength="254" value="${problem?.email ?? ''}"></div>
        <div class="choice"><input type="checkbox" id="agree" name="agree" value="yes" required><label for="agree">${content.consent}</label></div>
        <p class="soft">We keep your name, the time, your IP address, and your browser as proof. SHA-256 of the document: <code>${made.sha256.slice(0, 16)}…</code></p>
        <div class="row"><button>Accept proposal</button><a href="${path(room)}">Back</a></div>
      </form>`,
  };
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const chosenIn = (fields: PublicPost['fields']) =>
  Object.keys(fields)
    .flatMap((name) => (name.startsWith('option-') ? [name.slice('option-'.length)] : []))
    .slice(0, 200);

async function accept(room: BuyerRoom, proposal: Proposal, { fields, ip, userAgent }: PublicPost): Promise<PostAnswer> {
  const name = (fields['name'] ?? '').replaceAll('\0', '').trim();
  const email = (fields['email'] ?? '').replaceAll('\0', '').trim();
  const chosen = chosenIn(fields);
  const text =
    name.length < 2 || name.length > 120
      ? 'Enter your full name.'
      : email.length > 254 || !EMAIL.test(email)
        ? 'Enter the email address for your copy.'
        : fields['agree'] !== 'yes'
          ? 'Tick the box to agree.'
          : undefined;
  if (text)
    return {
      workspaceId: room.workspaceId,
      content: await reviewContent(room, proposal, chosen, { text, name, email }),
    };
  await acceptProposal(room.id, proposal.id, { name, email, sha256: fields['sha256'] ?? '', chosen, ip, userAgent });
  return { redirect: `${path(room)}?done=accepted` };
}

async function pay(room: BuyerRoom, id: string): Promise<PostAnswer> {
  const mine = room.installments.find((one) => one.id === id && one.dueDay !== null);
  if (!mine) throw new AppError('not_found', 'This installment is not here.');
  const url = await paymentUrl(id);
  const ownPath = await ownPaymentPath(url);
  if (ownPath) return { redirect: ownPath };
  // Browsers let a form lead only to where the page’s policy allows; a link leads anywhere.
  const content: PageContent = {
    title: `Pay ${mine.label}`,
    description: 'Continue to the payment page',
    language: 'en',
    body: html`<h1>Pay ${mine.label}</h1><p>${money(mine.amount, mine.currency)} are paid on the page of the payment service.</p><p><a class="button" href="${url}">Continue to payment</a></p><p><a href="${path(room)}">Back</a></p>`,
  };
  return { workspaceId: room.workspaceId, content };
}

async function answer(room: BuyerRoom, request: PublicPost): Promise<PostAnswer> {
  const { fields } = request;
  if (fields['act'] === 'tick') {
    await tickAction(room.id, fields['action'] ?? '', fields['done'] === 'yes');
    return { redirect: `${path(room)}#plan` };
  }
  if (fields['act'] === 'pay') return pay(room, fields['installment'] ?? '');
  const { proposal } = room;
  const isOpen = proposal?.state === 'sent' && proposal.id === fields['proposal'];
  if (!isOpen) {
    // Pressed twice, or on two screens: the page says how it stands.
    if (proposal?.id === fields['proposal']) return { redirect: path(room) };
    throw new AppError('conflict', 'This proposal is not open any more. Open the link again to see the present one.');
  }
  if (fields['act'] === 'review')
    return { workspaceId: room.workspaceId, content: await reviewContent(room, proposal, chosenIn(fields)) };
  if (fields['act'] === 'accept') return accept(room, proposal, request);
  if (fields['act'] === 'decline') {
    const reason = (fields['reason'] ?? '').replaceAll('\0', '').trim().slice(0, 1_000);
    if (!reason) throw new AppError('validation', 'Say why you decline.');
    await declineProposal(room.id, proposal.id, reason);
    return { redirect: path(room) };
  }
  throw new AppError('bad_request', 'This button is not known.');
}

definePublicPage<BuyerRoom>({
  name: 'deal-room',
  path: '/p/room/:token',
  cache: 'none',
  async load(request) {
    const room = await loadBuyerRoom(request);
    return room && { workspaceId: room.workspaceId, data: room };
  },
  render: (room, site) => roomContent(room, site.name),
  async post(request) {
    const room = await loadBuyerRoom({ ...request, query: { preview: 'yes' } });
    if (!room) return undefined;
    try {
      return await insideRoom(room, () => answer({ ...room, isPreview: false }, request));
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const content = message('This did not work', error.message, error.status);
      const body = html`${content.body}<p><a href="${path(room)}">Back to the room</a></p>`;
      return { workspaceId: room.workspaceId, content: { ...content, body } };
    }
  },
});

definePublicFile({
  path: '/p/room/:token/certificate.pdf',
  // The link may end, so nothing keeps the file.
  cache: 'none',
  async load(request) {
    const open = await openRoomOf(request);
    if (!open) return undefined;
    const room = await loadBuyerRoom({ ...request, query: { preview: 'yes' } });
    if (!room?.proposal?.acceptance) return undefined;
    const { id } = room.proposal;
    return insideRoom(open, async () => ({ type: 'application/pdf', ...(await proposalPdf(id)) }));
  },
});
