/** The hosted page of a web form, and the page that confirms an entry. Both work without any script. */
import { AppError } from '../../../../kernel/errors.ts';
import { definePublicPage, type PublicPost } from '../../../../server/public/define.ts';
import { html, type Html, paragraphs } from '../../../../server/public/html.ts';
import { message, type PageContent, TOKEN_MARK, WORK_MARK } from '../../../../server/public/layout.ts';
import { FORM_FIELDS, type FormEntry, type FormFieldName } from '../../contract/lead-forms.ts';
import { CRM } from '../../paths.ts';
import { acceptEntry, CONFIRM_MESSAGE, confirmEntry, formOf, formToConfirm, type WalledForm } from './public-forms.ts';

const TYPES: Partial<Record<FormFieldName, string>> = { email: 'email', phone: 'tel', website: 'url' };
const COMPLETE: Record<FormFieldName, string> = {
  firstName: 'given-name',
  lastName: 'family-name',
  email: 'email',
  phone: 'tel',
  companyName: 'organization',
  title: 'organization-title',
  website: 'url',
  city: 'address-level2',
  country: 'country-name',
  message: 'off',
};
const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** Entered values and their errors. */
interface Attempt {
  values: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string>>;
  /** Of the entry as a whole. */
  said: string;
}
const NOTHING: Attempt = { values: {}, problems: {}, said: '' };

function field({ name, label, required }: WalledForm['fields'][number], { values, problems }: Attempt): Html {
  const problem = problems[name];
  const value = values[name] ?? '';
  const state = problem ? html` aria-invalid="true" aria-describedby="${name}-problem"` : '';
  const needed = required ? html` required` : '';
  const input =
    name === 'message'
      ? html`<textarea id="${name}" name="${name}" maxlength="5000" ${needed}${state}>${value}</textarea>`
      : html`<input
          id="${name}"
          name="${name}"
          type="${TYPES[name] ?? 'text'}"
          autocomplete="${COMPLETE[name]}"
          maxlength="500"
          value="${value}"
          ${needed}${state}
        />`;
  return html`<div class="field">
    <label for="${name}">${label}${required && ' *'}</label
    >${input}${problem && html`<span class="problem" id="${name}-problem">${problem}</span>`}
  </div>`;
}

function formPage(form: WalledForm, attempt: Attempt): PageContent {
  const campaign = CAMPAIGN.filter((name) => attempt.values[name]);
  const consentProblem = attempt.problems['consent'];
  return {
    title: form.name,
    description: `${form.name}: fill in the form to reach us.`,
    ...(form.language && { language: form.language }),
    ...(attempt !== NOTHING && { status: 422 }),
    script: true,
    findable: true,
    body: html`<h1>${form.name}</h1>
      ${attempt.said && html`<p class="notice bad" role="alert">${attempt.said}</p>`}
      <form method="post" action="/p/forms/${form.key}" data-once data-work="${WORK_MARK}">
        ${form.fields.map((one) => field(one, attempt))}
        <div class="away" aria-hidden="true">
          <label>Leave this empty<input name="url2" tabindex="-1" autocomplete="off" /></label>
        </div>
        ${
          form.consentText &&
          html`<div class="choice">
            <input
              type="checkbox"
              id="consent"
              name="consent"
              value="yes"
              required${consentProblem && html` aria-invalid="true" aria-describedby="consent-problem"`}
            />
            <div>
              <label for="consent">${form.consentText}</label
              >${consentProblem && html`<span class="problem" id="consent-problem">${consentProblem}</span>`}
            </div>
          </div>`
        }
        <input type="hidden" name="token" value="${TOKEN_MARK}" /><input type="hidden" name="work" value="" /><input
          type="hidden"
          name="bits"
          value="${WORK_MARK}"
        />
        ${campaign.map((name) => html`<input type="hidden" name="${name}" value="${attempt.values[name]}" />`)}
        <button>${form.button}</button>
      </form>`,
  };
}

const optionalForm = (key: string) =>
  formOf(key).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  });

definePublicPage<{ form: WalledForm; sent: string; campaign: Record<string, string> }>({
  name: 'lead-form',
  path: '/p/forms/:key',
  cache: { seconds: 300, paths: [`${CRM.leads}/forms`] },
  varies: ['sent', ...CAMPAIGN],
  formOf: ({ params }) => params['key']!,
  async load({ params, query }) {
    const form = await optionalForm(params['key']!);
    const campaign = Object.fromEntries(CAMPAIGN.map((name) => [name, (query[name] ?? '').slice(0, 1_000)]));
    return form && { workspaceId: form.workspaceId, data: { form, sent: query['sent'] ?? '', campaign } };
  },
  render({ form, sent, campaign }) {
    if (sent !== 'yes' && sent !== 'confirm')
      return { ...formPage(form, { ...NOTHING, values: campaign }), status: 200 };
    const text = sent === 'confirm' ? CONFIRM_MESSAGE : form.thanks;
    return {
      title: form.name,
      description: text,
      ...(form.language && { language: form.language }),
      body: html`<h1>${form.name}</h1>
        <div class="notice" role="status">${paragraphs(text)}</div>`,
    };
  },
  async post(request) {
    const form = await optionalForm(request.params['key']!);
    if (!form || (request.domainOf !== undefined && request.domainOf !== form.workspaceId)) return undefined;
    try {
      const { outcome } = await acceptEntry(form, entryOf(request), request.ip);
      return { redirect: `/p/forms/${form.key}?sent=${outcome === 'confirm' ? 'confirm' : 'yes'}` };
    } catch (error) {
      if (!(error instanceof AppError) || (error.code !== 'validation' && error.code !== 'rate_limited')) throw error;
      const shown = new Set<string>(['consent', ...form.fields.map(({ name }) => name)]);
      const problems = Object.fromEntries(error.fields.map((one) => [one.field, one.message]));
      const isElsewhere = error.fields.length === 0 || error.fields.some((one) => !shown.has(one.field));
      const content = formPage(form, {
        values: request.fields,
        problems,
        said: isElsewhere ? error.message : 'Check the marked fields, then send the form again.',
      });
      return {
        workspaceId: form.workspaceId,
        content: { ...content, status: error.code === 'rate_limited' ? 429 : 422 },
      };
    }
  },
});

function entryOf({ fields }: PublicPost): FormEntry {
  const part = (name: string, most: number) => (fields[name] ?? '').slice(0, most);
  // The page asked for work and got none: a browser without scripts. Its entry waits for a person's look.
  const work = part('work', 20) || (Number(fields['bits']) > 0 ? 'none' : '');
  const origin = Object.fromEntries(
    CAMPAIGN.map((name) => [name, part(name, 1_000)]).filter(([, value]) => value !== ''),
  );
  return {
    fields: Object.fromEntries(FORM_FIELDS.map((name) => [name, part(name, 5_000)])),
    token: part('token', 500),
    ...(fields['consent'] !== undefined && { consent: true }),
    ...(work && { work }),
    ...(fields['url2'] && { trap: part('url2', 5_000) }),
    origin,
  };
}

const GONE = message(
  'This link no longer works',
  'It was opened before, or it is older than two months. If we have not answered you, send the form again.',
  404,
);

definePublicPage<{ form: WalledForm | undefined; token: string }>({
  name: 'form-confirmation',
  path: '/p/form-confirmations/:token',
  cache: 'none',
  async load({ params, ip }) {
    const form = await formToConfirm(params['token']!, ip);
    return { ...(form && { workspaceId: form.workspaceId }), data: { form, token: params['token']! } };
  },
  // Mail programs open links by themselves, so that alone confirms nothing.
  render: ({ form, token }) =>
    form
      ? {
          title: `Confirm: ${form.name}`,
          description: 'Confirm that you sent this form.',
          script: true,
          body: html`<h1>Confirm that it was you</h1>
            <p>We received the form “${form.name}” with your email address.</p>
            <form method="post" action="/p/form-confirmations/${token}" data-once><button>Confirm</button></form>`,
        }
      : GONE,
  async post({ params, ip }) {
    const confirmed = await confirmEntry(params['token']!, ip);
    if (!confirmed) return { content: GONE };
    return {
      workspaceId: confirmed.workspaceId,
      content: {
        title: 'Confirmed',
        description: confirmed.thanks,
        body: html`<h1>Confirmed</h1>
          <div class="notice" role="status">${paragraphs(confirmed.thanks)}</div>`,
      },
    };
  },
});
