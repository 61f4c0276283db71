/** Pages behind the links in messages: unsubscribing with one click, and choosing. Reading them changes nothing. */
import { inWorkspace, transaction } from '../../../server/db/index.ts';
import { definePublicPage, type PublicPost } from '../../../server/public/define.ts';
import { html, type Html } from '../../../server/public/html.ts';
import { preferredLanguage } from '../../../server/public/language.ts';
import { CONSENT_PURPOSES, type ConsentPurpose } from '../contract.ts';
import { consentOf } from '../engine/decide.ts';
import { MESSAGING } from '../paths.ts';
import { recordConsent } from './consent.ts';
import { ownerOfToken, type PreferenceOwner } from './links.ts';
import { type Language, LANGUAGES, WORDS } from './page-texts.ts';
import { factsOf } from './policy.ts';

const languageOf = (accepted: string): Language => preferredLanguage(accepted, LANGUAGES, 'en');
/** Enough to know which of one's addresses it is; a forwarded mail does not tell the whole of it. */
const masked = (address: string) =>
  address.includes('@') ? address.replace(/^(.).*(?=@)/, '$1…') : `…${address.slice(-4)}`;

const proofOf = ({ ip, userAgent, params }: PublicPost) => ({
  ip,
  userAgent,
  page: `/p/…/${(params['token'] ?? '').slice(0, 8)}`,
});

/** Everything but transactional messages ends, on every road. */
async function withdrawAll(owner: PreferenceOwner, request: PublicPost, source: string): Promise<void> {
  await inWorkspace(owner.workspaceId, null, () =>
    recordConsent({
      channel: owner.channel,
      purpose: 'all',
      address: owner.address,
      state: 'withdrawn',
      wording: 'Unsubscribed by the link in a message',
      source,
      proof: proofOf(request),
    }),
  );
}

interface Shown {
  owner: PreferenceOwner;
  token: string;
  language: Language;
  done: boolean;
}

async function loadOwner(token: string, languages: string, done: boolean) {
  const owner = await ownerOfToken(token);
  return owner && { owner, token, language: languageOf(languages), done };
}

definePublicPage<Shown>({
  name: 'unsubscribe',
  path: '/p/unsubscribe/:token',
  cache: 'none',
  async load({ params, query, languages }) {
    const data = await loadOwner(params['token']!, languages, query['done'] === 'yes');
    return data && { workspaceId: data.owner.workspaceId, data };
  },
  render({ owner, token, language, done }, site) {
    const words = WORDS[language];
    const body: Html = done
      ? html`<h1>${words.doneTitle}</h1><p role="status">${words.done(masked(owner.address), site.name)}</p><p><a href="/p/preferences/${token}">${words.change}</a></p>`
      : html`<h1>${words.title}</h1><p>${words.question(masked(owner.address), site.name)}</p><form method="post" action="/p/unsubscribe/${token}" data-once><div class="row"><button>${words.unsubscribe}</button><a href="/p/preferences/${token}">${words.chooseInstead}</a></div></form>`;
    return { title: done ? words.doneTitle : words.title, description: words.title, language, script: true, body };
  },
  async post(request) {
    const owner = await ownerOfToken(request.params['token']!);
    if (!owner || (request.domainOf !== undefined && request.domainOf !== owner.workspaceId)) return undefined;
    // A mail program sends this for its user, and wants no page (RFC 8058).
    const isOneClick = request.fields['List-Unsubscribe'] === 'One-Click';
    await withdrawAll(owner, request, isOneClick ? 'one_click' : 'unsubscribe_page');
    return isOneClick ? { text: 'Unsubscribed' } : { redirect: `/p/unsubscribe/${request.params['token']!}?done=yes` };
  },
});

type Choices = Record<ConsentPurpose, boolean>;

async function choicesOf(owner: PreferenceOwner): Promise<Choices> {
  const facts = await inWorkspace(owner.workspaceId, null, () => factsOf(owner.channel, [owner.address]));
  const known = facts.get(owner.address)!;
  return Object.fromEntries(
    CONSENT_PURPOSES.map((purpose) => [
      purpose,
      consentOf(known, purpose) === 'granted' ||
        (consentOf(known, purpose) === 'unknown' && known.recorded !== 'denied'),
    ]),
  ) as Choices;
}

definePublicPage<Shown & { choices: Choices }>({
  name: 'preferences',
  path: '/p/preferences/:token',
  cache: { seconds: 30, paths: [MESSAGING.consent] },
  varies: ['done'],
  byLanguage: true,
  async load({ params, query, languages }) {
    const data = await loadOwner(params['token']!, languages, query['done'] === 'yes');
    return data && { workspaceId: data.owner.workspaceId, data: { ...data, choices: await choicesOf(data.owner) } };
  },
  render({ owner, token, language, done, choices }, site) {
    const words = WORDS[language];
    return {
      title: words.preferences,
      description: words.preferences,
      language,
      script: true,
      body: html`<h1>${words.preferences}</h1>
${done && html`<p class="notice" role="status">${words.saved}</p>`}
<p>${words.choose(masked(owner.address), site.name)}</p>
<form method="post" action="/p/preferences/${token}" data-once>
${CONSENT_PURPOSES.map((purpose) => html`<div class="choice"><input type="checkbox" id="${purpose}" name="${purpose}" value="yes"${choices[purpose] && html` checked`}><label for="${purpose}">${words.purposes[purpose][0]}<small>${words.purposes[purpose][1]}</small></label></div>`)}
<div class="row"><button>${words.save}</button></div>
</form>
<form method="post" action="/p/unsubscribe/${token}" data-once><p></p><div class="row"><button class="quiet">${words.unsubscribeAll}</button></div></form>`,
    };
  },
  async post(request) {
    const owner = await ownerOfToken(request.params['token']!);
    if (!owner || (request.domainOf !== undefined && request.domainOf !== owner.workspaceId)) return undefined;
    const before = await choicesOf(owner);
    const words = WORDS[languageOf(request.languages)];
    await inWorkspace(owner.workspaceId, null, () =>
      transaction(async () => {
        for (const purpose of CONSENT_PURPOSES) {
          const wanted = request.fields[purpose] === 'yes';
          if (wanted === before[purpose]) continue;
          await recordConsent({
            channel: owner.channel,
            purpose,
            address: owner.address,
            state: wanted ? 'granted' : 'withdrawn',
            wording: words.purposes[purpose].join(': '),
            source: 'preference_page',
            proof: proofOf(request),
          });
        }
      }),
    );
    return { redirect: `/p/preferences/${request.params['token']!}?done=yes` };
  },
});
