/**
 * Sites of our own making with known truth: ten sites that show addresses and numbers in ten ways, among text that looks
 * like them and is none. The same seed makes the same sites.
 */

export interface SamplePage {
  path: string;
  html: string;
  emails: string[];
  /** E.164. */
  phones: string[];
}
export interface SampleSite {
  host: string;
  pages: SamplePage[];
}

const FIRST = [
  'Ann',
  'Bo',
  'Carla',
  'Dmitri',
  'Elena',
  'Farid',
  'Greta',
  'Hugo',
  'Ines',
  'José',
  'Kira',
  'Liam',
  'Mona',
  'Nils',
  'Oda',
];
const LAST = [
  'Lee',
  'Lind',
  'Moss',
  'Quarry',
  'Ortiz',
  'Petrov',
  'Raman',
  'Sato',
  'Tran',
  'Urban',
  'Vogel',
  'Whitaker',
  'Young',
];
const TITLES = [
  'Owner',
  'Sales Director',
  'Office Manager',
  'Engineer',
  'Partner',
  'Marketing Manager',
  'Account Executive',
  'Dentist',
];
const WORDS =
  'We serve families and small firms across the region with care and clear prices since our first day in town'.split(
    ' ',
  );

/** A small generator of numbers (mulberry32): 0 to 1. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Maker {
  host: string;
  pick: <T>(list: readonly T[]) => T;
  digits: (count: number) => string;
  prose: () => string;
}

type Made = { html: string; emails?: string[]; phones?: string[] };
type Style = (maker: Maker, n: number) => Made;

const person = ({ host, pick }: Maker, n: number) => {
  const [first, last] = [pick(FIRST), pick(LAST)];
  return {
    name: `${first} ${last}`,
    title: pick(TITLES),
    email: `${first}.${last}${n}@${host}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
  };
};
const phoneOf = ({ pick, digits }: Maker) => {
  const [area, rest] = [pick(['415', '503', '206', '312', '617']), digits(4)];
  return { area, rest, e164: `+1${area}555${rest}` };
};

/** How a page may show whom to contact. */
const STYLES: readonly Style[] = [
  (m, n) => {
    const p = phoneOf(m);
    const email = `info${n}@${m.host}`;
    return {
      html: `<p>Write to <a href="mailto:${email}?subject=Hello">${email}</a> or call <a href="tel:${p.e164}">(${p.area}) 555-${p.rest}</a>.</p>`,
      emails: [email],
      phones: [p.e164],
    };
  },
  (m, n) => {
    const people = [person(m, n), person(m, n + 5_000)];
    return {
      html: `<h1>Our team</h1><div class="grid">${people.map((one) => `<div class="card"><h3>${one.name}</h3><p>${one.title}</p><a href="mailto:${one.email}">Email</a></div>`).join('')}</div>`,
      emails: people.map(({ email }) => email),
    };
  },
  (m, n) => {
    const p = phoneOf(m);
    const email = `office${n}@${m.host}`;
    return {
      html: `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': [{ '@type': 'LocalBusiness', name: m.host, email, telephone: `${p.area}-555-${p.rest}` }] })}</script>`,
      emails: [email],
      phones: [p.e164],
    };
  },
  (m, n) => {
    const one = person(m, n);
    return {
      html: `<div itemscope itemtype="https://schema.org/Person"><span itemprop="name">${one.name}</span> <span itemprop="jobTitle">${one.title}</span> <a itemprop="email" href="mailto:${one.email}">write</a></div>`,
      emails: [one.email],
    };
  },
  (m, n) => {
    const one = person(m, n);
    const p = phoneOf(m);
    return {
      html: `<div class="vcard"><span class="fn">${one.name}</span><span class="title">${one.title}</span><a class="email" href="mailto:${one.email}">mail</a><span class="tel">${p.area}.555.${p.rest}</span></div>`,
      emails: [one.email],
      phones: [p.e164],
    };
  },
  (m, n) => {
    const local = `hello${n}`;
    return {
      html: `<p>Reach us at ${local} [at] ${m.host.replaceAll('.', ' [dot] ')} any day.</p>`,
      emails: [`${local}@${m.host}`],
    };
  },
  (m, n) => {
    const email = `contact${n}@${m.host}`;
    const key = 0x2a;
    const code = [key, ...new TextEncoder().encode(email).map((octet) => octet ^ key)]
      .map((octet) => octet.toString(16).padStart(2, '0'))
      .join('');
    return {
      html: `<a class="__cf_email__" href="/cdn-cgi/l/email-protection" data-cfemail="${code}">[email&#160;protected]</a>`,
      emails: [email],
    };
  },
  (m, n) => {
    const p = phoneOf(m);
    const email = `desk${n}@${m.host}`;
    return {
      html: `<address>${m.host}<br>12 Main Street<br>Portland, OR 97201<br>Phone: +1 ${p.area} 555 ${p.rest}<br>Fax: +1 ${p.area} 555 0000<br>${email.replace('@', '&#64;')}</address>`,
      emails: [email],
      phones: [p.e164],
    };
  },
  (m, n) => ({
    html: `<p>Careers: jobs${n} (at) ${m.host} (dot)`.replace(' (dot)', '') + '</p>',
    emails: [`jobs${n}@${m.host}`],
  }),
  (m) => {
    const p = phoneOf(m);
    return { html: `<footer>Call ${p.area}-555-${p.rest} · Open 9-5</footer>`, phones: [p.e164] };
  },
];

/** Text that looks like contact details and is none. */
const DECOYS: readonly ((maker: Maker) => string)[] = [
  () => '<img src="/img/logo@2x.png" alt="logo@2x.png"><p>icon@3x.svg</p>',
  ({ digits }) => `<p>Order 2024-11-${digits(2)} 1234 5678 9012 3456, ISBN 978-3-16-148410-0</p>`,
  ({ digits }) => `<p>IBAN DE89 3704 0044 0532 0130 ${digits(2)}, VAT ID 4155550${digits(3)}</p>`,
  () => '<form><input placeholder="you@example.com"><p>name@yourdomain.com</p></form>',
  () => '<p>Follow @acme at noon. Meet us at town dot square.</p>',
  ({ digits }) =>
    `<p>From 1998-2024 we drew 1.${digits(3)}.${digits(3)} visitors, 10.${digits(3)} of them in 2023.</p>`,
  () => '<p style="display:none">trap@hidden.test +1 415 555 9999</p>',
  () => '<script>var a = "code@inline.test"; track("4155558888")</script>',
];

/** Ten sites of so many pages each. */
export function sampleSites(pagesPerSite = 200, seed = 7): SampleSite[] {
  const next = numbersFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(next() * 10)).join('');
  const prose = () => Array.from({ length: 40 }, () => pick(WORDS)).join(' ');
  return Array.from({ length: 10 }, (_, s) => {
    const maker: Maker = { host: `site${s}.sample-firm.test`, pick, digits, prose };
    return {
      host: maker.host,
      pages: Array.from({ length: pagesPerSite }, (__, n) => samplePage(maker, s, n, pagesPerSite)),
    };
  });
}

function samplePage(maker: Maker, site: number, n: number, of: number): SamplePage {
  const made = STYLES[(site + n) % STYLES.length]!(maker, n);
  const links = [1, 2, 7].map((step) => `<a href="/page/${(n + step) % of}">More</a>`).join(' ');
  const html = `<!doctype html><html><head><title>Page ${n} of ${maker.host}</title></head><body><nav><a href="/">Home</a> ${links}</nav><main><p>${maker.prose()}</p>${made.html}${maker.pick(DECOYS)(maker)}<p>${maker.prose()}</p></main></body></html>`;
  return { path: n === 0 ? '/' : `/page/${n}`, html, emails: made.emails ?? [], phones: made.phones ?? [] };
}
