/** Written by `npm run db:schema` from the migrated database. Don't edit it by hand. */
import type { Bigint, Default, Generated, Instant, Json, Numeric } from './columns.ts';

interface Absences {
  id: string;
  workspace_id: string;
  user_id: string;
  first_day: string;
  last_day: string;
  note: Default<string>;
  created_at: Default<Instant>;
}

interface Activities {
  id: string;
  workspace_id: string;
  version: Default<number>;
  type: 'task' | 'call' | 'meeting' | 'mail' | 'note';
  subject: string;
  body: Default<string>;
  due_at: Instant | null;
  done_at: Instant | null;
  contact_id: string | null;
  opportunity_id: string | null;
  owner_id: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  created_by: string | null;
  updated_by: string | null;
  deleted_at: Instant | null;
  tags: Default<string[]>;
  custom: Default<Json>;
  search_text: Default<string>;
  import_id: string | null;
  import_version: number | null;
  day: string | null;
  zone: Default<string>;
  duration_minutes: number | null;
  priority: Default<'low' | 'normal' | 'high'>;
  cancelled_at: Instant | null;
  outcome: Default<string>;
  place: Default<string>;
  link: Default<string>;
  company_id: string | null;
  lead_id: string | null;
  reminders: Default<number[]>;
  series_id: string | null;
  occurs: string | null;
  invited_sequence: number | null;
  invited_uid: string | null;
}

interface ActivityAttendees {
  id: string;
  workspace_id: string;
  activity_id: string;
  position: Default<number>;
  contact_id: string | null;
  user_id: string | null;
  name: Default<string>;
  email: Default<string>;
  answer: Default<'none' | 'accepted' | 'tentative' | 'declined'>;
  answered_at: Instant | null;
  invited_at: Instant | null;
}

interface ActivityReminders {
  id: string;
  workspace_id: string;
  activity_id: string;
  user_id: string;
  fire_at: Instant;
  told_at: Instant | null;
}

interface ActivitySeries {
  id: string;
  workspace_id: string;
  rule: string;
  starts: string;
  zone: string;
  template: Json;
  through: string;
  created_at: Default<Instant>;
  created_by: string | null;
  deleted_at: Instant | null;
}

interface AgentRuns {
  id: string;
  workspace_id: string;
  team_id: string | null;
  team_name: string;
  agents: Json;
  limits: Json;
  brief: Default<string>;
  record_type: string | null;
  record_id: string | null;
  record_name: Default<string>;
  state: 'queued' | 'running' | 'waiting' | 'paused' | 'done' | 'failed' | 'stopped';
  agent_id: string | null;
  steps: Default<number>;
  tokens: Default<number>;
  credits: Default<Numeric>;
  cost: Default<Numeric>;
  worked_ms: Default<Bigint>;
  error: Default<string>;
  replay_of: string | null;
  job_id: string | null;
  started_by: string | null;
  started_name: Default<string>;
  created_at: Default<Instant>;
  ended_at: Instant | null;
}

interface AgentSteps {
  id: string;
  workspace_id: string;
  run_id: string;
  position: number;
  agent_id: string;
  kind: 'work' | 'act';
  title: string;
  state: 'running' | 'waiting' | 'ready' | 'done' | 'rejected' | 'failed' | 'skipped';
  attempts: Default<number>;
  input: Json;
  output: Json | null;
  error: Default<string>;
  assistant_run_id: string | null;
  approval_id: string | null;
  is_counted: Default<boolean>;
  tokens: Default<number>;
  credits: Default<Numeric>;
  cost: Numeric | null;
  ms: Default<number>;
  record_type: string | null;
  record_id: string | null;
  record_name: Default<string>;
  created_at: Default<Instant>;
  ended_at: Instant | null;
}

interface AgentTeams {
  id: string;
  workspace_id: string;
  name: string;
  description: Default<string>;
  starter: string | null;
  agents: Json;
  limits: Json;
  version: Default<number>;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
}

interface ApiKeys {
  id: string;
  user_id: string;
  workspace_id: string;
  name: string;
  prefix: string;
  key_hash: string;
  scopes: string[];
  created_at: Instant;
  expires_at: Instant | null;
  last_used_at: Instant | null;
}

interface ApprovalRules {
  id: string;
  workspace_id: string;
  version: Default<number>;
  name: string;
  kind: string;
  filter: Json;
  daily_limit: number | null;
  active: Default<boolean>;
  approved: Default<Bigint>;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
}

interface Approvals {
  id: string;
  workspace_id: string;
  version: Default<number>;
  kind: string;
  tab: 'incoming' | 'outgoing';
  title: string;
  why: Default<string>;
  content: Json;
  original: Json | null;
  state: Default<'pending' | 'approved' | 'running' | 'done' | 'failed' | 'uncertain' | 'rejected' | 'expired' | 'undone'>;
  origin: Json | null;
  subject_type: string | null;
  subject_id: string | null;
  dedupe_key: string | null;
  requested_by: string | null;
  requested_at: Default<Instant>;
  expires_at: Instant | null;
  snoozed_until: Instant | null;
  decided_by: string | null;
  decided_at: Instant | null;
  rule_id: string | null;
  reason: Default<string>;
  attempts: Default<number>;
  error: string | null;
  result: Json | null;
  undo_until: Instant | null;
  cause: Json | null;
  search_text: Default<string>;
}

interface AssistantConversations {
  id: string;
  workspace_id: string;
  user_id: string;
  title: string;
  created_at: Default<Instant>;
  last_message_at: Default<Instant>;
}

interface AssistantMessages {
  id: string;
  workspace_id: string;
  conversation_id: string;
  side: 'person' | 'assistant' | 'note';
  state: Default<'done' | 'stopped' | 'failed'>;
  text: string;
  error: Default<string>;
  place: string | null;
  sources: Default<Json>;
  records: Default<Json>;
  run_id: string | null;
  created_at: Default<Instant>;
}

interface AssistantProposals {
  id: string;
  workspace_id: string;
  user_id: string;
  conversation_id: string;
  message_id: string;
  tool: string;
  title: string;
  lines: Json;
  call: Json;
  state: Default<'waiting' | 'done' | 'declined' | 'undone' | 'failed'>;
  error: Default<string>;
  subject: Json | null;
  undo: Json | null;
  created_at: Default<Instant>;
  decided_at: Instant | null;
}

interface AssistantRuns {
  id: string;
  workspace_id: string;
  user_id: string | null;
  purpose: string;
  state: 'running' | 'done' | 'failed' | 'stopped' | 'refused' | 'budget';
  instructions: string;
  budget: Json;
  tokens: Default<number>;
  credits: Numeric | null;
  error: Default<string>;
  created_at: Default<Instant>;
  ended_at: Instant | null;
}

interface AssistantSteps {
  run_id: string;
  position: number;
  workspace_id: string;
  kind: 'model' | 'tool' | 'repair';
  name: string;
  input: Json;
  output: Json | null;
  error: Default<string>;
  tokens: Default<number>;
  ms: Default<number>;
}

interface AuditLog {
  id: Generated<Bigint>;
  workspace_id: string | null;
  at: Default<Instant>;
  action: string;
  actor_id: string | null;
  actor_kind: string;
  subject_type: string | null;
  subject_id: string | null;
  details: Default<Json>;
  request_id: string | null;
}

interface BankAccounts {
  id: string;
  workspace_id: string;
  connection_id: string;
  account_id: string;
  external_id: string;
  name: string;
  official_name: Default<string>;
  mask: Default<string>;
  type: 'depository' | 'credit' | 'loan' | 'investment' | 'other';
  subtype: Default<string>;
  currency: string;
  current: Numeric | null;
  available: Numeric | null;
  credit_limit: Numeric | null;
  liability: Json | null;
  told_at: Default<Instant>;
  is_older: Default<boolean>;
  linked_at: Default<Instant>;
}

interface BankConnections {
  id: string;
  workspace_id: string;
  ledger_id: string;
  version: Default<number>;
  provider: 'sandbox' | 'plaid';
  external_id: string;
  institution_name: string;
  sealed_token: string;
  cursor: string | null;
  state: Default<'active' | 'login_required' | 'failed' | 'removed'>;
  problem: Default<string>;
  last_synced_at: Instant | null;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  told_stopped_at: Instant | null;
}

interface BankHeldChanges {
  id: string;
  workspace_id: string;
  ledger_id: string;
  account_id: string;
  external_id: string;
  kind: 'add' | 'change' | 'remove';
  day: string;
  line: Json | null;
  transaction_id: string | null;
  is_older: Default<boolean>;
  in_opening: Default<boolean>;
  left_out_at: Instant | null;
  told_at: Default<Instant>;
}

interface BankHoldings {
  workspace_id: string;
  connection_id: string;
  account_id: string;
  security_id: string;
  quantity: Numeric;
  price: Numeric;
  value: Numeric;
  cost_basis: Numeric | null;
  currency: string;
  told_at: Default<Instant>;
}

interface BankSyncs {
  id: string;
  workspace_id: string;
  kind: 'all' | 'investments';
  state: Default<'running' | 'done' | 'failed'>;
  started_by: string;
  counts: Default<Json>;
  problems: Default<Json>;
  started_at: Default<Instant>;
  finished_at: Instant | null;
}

interface BenchmarkDismissals {
  workspace_id: string;
  suggestion: string;
  dismissed_at: Default<Instant>;
}

interface BenchmarkFigures {
  id: string;
  measurement_id: string;
  group_key: string;
  metric: string;
  clients: number;
  lower: Numeric | null;
  middle: Numeric | null;
  upper: Numeric | null;
  noise: Numeric | null;
  withheld: 'too few clients' | 'one client dominates' | null;
}

interface BenchmarkMeasurements {
  id: string;
  measured_on: string;
  measured_at: Default<Instant>;
  contributing: number;
  opted_out: number;
  all_clients: number;
}

interface BenchmarkOptOuts {
  workspace_id: string;
  opted_out_by: string | null;
  opted_out_at: Default<Instant>;
}

interface BookingCalendarBusy {
  workspace_id: string;
  calendar_id: string;
  user_id: string;
  busy_from: Instant;
  busy_until: Instant;
}

interface BookingCalendarEvents {
  workspace_id: string;
  booking_id: string;
  calendar_id: string;
}

interface BookingCalendars {
  id: string;
  workspace_id: string;
  user_id: string;
  name: string;
  url: string;
  host: string;
  etag: Default<string>;
  events: Default<number>;
  unread: Default<number>;
  problem: Default<string>;
  failures: Default<number>;
  read_at: Instant | null;
  next_at: Default<Instant>;
  created_at: Default<Instant>;
  kind: Default<'ics' | 'caldav'>;
  username: Default<string>;
  secret: Default<string>;
  writes: Default<boolean>;
}

interface BookingHolds {
  id: string;
  workspace_id: string;
  type_id: string;
  host_ids: string[];
  start_at: Instant;
  held_from: Instant;
  held_until: Instant;
  expires_at: Instant;
}

interface BookingHosts {
  workspace_id: string;
  booking_id: string;
  host_id: string;
  type_id: string;
  start_at: Instant;
  blocked_from: Instant;
  blocked_until: Instant;
  is_open: Default<boolean>;
  session: string;
  seat: Default<number>;
  seats: Default<number>;
}

interface BookingHours {
  workspace_id: string;
  user_id: string;
  zone: string;
  weekly: Json;
  overrides: Default<Json>;
}

interface BookingRoutes {
  id: string;
  workspace_id: string;
  slug: string;
  title: string;
  description: Default<string>;
  questions: Json;
  rules: Json;
  fallback: Json;
  is_active: Default<boolean>;
  version: Default<number>;
  created_at: Default<Instant>;
}

interface BookingTypes {
  id: string;
  workspace_id: string;
  slug: string;
  name: string;
  description: Default<string>;
  place: Default<string>;
  duration_minutes: number;
  step_minutes: number;
  buffer_before: Default<number>;
  buffer_after: Default<number>;
  notice_minutes: Default<number>;
  horizon_days: Default<number>;
  daily_limit: number | null;
  weekly_limit: number | null;
  assignment: Default<'even' | 'priority' | 'least_busy' | 'all'>;
  host_ids: string[];
  needs_approval: Default<boolean>;
  is_active: Default<boolean>;
  questions: Default<Json>;
  phone: Default<'off' | 'optional' | 'required'>;
  reminders: Default<number[]>;
  text_reminders: Default<boolean>;
  version: Default<number>;
  created_at: Default<Instant>;
  deleted_at: Instant | null;
  seats: Default<number>;
  price: Numeric | null;
  currency: Default<string>;
  refund_hours: number | null;
}

interface BookingWaits {
  id: string;
  workspace_id: string;
  type_id: string;
  name: string;
  email: string;
  zone: string;
  told_at: Instant | null;
  created_at: Default<Instant>;
}

interface Bookings {
  id: string;
  workspace_id: string;
  type_id: string;
  host_id: string;
  state: 'unpaid' | 'pending' | 'confirmed' | 'canceled' | 'declined' | 'no_show' | 'expired';
  name: string;
  email: string;
  phone: Default<string>;
  answers: Default<Json>;
  zone: string;
  start_at: Instant;
  end_at: Instant;
  sequence: number | null;
  wants_texts: Default<boolean>;
  remind_at: Instant | null;
  reason: Default<string>;
  contact_id: string | null;
  lead_id: string | null;
  activity_id: string | null;
  version: Default<number>;
  created_at: Default<Instant>;
  price: Numeric | null;
  currency: Default<string>;
  pay_until: Instant | null;
  payment_id: string | null;
  paid_at: Instant | null;
  is_test: Default<boolean>;
  refunded: Default<Numeric>;
  refund_due: Default<boolean>;
}

interface BusinessLicenseReminders {
  workspace_id: string;
  license_id: string;
  expires_on: string;
  rung: number;
  told_at: Default<Instant>;
}

interface BusinessLicenseTerms {
  id: string;
  workspace_id: string;
  license_id: string;
  number: string;
  issued_on: string | null;
  expires_on: string | null;
  standing: string;
  note: Default<string>;
  version_after: number;
  renewed_at: Default<Instant>;
  renewed_by: string | null;
}

interface BusinessLicenses {
  id: string;
  workspace_id: string;
  name: string;
  number: Default<string>;
  authority: Default<string>;
  created_at: Default<Instant>;
  version: Default<number>;
  kind: Default<'entity' | 'operating' | 'professional' | 'permit' | 'tax' | 'trademark' | 'certificate' | 'other'>;
  holder: Default<string>;
  jurisdiction: Default<string>;
  standing: Default<'pending' | 'active' | 'suspended' | 'revoked' | 'surrendered'>;
  issued_on: string | null;
  expires_on: string | null;
  renewal_url: Default<string>;
  fee: Numeric | null;
  fee_currency: Default<string>;
  responsible_id: string | null;
  about: Default<string>;
  website: Default<string>;
  tagline: Default<string>;
  brand_color: Default<string>;
  updated_at: Default<Instant>;
  created_by: string | null;
  updated_by: string | null;
  deleted_at: Instant | null;
}

interface CalendarFeeds {
  id: string;
  workspace_id: string;
  user_id: string;
  kind: string;
  token_hash: string;
  created_at: Default<Instant>;
  read_at: Instant | null;
}

interface ChannelCosts {
  id: string;
  workspace_id: string;
  version: Default<number>;
  source: string;
  from_day: string;
  to_day: string;
  amount: Numeric;
  currency: string;
  note: Default<string>;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_by: string | null;
  updated_at: Default<Instant>;
}

interface ClientExports {
  id: string;
  workspace_id: string;
  client_id: string;
  job_id: string;
  requested_by: string | null;
  created_at: Default<Instant>;
  storage_key: string | null;
  size: Bigint | null;
  sha256: string | null;
  record_count: Bigint | null;
  file_count: number | null;
  ready_at: Instant | null;
  expires_at: Instant | null;
}

interface ClientOnboardingSteps {
  workspace_id: string;
  key: string;
  position: number;
  title: string;
  text: Default<string>;
  audience: 'client' | 'agency';
  link: string | null;
  rule: string | null;
  due_on: string;
  state: Default<'open' | 'done' | 'skipped'>;
  done_at: Instant | null;
  done_by: string | null;
}

interface ClientOnboardings {
  workspace_id: string;
  version: Default<number>;
  template_name: string;
  owner_id: string | null;
  next_due: string | null;
  last_move_at: Default<Instant>;
  reminded_at: Instant | null;
  finished_at: Instant | null;
  started_by: string | null;
  started_at: Default<Instant>;
}

interface ClientReports {
  id: string;
  fingerprint: string;
  kind: 'altered' | 'framed' | 'injected' | 'error' | 'policy';
  detail: string;
  page: string;
  browser: string;
  build: string;
  count: Default<Bigint>;
  first_at: Default<Instant>;
  last_at: Default<Instant>;
}

interface CloseReasons {
  id: string;
  workspace_id: string;
  outcome: 'won' | 'lost';
  label: string;
  position: Default<number>;
  archived_at: Instant | null;
}

interface CommentReactions {
  workspace_id: string;
  comment_id: string;
  user_id: string;
  reaction: string;
  created_at: Default<Instant>;
}

interface Companies {
  id: string;
  workspace_id: string;
  version: Default<number>;
  name: string;
  name_key: string;
  website: Default<string>;
  phone: Default<string>;
  industry: Default<string>;
  street: Default<string>;
  city: Default<string>;
  region: Default<string>;
  postal_code: Default<string>;
  country: Default<string>;
  owner_id: string | null;
  about: Default<string>;
  import_id: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  created_by: string | null;
  updated_by: string | null;
  deleted_at: Instant | null;
  tags: Default<string[]>;
  custom: Default<Json>;
  search_text: Default<string>;
  import_version: number | null;
  last_activity_at: Instant | null;
}

interface ConnectionEvents {
  connection_id: string;
  workspace_id: string | null;
  event_id: string;
  type: string;
  received_at: Default<Instant>;
}

interface ConnectionUsage {
  connection_id: string;
  workspace_id: string | null;
  month: string;
  calls: Default<Bigint>;
  failures: Default<Bigint>;
  units: Default<Numeric>;
}

interface Connections {
  id: string;
  workspace_id: string | null;
  version: Default<number>;
  port: string;
  provider: string;
  name: string;
  settings: Json;
  secrets: string;
  hints: Default<Json>;
  state: Default<'working' | 'failing' | 'paused'>;
  position: Default<number>;
  verified_at: Instant | null;
  last_used_at: Instant | null;
  last_error: string | null;
  last_error_at: Instant | null;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
}

interface ConsentEvents {
  id: string;
  workspace_id: string;
  channel: 'email' | 'sms';
  address: string;
  purpose: 'all' | 'service' | 'marketing' | 'newsletter';
  state: 'granted' | 'withdrawn';
  wording: Default<string>;
  source: string;
  proof: Default<Json>;
  contact_id: string | null;
  recorded_by: string | null;
  at: Default<Instant>;
}

interface ContactKeys {
  workspace_id: string;
  key: string;
  contact_id: string;
}

interface Contacts {
  id: string;
  workspace_id: string;
  version: Default<number>;
  first_name: Default<string>;
  last_name: Default<string>;
  title: Default<string>;
  company_id: string | null;
  emails: Default<Json>;
  phones: Default<Json>;
  street: Default<string>;
  city: Default<string>;
  region: Default<string>;
  postal_code: Default<string>;
  country: Default<string>;
  links: Default<Json>;
  source: Default<string>;
  owner_id: string | null;
  business_license_id: string | null;
  tags: Default<string[]>;
  consent: Default<Json>;
  custom: Default<Json>;
  about: Default<string>;
  import_id: string | null;
  import_version: number | null;
  last_activity_at: Instant | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  created_by: string | null;
  updated_by: string | null;
  deleted_at: Instant | null;
  name_key: string;
  last_name_key: string;
  company_key: string;
  email_key: string;
  search_text: string;
}

interface Councils {
  id: string;
  workspace_id: string;
  question: string;
  with_benchmarks: boolean;
  answers: Json;
  conclusion: Json | null;
  state: 'answering' | 'ranking' | 'concluding' | 'done' | 'failed' | 'stopped';
  error: Default<string>;
  job_id: string | null;
  started_by: string | null;
  started_name: Default<string>;
  created_at: Default<Instant>;
  ended_at: Instant | null;
}

interface CrawlBlockedSites {
  id: string;
  workspace_id: string;
  host: string;
  note: Default<string>;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface CrawlCandidates {
  id: string;
  workspace_id: string;
  crawl_id: string;
  site_id: string;
  key: string;
  kind: 'person' | 'company';
  name: Default<string>;
  title: Default<string>;
  company: Default<string>;
  email: Default<string>;
  phone: Default<string>;
  address: Default<string>;
  city: Default<string>;
  country: Default<string>;
  website: Default<string>;
  email_state: Default<string>;
  score: Default<number>;
  reasons: Default<Json>;
  duplicates: Default<Json>;
  is_judged: Default<boolean>;
  state: Default<'new' | 'waiting' | 'accepted' | 'rejected' | 'dismissed'>;
  approval_id: string | null;
  lead_id: string | null;
  notice: Default<'none' | 'due' | 'sent' | 'not_needed'>;
  notice_due_at: Instant | null;
  notice_at: Instant | null;
  found_at: Default<Instant>;
  contact_id: string | null;
  merge_id: string | null;
}

interface CrawlEvidence {
  id: string;
  workspace_id: string;
  candidate_id: string;
  field: string;
  value: string;
  url: string;
  selector: string;
  found_by: string;
  found_at: Default<Instant>;
}

interface CrawlPages {
  id: string;
  workspace_id: string;
  crawl_id: string;
  site_id: string;
  url: string;
  depth: Default<number>;
  hops: Default<number>;
  priority: Default<number>;
  state: Default<'queued' | 'fetching' | 'done' | 'failed' | 'skipped'>;
  reason: Default<string>;
  status: number | null;
  bytes: number | null;
  title: Default<string>;
  content_hash: string | null;
  found: Default<number>;
  attempts: Default<number>;
  fetched_at: Instant | null;
}

interface CrawlSites {
  id: string;
  workspace_id: string;
  crawl_id: string;
  origin: string;
  verdict: Default<'waiting' | 'allowed' | 'partly' | 'refused' | 'unreachable' | 'blocked'>;
  reason: Default<string>;
  robots: Default<string>;
  robots_at: Instant | null;
  delay_ms: Default<number>;
  sitemap_pages: number | null;
  next_at: Default<Instant>;
  fetched: Default<number>;
}

interface Crawls {
  id: string;
  workspace_id: string;
  name: string;
  state: 'checking' | 'ready' | 'running' | 'pausing' | 'paused' | 'done' | 'canceled' | 'failed';
  is_checked: Default<boolean>;
  max_pages: number;
  max_pages_per_site: number;
  max_depth: number;
  delay_ms: number;
  fetched: Default<number>;
  failed: Default<number>;
  skipped: Default<number>;
  bytes: Default<Bigint>;
  candidates: Default<number>;
  problems: Default<Json>;
  error: Default<string>;
  job_id: string | null;
  is_sample: Default<boolean>;
  created_by: string | null;
  created_at: Default<Instant>;
  started_at: Instant | null;
  ended_at: Instant | null;
}

interface CreditAccounts {
  workspace_id: string;
  balance: Default<Numeric>;
  reserved: Default<Numeric>;
  low_below: Default<Numeric | null>;
  told: Default<'none' | 'low' | 'out'>;
  due_at: Instant | null;
  version: Default<number>;
  created_at: Default<Instant>;
}

interface CreditEntries {
  id: Generated<Bigint>;
  workspace_id: string;
  kind: 'grant' | 'reserve' | 'settle' | 'release' | 'expire' | 'revoke';
  amount: Numeric;
  held: Numeric;
  balance: Numeric;
  reserved: Numeric;
  feature: string | null;
  user_id: string | null;
  grant_id: string | null;
  reservation_id: string | null;
  note: Default<string>;
  created_at: Default<Instant>;
}

interface CreditGrants {
  id: string;
  workspace_id: string;
  key: string;
  source: 'start' | 'gift' | 'purchase' | 'plan' | 'refund';
  amount: Numeric;
  remaining: Numeric;
  reason: Default<string>;
  granted_by: string | null;
  granted_by_name: string | null;
  expires_at: Instant | null;
  revoked_at: Instant | null;
  created_at: Default<Instant>;
}

interface CreditLimits {
  id: string;
  workspace_id: string;
  period: 'day' | 'month';
  who: 'all' | 'each' | 'person';
  user_id: string | null;
  feature: string | null;
  amount: Numeric;
  version: Default<number>;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface CreditReservations {
  id: string;
  workspace_id: string;
  key: string;
  state: Default<'open' | 'settled' | 'released' | 'expired'>;
  feature: string;
  user_id: string | null;
  amount: Numeric;
  cost: Numeric | null;
  charged: Numeric | null;
  note: Default<string>;
  grant_ids: string[];
  grant_amounts: string[];
  day: string;
  expires_at: Instant;
  created_at: Default<Instant>;
  settled_at: Instant | null;
}

interface CreditUsage {
  workspace_id: string;
  period: 'day' | 'month';
  starts: string;
  feature: string;
  user_id: string;
  used: Default<Numeric>;
  held: Default<Numeric>;
  times: Default<number>;
}

interface CustomFields {
  id: string;
  workspace_id: string;
  version: Default<number>;
  object: 'contact' | 'company' | 'lead' | 'opportunity' | 'activity' | 'business_license';
  key: string;
  label: string;
  kind: string;
  options: Default<string[]>;
  position: Default<number>;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  formula: Default<string>;
  result: 'number' | 'text' | 'day' | 'boolean' | null;
  rollup: Json | null;
  calculated_on: string | null;
}

interface DashboardLayouts {
  workspace_id: string;
  user_id: string;
  widgets: Json;
  updated_at: Default<Instant>;
}

interface DealAcceptances {
  id: string;
  workspace_id: string;
  opportunity_id: string;
  proposal_id: string;
  name: string;
  email: Default<string>;
  consent: string;
  document: string;
  sha256: string;
  chosen: Default<Json>;
  currency: string;
  net: Numeric;
  total: Numeric;
  ip: string;
  user_agent: string;
  accepted_at: Instant;
}

interface DealActions {
  id: string;
  workspace_id: string;
  opportunity_id: string;
  room_id: string;
  title: string;
  side: 'us' | 'buyer';
  owner_id: string | null;
  owner_name: Default<string>;
  due_day: string | null;
  done_at: Instant | null;
  done_by: Default<string>;
  position: Default<number>;
  version: Default<number>;
  created_at: Default<Instant>;
}

interface DealCommissions {
  id: string;
  workspace_id: string;
  opportunity_id: string;
  installment_id: string;
  role: 'setter' | 'closer';
  user_id: string;
  percent: Numeric;
  base: Numeric;
  amount: Numeric;
  currency: string;
  day: string;
  state: Default<'earned' | 'approved' | 'paid'>;
  approved_by: string | null;
  approved_at: Instant | null;
  paid_at: Instant | null;
  created_at: Default<Instant>;
}

interface DealInstallments {
  id: string;
  workspace_id: string;
  opportunity_id: string;
  room_id: string;
  proposal_id: string;
  position: number;
  label: string;
  amount: Numeric;
  currency: string;
  due_day: string | null;
  milestone: Default<string>;
  payment_id: string | null;
  paid: Default<Numeric>;
  refunded: Default<Numeric>;
  paid_at: Instant | null;
  method: Default<string>;
  note: Default<string>;
  reminded_at: Instant | null;
  reminders: Default<number>;
}

interface DealProposals {
  id: string;
  workspace_id: string;
  opportunity_id: string;
  room_id: string;
  number: number;
  state: Default<'draft' | 'sent' | 'accepted' | 'declined' | 'withdrawn' | 'replaced'>;
  content: Json;
  valid_until: string | null;
  sent_to: Default<Json>;
  sent_at: Instant | null;
  first_seen_at: Instant | null;
  declined_at: Instant | null;
  decline_reason: Default<string>;
  version: Default<number>;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
}

interface DealRoomSettings {
  workspace_id: string;
  threshold: Default<Numeric>;
  quiet_days: Default<number>;
  buyer_quiet_days: Default<number>;
  updated_at: Default<Instant>;
}

interface DealRooms {
  id: string;
  workspace_id: string;
  opportunity_id: string;
  welcome: Default<string>;
  link_number: Default<number>;
  link_on: Default<boolean>;
  link_since: Instant | null;
  link_expires_at: Instant | null;
  visits: Default<number>;
  last_visit_at: Instant | null;
  version: Default<number>;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
}

interface DealSplits {
  workspace_id: string;
  opportunity_id: string;
  role: 'setter' | 'closer';
  user_id: string;
  percent: Numeric;
}

interface DealStances {
  workspace_id: string;
  opportunity_id: string;
  contact_id: string;
  influence: Default<'unknown' | 'low' | 'medium' | 'high'>;
  stance: Default<'unknown' | 'champion' | 'supporter' | 'neutral' | 'skeptic' | 'blocker'>;
  note: Default<string>;
}

interface DuplicatePairs {
  id: string;
  workspace_id: string;
  kind: 'contact' | 'company' | 'lead' | 'lead_contact';
  a_id: string;
  b_id: string;
  score: number;
  reasons: Json;
  state: Default<'open' | 'dismissed'>;
  run_id: string | null;
  found_at: Default<Instant>;
  decided_by: string | null;
  decided_at: Instant | null;
}

interface DuplicateRuns {
  id: string;
  workspace_id: string;
  state: 'running' | 'done' | 'failed';
  progress: Default<number>;
  records: Default<number>;
  started_at: Default<Instant>;
  finished_at: Instant | null;
}

interface EventCursors {
  subscriber: string;
  xid: string;
  event_id: Bigint;
  failures: Default<number>;
  retry_at: Instant | null;
  updated_at: Default<Instant>;
}

interface EventFailures {
  subscriber: string;
  event_id: Bigint;
  error: string;
  at: Default<Instant>;
  tries: Default<number>;
  retry_at: Instant | null;
}

interface EventHorizon {
  id: Default<boolean>;
  looked_to: Default<Bigint>;
  forgotten_xid: Default<string>;
}

interface Events {
  id: Generated<Bigint>;
  xid: Default<string>;
  workspace_id: string;
  type: string;
  subject_type: string | null;
  subject_id: string | null;
  actor_id: string | null;
  actor_kind: string;
  at: Default<Instant>;
  data: Default<Json>;
  paths: Default<string[]>;
  cause: Json | null;
}

interface ExchangeRates {
  id: string;
  workspace_id: string;
  base: string;
  currency: string;
  day: string;
  rate: Numeric;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface ExpensePolicies {
  workspace_id: string;
  version: Default<number>;
  definition: Json;
  updated_by: string | null;
  updated_at: Default<Instant>;
  ledger_id: string | null;
}

interface ExpenseReceipts {
  id: string;
  workspace_id: string;
  user_id: string;
  name: string;
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf';
  size: Bigint;
  storage_key: string;
  sha256: string;
  state: Default<'queued' | 'reading' | 'read' | 'failed' | 'cancelled'>;
  job_id: string | null;
  text: Default<string>;
  proposal: Json | null;
  error: string | null;
  created_at: Default<Instant>;
  read_at: Instant | null;
  read_as: Generated<string | null>;
  kept_at: Instant | null;
}

interface ExpenseReimbursements {
  id: string;
  workspace_id: string;
  user_id: string;
  version: Default<number>;
  amount: Numeric;
  currency: string;
  day: string;
  method: 'bank_transfer' | 'payroll' | 'cash' | 'other';
  note: Default<string>;
  transaction_id: string | null;
  created_by: string | null;
  created_at: Default<Instant>;
  undone_at: Instant | null;
}

interface Expenses {
  id: string;
  workspace_id: string;
  user_id: string;
  version: Default<number>;
  kind: 'purchase' | 'mileage' | 'per_diem';
  merchant: string;
  day: string;
  amount: Numeric;
  currency: string;
  tax: Numeric | null;
  base_amount: Numeric | null;
  base_currency: string;
  rate: Numeric | null;
  category: string;
  report: Default<string>;
  client: Default<string>;
  billable: Default<boolean>;
  paid_with: 'own' | 'company_card';
  card_last4: Default<string>;
  notes: Default<string>;
  distance: Numeric | null;
  unit: 'mi' | 'km' | null;
  days: Numeric | null;
  unit_rate: Numeric | null;
  rate_source: Default<string>;
  receipt_id: string | null;
  transaction_id: string | null;
  state: Default<'draft' | 'submitted' | 'approved' | 'returned' | 'rejected' | 'reimbursed'>;
  violations: Default<Json>;
  submitted_at: Instant | null;
  approval_id: string | null;
  first_approved_by: string | null;
  decided_at: Instant | null;
  decided_by: string | null;
  reason: Default<string>;
  reimbursement_id: string | null;
  search_text: Default<string>;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  deleted_at: Instant | null;
}

interface Favourites {
  workspace_id: string;
  user_id: string;
  target_id: string;
  kind: 'contact' | 'company' | 'lead' | 'opportunity' | 'activity' | 'business_license' | 'view' | 'page';
  position: number;
  created_at: Default<Instant>;
  path: string | null;
  name: string | null;
}

interface FinanceAccounts {
  id: string;
  workspace_id: string;
  ledger_id: string;
  version: Default<number>;
  name: string;
  kind: 'checking' | 'savings' | 'card' | 'cash' | 'loan' | 'investment' | 'other' | 'property' | 'vehicle' | 'valuables';
  currency: string;
  institution: Default<string>;
  number: Default<string>;
  opening_balance: Default<Numeric>;
  opening_day: string | null;
  archived_at: Instant | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  day_basis: Default<'booking' | 'value'>;
}

interface FinanceActivities {
  id: string;
  workspace_id: string;
  ledger_id: string;
  account_id: string;
  version: Default<number>;
  security_id: string | null;
  day: string;
  kind: 'buy' | 'sell' | 'sellShort' | 'buyToCover' | 'dividend' | 'interest' | 'capitalGain' | 'fee' | 'split' | 'transferIn' | 'transferOut' | 'returnOfCapital' | 'spinOff' | 'merger' | 'worthless';
  currency: string;
  quantity: Numeric | null;
  price: Numeric | null;
  amount: Numeric | null;
  fee: Default<Numeric>;
  tax: Default<Numeric>;
  acquired: string | null;
  terms: Default<Json>;
  lots: Default<Json>;
  notes: Default<string>;
  source: Default<'manual' | 'import' | 'bank' | 'example'>;
  fingerprint: string | null;
  import_id: string | null;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  deleted_at: Instant | null;
}

interface FinanceAnomalyDismissals {
  workspace_id: string;
  ledger_id: string;
  key: string;
  dismissed_by: string | null;
  dismissed_at: Default<Instant>;
}

interface FinanceBookAccounts {
  id: string;
  workspace_id: string;
  ledger_id: string;
  version: Default<number>;
  code: string;
  name: string;
  role: 'cash' | 'receivable' | 'inventory' | 'currentAsset' | 'investment' | 'fixedAsset' | 'accumulatedDepreciation' | 'otherAsset' | 'payable' | 'card' | 'taxPayable' | 'currentLiability' | 'loan' | 'longTermLiability' | 'capital' | 'drawings' | 'retainedEarnings' | 'revenue' | 'otherIncome' | 'costOfSales' | 'operatingExpense' | 'depreciation' | 'interest' | 'incomeTax' | 'otherExpense';
  system: string | null;
  account_id: string | null;
  archived_at: Instant | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
}

interface FinanceBookBudgets {
  workspace_id: string;
  ledger_id: string;
  account_id: string;
  month: string;
  amount: Numeric;
  set_by: string | null;
  set_at: Default<Instant>;
  role: Default<'standing' | 'once' | 'back'>;
}

interface FinanceBookEntries {
  id: string;
  workspace_id: string;
  ledger_id: string;
  day: string;
  memo: Default<string>;
  kind: Default<'entry' | 'closing'>;
  source: string;
  source_id: string | null;
  reverses: string | null;
  reversed_by: string | null;
  rate: Numeric | null;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface FinanceBookLines {
  workspace_id: string;
  ledger_id: string;
  entry_id: string;
  position: number;
  account_id: string;
  amount: Numeric;
  memo: Default<string>;
  foreign_amount: Numeric | null;
  foreign_currency: string | null;
  day: string;
  closing: Default<boolean>;
}

interface FinanceBooks {
  ledger_id: string;
  workspace_id: string;
  version: Default<number>;
  digits: number;
  year_starts_in: Default<number>;
  created_at: Default<Instant>;
  invoice_pattern: Default<string>;
  terms_days: Default<number>;
  sender: Default<string>;
  payment_details: Default<string>;
  tax_percent: Default<Numeric>;
  discount_when: Default<'beforeTax' | 'afterTax'>;
  recover_tax: Default<boolean>;
  remind: Default<boolean>;
  remind_days: Default<number[]>;
}

interface FinanceBudgets {
  workspace_id: string;
  ledger_id: string;
  category_id: string;
  month: string;
  amount: Numeric;
  set_by: string | null;
  set_at: Default<Instant>;
  role: Default<'standing' | 'once' | 'back'>;
}

interface FinanceBulkChanges {
  id: string;
  workspace_id: string;
  ledger_id: string;
  images: Json;
  undone_at: Instant | null;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface FinanceCategories {
  id: string;
  workspace_id: string;
  ledger_id: string;
  version: Default<number>;
  name: string;
  name_key: string;
  kind: 'income' | 'expense';
  position: Default<number>;
  created_at: Default<Instant>;
  rollover: Default<boolean>;
  book_account_id: string | null;
}

interface FinanceDocumentReminders {
  workspace_id: string;
  document_id: string;
  days_after: number;
  sent_at: Default<Instant>;
  sent_to: string;
}

interface FinanceDocumentSchedules {
  id: string;
  workspace_id: string;
  ledger_id: string;
  version: Default<number>;
  kind: 'invoice' | 'bill';
  name: string;
  template: Json;
  frequency: 'weekly' | 'monthly' | 'quarterly' | 'yearly';
  start_day: string;
  next_day: string | null;
  until: string | null;
  send: Default<boolean>;
  paused: Default<boolean>;
  deleted_at: Instant | null;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  problem: Default<string>;
}

interface FinanceDocumentSeries {
  workspace_id: string;
  ledger_id: string;
  series: string;
  counter: number;
}

interface FinanceDocuments {
  id: string;
  workspace_id: string;
  ledger_id: string;
  version: Default<number>;
  kind: 'invoice' | 'bill';
  state: Default<'draft' | 'open' | 'void'>;
  number: Default<string>;
  reference: Default<string>;
  party_kind: 'contact' | 'company' | null;
  party_id: string | null;
  party_name: string;
  party_email: Default<string>;
  party_address: Default<string>;
  party_key: string;
  day: string;
  due_day: string;
  currency: string;
  lines: Json;
  discount: Json | null;
  discount_when: 'beforeTax' | 'afterTax';
  note: Default<string>;
  subtotal: Numeric;
  discount_total: Numeric;
  tax: Numeric;
  total: Numeric;
  rate: Numeric | null;
  book_total: Numeric | null;
  entry_id: string | null;
  issued_at: Instant | null;
  sent_at: Instant | null;
  sent_to: Default<string>;
  sent_how: 'queued' | 'handed_over' | 'kept' | 'failed' | null;
  voided_on: string | null;
  void_reason: Default<string>;
  schedule_id: string | null;
  scheduled_for: string | null;
  search_text: Default<string>;
  deleted_at: Instant | null;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  paid: Default<Numeric>;
  book_paid: Default<Numeric>;
  credit: Default<boolean>;
  credits_id: string | null;
  prices_include_tax: Default<boolean>;
}

interface FinanceGoalContributions {
  id: string;
  workspace_id: string;
  goal_id: string;
  day: string;
  amount: Numeric;
  note: Default<string>;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface FinanceGoals {
  id: string;
  workspace_id: string;
  ledger_id: string;
  version: Default<number>;
  name: string;
  target: Numeric;
  currency: string;
  target_day: string | null;
  account_id: string | null;
  deleted_at: Instant | null;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
}

interface FinanceImportImages {
  workspace_id: string;
  import_id: string;
  transaction_id: string;
  image: Json;
}

interface FinanceImports {
  id: string;
  workspace_id: string;
  ledger_id: string;
  account_id: string;
  version: Default<number>;
  file_name: string;
  size: Bigint;
  storage_key: string;
  format: string;
  state: 'ready' | 'queued' | 'done' | 'failed' | 'reverting' | 'reverted';
  options: Default<Json>;
  problems: Default<Json>;
  counts: Default<Json>;
  error: string | null;
  job_id: string | null;
  created_by: string | null;
  created_at: Default<Instant>;
  finished_at: Instant | null;
}

interface FinanceInvestmentAccounts {
  account_id: string;
  workspace_id: string;
  ledger_id: string;
  version: Default<number>;
  lot_method: Default<'fifo' | 'lifo' | 'hifo' | 'average' | 'specific'>;
  revision: Default<Bigint>;
  changed_security: string | null;
  cash_account_id: string | null;
  cash_from: string | null;
}

interface FinanceInvestmentImports {
  id: string;
  workspace_id: string;
  ledger_id: string;
  account_id: string | null;
  content: 'activities' | 'prices';
  file_name: string;
  state: Default<'done' | 'reverted'>;
  version: Default<number>;
  counts: Default<Json>;
  created_by: string | null;
  created_at: Default<Instant>;
  reverted_at: Instant | null;
}

interface FinanceInvestmentSettings {
  ledger_id: string;
  workspace_id: string;
  version: Default<number>;
  benchmark_id: string | null;
  risk_free_percent: Default<Numeric>;
  targets: Default<Json>;
  updated_at: Default<Instant>;
}

interface FinanceLedgerMembers {
  workspace_id: string;
  ledger_id: string;
  user_id: string;
  role: 'owner' | 'editor' | 'viewer';
  created_at: Default<Instant>;
}

interface FinanceLedgers {
  id: string;
  workspace_id: string;
  version: Default<number>;
  name: string;
  kind: 'personal' | 'business';
  currency: string;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  closed_until: string | null;
  budget_kind: Default<'tracking' | 'envelope'>;
  left_since: Instant | null;
}

interface FinanceLiabilities {
  id: string;
  workspace_id: string;
  ledger_id: string;
  account_id: string;
  version: Default<number>;
  kind: 'card' | 'mortgage' | 'car' | 'student' | 'personal' | 'business' | 'other';
  lender: Default<string>;
  rate_percent: Numeric;
  principal: Numeric | null;
  started_on: string | null;
  payments: number | null;
  frequency: 'weekly' | 'biweekly' | 'monthly' | 'quarterly' | 'annual' | null;
  repayment: Json | null;
  compounding: 'periodic' | 'semiAnnual' | 'actual365' | 'actual360' | null;
  rate_changes: Default<Json>;
  extras: Default<Json>;
  extra_effect: Default<'shorten' | 'recast'>;
  payment_override: Numeric | null;
  credit_limit: Numeric | null;
  minimum_percent: Numeric | null;
  minimum_amount: Numeric | null;
  due_day: number | null;
  details: Default<Json>;
  remind_days: Default<number[]>;
  external_id: Default<string>;
  notes: Default<string>;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  deleted_at: Instant | null;
}

interface FinanceLiabilityReminders {
  workspace_id: string;
  liability_id: string;
  due_on: string;
  days_before: number;
}

interface FinanceMonthSums {
  workspace_id: string;
  ledger_id: string;
  account_id: string;
  month: string;
  category_id: string | null;
  pending: boolean;
  transfer: boolean;
  money_in: Numeric;
  money_out: Numeric;
  lines: number;
}

interface FinancePayments {
  id: string;
  workspace_id: string;
  ledger_id: string;
  document_id: string | null;
  transaction_id: string | null;
  entry_id: string | null;
  account_id: string;
  direction: 'in' | 'out';
  day: string;
  amount: Numeric;
  book_amount: Numeric;
  note: Default<string>;
  removed_at: Instant | null;
  created_by: string | null;
  created_at: Default<Instant>;
  reimbursement_id: string | null;
  removed_on: string | null;
  credit_number: string | null;
  credit_reason: Default<string>;
  application_id: string | null;
  against_id: string | null;
}

interface FinancePriceImages {
  workspace_id: string;
  import_id: string;
  security_id: string;
  day: string;
  price: Numeric;
  source: string;
}

interface FinanceRates {
  id: string;
  workspace_id: string;
  from_currency: string;
  to_currency: string;
  day: string;
  rate: Numeric;
  source: string;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface FinanceReceipts {
  id: string;
  workspace_id: string;
  transaction_id: string;
  name: string;
  type: string;
  size: Bigint;
  storage_key: string;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface FinanceReconciliations {
  id: string;
  workspace_id: string;
  ledger_id: string;
  account_id: string;
  day: string;
  balance: Numeric;
  adjustment_id: string | null;
  adjustment: Default<Numeric>;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface FinanceRecurring {
  id: string;
  workspace_id: string;
  ledger_id: string;
  account_id: string;
  version: Default<number>;
  name: string;
  merchant: Default<string>;
  amount: Numeric;
  frequency: 'weekly' | 'biweekly' | 'semimonthly' | 'monthly' | 'quarterly' | 'semiannual' | 'annual';
  anchor_day: string;
  category_id: string | null;
  state: Default<'active' | 'ended' | 'dismissed'>;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
}

interface FinanceRules {
  id: string;
  workspace_id: string;
  ledger_id: string;
  version: Default<number>;
  position: number;
  name: string;
  enabled: Default<boolean>;
  definition: Json;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
}

interface FinanceSecurities {
  id: string;
  workspace_id: string;
  ledger_id: string;
  version: Default<number>;
  name: string;
  ticker: Default<string>;
  isin: Default<string>;
  cusip: Default<string>;
  kind: 'stock' | 'etf' | 'fund' | 'bond' | 'crypto' | 'commodity' | 'option' | 'cash' | 'property' | 'index' | 'other';
  currency: string;
  sector: Default<string>;
  region: Default<string>;
  notes: Default<string>;
  external_id: Default<string>;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  quoted_in: Default<string>;
}

interface FinanceSecurityPrices {
  workspace_id: string;
  security_id: string;
  day: string;
  price: Numeric;
  source: 'manual' | 'import' | 'bank' | 'example';
  import_id: string | null;
}

interface FinanceSplits {
  id: string;
  workspace_id: string;
  transaction_id: string;
  position: number;
  amount: Numeric;
  category_id: string | null;
  notes: Default<string>;
}

interface FinanceTaxAccounts {
  workspace_id: string;
  profile_id: string;
  account_id: string;
  line: string | null;
  confirmed_by: string | null;
  confirmed_at: Default<Instant>;
}

interface FinanceTaxDocuments {
  id: string;
  workspace_id: string;
  profile_id: string;
  year: number;
  version: Default<number>;
  kind: string;
  issuer: Default<string>;
  state: Default<'expected' | 'received' | 'notNeeded'>;
  file_name: string | null;
  file_type: string | null;
  file_size: Bigint | null;
  storage_key: string | null;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  deleted_at: Instant | null;
}

interface FinanceTaxItems {
  id: string;
  workspace_id: string;
  profile_id: string;
  year: number;
  version: Default<number>;
  kind: 'entry' | 'payment';
  line: string | null;
  replaces: Default<boolean>;
  day: string | null;
  amount: Numeric;
  label: Default<string>;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  deleted_at: Instant | null;
}

interface FinanceTaxMappings {
  workspace_id: string;
  profile_id: string;
  category_id: string;
  line: string | null;
  confirmed_by: string | null;
  confirmed_at: Default<Instant>;
}

interface FinanceTaxProfiles {
  id: string;
  workspace_id: string;
  ledger_id: string;
  version: Default<number>;
  name: string;
  kind: 'person' | 'sCorporation' | 'partnership' | 'cCorporation';
  sources: Default<Json>;
  remind_days: Default<number[]>;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  deleted_at: Instant | null;
}

interface FinanceTaxReminders {
  workspace_id: string;
  profile_id: string;
  due_on: string;
  days_before: number;
}

interface FinanceTaxScenarios {
  id: string;
  workspace_id: string;
  profile_id: string;
  year: number;
  version: Default<number>;
  name: string;
  notes: Default<string>;
  moves: Default<Json>;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  deleted_at: Instant | null;
}

interface FinanceTaxYears {
  workspace_id: string;
  profile_id: string;
  year: number;
  version: Default<number>;
  facts: Json;
  updated_at: Default<Instant>;
}

interface FinanceToldCash {
  workspace_id: string;
  ledger_id: string;
  account_id: string;
  day: string;
  change: Numeric;
}

interface FinanceTransactions {
  id: string;
  workspace_id: string;
  ledger_id: string;
  account_id: string;
  version: Default<number>;
  day: string;
  amount: Numeric;
  payee: Default<string>;
  notes: Default<string>;
  category_id: string | null;
  tags: Default<string[]>;
  pending: Default<boolean>;
  check_number: Default<string>;
  bank_payee: Default<string>;
  bank_memo: Default<string>;
  bank_id: string | null;
  fingerprint: string | null;
  import_id: string | null;
  rule_ids: Default<string[]>;
  search_text: Default<string>;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  deleted_at: Instant | null;
  transfer_id: string | null;
  booked_day: string | null;
  value_day: string | null;
  original_amount: Numeric | null;
  original_currency: string | null;
  other_fingerprints: Default<string[]>;
}

interface FinanceTransfers {
  id: string;
  workspace_id: string;
  ledger_id: string;
  out_id: string | null;
  in_id: string | null;
  state: 'accepted' | 'refused';
  decided_by: string | null;
  created_at: Default<Instant>;
  activity_id: string | null;
  difference: Default<Numeric>;
}

interface FinanceValuationVersions {
  workspace_id: string;
  valuation_id: string;
  version: number;
  name: string;
  notes: Default<string>;
  inputs: Json;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface FinanceValuations {
  id: string;
  workspace_id: string;
  ledger_id: string;
  version: Default<number>;
  name: string;
  notes: Default<string>;
  inputs: Json;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  deleted_at: Instant | null;
}

interface FinanceVendors {
  id: string;
  workspace_id: string;
  ledger_id: string;
  version: Default<number>;
  merchant: string;
  owner_id: string | null;
  cancel_by: string | null;
  remind_days: Default<number>;
  reminded_for: string | null;
  notes: Default<string>;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
}

interface ForecastSnapshots {
  workspace_id: string;
  taken_on: string;
  month: string;
  pipeline_id: string;
  currency: string;
  won: Numeric;
  open: Numeric;
  weighted: Numeric;
}

interface FunnelDays {
  workspace_id: string;
  funnel_id: string;
  step_id: string;
  variant: Default<string>;
  day: string;
  views: Default<number>;
  visitors: Default<number>;
  conversions: Default<number>;
}

interface FunnelImages {
  id: string;
  workspace_id: string;
  name: string;
  type: 'image/jpeg' | 'image/png' | 'image/webp';
  size: number;
  width: number;
  height: number;
  storage_key: string;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface FunnelOrders {
  id: string;
  workspace_id: string;
  funnel_id: string;
  version_id: string;
  step_id: string;
  block_id: string;
  variant: Default<string>;
  key: string;
  items: Json;
  total: Numeric;
  currency: string;
  data: Json;
  origin: Default<Json>;
  state: Default<'open' | 'paid' | 'refunded'>;
  is_test: Default<boolean>;
  refunded: Default<Numeric>;
  note: Default<string>;
  payment_id: string | null;
  submission_id: string | null;
  lead_id: string | null;
  visitor_submission_id: string | null;
  visitor: Default<string>;
  day: string;
  paid_at: Instant | null;
  created_at: Default<Instant>;
  private_lead_id: string | null;
}

interface FunnelSubmissions {
  id: string;
  workspace_id: string;
  funnel_id: string;
  version_id: string;
  step_id: string;
  block_id: string;
  variant: Default<string>;
  state: 'accepted' | 'spam' | 'partial';
  reason: Default<string>;
  data: Json;
  answers: Default<Json>;
  origin: Default<Json>;
  lead_id: string | null;
  created_at: Default<Instant>;
}

interface FunnelVersions {
  id: string;
  workspace_id: string;
  funnel_id: string;
  number: number;
  document: Json;
  note: Default<string>;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface FunnelVisitors {
  workspace_id: string;
  funnel_id: string;
  step_id: string;
  variant: string;
  day: string;
  visitor: string;
  converted: Default<boolean>;
}

interface Funnels {
  id: string;
  workspace_id: string;
  name: string;
  slug: string;
  document: Json;
  version: Default<number>;
  published_id: string | null;
  published_draft: number | null;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_by: string | null;
  updated_at: Default<Instant>;
}

interface HandsetMessages {
  id: string;
  workspace_id: string;
  direction: 'to_handset' | 'from_handset';
  sender: string;
  recipient: string;
  text: string;
  key: string | null;
  created_at: Default<Instant>;
}

interface HidingWorkspaces {
  workspace_id: string;
}

interface IdempotencyKeys {
  caller: string;
  key: string;
  fingerprint: string;
  status: number;
  body: Json | null;
  created_at: Instant;
}

interface ImportRows {
  workspace_id: string;
  import_id: string;
  row: number;
  outcome: 'skip' | 'reject' | 'warn';
  reason: string;
  cells: Json;
  record_id: string | null;
}

interface Imports {
  id: string;
  workspace_id: string;
  file_name: string;
  size: Bigint;
  storage_key: string | null;
  state: 'mapping' | 'queued' | 'running' | 'cancelled' | 'done' | 'failed' | 'reverting' | 'reverted';
  dialect: Json;
  columns: Json;
  sample_rows: Json;
  mapping: Json;
  options: Json;
  rows_done: Default<number>;
  bytes_done: Default<Bigint>;
  created: Default<number>;
  updated: Default<number>;
  skipped: Default<number>;
  rejected: Default<number>;
  busy_ms: Default<Bigint>;
  job_id: string | null;
  error: string | null;
  revert: Json | null;
  created_by: string | null;
  created_at: Default<Instant>;
  started_at: Instant | null;
  finished_at: Instant | null;
  kind: 'contact' | 'company' | 'lead' | 'opportunity';
  warned: Default<number>;
}

interface InstallationPolicy {
  id: Default<boolean>;
  version: Default<number>;
  open_registration: Default<boolean>;
  keys_seen: Default<Json>;
}

interface Invitations {
  id: string;
  workspace_id: string;
  email: string;
  email_key: string;
  role: 'admin' | 'opus_team' | 'user';
  workspace_role: 'owner' | 'member';
  invited_by: string | null;
  token_hash: string | null;
  created_at: Default<Instant>;
  sent_at: Instant | null;
  sendings: Default<number>;
  expires_at: Instant;
  accepted_at: Instant | null;
  accepted_by: string | null;
  revoked_at: Instant | null;
  unsent_at: Instant | null;
}

interface Jobs {
  id: string;
  workspace_id: string;
  kind: string;
  title: string;
  payload: Json;
  state: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  done: Default<Bigint>;
  total: Bigint | null;
  message: string | null;
  result: Json | null;
  error: string | null;
  checkpoint: Json | null;
  delivery_id: string;
  attempts: Default<number>;
  failures: Default<number>;
  interruptions: Default<number>;
  cancel_requested: Default<boolean>;
  node: number | null;
  created_by: string | null;
  created_at: Default<Instant>;
  started_at: Instant | null;
  heartbeat_at: Instant | null;
  finished_at: Instant | null;
}

interface KnowledgeAnswers {
  id: string;
  workspace_id: string;
  user_id: string;
  question: string;
  question_key: string;
  state: 'answered' | 'quoted' | 'abstained';
  sentences: Default<Json>;
  passages: Default<Json>;
  dropped: Default<number>;
  searched: Default<Json>;
  run_id: string | null;
  helpful: boolean | null;
  comment: Default<string>;
  gap: Default<'none' | 'open' | 'closed'>;
  created_at: Default<Instant>;
}

interface KnowledgeDocuments {
  id: string;
  workspace_id: string;
  source_id: string;
  title: string;
  indexed_title: Default<string>;
  type: string;
  url: Default<string>;
  storage_key: string | null;
  size: Default<number>;
  sha256: Default<string>;
  outer_key: string | null;
  body: Default<string>;
  state: Default<'waiting' | 'reading' | 'ready' | 'failed'>;
  error: Default<string>;
  attempts: Default<number>;
  passages: Default<number>;
  pages: number | null;
  changed_at: Default<Instant>;
  read_at: Instant | null;
  created_by: string | null;
  version: Default<number>;
  created_at: Default<Instant>;
  notice: Default<string>;
  scanned: Default<number>;
  unsure_pages: Default<number[]>;
}

interface KnowledgeIndexes {
  workspace_id: string;
  next_number: Default<number>;
  next_source: Default<number>;
  passages: Default<number>;
  length: Default<Bigint>;
  removed: Default<number>;
  model: Default<string>;
  settings: Default<Json>;
  version: Default<number>;
}

interface KnowledgePassages {
  id: string;
  workspace_id: string;
  source_id: string;
  document_id: string;
  number: number;
  position: number;
  heading: Default<string>;
  place: Default<string>;
  page: number | null;
  text: string;
  hash: string;
  length: number;
}

interface KnowledgePostings {
  workspace_id: string;
  term: string;
  block: number;
  data: Buffer;
}

interface KnowledgeRemovals {
  workspace_id: string;
  place: number;
  number: number;
}

interface KnowledgeScannedPages {
  workspace_id: string;
  document_id: string;
  page: number;
  sha256: string;
  text: string;
  certainty: number;
}

interface KnowledgeSources {
  id: string;
  workspace_id: string;
  number: number;
  kind: 'files' | 'web' | 'notes' | 'answers' | 'feed';
  name: string;
  url: Default<string>;
  max_pages: Default<number>;
  feed: Default<string>;
  audience: Default<'everyone' | 'roles' | 'people'>;
  roles: Default<string[]>;
  people: Default<string[]>;
  owner_id: string | null;
  every_hours: number | null;
  next_at: Instant | null;
  state: Default<'ready' | 'working' | 'failed'>;
  error: Default<string>;
  job_id: string | null;
  checked_at: Instant | null;
  version: Default<number>;
  created_at: Default<Instant>;
}

interface KnowledgeTestQuestions {
  id: string;
  workspace_id: string;
  set_id: string;
  question: string;
  expected: Default<Json>;
  created_at: Default<Instant>;
  must_say: Default<string[]>;
  must_not_say: Default<string[]>;
  state: Default<'accepted' | 'proposed' | 'rejected'>;
  origin: Default<'written' | 'imported' | 'model' | 'document'>;
}

interface KnowledgeTestRuns {
  id: string;
  workspace_id: string;
  set_id: string;
  label: Default<string>;
  settings: Json;
  state: Default<'running' | 'done' | 'failed' | 'canceled'>;
  error: Default<string>;
  figures: Json | null;
  results: Default<Json>;
  model: Default<string>;
  run_by: string | null;
  created_at: Default<Instant>;
  answers: Default<'quoted' | 'written'>;
  job_id: string | null;
  done: Default<number>;
  total: Default<number>;
}

interface KnowledgeTestSets {
  id: string;
  workspace_id: string;
  name: string;
  max_loss: Default<number>;
  version: Default<number>;
  created_by: string | null;
  created_at: Default<Instant>;
  proposal_job_id: string | null;
  proposal_note: Default<string>;
}

interface KnowledgeVectors {
  workspace_id: string;
  passage_id: string;
  model: string;
  number: number;
  source_number: number;
  vector: Buffer;
  signature: Buffer;
  seq: Generated<Bigint>;
}

interface LeadAssignmentRules {
  id: string;
  workspace_id: string;
  version: Default<number>;
  label: string;
  filter: Json;
  owner_ids: string[];
  turn: Default<Bigint>;
  enabled: Default<boolean>;
  position: Default<number>;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
}

interface LeadForms {
  id: string;
  workspace_id: string;
  version: Default<number>;
  name: string;
  key: string;
  fields: Json;
  source: Default<string>;
  owner_id: string | null;
  tags: Default<string[]>;
  button: string;
  thanks: string;
  consent_text: Default<string>;
  origins: Default<string[]>;
  confirm_email: Default<boolean>;
  enabled: Default<boolean>;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  needs_approval: Default<boolean>;
  language: Default<string>;
}

interface LeadScoreRules {
  id: string;
  workspace_id: string;
  version: Default<number>;
  label: string;
  filter: Json;
  points: number;
  enabled: Default<boolean>;
  position: Default<number>;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
}

interface LeadSubmissions {
  id: string;
  workspace_id: string;
  form_id: string;
  state: 'accepted' | 'unconfirmed' | 'waiting' | 'rejected' | 'spam';
  reason: Default<string>;
  data: Json;
  origin: Default<Json>;
  token_hash: string | null;
  lead_id: string | null;
  created_at: Default<Instant>;
}

interface Leads {
  id: string;
  workspace_id: string;
  version: Default<number>;
  name: string;
  company_name: Default<string>;
  email: Default<string>;
  phone: Default<string>;
  status: Default<'new' | 'working' | 'qualified' | 'unqualified' | 'converted'>;
  source: Default<string>;
  score: number | null;
  owner_id: string | null;
  contact_id: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  created_by: string | null;
  updated_by: string | null;
  deleted_at: Instant | null;
  tags: Default<string[]>;
  custom: Default<Json>;
  search_text: Default<string>;
  import_id: string | null;
  import_version: number | null;
  first_name: Default<string>;
  last_name: Default<string>;
  title: Default<string>;
  website: Default<string>;
  city: Default<string>;
  country: Default<string>;
  about: Default<string>;
  business_license_id: string | null;
  status_reason: Default<string>;
  status_since: Default<Instant>;
  score_reasons: Default<Json>;
  last_activity_at: Instant | null;
  company_id: string | null;
  opportunity_id: string | null;
  converted_at: Instant | null;
  conversion: Json | null;
  form_id: string | null;
  origin: Default<Json>;
  name_key: Default<string>;
  company_key: Default<string>;
  email_key: Default<string>;
}

interface MailAccounts {
  id: string;
  workspace_id: string;
  owner_id: string | null;
  readers: string[];
  is_shared: Default<boolean>;
  kind: 'imap' | 'gmail' | 'microsoft' | 'sample';
  name: string;
  address: string;
  sender_name: Default<string>;
  user_name: Default<string>;
  secret: string | null;
  imap: Json | null;
  smtp: Json | null;
  signature: Default<string>;
  state: Default<'active' | 'paused' | 'failed'>;
  problem: Default<string>;
  sync_done: Default<number>;
  sync_total: Default<number>;
  is_complete: Default<boolean>;
  synced_at: Instant | null;
  next_sync_at: Default<Instant>;
  failures: Default<number>;
  lease_by: string | null;
  lease_until: Instant | null;
  version: Default<number>;
  created_at: Default<Instant>;
  drafts_seen: Default<string>;
  sign_in_id: string | null;
  tokens: string | null;
  renewing_until: Instant | null;
  needs_sign_in: Default<boolean>;
}

interface MailAttachments {
  id: string;
  workspace_id: string;
  account_id: string;
  message_id: string | null;
  draft_id: string | null;
  author_id: string | null;
  name: string;
  type: string;
  size: number;
  content_id: Default<string>;
  is_inline: Default<boolean>;
  storage_key: string;
  created_at: Default<Instant>;
}

interface MailDraftCopies {
  id: string;
  workspace_id: string;
  account_id: string;
  draft_id: string | null;
  uid_validity: Bigint;
  uid: Bigint;
  version: number;
  is_ignored: Default<boolean>;
}

interface MailDrafts {
  id: string;
  workspace_id: string;
  account_id: string;
  author_id: string;
  thread_id: string | null;
  answers_id: string | null;
  mode: Default<'new' | 'reply' | 'reply_all' | 'forward'>;
  to_list: Default<Json>;
  cc_list: Default<Json>;
  bcc_list: Default<Json>;
  subject: Default<string>;
  text: Default<string>;
  state: Default<'draft' | 'scheduled' | 'sending' | 'sent' | 'kept' | 'refused' | 'failed' | 'unknown'>;
  why: Default<string>;
  send_at: Instant | null;
  attempts: Default<number>;
  handed_at: Instant | null;
  message_key: string;
  suggested: Default<string>;
  version: Default<number>;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  calendar: Default<string>;
  accepted_at: Instant | null;
}

interface MailEvents {
  id: string;
  workspace_id: string;
  account_id: string;
  uid: string;
  occurs: Default<string>;
  sequence: number;
  stamp: Instant;
  sender: string;
  event: Json;
  is_canceled: Default<boolean>;
  answer: Default<'none' | 'accepted' | 'tentative' | 'declined'>;
  answered_by: string | null;
  answered_at: Instant | null;
  activity_id: string | null;
  created_at: Default<Instant>;
}

interface MailFolders {
  id: string;
  workspace_id: string;
  account_id: string;
  path: string;
  name: string;
  place: 'inbox' | 'sent' | 'drafts' | 'archive' | 'trash' | 'junk' | 'other';
  uid_validity: Default<Bigint>;
  uid_next: Default<Bigint>;
  uid_low: Default<Bigint>;
  highest_modseq: Default<Bigint>;
  checked_at: Instant | null;
  left_out: Default<number>;
}

interface MailLessons {
  id: string;
  workspace_id: string;
  account_id: string;
  author_id: string;
  suggested: string;
  sent: string;
  created_at: Default<Instant>;
}

interface MailLocations {
  folder_id: string;
  workspace_id: string;
  account_id: string;
  uid: Bigint;
  message_id: string;
}

interface MailMessages {
  id: string;
  workspace_id: string;
  account_id: string;
  thread_id: string;
  message_key: string;
  in_reply_to: Default<string>;
  refs: Default<string[]>;
  subject: Default<string>;
  from_name: Default<string>;
  from_address: Default<string>;
  to_list: Default<Json>;
  cc_list: Default<Json>;
  bcc_list: Default<Json>;
  reply_to: Default<Json>;
  at: Instant;
  direction: 'in' | 'out';
  snippet: Default<string>;
  text: Default<string>;
  html: string | null;
  is_read: Default<boolean>;
  is_starred: Default<boolean>;
  is_answered: Default<boolean>;
  place: Default<'inbox' | 'sent' | 'drafts' | 'archive' | 'trash' | 'junk' | 'other'>;
  size: Default<number>;
  has_attachments: Default<boolean>;
  unsubscribe: Default<string>;
  unsubscribe_one_click: Default<boolean>;
  list_id: Default<string>;
  is_automatic: Default<boolean>;
  unsubscribed_at: Instant | null;
  remark: Default<string>;
  search: Default<string>;
  created_at: Default<Instant>;
  event: Json | null;
  event_id: string | null;
}

interface MailOutbox {
  id: string;
  message_id: string;
  sender: Json;
  recipients: Json;
  reply_to: Json | null;
  subject: string;
  text: string | null;
  html: string | null;
  headers: Json;
  attachments: Json;
  kept_at: Default<Instant>;
}

interface MailPeople {
  message_id: string;
  workspace_id: string;
  account_id: string;
  address: string;
  role: 'from' | 'to' | 'cc';
  at: Instant;
}

interface MailPushes {
  id: string;
  workspace_id: string;
  account_id: string;
  message_id: string;
  act: 'read' | 'unread' | 'star' | 'unstar' | 'answered' | 'move';
  place: Default<string>;
  attempts: Default<number>;
}

interface MailRuleLog {
  id: string;
  workspace_id: string;
  account_id: string;
  rule_id: string | null;
  message_id: string;
  thread_id: string;
  rule_name: string;
  what: string;
  at: Default<Instant>;
}

interface MailRules {
  id: string;
  workspace_id: string;
  account_id: string;
  name: string;
  position: number;
  is_on: Default<boolean>;
  conditions: Json;
  acts: Json;
  ends_here: Default<boolean>;
  applied: Default<number>;
  applied_at: Instant | null;
  checked_at: Instant | null;
  failed_at: Instant | null;
  failure: Default<string>;
  version: Default<number>;
  created_at: Default<Instant>;
}

interface MailSignIns {
  id: string;
  workspace_id: string;
  user_id: string;
  session_id: string;
  connection_id: string;
  account_id: string | null;
  sealed_verifier: string;
  sender_name: Default<string>;
  is_shared: Default<boolean>;
  member_ids: Default<string[]>;
  address: Default<string>;
  created_at: Default<Instant>;
}

interface MailTemplates {
  id: string;
  workspace_id: string;
  name: string;
  subject: Default<string>;
  text: string;
  version: Default<number>;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface MailThreadKeys {
  account_id: string;
  workspace_id: string;
  key: string;
  thread_id: string;
}

interface MailThreads {
  id: string;
  workspace_id: string;
  account_id: string;
  subject: Default<string>;
  subject_key: Default<string>;
  people: Default<string[]>;
  snippet: Default<string>;
  message_count: Default<number>;
  unread_count: Default<number>;
  has_attachments: Default<boolean>;
  is_starred: Default<boolean>;
  places: Default<string[]>;
  labels: Default<string[]>;
  triage: Default<string>;
  triage_why: Default<string>;
  last_at: Default<Instant>;
  last_direction: Default<string>;
  snoozed_until: Instant | null;
  assigned_to: string | null;
  awaits_original: Default<boolean>;
  version: Default<number>;
  created_at: Default<Instant>;
  addresses: Default<string[]>;
}

interface MailedLinks {
  id: string;
  purpose: 'confirm' | 'change' | 'register';
  user_id: string | null;
  email: string;
  email_key: string;
  token_hash: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
}

interface MeetingItems {
  id: string;
  meeting_id: string;
  workspace_id: string;
  kind: 'task' | 'decision' | 'question';
  text: string;
  position: number;
  state: Default<'proposed' | 'accepted' | 'dismissed'>;
  activity_id: string | null;
  made_by: 'model' | 'words' | 'person';
  created_at: Default<Instant>;
}

interface MeetingRecordingParts {
  recording_id: string;
  workspace_id: string;
  starts_at: number;
  size: number;
  storage_key: string;
}

interface MeetingRecordings {
  id: string;
  workspace_id: string;
  meeting_id: string | null;
  title: string;
  held_at: Instant;
  contact_id: string | null;
  name: string;
  type: 'audio/mpeg' | 'audio/mp4' | 'audio/wav' | 'audio/ogg' | 'video/mp4' | 'video/webm' | null;
  size: number;
  storage_key: string | null;
  state: Default<'uploading' | 'running' | 'failed' | 'cancelled' | 'done'>;
  error: Default<string>;
  job_id: string | null;
  created_by: string | null;
  created_at: Default<Instant>;
  received: Default<number>;
  received_at: Default<Instant>;
  recorder_id: string | null;
}

interface MeetingSegments {
  meeting_id: string;
  workspace_id: string;
  position: number;
  speaker: Default<string>;
  start_ms: Bigint | null;
  end_ms: Bigint | null;
  text: string;
}

interface MeetingShares {
  id: string;
  meeting_id: string;
  workspace_id: string;
  with_transcript: boolean;
  created_by: string;
  created_at: Default<Instant>;
  expires_at: Instant;
  revoked_at: Instant | null;
}

interface MeetingSpeakers {
  meeting_id: string;
  workspace_id: string;
  label: string;
  name: string;
  user_id: string | null;
  contact_id: string | null;
  share: number;
  spoken_ms: Bigint | null;
  words: number;
  interruptions: number;
  questions: number;
}

interface MeetingVoices {
  workspace_id: string;
  label_key: string;
  name: string;
  user_id: string | null;
  contact_id: string | null;
}

interface Meetings {
  id: string;
  workspace_id: string;
  version: Default<number>;
  title: string;
  held_at: Instant;
  duration_ms: Bigint | null;
  format: 'vtt' | 'srt' | 'json' | 'text';
  segment_count: number;
  topics: Default<string[]>;
  summary: Json;
  summary_state: Default<'done' | 'running' | 'failed'>;
  summary_error: Default<string>;
  job_id: string | null;
  contact_id: string | null;
  opportunity_id: string | null;
  activity_id: string | null;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface Memberships {
  workspace_id: string;
  user_id: string;
  role: 'owner' | 'member';
  created_at: Instant;
}

interface MessageAddresses {
  id: string;
  workspace_id: string;
  channel: 'email' | 'sms';
  address: string;
  created_at: Default<Instant>;
}

interface MessageSettings {
  workspace_id: string;
  version: Default<number>;
  settings: Json;
  updated_at: Default<Instant>;
}

interface Messages {
  id: string;
  workspace_id: string;
  key: string;
  channel: 'email' | 'sms';
  purpose: 'transactional' | 'service' | 'marketing' | 'newsletter';
  address_id: string;
  address: string;
  destination: string;
  name: Default<string>;
  contact_id: string | null;
  subject: Default<string>;
  text: string;
  html: string | null;
  origin: Json | null;
  is_internal: Default<boolean>;
  state: 'queued' | 'held' | 'sending' | 'sent' | 'delivered' | 'kept' | 'refused' | 'failed' | 'unknown' | 'bounced' | 'complained';
  why: Default<string>;
  reason: Default<string>;
  due_at: Default<Instant>;
  attempts: Default<number>;
  handed_at: Instant | null;
  provider_id: string | null;
  created_by: string | null;
  created_at: Default<Instant>;
  finished_at: Instant | null;
  is_reply: Default<boolean>;
  calendar: Json | null;
}

interface ModelCalls {
  id: string;
  workspace_id: string;
  user_id: string | null;
  run_id: string | null;
  purpose: string;
  connection_id: string | null;
  model: string;
  state: 'running' | 'done' | 'failed' | 'stopped';
  error: Default<string>;
  attempts: Default<number>;
  input_tokens: Default<number>;
  cached_tokens: Default<number>;
  output_tokens: Default<number>;
  cost: Numeric | null;
  first_ms: number | null;
  total_ms: number | null;
  created_at: Default<Instant>;
}

interface ModelChoices {
  id: string;
  workspace_id: string | null;
  purpose: 'draft' | 'classify' | 'answer' | 'plan' | 'vision' | 'embed';
  position: number;
  connection_id: string;
  model: string;
  max_tokens: number | null;
}

interface ModelLimits {
  id: string;
  workspace_id: string | null;
  tokens_per_day: Bigint | null;
  dollars_per_month: Numeric | null;
  version: Default<number>;
  updated_at: Default<Instant>;
}

interface ModelPrices {
  id: string;
  model: string;
  input_price: Numeric;
  cached_price: Numeric | null;
  output_price: Numeric;
  context_tokens: number | null;
  version: Default<number>;
  updated_at: Default<Instant>;
}

interface NotificationWays {
  user_id: string;
  kind: string;
  in_app: boolean;
  email: boolean;
}

interface Notifications {
  id: string;
  workspace_id: string;
  user_id: string;
  kind: string;
  title: string;
  body: string | null;
  href: string | null;
  subject_type: string | null;
  subject_id: string | null;
  dedupe_key: string | null;
  created_at: Default<Instant>;
  seen_at: Instant | null;
  read_at: Instant | null;
  removed_at: Instant | null;
}

interface Onboardings {
  workspace_id: string;
  version: Default<number>;
  done: Default<string[]>;
  drafts: Default<Json>;
  license_id: string | null;
  updated_at: Default<Instant>;
  finished_at: Instant | null;
}

interface OnlinePayments {
  id: string;
  workspace_id: string;
  key: string;
  amount: Numeric;
  currency: string;
  description: string;
  email: Default<string>;
  origin: Json;
  return_to: string;
  state: Default<'open' | 'paid' | 'failed' | 'expired' | 'refunded'>;
  failure: Default<string>;
  refunded: Default<Numeric>;
  connection_id: string | null;
  provider_id: string | null;
  url: string | null;
  attempt: Default<number>;
  asked_at: Default<Instant>;
  checked_at: Default<Instant>;
  paid_at: Instant | null;
  created_at: Default<Instant>;
}

interface Opportunities {
  id: string;
  workspace_id: string;
  version: Default<number>;
  name: string;
  amount: Default<Numeric>;
  currency: string;
  pipeline_id: string;
  stage_id: string;
  probability: number;
  expected_close: string | null;
  owner_id: string | null;
  contact_id: string | null;
  company_id: string | null;
  business_license_id: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  created_by: string | null;
  updated_by: string | null;
  deleted_at: Instant | null;
  tags: Default<string[]>;
  custom: Default<Json>;
  search_text: Default<string>;
  import_id: string | null;
  import_version: number | null;
  name_key: Default<string>;
  state: Default<'open' | 'won' | 'lost'>;
  rank: Default<string>;
  stage_entered_at: Default<Instant>;
  closed_at: Instant | null;
  close_reason_id: string | null;
  close_note: Default<string>;
  forecast: 'pipeline' | 'best' | 'commit' | 'omitted' | null;
  description: Default<string>;
  next_step: Default<string>;
  source: Default<string>;
  has_lines: Default<boolean>;
  last_activity_at: Instant | null;
}

interface OpportunityContacts {
  workspace_id: string;
  opportunity_id: string;
  contact_id: string;
  role: Default<string>;
  position: Default<number>;
}

interface OpportunityLines {
  id: string;
  workspace_id: string;
  opportunity_id: string;
  position: number;
  product: string;
  product_key: string;
  quantity: Numeric;
  unit_price: Numeric;
  discount: Default<Numeric>;
  tax: Default<Numeric>;
}

interface OpportunityStays {
  id: string;
  workspace_id: string;
  opportunity_id: string;
  pipeline_id: string;
  stage_id: string;
  stage_name: string;
  outcome: 'open' | 'won' | 'lost';
  entered_at: Instant;
  left_at: Instant | null;
  moved_by: string | null;
}

interface OwnFieldIndexes {
  workspace_id: string;
  kind: 'contact' | 'company' | 'lead' | 'opportunity' | 'activity';
  key: string;
  name: string;
  state: Default<'building' | 'ready'>;
  asked_at: Default<Instant>;
}

interface PasswordResets {
  id: string;
  user_id: string;
  token_hash: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
}

interface PhoneAgents {
  id: string;
  workspace_id: string;
  version: Default<number>;
  name: string;
  greeting: string;
  goal: Default<string>;
  language: Default<string>;
  voice: Default<string>;
  number: string | null;
  number_since: Instant | null;
  is_on: Default<boolean>;
  time_zone: string;
  hours: Default<Json>;
  steps: Json;
  max_minutes: number;
  owner_id: string | null;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
}

interface PhoneCalls {
  id: string;
  workspace_id: string;
  agent_id: string | null;
  agent_name: string;
  kind: 'inbound' | 'outbound' | 'test';
  state: 'ringing' | 'live' | 'ended';
  number: Default<string>;
  dialed: Default<string>;
  contact_id: string | null;
  connection_id: string | null;
  carrier_id: string | null;
  token_hash: string | null;
  token_expires_at: Instant | null;
  transfer_to: string | null;
  outcome: 'completed' | 'message' | 'callback' | 'booked' | 'transferred' | 'abandoned' | 'missed' | 'voicemail' | 'limit' | 'failed' | null;
  message: Default<string>;
  task_id: string | null;
  activity_id: string | null;
  started_at: Default<Instant>;
  connected_at: Instant | null;
  ended_at: Instant | null;
  seen_at: Default<Instant>;
  taken_by: string | null;
  booking_id: string | null;
  reservation_id: string | null;
  reserved_minutes: number | null;
  credits: Numeric | null;
}

interface PhoneTurns {
  call_id: string;
  workspace_id: string;
  position: number;
  by: 'agent' | 'caller' | 'note';
  text: string;
  at_ms: number;
  latency_ms: number | null;
  is_cut: Default<boolean>;
}

interface Pipelines {
  id: string;
  workspace_id: string;
  name: string;
  position: Default<number>;
  created_at: Default<Instant>;
  version: Default<number>;
  archived_at: Instant | null;
  updated_at: Default<Instant>;
}

interface PixelAudienceMembers {
  audience_id: string;
  contact_id: string;
  workspace_id: string;
  entered_at: Default<Instant>;
}

interface PixelAudiences {
  id: string;
  workspace_id: string;
  site_id: string;
  name: string;
  conditions: Json;
  evaluated_at: Instant | null;
  version: Default<number>;
  created_at: Default<Instant>;
}

interface PixelCohorts {
  site_id: string;
  cohort: string;
  week: string;
  workspace_id: string;
  visitors: number;
}

interface PixelCosts {
  id: string;
  workspace_id: string;
  site_id: string;
  month: string;
  channel: string;
  campaign: Default<string>;
  amount: Numeric;
  version: Default<number>;
  created_at: Default<Instant>;
}

interface PixelDaily {
  site_id: string;
  dimension: string;
  day: string;
  value: string;
  workspace_id: string;
  visits: Default<number>;
  visitors: Default<number>;
  pageviews: Default<number>;
  events: Default<number>;
  bounces: Default<number>;
  seconds: Default<Bigint>;
  goals: Default<number>;
  converted: Default<number>;
  revenue: Default<Numeric>;
}

interface PixelEvents {
  workspace_id: string;
  site_id: string;
  at: Instant;
  id: string;
  visit_id: string;
  visitor_id: string;
  kind: string;
  name: Default<string>;
  path: Default<string>;
  source: Default<string>;
  campaign: Default<string>;
  props: Json | null;
  revenue: Numeric | null;
}

interface PixelEventsOther {
  workspace_id: string;
  site_id: string;
  at: Instant;
  id: string;
  visit_id: string;
  visitor_id: string;
  kind: string;
  name: Default<string>;
  path: Default<string>;
  source: Default<string>;
  campaign: Default<string>;
  props: Json | null;
  revenue: Numeric | null;
}

interface PixelFunnelDaily {
  funnel_id: string;
  day: string;
  step: number;
  source: string;
  workspace_id: string;
  visitors: number;
}

interface PixelFunnelEntries {
  funnel_id: string;
  visitor_id: string;
  workspace_id: string;
  entered_at: Instant;
  day: string;
  source: Default<string>;
  step: number;
}

interface PixelFunnels {
  id: string;
  workspace_id: string;
  site_id: string;
  name: string;
  steps: Json;
  window_hours: number;
  cursor_at: Instant;
  cursor_id: Default<string>;
  recount: Default<boolean>;
  version: Default<number>;
  created_at: Default<Instant>;
}

interface PixelGoals {
  id: string;
  workspace_id: string;
  site_id: string;
  name: string;
  kind: 'page' | 'event' | 'form' | 'outbound';
  matches: string;
  worth: Numeric | null;
  version: Default<number>;
  created_at: Default<Instant>;
}

interface PixelPeople {
  id: string;
  workspace_id: string;
  site_id: string;
  visitor_id: string;
  email: string;
  source: 'form' | 'identify' | 'server' | 'mail';
  linked_at: Default<Instant>;
  removed_at: Instant | null;
}

interface PixelSalts {
  day: string;
  salt: string;
}

interface PixelSites {
  id: string;
  workspace_id: string;
  name: string;
  site_key: string;
  domains: Default<string[]>;
  consent_mode: Default<'cookieless' | 'after_consent' | 'required'>;
  time_zone: Default<string>;
  currency: Default<string>;
  retention_days: Default<number>;
  last_event_at: Instant | null;
  deleting: Default<boolean>;
  version: Default<number>;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface PixelVisitors {
  site_id: string;
  visitor_id: string;
  workspace_id: string;
  first_week: string;
  last_week: string;
}

interface PixelVisits {
  id: string;
  workspace_id: string;
  site_id: string;
  visitor_id: string;
  known: Default<boolean>;
  started_at: Instant;
  last_at: Instant;
  pageviews: Default<number>;
  events: Default<number>;
  touches: Default<number>;
  entry_path: Default<string>;
  exit_path: Default<string>;
  channel: Default<string>;
  source: Default<string>;
  medium: Default<string>;
  campaign: Default<string>;
  device: Default<string>;
  browser: Default<string>;
  os: Default<string>;
  goals: Default<string[]>;
  revenue: Default<Numeric>;
  contact_id: string | null;
}

interface PrivateRecords {
  record_id: string;
  workspace_id: string;
  kind: 'lead' | 'opportunity';
  readers: string[];
  lonely_since: Instant | null;
}

interface PublicDomains {
  id: string;
  workspace_id: string;
  host: string;
  token: string;
  verified_at: Instant | null;
  checked_at: Instant | null;
  problem: Default<string>;
  failures: Default<number>;
  created_at: Default<Instant>;
}

interface PublicSites {
  workspace_id: string;
  version: Default<number>;
  color: Default<string>;
  language: Default<string>;
  imprint: Default<string>;
  privacy_url: Default<string>;
  updated_at: Default<Instant>;
}

interface ReceivedTexts {
  id: string;
  workspace_id: string;
  address: string;
  number: string;
  contact_id: string | null;
  provider_id: string;
  text: string;
  received_at: Default<Instant>;
}

interface RecordBatches {
  id: string;
  workspace_id: string;
  action: Json;
  selection: Json;
  state: 'running' | 'done' | 'failed' | 'undone';
  total: Default<number>;
  processed: Default<number>;
  changed: Default<number>;
  kept: Default<number>;
  error: string | null;
  created_by: string | null;
  created_at: Default<Instant>;
  undo_until: Instant | null;
  kind: 'contact' | 'company' | 'lead' | 'opportunity' | 'activity' | 'business_license';
  job_id: string | null;
}

interface RecordComments {
  id: string;
  workspace_id: string;
  version: Default<number>;
  kind: 'contact' | 'company' | 'lead' | 'opportunity' | 'activity' | 'business_license';
  record_id: string;
  parent_id: string | null;
  text: string;
  mentions: Default<Json>;
  resolved_at: Instant | null;
  resolved_by: string | null;
  created_at: Default<Instant>;
  created_by: string | null;
  edited_at: Instant | null;
  deleted_at: Instant | null;
  search_text: Default<string>;
  body: Json | null;
}

interface RecordFiles {
  id: string;
  workspace_id: string;
  record_id: string;
  name: string;
  type: string;
  size: Bigint;
  sha256: string;
  storage_key: string;
  created_at: Default<Instant>;
  created_by: string | null;
  kind: 'contact' | 'company' | 'lead' | 'opportunity' | 'activity' | 'business_license';
}

interface RecordImages {
  workspace_id: string;
  batch_id: string;
  record_id: string;
  version_after: number;
  before: Json;
}

interface RecordMerges {
  id: string;
  workspace_id: string;
  kind: 'contact' | 'company' | 'lead';
  keep_id: string;
  merged_id: string;
  keep_version: number;
  before: Json;
  last_activity_at: Instant | null;
  moved: Json;
  undone_at: Instant | null;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface RecordNotes {
  id: string;
  workspace_id: string;
  version: Default<number>;
  record_id: string;
  text: string;
  pinned: Default<boolean>;
  import_id: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  created_by: string | null;
  updated_by: string | null;
  deleted_at: Instant | null;
  kind: 'contact' | 'company' | 'lead' | 'opportunity' | 'activity' | 'business_license';
  mentions: Default<Json>;
  readers: string[] | null;
  search_text: Default<string>;
  body: Json | null;
}

interface RecordWatches {
  workspace_id: string;
  record_id: string;
  user_id: string;
  kind: 'contact' | 'company' | 'lead' | 'opportunity' | 'activity' | 'business_license';
  reason: 'chosen' | 'mentioned' | 'commented';
  muted: Default<boolean>;
  created_at: Default<Instant>;
}

interface RecurringJobs {
  name: string;
  schedule: string;
  next_at: Instant;
  node: number | null;
  started_at: Instant | null;
  heartbeat_at: Instant | null;
  last_due_at: Instant | null;
  last_finished_at: Instant | null;
  last_duration_ms: number | null;
  last_error: string | null;
  failures: Default<number>;
  runs: Default<Bigint>;
  paused: Default<boolean>;
  run_once: Default<boolean>;
}

interface RemovedFields {
  workspace_id: string;
  object: string;
  key: string;
  label: string;
  removed_at: Default<Instant>;
  clearing: Default<boolean>;
}

interface ReportShares {
  id: string;
  workspace_id: string;
  name: string;
  report: string;
  question: Json;
  created_by: string;
  created_at: Default<Instant>;
  expires_at: Instant;
  revoked_at: Instant | null;
  last_opened_at: Instant | null;
}

interface RollupDue {
  workspace_id: string;
  kind: 'contact' | 'company' | 'lead' | 'opportunity';
  record_id: string;
}

interface SalesGoals {
  id: string;
  workspace_id: string;
  owner_id: string | null;
  month: string;
  amount: Numeric;
  currency: string;
  updated_by: string | null;
  updated_at: Default<Instant>;
}

interface SavedReports {
  id: string;
  workspace_id: string;
  version: Default<number>;
  name: string;
  report: string;
  question: Json;
  shared: Default<boolean>;
  owner_id: string | null;
  schedule: Json | null;
  next_at: Instant | null;
  last_sent_at: Instant | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  updated_by: string | null;
  waiting_since: Instant | null;
}

interface SavedViews {
  id: string;
  workspace_id: string;
  version: Default<number>;
  object: 'contact' | 'company' | 'lead' | 'opportunity' | 'activity' | 'business_license';
  name: string;
  config: Json;
  shared: Default<boolean>;
  owner_id: string;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
}

interface SendingDomains {
  id: string;
  workspace_id: string;
  domain: string;
  selector: string;
  private_key: string;
  public_key: string;
  checks: Default<Json>;
  verified_at: Instant | null;
  checked_at: Instant | null;
  created_at: Default<Instant>;
}

interface ServiceStates {
  id: string;
  workspace_id: string;
  service: string;
  status: 'active' | 'inactive' | 'pending' | 'warning' | 'error';
  detail: string;
  started_at: Default<Instant>;
  ended_at: Instant | null;
}

interface Sessions {
  id: string;
  user_id: string;
  workspace_id: string;
  token_hash: string;
  renewal_hash: string;
  previous_renewal_hash: string | null;
  created_at: Instant;
  last_seen_at: Instant;
  idle_expires_at: Instant;
  expires_at: Instant;
  renewable_until: Instant;
  renewed_at: Instant | null;
  revoked_at: Instant | null;
  user_agent: Default<string>;
  address: Default<string>;
  home_id: string | null;
  visit_until: Instant | null;
  proved_at: Instant | null;
  renewal_family: string | null;
}

interface SocialHits {
  id: string;
  workspace_id: string;
  watch_id: string;
  source_id: string;
  guid: string;
  post_key: string;
  url: Default<string>;
  site: Default<string>;
  title: Default<string>;
  text: Default<string>;
  author: Default<string>;
  author_url: Default<string>;
  author_key: Default<string>;
  conversation_key: Default<string>;
  posted_at: Instant;
  found_at: Default<Instant>;
  intent: number;
  sentiment: number;
  reasons: Default<Json>;
  marks: Default<Json>;
  state: Default<'new' | 'snoozed' | 'lead' | 'reply' | 'archived' | 'muted'>;
  snoozed_until: Instant | null;
  lead_id: string | null;
  reply: Default<string>;
  reply_state: Default<'none' | 'waiting' | 'approved' | 'rejected' | 'posted'>;
  approval_id: string | null;
}

interface SocialMutes {
  id: string;
  workspace_id: string;
  kind: 'author' | 'site';
  key: string;
  label: string;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface SocialSources {
  id: string;
  workspace_id: string;
  watch_id: string;
  kind: string;
  address: Default<string>;
  title: Default<string>;
  cursor: Default<Json>;
  state: Default<'new' | 'ok' | 'waiting' | 'failing' | 'gone'>;
  reason: Default<string>;
  failures: Default<number>;
  retry_at: Instant | null;
  last_ok_at: Instant | null;
}

interface SocialWatches {
  id: string;
  workspace_id: string;
  version: Default<number>;
  name: string;
  query: string;
  interval_minutes: number;
  retention_days: number;
  is_paused: Default<boolean>;
  state: Default<'idle' | 'scanning'>;
  scan_done: Default<number>;
  scan_total: Default<number>;
  scan_hits: Default<number>;
  last_scan_at: Instant | null;
  next_scan_at: Default<Instant>;
  error: Default<string>;
  job_id: string | null;
  is_sample: Default<boolean>;
  created_by: string | null;
  created_at: Default<Instant>;
  alert_spikes: Default<boolean>;
  spike_told_at: Instant | null;
  send_digest: Default<boolean>;
  digest_on: string | null;
}

interface Stages {
  id: string;
  workspace_id: string;
  pipeline_id: string;
  name: string;
  position: number;
  probability: number;
  outcome: Default<'open' | 'won' | 'lost'>;
  color: Default<'slate' | 'blue' | 'cyan' | 'teal' | 'green' | 'lime' | 'amber' | 'orange' | 'red' | 'pink' | 'purple' | 'indigo'>;
  forecast: Default<'pipeline' | 'best' | 'commit' | 'omitted'>;
  rotting_days: number | null;
  required_fields: Default<string[]>;
}

interface StepIns {
  id: string;
  workspace_id: string;
  admin_id: string;
  session_id: string;
  home_id: string;
  reason: string;
  started_at: Default<Instant>;
  expires_at: Instant;
  ended_at: Instant | null;
}

interface SupportConversations {
  id: string;
  workspace_id: string;
  user_id: string;
  subject: string;
  state: Default<'open' | 'closed'>;
  waiting: Default<boolean>;
  assignee_id: string | null;
  place: string | null;
  asked: string | null;
  version: Default<number>;
  created_at: Default<Instant>;
  last_message_id: string;
  last_message_at: Default<Instant>;
  user_read_id: string | null;
  team_read_id: string | null;
}

interface SupportMessages {
  id: string;
  workspace_id: string;
  conversation_id: string;
  side: 'user' | 'team' | 'note';
  author_id: string | null;
  author_name: string;
  text: string;
  created_at: Default<Instant>;
}

interface SupportReplies {
  id: string;
  workspace_id: string;
  title: string;
  text: string;
  version: Default<number>;
  updated_at: Default<Instant>;
}

interface Suppressions {
  id: string;
  workspace_id: string;
  channel: 'email' | 'sms';
  address: string;
  reason: 'bounced' | 'complained' | 'stopped' | 'manual' | 'imported';
  note: Default<string>;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface SyncConflicts {
  id: string;
  workspace_id: string;
  definition_id: string;
  ops_record: string;
  client_record: string;
  title: string;
  fields: Json;
  created_at: Default<Instant>;
}

interface SyncDefinitions {
  id: string;
  workspace_id: string;
  client_id: string;
  version: Default<number>;
  kind: 'contact' | 'company' | 'lead' | 'opportunity' | 'activity';
  direction: 'to_ops' | 'to_client' | 'both';
  conflict_rule: 'newest' | 'ops' | 'client' | 'ask';
  mapping: Json;
  filter: Json | null;
  schedule: 'manual' | 'change' | 'hourly' | 'daily';
  state: Default<'on' | 'paused'>;
  next_at: Instant | null;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
}

interface SyncDirty {
  definition_id: string;
  workspace_id: string;
  side: 'ops' | 'client';
  record_id: string;
  chain: Default<string[]>;
}

interface SyncLinks {
  definition_id: string;
  workspace_id: string;
  ops_record: string;
  client_record: string;
  ops_version: number;
  client_version: number;
  definition_version: number;
  ops_base: Json;
  client_base: Json;
  linked_at: Default<Instant>;
}

interface SyncLog {
  id: Generated<Bigint>;
  workspace_id: string;
  definition_id: string;
  run_id: string | null;
  at: Default<Instant>;
  action: 'create' | 'update' | 'link' | 'conflict' | 'error';
  side: 'ops' | 'client' | null;
  ops_record: string | null;
  client_record: string | null;
  title: string;
  changes: Default<Json>;
  note: string | null;
}

interface SyncRuns {
  id: string;
  workspace_id: string;
  definition_id: string;
  job_id: string | null;
  cause: 'manual' | 'schedule' | 'change';
  dry: Default<boolean>;
  state: Default<'queued' | 'running' | 'done' | 'failed'>;
  looked_at: Default<number>;
  created: Default<number>;
  updated: Default<number>;
  linked: Default<number>;
  conflicts: Default<number>;
  errors: Default<number>;
  error: string | null;
  requested_by: string | null;
  created_at: Default<Instant>;
  finished_at: Instant | null;
}

interface TeamMembers {
  workspace_id: string;
  team_id: string;
  user_id: string;
}

interface Teams {
  id: string;
  workspace_id: string;
  version: Default<number>;
  name: string;
  name_key: string;
  created_at: Default<Instant>;
}

interface TemplateInstalls {
  id: string;
  workspace_id: string;
  template_ref: string;
  template_name: string;
  number: number;
  content: Json;
  parts: string[];
  done_parts: Default<string[]>;
  state: Default<'queued' | 'running' | 'done' | 'failed' | 'undoing' | 'undone'>;
  act: Default<'apply' | 'undo'>;
  insist: Default<string[]>;
  error: string | null;
  created_by: string | null;
  created_at: Default<Instant>;
  finished_at: Instant | null;
}

interface TemplateStamps {
  id: string;
  workspace_id: string;
  install_id: string;
  part: string;
  key: string;
  label: string;
  kind: string;
  record_id: string | null;
  record_version: number | null;
  state: 'made' | 'present' | 'failed' | 'removed' | 'kept';
  note: Default<string>;
  created_at: Default<Instant>;
}

interface TestPayments {
  id: string;
  workspace_id: string;
  token: string;
  key: string;
  amount: Numeric;
  currency: string;
  description: string;
  return_to: string;
  state: Default<'open' | 'paid' | 'expired'>;
  card: Default<string>;
  refunds: Default<Json>;
  created_at: Default<Instant>;
}

interface TextBroadcastRecipients {
  id: string;
  workspace_id: string;
  broadcast_id: string;
  address: string;
  message_id: string | null;
  segments: Default<number>;
}

interface TextBroadcasts {
  id: string;
  workspace_id: string;
  name: string;
  text: string;
  purpose: 'service' | 'marketing' | 'newsletter';
  audience: Json;
  state: Default<'sending' | 'paused' | 'stopped' | 'done'>;
  problem: Default<string>;
  is_prepared: Default<boolean>;
  without_phone: Default<number>;
  segment_price: Numeric | null;
  currency: string;
  created_by: string | null;
  created_at: Default<Instant>;
  finished_at: Instant | null;
}

interface TextTemplates {
  id: string;
  workspace_id: string;
  name: string;
  text: string;
  version: Default<number>;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface TextThreads {
  id: string;
  workspace_id: string;
  address: string;
  number: Default<string>;
  contact_id: string | null;
  last_at: Default<Instant>;
  last_text: Default<string>;
  last_direction: Default<'in' | 'out'>;
  unread: Default<number>;
  is_done: Default<boolean>;
  assigned_to: string | null;
  version: Default<number>;
  created_at: Default<Instant>;
}

interface Throttles {
  key: string;
  count: number;
  reset_at: Instant;
}

interface TwoFactors {
  user_id: string;
  secret: string;
  confirmed_at: Instant | null;
  last_step: Default<Bigint>;
  recovery_hashes: string[];
}

interface UserSettings {
  user_id: string;
  appearance: Json | null;
}

interface Users {
  id: string;
  name: string;
  username: string;
  email: string;
  email_key: string;
  role: 'admin' | 'opus_team' | 'user';
  is_community_member: Default<boolean>;
  is_owner: Default<boolean>;
  active: Default<boolean>;
  password_hash: string;
  password_changed_at: Instant;
  created_at: Instant;
  email_confirmed_at: Instant | null;
  deactivated_at: Instant | null;
  version: Default<number>;
  erased_at: Instant | null;
}

interface WatchNews {
  workspace_id: string;
  user_id: string;
  record_id: string;
  kind: 'contact' | 'company' | 'lead' | 'opportunity' | 'activity' | 'business_license';
  acts: Default<string[]>;
  fields: Default<string[]>;
  actors: Default<string[]>;
  first_at: Default<Instant>;
  last_at: Default<Instant>;
  agents: Default<string[]>;
}

interface WatchSettings {
  workspace_id: string;
  user_id: string;
  own: Default<boolean>;
  mentioned: Default<boolean>;
  commented: Default<boolean>;
}

interface WebhookAttempts {
  workspace_id: string;
  message_id: string;
  number: number;
  at: Default<Instant>;
  duration_ms: number;
  status: number | null;
  error: string | null;
  request_headers: Json;
  response_headers: Default<Json>;
  response_body: Default<string>;
}

interface WebhookEndpoints {
  id: string;
  workspace_id: string;
  version: Default<number>;
  url: string;
  description: Default<string>;
  types: string[];
  state: Default<'on' | 'off' | 'disabled'>;
  disabled_reason: string | null;
  secret: string;
  previous_secret: string | null;
  previous_until: Instant | null;
  failing_since: Instant | null;
  last_delivered_at: Instant | null;
  created_by: string | null;
  created_at: Default<Instant>;
  rest_until: Instant | null;
}

interface WebhookMessages {
  id: string;
  workspace_id: string;
  endpoint_id: string;
  event_id: Bigint | null;
  type: string;
  payload: Json;
  state: Default<'pending' | 'delivered' | 'failed'>;
  attempts: Default<number>;
  next_at: Default<Instant | null>;
  last_status: number | null;
  last_error: string | null;
  created_at: Default<Instant>;
}

interface WhiteboardComments {
  id: string;
  board_id: string;
  workspace_id: string;
  thread_id: string | null;
  x: number;
  y: number;
  body: string;
  author_id: string | null;
  created_at: Default<Instant>;
  resolved_at: Instant | null;
}

interface WhiteboardImages {
  board_id: string;
  id: string;
  workspace_id: string;
  type: string;
  size: number;
  storage_key: string;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface WhiteboardPeople {
  board_id: string;
  workspace_id: string;
  user_id: string;
  role: 'edit' | 'view';
}

interface WhiteboardSnapshots {
  board_id: string;
  workspace_id: string;
  data: Buffer;
  created_at: Default<Instant>;
}

interface WhiteboardUpdates {
  id: Generated<Bigint>;
  board_id: string;
  workspace_id: string;
  data: Buffer;
  created_at: Default<Instant>;
}

interface Whiteboards {
  id: string;
  workspace_id: string;
  version: Default<number>;
  title: string;
  access: Default<'edit' | 'view' | 'none'>;
  owner_id: string | null;
  created_at: Default<Instant>;
  updated_at: Default<Instant>;
  updated_by: string | null;
  deleted_at: Instant | null;
}

interface WorkflowRuns {
  id: string;
  workspace_id: string;
  workflow_id: string;
  number: number;
  state: 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled' | 'blocked';
  started_by: Json;
  occasion: string;
  subject_type: string | null;
  subject_id: string | null;
  chain: Default<string[]>;
  step_id: string | null;
  outputs: Default<Json>;
  steps_done: Default<number>;
  attempt: Default<number>;
  wake_at: Instant | null;
  approval_id: string | null;
  replay_of: string | null;
  error: string | null;
  created_by: string | null;
  created_at: Default<Instant>;
  finished_at: Instant | null;
  claim: string | null;
}

interface WorkflowSteps {
  workspace_id: string;
  run_id: string;
  seq: number;
  step_id: string;
  kind: string;
  state: 'running' | 'waiting' | 'done' | 'failed' | 'skipped';
  input: Default<Json>;
  output: Json | null;
  port: string | null;
  error: string | null;
  attempts: Default<number>;
  started_at: Default<Instant>;
  finished_at: Instant | null;
}

interface WorkflowVersions {
  workspace_id: string;
  workflow_id: string;
  number: number;
  definition: Json;
  note: Default<string>;
  published_by: string | null;
  published_at: Default<Instant>;
}

interface Workflows {
  id: string;
  workspace_id: string;
  version: Default<number>;
  name: string;
  description: Default<string>;
  state: Default<'off' | 'on' | 'paused'>;
  paused_reason: string | null;
  draft: Json;
  published: number | null;
  trigger_kind: string | null;
  trigger_types: Default<string[]>;
  next_at: Instant | null;
  hook_hash: string | null;
  hook_sealed: string | null;
  runs_per_minute: Default<number>;
  arrival_at: Instant | null;
  blocked: Default<Bigint>;
  blocked_at: Instant | null;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_by: string | null;
  updated_at: Default<Instant>;
  deleted_at: Instant | null;
}

interface WorkingHours {
  workspace_id: string;
  user_id: string;
  version: Default<number>;
  time_zone: string;
  days: Json;
}

interface WorkspaceTemplateVersions {
  workspace_id: string;
  template_id: string;
  number: number;
  content: Json;
  note: Default<string>;
  created_by: string | null;
  created_at: Default<Instant>;
}

interface WorkspaceTemplates {
  id: string;
  workspace_id: string;
  version: Default<number>;
  name: string;
  name_key: string;
  summary: Default<string>;
  industry: Default<string>;
  content: Json;
  number: Default<number>;
  based_on: string | null;
  archived_at: Instant | null;
  created_by: string | null;
  created_at: Default<Instant>;
  updated_by: string | null;
  updated_at: Default<Instant>;
}

interface Workspaces {
  id: string;
  kind: 'operations' | 'client' | 'personal';
  name: string;
  time_zone: Default<string>;
  currency: Default<string>;
  country: Default<string>;
  created_at: Instant;
  archived_at: Instant | null;
  setup: Default<'open' | 'done'>;
  plan: string | null;
  version: Default<number>;
  apps_off: Default<string[]>;
  delete_at: Instant | null;
  logo: Default<string>;
  logo_mark: Default<string>;
}

/** The columns of every table, by the names that the database has for them. */
export interface Tables {
  absences: Absences;
  activities: Activities;
  activity_attendees: ActivityAttendees;
  activity_reminders: ActivityReminders;
  activity_series: ActivitySeries;
  agent_runs: AgentRuns;
  agent_steps: AgentSteps;
  agent_teams: AgentTeams;
  api_keys: ApiKeys;
  approval_rules: ApprovalRules;
  approvals: Approvals;
  assistant_conversations: AssistantConversations;
  assistant_messages: AssistantMessages;
  assistant_proposals: AssistantProposals;
  assistant_runs: AssistantRuns;
  assistant_steps: AssistantSteps;
  audit_log: AuditLog;
  bank_accounts: BankAccounts;
  bank_connections: BankConnections;
  bank_held_changes: BankHeldChanges;
  bank_holdings: BankHoldings;
  bank_syncs: BankSyncs;
  benchmark_dismissals: BenchmarkDismissals;
  benchmark_figures: BenchmarkFigures;
  benchmark_measurements: BenchmarkMeasurements;
  benchmark_opt_outs: BenchmarkOptOuts;
  booking_calendar_busy: BookingCalendarBusy;
  booking_calendar_events: BookingCalendarEvents;
  booking_calendars: BookingCalendars;
  booking_holds: BookingHolds;
  booking_hosts: BookingHosts;
  booking_hours: BookingHours;
  booking_routes: BookingRoutes;
  booking_types: BookingTypes;
  booking_waits: BookingWaits;
  bookings: Bookings;
  business_license_reminders: BusinessLicenseReminders;
  business_license_terms: BusinessLicenseTerms;
  business_licenses: BusinessLicenses;
  calendar_feeds: CalendarFeeds;
  channel_costs: ChannelCosts;
  client_exports: ClientExports;
  client_onboarding_steps: ClientOnboardingSteps;
  client_onboardings: ClientOnboardings;
  client_reports: ClientReports;
  close_reasons: CloseReasons;
  comment_reactions: CommentReactions;
  companies: Companies;
  connection_events: ConnectionEvents;
  connection_usage: ConnectionUsage;
  connections: Connections;
  consent_events: ConsentEvents;
  contact_keys: ContactKeys;
  contacts: Contacts;
  councils: Councils;
  crawl_blocked_sites: CrawlBlockedSites;
  crawl_candidates: CrawlCandidates;
  crawl_evidence: CrawlEvidence;
  crawl_pages: CrawlPages;
  crawl_sites: CrawlSites;
  crawls: Crawls;
  credit_accounts: CreditAccounts;
  credit_entries: CreditEntries;
  credit_grants: CreditGrants;
  credit_limits: CreditLimits;
  credit_reservations: CreditReservations;
  credit_usage: CreditUsage;
  custom_fields: CustomFields;
  dashboard_layouts: DashboardLayouts;
  deal_acceptances: DealAcceptances;
  deal_actions: DealActions;
  deal_commissions: DealCommissions;
  deal_installments: DealInstallments;
  deal_proposals: DealProposals;
  deal_room_settings: DealRoomSettings;
  deal_rooms: DealRooms;
  deal_splits: DealSplits;
  deal_stances: DealStances;
  duplicate_pairs: DuplicatePairs;
  duplicate_runs: DuplicateRuns;
  event_cursors: EventCursors;
  event_failures: EventFailures;
  event_horizon: EventHorizon;
  events: Events;
  exchange_rates: ExchangeRates;
  expense_policies: ExpensePolicies;
  expense_receipts: ExpenseReceipts;
  expense_reimbursements: ExpenseReimbursements;
  expenses: Expenses;
  favourites: Favourites;
  finance_accounts: FinanceAccounts;
  finance_activities: FinanceActivities;
  finance_anomaly_dismissals: FinanceAnomalyDismissals;
  finance_book_accounts: FinanceBookAccounts;
  finance_book_budgets: FinanceBookBudgets;
  finance_book_entries: FinanceBookEntries;
  finance_book_lines: FinanceBookLines;
  finance_books: FinanceBooks;
  finance_budgets: FinanceBudgets;
  finance_bulk_changes: FinanceBulkChanges;
  finance_categories: FinanceCategories;
  finance_document_reminders: FinanceDocumentReminders;
  finance_document_schedules: FinanceDocumentSchedules;
  finance_document_series: FinanceDocumentSeries;
  finance_documents: FinanceDocuments;
  finance_goal_contributions: FinanceGoalContributions;
  finance_goals: FinanceGoals;
  finance_import_images: FinanceImportImages;
  finance_imports: FinanceImports;
  finance_investment_accounts: FinanceInvestmentAccounts;
  finance_investment_imports: FinanceInvestmentImports;
  finance_investment_settings: FinanceInvestmentSettings;
  finance_ledger_members: FinanceLedgerMembers;
  finance_ledgers: FinanceLedgers;
  finance_liabilities: FinanceLiabilities;
  finance_liability_reminders: FinanceLiabilityReminders;
  finance_month_sums: FinanceMonthSums;
  finance_payments: FinancePayments;
  finance_price_images: FinancePriceImages;
  finance_rates: FinanceRates;
  finance_receipts: FinanceReceipts;
  finance_reconciliations: FinanceReconciliations;
  finance_recurring: FinanceRecurring;
  finance_rules: FinanceRules;
  finance_securities: FinanceSecurities;
  finance_security_prices: FinanceSecurityPrices;
  finance_splits: FinanceSplits;
  finance_tax_accounts: FinanceTaxAccounts;
  finance_tax_documents: FinanceTaxDocuments;
  finance_tax_items: FinanceTaxItems;
  finance_tax_mappings: FinanceTaxMappings;
  finance_tax_profiles: FinanceTaxProfiles;
  finance_tax_reminders: FinanceTaxReminders;
  finance_tax_scenarios: FinanceTaxScenarios;
  finance_tax_years: FinanceTaxYears;
  finance_told_cash: FinanceToldCash;
  finance_transactions: FinanceTransactions;
  finance_transfers: FinanceTransfers;
  finance_valuation_versions: FinanceValuationVersions;
  finance_valuations: FinanceValuations;
  finance_vendors: FinanceVendors;
  forecast_snapshots: ForecastSnapshots;
  funnel_days: FunnelDays;
  funnel_images: FunnelImages;
  funnel_orders: FunnelOrders;
  funnel_submissions: FunnelSubmissions;
  funnel_versions: FunnelVersions;
  funnel_visitors: FunnelVisitors;
  funnels: Funnels;
  handset_messages: HandsetMessages;
  hiding_workspaces: HidingWorkspaces;
  idempotency_keys: IdempotencyKeys;
  import_rows: ImportRows;
  imports: Imports;
  installation_policy: InstallationPolicy;
  invitations: Invitations;
  jobs: Jobs;
  knowledge_answers: KnowledgeAnswers;
  knowledge_documents: KnowledgeDocuments;
  knowledge_indexes: KnowledgeIndexes;
  knowledge_passages: KnowledgePassages;
  knowledge_postings: KnowledgePostings;
  knowledge_removals: KnowledgeRemovals;
  knowledge_scanned_pages: KnowledgeScannedPages;
  knowledge_sources: KnowledgeSources;
  knowledge_test_questions: KnowledgeTestQuestions;
  knowledge_test_runs: KnowledgeTestRuns;
  knowledge_test_sets: KnowledgeTestSets;
  knowledge_vectors: KnowledgeVectors;
  lead_assignment_rules: LeadAssignmentRules;
  lead_forms: LeadForms;
  lead_score_rules: LeadScoreRules;
  lead_submissions: LeadSubmissions;
  leads: Leads;
  mail_accounts: MailAccounts;
  mail_attachments: MailAttachments;
  mail_draft_copies: MailDraftCopies;
  mail_drafts: MailDrafts;
  mail_events: MailEvents;
  mail_folders: MailFolders;
  mail_lessons: MailLessons;
  mail_locations: MailLocations;
  mail_messages: MailMessages;
  mail_outbox: MailOutbox;
  mail_people: MailPeople;
  mail_pushes: MailPushes;
  mail_rule_log: MailRuleLog;
  mail_rules: MailRules;
  mail_sign_ins: MailSignIns;
  mail_templates: MailTemplates;
  mail_thread_keys: MailThreadKeys;
  mail_threads: MailThreads;
  mailed_links: MailedLinks;
  meeting_items: MeetingItems;
  meeting_recording_parts: MeetingRecordingParts;
  meeting_recordings: MeetingRecordings;
  meeting_segments: MeetingSegments;
  meeting_shares: MeetingShares;
  meeting_speakers: MeetingSpeakers;
  meeting_voices: MeetingVoices;
  meetings: Meetings;
  memberships: Memberships;
  message_addresses: MessageAddresses;
  message_settings: MessageSettings;
  messages: Messages;
  model_calls: ModelCalls;
  model_choices: ModelChoices;
  model_limits: ModelLimits;
  model_prices: ModelPrices;
  notification_ways: NotificationWays;
  notifications: Notifications;
  onboardings: Onboardings;
  online_payments: OnlinePayments;
  opportunities: Opportunities;
  opportunity_contacts: OpportunityContacts;
  opportunity_lines: OpportunityLines;
  opportunity_stays: OpportunityStays;
  own_field_indexes: OwnFieldIndexes;
  password_resets: PasswordResets;
  phone_agents: PhoneAgents;
  phone_calls: PhoneCalls;
  phone_turns: PhoneTurns;
  pipelines: Pipelines;
  pixel_audience_members: PixelAudienceMembers;
  pixel_audiences: PixelAudiences;
  pixel_cohorts: PixelCohorts;
  pixel_costs: PixelCosts;
  pixel_daily: PixelDaily;
  pixel_events: PixelEvents;
  pixel_events_other: PixelEventsOther;
  pixel_funnel_daily: PixelFunnelDaily;
  pixel_funnel_entries: PixelFunnelEntries;
  pixel_funnels: PixelFunnels;
  pixel_goals: PixelGoals;
  pixel_people: PixelPeople;
  pixel_salts: PixelSalts;
  pixel_sites: PixelSites;
  pixel_visitors: PixelVisitors;
  pixel_visits: PixelVisits;
  private_records: PrivateRecords;
  public_domains: PublicDomains;
  public_sites: PublicSites;
  received_texts: ReceivedTexts;
  record_batches: RecordBatches;
  record_comments: RecordComments;
  record_files: RecordFiles;
  record_images: RecordImages;
  record_merges: RecordMerges;
  record_notes: RecordNotes;
  record_watches: RecordWatches;
  recurring_jobs: RecurringJobs;
  removed_fields: RemovedFields;
  report_shares: ReportShares;
  rollup_due: RollupDue;
  sales_goals: SalesGoals;
  saved_reports: SavedReports;
  saved_views: SavedViews;
  sending_domains: SendingDomains;
  service_states: ServiceStates;
  sessions: Sessions;
  social_hits: SocialHits;
  social_mutes: SocialMutes;
  social_sources: SocialSources;
  social_watches: SocialWatches;
  stages: Stages;
  step_ins: StepIns;
  support_conversations: SupportConversations;
  support_messages: SupportMessages;
  support_replies: SupportReplies;
  suppressions: Suppressions;
  sync_conflicts: SyncConflicts;
  sync_definitions: SyncDefinitions;
  sync_dirty: SyncDirty;
  sync_links: SyncLinks;
  sync_log: SyncLog;
  sync_runs: SyncRuns;
  team_members: TeamMembers;
  teams: Teams;
  template_installs: TemplateInstalls;
  template_stamps: TemplateStamps;
  test_payments: TestPayments;
  text_broadcast_recipients: TextBroadcastRecipients;
  text_broadcasts: TextBroadcasts;
  text_templates: TextTemplates;
  text_threads: TextThreads;
  throttles: Throttles;
  two_factors: TwoFactors;
  user_settings: UserSettings;
  users: Users;
  watch_news: WatchNews;
  watch_settings: WatchSettings;
  webhook_attempts: WebhookAttempts;
  webhook_endpoints: WebhookEndpoints;
  webhook_messages: WebhookMessages;
  whiteboard_comments: WhiteboardComments;
  whiteboard_images: WhiteboardImages;
  whiteboard_people: WhiteboardPeople;
  whiteboard_snapshots: WhiteboardSnapshots;
  whiteboard_updates: WhiteboardUpdates;
  whiteboards: Whiteboards;
  workflow_runs: WorkflowRuns;
  workflow_steps: WorkflowSteps;
  workflow_versions: WorkflowVersions;
  workflows: Workflows;
  working_hours: WorkingHours;
  workspace_template_versions: WorkspaceTemplateVersions;
  workspace_templates: WorkspaceTemplates;
  workspaces: Workspaces;
}

/** Columns whose values are sent as JSON. */
export const JSON_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  activities: ['custom'],
  activity_series: ['template'],
  agent_runs: ['agents', 'limits'],
  agent_steps: ['input', 'output'],
  agent_teams: ['agents', 'limits'],
  approval_rules: ['filter'],
  approvals: ['content', 'original', 'origin', 'result', 'cause'],
  assistant_messages: ['sources', 'records'],
  assistant_proposals: ['lines', 'call', 'subject', 'undo'],
  assistant_runs: ['budget'],
  assistant_steps: ['input', 'output'],
  audit_log: ['details'],
  bank_accounts: ['liability'],
  bank_held_changes: ['line'],
  bank_syncs: ['counts', 'problems'],
  booking_hours: ['weekly', 'overrides'],
  booking_routes: ['questions', 'rules', 'fallback'],
  booking_types: ['questions'],
  bookings: ['answers'],
  companies: ['custom'],
  connections: ['settings', 'hints'],
  consent_events: ['proof'],
  contacts: ['emails', 'phones', 'links', 'consent', 'custom'],
  councils: ['answers', 'conclusion'],
  crawl_candidates: ['reasons', 'duplicates'],
  crawls: ['problems'],
  custom_fields: ['rollup'],
  dashboard_layouts: ['widgets'],
  deal_acceptances: ['chosen'],
  deal_proposals: ['content', 'sent_to'],
  duplicate_pairs: ['reasons'],
  events: ['data', 'cause'],
  expense_policies: ['definition'],
  expense_receipts: ['proposal'],
  expenses: ['violations'],
  finance_activities: ['terms', 'lots'],
  finance_bulk_changes: ['images'],
  finance_document_schedules: ['template'],
  finance_documents: ['lines', 'discount'],
  finance_import_images: ['image'],
  finance_imports: ['options', 'problems', 'counts'],
  finance_investment_imports: ['counts'],
  finance_investment_settings: ['targets'],
  finance_liabilities: ['repayment', 'rate_changes', 'extras', 'details'],
  finance_rules: ['definition'],
  finance_tax_profiles: ['sources'],
  finance_tax_scenarios: ['moves'],
  finance_tax_years: ['facts'],
  finance_valuation_versions: ['inputs'],
  finance_valuations: ['inputs'],
  funnel_orders: ['items', 'data', 'origin'],
  funnel_submissions: ['data', 'answers', 'origin'],
  funnel_versions: ['document'],
  funnels: ['document'],
  idempotency_keys: ['body'],
  import_rows: ['cells'],
  imports: ['dialect', 'columns', 'sample_rows', 'mapping', 'options', 'revert'],
  installation_policy: ['keys_seen'],
  jobs: ['payload', 'result', 'checkpoint'],
  knowledge_answers: ['sentences', 'passages', 'searched'],
  knowledge_indexes: ['settings'],
  knowledge_test_questions: ['expected'],
  knowledge_test_runs: ['settings', 'figures', 'results'],
  lead_assignment_rules: ['filter'],
  lead_forms: ['fields'],
  lead_score_rules: ['filter'],
  lead_submissions: ['data', 'origin'],
  leads: ['custom', 'score_reasons', 'conversion', 'origin'],
  mail_accounts: ['imap', 'smtp'],
  mail_drafts: ['to_list', 'cc_list', 'bcc_list'],
  mail_events: ['event'],
  mail_messages: ['to_list', 'cc_list', 'bcc_list', 'reply_to', 'event'],
  mail_outbox: ['sender', 'recipients', 'reply_to', 'headers', 'attachments'],
  mail_rules: ['conditions', 'acts'],
  meetings: ['summary'],
  message_settings: ['settings'],
  messages: ['origin', 'calendar'],
  onboardings: ['drafts'],
  online_payments: ['origin'],
  opportunities: ['custom'],
  phone_agents: ['hours', 'steps'],
  pixel_audiences: ['conditions'],
  pixel_events: ['props'],
  pixel_events_other: ['props'],
  pixel_funnels: ['steps'],
  record_batches: ['action', 'selection'],
  record_comments: ['mentions', 'body'],
  record_images: ['before'],
  record_merges: ['before', 'moved'],
  record_notes: ['mentions', 'body'],
  report_shares: ['question'],
  saved_reports: ['question', 'schedule'],
  saved_views: ['config'],
  sending_domains: ['checks'],
  social_hits: ['reasons', 'marks'],
  social_sources: ['cursor'],
  sync_conflicts: ['fields'],
  sync_definitions: ['mapping', 'filter'],
  sync_links: ['ops_base', 'client_base'],
  sync_log: ['changes'],
  template_installs: ['content'],
  test_payments: ['refunds'],
  text_broadcasts: ['audience'],
  user_settings: ['appearance'],
  webhook_attempts: ['request_headers', 'response_headers'],
  webhook_messages: ['payload'],
  workflow_runs: ['started_by', 'outputs'],
  workflow_steps: ['input', 'output'],
  workflow_versions: ['definition'],
  workflows: ['draft'],
  working_hours: ['days'],
  workspace_template_versions: ['content'],
  workspace_templates: ['content'],
};
