/**
 * The kinds of records. What one of them can do (lists with filters and views, notes, files, bulk, custom fields) the
 * others can too; this table holds what differs in words and addresses. Free of schemas, so that any page may import
 * it.
 */
export const RECORD_KINDS = ['contact', 'company', 'lead', 'opportunity', 'activity', 'business_license'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Kinds of records that can be private as a whole. */
export type PrivateKind = Extract<RecordKind, 'lead' | 'opportunity'>;

/** Whether records of a kind can be private as a whole. */
export function canBePrivate(kind: RecordKind): kind is PrivateKind {
  return kind === 'lead' || kind === 'opportunity';
}

export interface KindWords {
  /** In the middle of a sentence: `contact`, `contacts`. */
  one: string;
  many: string;
  /** As a heading and as the tag of its calls: `Contacts`. */
  title: string;
  /** Address of its calls. */
  path: `/api/${string}`;
  /** Address of its page. */
  page: string;
  /** Scope of API keys, before `:read` and `:write`. */
  scope: string;
}

export const KINDS = {
  contact: {
    one: 'contact',
    many: 'contacts',
    title: 'Contacts',
    path: '/api/contacts',
    page: '/contacts',
    scope: 'contacts',
  },
  company: {
    one: 'company',
    many: 'companies',
    title: 'Companies',
    path: '/api/companies',
    page: '/companies',
    scope: 'contacts',
  },
  lead: { one: 'lead', many: 'leads', title: 'Leads', path: '/api/leads', page: '/leads', scope: 'leads' },
  opportunity: {
    one: 'opportunity',
    many: 'opportunities',
    title: 'Opportunities',
    path: '/api/opportunities',
    page: '/opportunities',
    scope: 'opportunities',
  },
  activity: {
    one: 'activity',
    many: 'activities',
    title: 'Activities',
    path: '/api/activities',
    page: '/activities',
    scope: 'activities',
  },
  business_license: {
    one: 'business licence',
    many: 'business licences',
    title: 'Business licences',
    path: '/api/business-licenses',
    page: '/business-license-management',
    scope: 'contacts',
  },
} as const satisfies Record<RecordKind, KindWords>;

/** How many rows a list reads at a time. */
export const LIST_PAGE = 100;

/** `1 lead`, `2,000 leads`. */
export function countOf(kind: RecordKind, count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? KINDS[kind].one : KINDS[kind].many}`;
}
