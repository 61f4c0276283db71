/** Rules of mailboxes: keeping them, trying them out, and applying them to what arrives. */
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import {
  countRows,
  currentWorkspaceId,
  deleteRows,
  execute,
  insertRow,
  query,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { log } from '../../../server/observability/log.ts';
import type { MailRule, NewMailRule, RuleConditions } from '../contract.ts';
import { MAX_RULES } from '../contract.ts';
import { describeActs, type RuledMail, ruleMatches } from '../engine/rules.ts';
import { MAIL } from '../paths.ts';
import { findAccount, publishThreads } from './account-rows.ts';
import { actOnThreads } from './acts.ts';

const COLUMNS = `r.id, r.account_id as "accountId", r.name, r.position, r.is_on as "isOn", r.conditions, r.acts, r.ends_here as "endsHere",
  r.applied, r.applied_at as "appliedAt", r.checked_at as "checkedAt", r.failure, r.failed_at as "failedAt", r.version`;

/** Rules of a mailbox, in the order in which they look. @throws AppError `not_found` */
export async function listRules(accountId: string): Promise<{ items: MailRule[] }> {
  await findAccount(accountId);
  return { items: await rulesOf(accountId) };
}

const rulesOf = (accountId: string): Promise<MailRule[]> =>
  query<MailRule>(
    `select ${COLUMNS} from mail_rules r where r.account_id = $1 and r.workspace_id = $2 order by r.position, r.id limit ${MAX_RULES}`,
    [accountId, currentWorkspaceId()],
  );

async function readRule(id: string): Promise<MailRule> {
  const [rule] = await query<MailRule>(`select ${COLUMNS} from mail_rules r where r.id = $1 and r.workspace_id = $2`, [
    id,
    currentWorkspaceId(),
  ]);
  if (!rule) throw notFound('The rule');
  return rule;
}

const publishRules = () => publishPaths(currentWorkspaceId(), [MAIL.rules]);

/** @throws AppError `not_found`; `conflict` at the limit */
export function createRule({ accountId, name, conditions, acts, endsHere }: NewMailRule): Promise<MailRule> {
  return transaction(async () => {
    await findAccount(accountId);
    const count = await countRows('mail_rules', { accountId });
    if (count >= MAX_RULES) throw new AppError('conflict', `You have reached the limit of ${MAX_RULES} rules.`);
    const id = newId();
    await insertRow('mail_rules', {
      id,
      workspaceId: currentWorkspaceId(),
      accountId,
      name,
      conditions,
      acts,
      endsHere,
      position: count + 1,
    });
    await publishRules();
    return readRule(id);
  });
}

type Change = Partial<Omit<NewMailRule, 'accountId'>> & {
  version: number;
  isOn?: boolean | undefined;
  position?: number | undefined;
};

/** A change also ends a failure. @throws AppError `not_found`, `stale` */
export function updateRule(id: string, { version, position, ...change }: Change): Promise<MailRule> {
  return transaction(async () => {
    const rule = await readRule(id);
    const changed = await updateRows(
      'mail_rules',
      { ...change, failure: '', failedAt: null, version: version + 1 },
      { id, version },
    );
    if (changed === 0) throw new AppError('stale', 'Someone changed this rule in the meantime.', { details: rule });
    if (position !== undefined) await moveRule(rule, position);
    await publishRules();
    return readRule(id);
  });
}

async function moveRule({ id, accountId }: MailRule, position: number): Promise<void> {
  const others = (await rulesOf(accountId)).map((rule) => rule.id).filter((one) => one !== id);
  others.splice(Math.max(position - 1, 0), 0, id);
  await execute(
    `update mail_rules r set position = o.n from unnest($1::uuid[]) with ordinality o(id, n) where r.id = o.id`,
    [others],
  );
}

/** @throws AppError `not_found` */
export function removeRule(id: string): Promise<void> {
  return transaction(async () => {
    if ((await deleteRows('mail_rules', { id, workspaceId: currentWorkspaceId() })) === 0) throw notFound('The rule');
    await publishRules();
  });
}

interface Candidate extends RuledMail {
  id: string;
  threadId: string;
  at: string;
}

const CANDIDATE = `m.id, m.thread_id as "threadId", m.at, m.from_name as "fromName", m.from_address as "fromAddress", m.subject, m.text,
  m.has_attachments as "hasAttachments", m.unsubscribe <> '' as "isNewsletter",
  array(select e ->> 'address' from jsonb_array_elements(m.to_list || m.cc_list) e) as "to"`;
const TRIED = 500;
const EXAMPLES = 10;

/** The recent emails that a rule would apply to, without changing anything. @throws AppError `not_found` */
export async function tryRule(accountId: string, conditions: RuleConditions) {
  await findAccount(accountId);
  const recent = await query<Candidate>(
    `select ${CANDIDATE} from mail_messages m where m.account_id = $1 and m.direction = 'in' order by m.at desc limit ${TRIED}`,
    [accountId],
  );
  const matched = recent.filter((mail) => ruleMatches(conditions, mail));
  return {
    checked: recent.length,
    matched: matched.length,
    examples: matched
      .slice(0, EXAMPLES)
      .map(({ threadId, fromName, fromAddress, subject, at }) => ({
        threadId,
        from: fromName || fromAddress,
        subject,
        at,
      })),
  };
}

/** Applies the rules of a mailbox to messages that arrived, in the name of its owner. */
export async function applyRules(accountId: string, messageIds: readonly string[]): Promise<void> {
  const rules = (await rulesOf(accountId)).filter(({ isOn }) => isOn);
  if (rules.length === 0) return;
  const mails = await query<Candidate>(
    `select ${CANDIDATE} from mail_messages m where m.id = any($1) and m.direction = 'in' order by m.at`,
    [messageIds],
  );
  const ended = new Set<string>();
  for (const rule of rules) {
    const matched = mails.filter((mail) => !ended.has(mail.id) && ruleMatches(rule.conditions, mail));
    try {
      if (matched.length > 0) await transaction(() => applyRule(rule, matched));
      await execute(`update mail_rules set checked_at = now(), failure = '', failed_at = null where id = $1`, [
        rule.id,
      ]);
    } catch (error) {
      // A rule never stops silently: the page shows since when, and why.
      log().warn({ err: error, ruleId: rule.id }, 'a rule of a mailbox failed');
      const why = error instanceof AppError ? error.message : 'Something went wrong on our end.';
      await execute(
        'update mail_rules set checked_at = now(), failure = $2, failed_at = coalesce(failed_at, now()) where id = $1',
        [rule.id, why],
      );
    }
    if (rule.endsHere) for (const { id } of matched) ended.add(id);
  }
  await publishRules();
}

async function applyRule(
  { id: ruleId, accountId, name, acts }: MailRule,
  matched: readonly Candidate[],
): Promise<void> {
  const ids = [...new Set(matched.map(({ threadId }) => threadId))];
  if (acts.label) await actOnThreads({ ids, act: 'label', label: acts.label });
  if (acts.star) await actOnThreads({ ids, act: 'star' });
  if (acts.markRead) await actOnThreads({ ids, act: 'read' });
  if (acts.archive) await actOnThreads({ ids, act: 'archive' });
  if (acts.trash) await actOnThreads({ ids, act: 'trash' });
  for (const { id: messageId, threadId } of matched)
    await insertRow('mail_rule_log', {
      id: newId(),
      workspaceId: currentWorkspaceId(),
      accountId,
      ruleId,
      messageId,
      threadId,
      ruleName: name,
      what: describeActs(acts),
    });
  await execute('update mail_rules set applied = applied + $2, applied_at = now() where id = $1', [
    ruleId,
    matched.length,
  ]);
  await publishThreads();
}

/** Why a conversation is where it is: what rules did with it, the latest first. */
export async function rulesOfThread(threadId: string) {
  const items = await query<{ id: string; rule: string; what: string; at: string }>(
    'select id, rule_name as rule, what, at from mail_rule_log where thread_id = $1 and workspace_id = $2 order by id desc limit 50',
    [threadId, currentWorkspaceId()],
  );
  return { items };
}
