/** Which column fills which field, guessed by what it is called and by what it holds. */
import { fold } from '../../../../kernel/text.ts';
import { type ImportKind, type ImportTarget, IMPORT_TARGETS, isRepeated } from '../../contract/import-targets.ts';
import type { ColumnMapping, ImportColumn } from '../../contract/imports.ts';
import { companyDefinition } from '../../kinds/company.ts';
import { columnNames } from './defined-cells.ts';
import type { EnteredFieldKind } from '../../../../records/contract/views.ts';
import { parseEmail } from '../../../../records/engine/email.ts';
import { isHollow, parseBoolean, parseDay, parseNumber, splitList } from '../../../../records/engine/cell-values.ts';

type Names = Partial<Record<ImportTarget, readonly string[]>>;

/** Names of columns, folded, words separated by one blank. */
const NAMES: Names = {
  firstName: [
    'first name',
    'firstname',
    'first',
    'given name',
    'givenname',
    'forename',
    'vorname',
    'prenom',
    'nombre',
    'contact first name',
  ],
  lastName: [
    'last name',
    'lastname',
    'last',
    'surname',
    'family name',
    'familyname',
    'nachname',
    'nom',
    'nom de famille',
    'apellido',
    'apellidos',
    'contact last name',
  ],
  fullName: [
    'name',
    'full name',
    'fullname',
    'contact name',
    'contact',
    'display name',
    'person',
    'person name',
    'nom complet',
    'nombre completo',
    'vollstandiger name',
  ],
  title: [
    'title',
    'job title',
    'jobtitle',
    'position',
    'role',
    'job',
    'job role',
    'function',
    'funktion',
    'berufsbezeichnung',
    'poste',
    'cargo',
    'organization title',
    'organization 1 title',
  ],
  company: [
    'company',
    'company name',
    'companyname',
    'organization',
    'organisation',
    'organization name',
    'organisation name',
    'organization 1 name',
    'account',
    'account name',
    'employer',
    'business',
    'business name',
    'firma',
    'unternehmen',
    'entreprise',
    'societe',
    'empresa',
    'associated company',
  ],
  email: [
    'email',
    'e mail',
    'email address',
    'e mail address',
    'mail',
    'emails',
    'primary email',
    'email 1',
    'email1',
    'e mail 1 value',
    'correo',
    'correo electronico',
    'courriel',
    'adresse email',
    'email adresse',
    'e mail adresse',
  ],
  'email:work': ['work email', 'email work', 'business email', 'company email', 'email business', 'office email'],
  'email:home': ['home email', 'email home', 'personal email', 'private email', 'email personal', 'email private'],
  'email:other': [
    'other email',
    'email other',
    'secondary email',
    'email 2',
    'email2',
    'alternate email',
    'second email',
    'additional email',
    'e mail 2 value',
    'additional email addresses',
  ],
  phone: [
    'phone',
    'phone number',
    'phonenumber',
    'telephone',
    'tel',
    'primary phone',
    'phone 1',
    'phone1',
    'phone 1 value',
    'telefon',
    'telefonnummer',
    'telefono',
    'contact number',
    'contact phone',
    'number',
    'direct phone',
    'direct dial',
    'phones',
    'telephone number',
  ],
  'phone:work': [
    'work phone',
    'phone work',
    'business phone',
    'office phone',
    'company phone',
    'work phone number',
    'phone business',
    'telefon geschaftlich',
    'telefon arbeit',
    'telefon buro',
    'telephone professionnel',
    'telefono trabajo',
  ],
  'phone:home': [
    'home phone',
    'phone home',
    'private phone',
    'personal phone',
    'home phone number',
    'telefon privat',
    'telephone personnel',
    'telefono particular',
  ],
  'phone:mobile': [
    'mobile',
    'mobile phone',
    'cell',
    'cell phone',
    'cellphone',
    'mobile number',
    'mobile phone number',
    'phone mobile',
    'handy',
    'handynummer',
    'mobil',
    'mobiltelefon',
    'mobilnummer',
    'telefon mobil',
    'movil',
    'telefono movil',
    'portable',
    'telephone portable',
    'cellulare',
  ],
  'phone:other': [
    'other phone',
    'phone other',
    'secondary phone',
    'phone 2',
    'phone2',
    'alternate phone',
    'phone 2 value',
  ],
  tags: [
    'tags',
    'tag',
    'labels',
    'label',
    'groups',
    'group',
    'group membership',
    'categories',
    'category',
    'segments',
    'schlagworte',
    'schlagworter',
    'segmente',
    'kategorien',
    'etiquetas',
    'lists',
    'list',
  ],
  source: [
    'source',
    'lead source',
    'origin',
    'channel',
    'original source',
    'utm source',
    'quelle',
    'fuente',
    'referral source',
    'how did you hear about us',
  ],
  about: ['about', 'background', 'bio', 'biography', 'description', 'summary', 'profile'],
  note: ['note', 'notes', 'comment', 'comments', 'remarks', 'notizen', 'bemerkung', 'bemerkungen', 'notas'],
  owner: [
    'owner',
    'contact owner',
    'assigned to',
    'assignee',
    'sales rep',
    'salesperson',
    'account owner',
    'account manager',
    'sales',
    'responsible',
    'record owner',
  ],
  street: [
    'street',
    'street address',
    'address',
    'address line 1',
    'address 1',
    'address1',
    'mailing street',
    'strasse',
    'adresse',
    'rue',
    'direccion',
    'address 1 street',
  ],
  city: ['city', 'town', 'mailing city', 'stadt', 'ort', 'ville', 'ciudad', 'address 1 city', 'locality'],
  region: [
    'state',
    'region',
    'province',
    'state region',
    'state province',
    'mailing state',
    'county',
    'bundesland',
    'address 1 region',
    'estado',
    'provincia',
  ],
  postalCode: [
    'postal code',
    'postalcode',
    'zip',
    'zip code',
    'zipcode',
    'postcode',
    'plz',
    'postleitzahl',
    'code postal',
    'codigo postal',
    'mailing zip',
    'mailing zip postal code',
    'address 1 postal code',
  ],
  country: ['country', 'country region', 'mailing country', 'land', 'pays', 'pais', 'address 1 country'],
  website: [
    'website',
    'web site',
    'url',
    'web',
    'homepage',
    'site',
    'web page',
    'website url',
    'company website',
    'website 1 value',
    'webseite',
  ],
  linkedin: [
    'linkedin',
    'linkedin url',
    'linkedin profile',
    'person linkedin url',
    'linkedin profile url',
    'linkedin bio',
  ],
  x: ['x', 'twitter', 'twitter url', 'twitter handle', 'x url', 'twitter username'],
  facebook: ['facebook', 'facebook url', 'facebook profile'],
  instagram: ['instagram', 'instagram url', 'instagram handle'],
  youtube: ['youtube', 'youtube url', 'youtube channel'],
  github: ['github', 'github url', 'github profile'],
  private: ['private', 'is private', 'privat', 'vertraulich', 'confidential', 'prive', 'privado'],
};

/**
 * Column names that have another meaning for a kind, or that only one kind has. They take precedence over the common
 * ones.
 */
const OWN_NAMES: Record<ImportKind, Names> = {
  contact: {},
  company: { ...columnNames(companyDefinition, NAMES), owner: ['company owner', 'account owner'] },
  lead: {
    email: [...NAMES['email:work']!, ...NAMES['email:home']!],
    phone: [...NAMES['phone:mobile']!, ...NAMES['phone:work']!],
    fullName: ['lead', 'lead name'],
    status: ['status', 'lead status', 'stage'],
    statusReason: ['status reason', 'unqualified reason', 'reason', 'disqualification reason'],
    owner: ['lead owner'],
  },
  opportunity: {
    name: [
      'name',
      'opportunity',
      'opportunity name',
      'deal',
      'deal name',
      'dealname',
      'title',
      'deal title',
      'potential name',
      'subject',
      'verkaufschance',
      'nom',
      'nombre',
    ],
    amount: [
      'amount',
      'value',
      'deal value',
      'deal amount',
      'price',
      'total',
      'revenue',
      'expected revenue',
      'betrag',
      'wert',
      'montant',
      'importe',
      'valor',
      'worth',
      'opportunity amount',
      'size',
      'deal size',
    ],
    currency: [
      'currency',
      'currency code',
      'amount currency',
      'deal currency',
      'wahrung',
      'devise',
      'moneda',
      'currency iso code',
      'opportunity currency',
    ],
    pipeline: ['pipeline', 'pipeline name', 'deal pipeline', 'funnel', 'sales pipeline'],
    stage: ['stage', 'deal stage', 'stage name', 'sales stage', 'pipeline stage', 'status', 'phase', 'etape', 'etapa'],
    probability: [
      'probability',
      'deal probability',
      'probability %',
      'win probability',
      'chance',
      'confidence',
      'wahrscheinlichkeit',
      'likelihood',
    ],
    forecast: ['forecast', 'forecast category', 'forecast type'],
    expectedClose: [
      'expected close',
      'expected close date',
      'expected closing',
      'expected closing date',
      'expected to close',
      'close date',
      'closing date',
      'expected close day',
      'estimated close date',
      'due date',
      'abschlussdatum',
      'date de cloture',
    ],
    closedOn: [
      'closed',
      'closed on',
      'closed at',
      'closed date',
      'actual close date',
      'won time',
      'won date',
      'closed time',
      'won or lost on',
      'deal closed date',
    ],
    closeReason: [
      'reason',
      'lost reason',
      'closed lost reason',
      'won reason',
      'close reason',
      'loss reason',
      'closed won reason',
      'reason won or lost',
    ],
    company: ['customer', 'client', 'kunde', 'organization', 'deal organization', 'associated company primary'],
    contactEmail: [
      'email',
      'e mail',
      'contact email',
      'email address',
      'primary contact email',
      'person email',
      'e mail address',
    ],
    contactName: [
      'contact',
      'contact name',
      'contact person',
      'person',
      'primary contact',
      'contact person name',
      'associated contact',
      'buyer',
      'ansprechpartner',
    ],
    owner: ['deal owner', 'opportunity owner', 'seller'],
    nextStep: ['next step', 'next steps', 'next activity', 'nachster schritt'],
    description: ['description', 'details', 'about', 'beschreibung', 'summary'],
  },
};

/** Names of columns by kind; a name that the kind has no field for means none. */
const BY_NAME = new Map(
  Object.entries(OWN_NAMES).map(([kind, own]) => {
    const known = new Set<string>(IMPORT_TARGETS[kind as ImportKind]);
    const byName = new Map<string, ImportTarget>();
    for (const names of [NAMES, own]) {
      for (const [target, list] of Object.entries(names))
        if (known.has(target)) for (const name of list) byName.set(name, target as ImportTarget);
    }
    return [kind, byName] as const;
  }),
);
const IDENTIFIERS = /^(?:id|uuid|guid|key|record id|contact id|external id|.* id)$/;

function words(header: string): string {
  // "FirstName" and "first_name" say the same.
  return fold(header.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[^\p{L}\p{N}]+/gu, ' '));
}

/** Prefixes that some programs put before a record's fields: "Person - Email - Work", "Deal - Value". */
const OF_RECORD: Record<ImportKind, RegExp> = {
  contact: /^(?:person|contact) /,
  company: /^(?:organi[sz]ation|company|account) /,
  lead: /^person /,
  opportunity: /^(?:deal|opportunity) /,
};

/** The field that a column's name means; undefined when it means none that we know. */
export function headerTarget(kind: ImportKind, header: string): ImportTarget | undefined {
  const name = words(header);
  const byName = BY_NAME.get(kind)!;
  return (
    byName.get(name) ??
    byName.get(name.replaceAll(' ', '')) ??
    byName.get(name.replace(/ \d+$/, '')) ??
    byName.get(name.replace(OF_RECORD[kind], ''))
  );
}

const PHONE_LIKE = /^\+?[\d\s()./-]{7,}(?:\s*(?:x|ext\.?)\s*\d+)?$/i;
const MAX = 0.8;

interface Sniffed {
  target: ImportTarget | null;
  kind: EnteredFieldKind;
}

/** The content type of a column, if at least four in five values agree. */
export function sniffContent(values: readonly string[]): Sniffed {
  const share = (test: (value: string) => boolean) =>
    values.length === 0 ? 0 : values.filter(test).length / values.length;
  if (values.length === 0) return { target: null, kind: 'text' };
  if (share((value) => parseEmail(value) !== undefined) >= MAX) return { target: 'email', kind: 'email' };
  if (share((value) => parseDay(value, 'dmy') !== undefined) >= MAX) return { target: null, kind: 'day' };
  if (share((value) => /linkedin\.com\//i.test(value)) >= MAX) return { target: 'linkedin', kind: 'url' };
  if (share((value) => /^https?:\/\//i.test(value)) >= MAX) return { target: 'website', kind: 'url' };
  if (share((value) => PHONE_LIKE.test(value) && /[+()\s./-]/.test(value.trim())) >= MAX)
    return { target: 'phone', kind: 'phone' };
  if (share((value) => parseBoolean(value) !== undefined) >= 1) return { target: null, kind: 'boolean' };
  if (share((value) => parseNumber(value) !== undefined) >= 1) return { target: null, kind: 'number' };
  return { target: null, kind: textKind(values) };
}

const FEW_CHOICES = 20;

/** Words that come again and again are choices, several in a cell where something parts them. */
function textKind(values: readonly string[]): EnteredFieldKind {
  if (values.some((value) => value.length > 200 || value.includes('\n'))) return 'long_text';
  const isRepeated = (words: readonly string[]) => {
    const distinct = new Set(words);
    return (
      distinct.size <= FEW_CHOICES && distinct.size * 3 <= words.length && words.every((word) => word.length <= 60)
    );
  };
  if (values.some((value) => /[;|]/.test(value)) && isRepeated(values.flatMap(splitList))) return 'multi';
  return isRepeated(values) ? 'select' : 'text';
}

/** Column name → a label for people: `nb_tasks` → "Nb tasks". */
function labelOf(header: string): string {
  const text = header
    .replace(/[_]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase()
    .slice(0, 80);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const SHOWN_SAMPLES = 5;

/** The field of the kind that content like this fills. */
function sniffedTarget(kind: ImportKind, target: ImportTarget | null): ImportTarget | null {
  const own = kind === 'opportunity' && target === 'email' ? 'contactEmail' : target;
  return own !== null && (IMPORT_TARGETS[kind] as readonly string[]).includes(own) ? own : null;
}

/** A target that several columns can fill, such as notes, does not take a column named like a custom field. */
function isOwn(kind: ImportKind, name: string, named: string | undefined, taken: ReadonlySet<string>): boolean {
  return named !== undefined && isRepeated(kind, named) && (taken.has(named) || !COMMON.has(words(name)));
}

const COMMON: ReadonlySet<string> = new Set(['tags', 'email', 'e mail', 'phone']);

/**
 * Describes the columns of a file by its first rows, the header among them when there is one.
 * @param own the fields that the workspace added to the kind: a column that is called as one of them fills it
 */
export function describeColumns(
  kind: ImportKind,
  rows: readonly string[][],
  hasHeader: boolean,
  own: readonly { key: string; label: string }[] = [],
): ImportColumn[] {
  const ownByName = new Map(own.map(({ key, label }) => [words(label), `custom:${key}`]));
  const data = hasHeader ? rows.slice(1) : rows;
  const width = Math.max(0, ...rows.map((row) => row.length));
  const taken = new Set<string>();
  const hasParts =
    hasHeader && ['firstName', 'lastName'].some((part) => rows[0]?.some((cell) => headerTarget(kind, cell) === part));
  return Array.from({ length: width }, (_, index) => {
    const values = data.map((row) => row[index]?.trim() ?? '').filter((value) => !isHollow(value));
    const name = (hasHeader && rows[0]?.[index]?.trim()) || `Column ${index + 1}`;
    const named = hasHeader ? headerTarget(kind, name) : undefined;
    const sniffed = sniffContent(values);
    const ownNamed = hasHeader ? ownByName.get(words(name)) : undefined;
    // "Name" beside "First name" would fill the same fields twice; a second "Company" too.
    const isFree = (one: string) => (!taken.has(one) || isRepeated(kind, one)) && !(one === 'fullName' && hasParts);
    const byName = (isOwn(kind, name, named, taken) ? [ownNamed, named] : [named, ownNamed]).find(
      (one) => one !== undefined && isFree(one),
    );
    const byContent = named ?? ownNamed ?? (IDENTIFIERS.test(words(name)) ? null : sniffedTarget(kind, sniffed.target));
    const target: string | null = byName ?? (byContent !== null && isFree(byContent) ? byContent : null);
    if (target !== null) taken.add(target);
    return {
      index,
      name,
      samples: [...new Set(values)].slice(0, SHOWN_SAMPLES).map((value) => value.slice(0, 200)),
      filled: data.length === 0 ? 0 : values.length / data.length,
      guess: {
        target,
        kind: sniffed.kind,
        by: target === null ? 'none' : byName ? 'header' : 'content',
        label: labelOf(name),
      },
    };
  });
}

/** The mapping to begin with. */
export function guessedMapping(columns: readonly ImportColumn[]): ColumnMapping[] {
  return columns.map((column) => ({ index: column.index, target: column.guess.target }));
}
