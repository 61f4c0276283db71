/**
 * A server with Plaid's protocol on 127.0.0.1, for tests: credentials in headers, its error bodies, cursors,
 * `TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION`, and signed webhooks.
 */
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

export interface PlaidTransaction {
  id: string;
  account: string;
  date: string;
  /** Plaid's sign: money out is positive. */
  amount: number;
  name: string;
  pending?: boolean;
  pendingId?: string;
  category?: string;
}

/** One page of /transactions/sync. */
export interface PlaidPage {
  added?: PlaidTransaction[];
  modified?: PlaidTransaction[];
  removed?: string[];
}

export interface TestPlaid {
  url: string;
  clientId: string;
  secret: string;
  /** Whether the person has finished the link token's page. */
  hasSignedIn: boolean;
  /** Whether the bank requires a new sign-in for the existing connection. */
  wantsSignIn: boolean;
  /** The pages behind each next cursor; append further ones. */
  pages: PlaidPage[];
  accounts: Json[];
  holdings: Json | undefined;
  investmentTransactions: Json[];
  liabilities: Json | undefined;
  /** Errors answered first, once each: a code by path, after a number of successful calls. */
  failures: { path: string; code: string; status?: number; after?: number }[];
  /** A webhook's body and its signature header. */
  webhook(body: Json, options?: { sentAt?: number; signedBody?: string }): { body: string; verification: string };
  close(): Promise<void>;
}

const KEY_ID = 'key-of-the-test';

export async function startTestPlaid(): Promise<TestPlaid> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const { status, json } = answer(
        plaid,
        request.url ?? '',
        request.headers,
        body,
        publicKey.export({ format: 'jwk' }) as Json,
      );
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...json, request_id: 'request' }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const plaid: TestPlaid = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'client',
    secret: 'secret',
    hasSignedIn: true,
    wantsSignIn: false,
    pages: [],
    holdings: undefined,
    investmentTransactions: [],
    liabilities: undefined,
    failures: [],
    accounts: [
      account('a-checking', 'Plaid Checking', 'depository', 'checking', '0000', 110),
      account('a-card', 'Plaid Credit Card', 'credit', 'credit card', '3333', 410),
    ],
    webhook(body, { sentAt = Date.now(), signedBody } = {}) {
      const text = JSON.stringify(body);
      const encode = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const head = `${encode({ alg: 'ES256', kid: KEY_ID, typ: 'JWT' })}.${encode({
        iat: Math.floor(sentAt / 1000),
        request_body_sha256: createHash('sha256')
          .update(signedBody ?? text)
          .digest('hex'),
      })}`;
      const signature = sign('sha256', Buffer.from(head), {
        key: createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })),
        dsaEncoding: 'ieee-p1363',
      });
      return { body: text, verification: `${head}.${signature.toString('base64url')}` };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return plaid;
}

async function read(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Json;
}

function account(id: string, name: string, type: string, subtype: string, mask: string, current: number): Json {
  return {
    account_id: id,
    name,
    official_name: null,
    type,
    subtype,
    mask,
    balances: {
      current,
      available: type === 'depository' ? current : null,
      limit: null,
      iso_currency_code: 'USD',
      unofficial_currency_code: null,
    },
  };
}

function answer(
  plaid: TestPlaid,
  path: string,
  headers: IncomingMessage['headers'],
  body: Json,
  key: Json,
): { status: number; json: Json } {
  const ok = (json: Json) => ({ status: 200, json });
  if (headers['plaid-client-id'] !== plaid.clientId || headers['plaid-secret'] !== plaid.secret)
    return failed('INVALID_API_KEYS', 400);
  const failure = plaid.failures.findIndex((one) => one.path === path && (one.after ?? 0) === 0);
  for (const one of plaid.failures) if (one.path === path && one.after) one.after -= 1;
  if (failure >= 0) {
    const [{ code, status = 400 }] = plaid.failures.splice(failure, 1) as [(typeof plaid.failures)[number]];
    return failed(code, status);
  }
  const item = {
    item_id: 'item-1',
    institution_id: 'ins_1',
    institution_name: 'First Platypus Bank',
    webhook: null,
    error: null,
    available_products: [],
    billed_products: [],
    consent_expiration_time: null,
    update_type: 'background',
  };
  switch (path) {
    // Update mode names the item and no products.
    case '/link/token/create':
      if (body.access_token !== undefined)
        return body.access_token === 'access-1' && body.products === undefined
          ? ok({
              link_token: 'link-update-1',
              expiration: '2030-01-01T00:00:00Z',
              hosted_link_url: 'https://secure.plaid.example/hl/update',
            })
          : failed('INVALID_FIELD', 400);
      return ok({
        link_token: 'link-sandbox-1',
        expiration: '2030-01-01T00:00:00Z',
        ...(body.hosted_link ? { hosted_link_url: 'https://secure.plaid.example/hl/1' } : {}),
      });
    case '/link/token/get':
      return ok({
        link_token: body.link_token,
        link_sessions: [
          {
            link_session_id: '1',
            results: { item_add_results: plaid.hasSignedIn ? [{ public_token: 'public-good' }] : [] },
          },
        ],
      });
    case '/item/public_token/exchange':
      return body.public_token === 'public-good'
        ? ok({ access_token: 'access-1', item_id: 'item-1' })
        : failed('INVALID_PUBLIC_TOKEN', 400);
    case '/item/get':
      return ok({
        item: plaid.wantsSignIn
          ? {
              ...item,
              error: {
                error_type: 'ITEM_ERROR',
                error_code: 'ITEM_LOGIN_REQUIRED',
                error_message: '',
                display_message: null,
              },
            }
          : item,
        status: null,
      });
    case '/item/remove':
      return ok({});
    case '/transactions/sync':
      return ok(pageAfter(plaid, body.cursor as string | undefined));
    case '/investments/holdings/get':
      return plaid.holdings ? ok({ item, ...plaid.holdings }) : failed('NO_INVESTMENT_ACCOUNTS', 400);
    case '/investments/transactions/get': {
      const { offset = 0, count = 100 } = (body.options ?? {}) as { offset?: number; count?: number };
      return ok({
        item,
        accounts: plaid.holdings?.accounts,
        securities: plaid.holdings?.securities,
        investment_transactions: plaid.investmentTransactions.slice(offset, offset + count),
        total_investment_transactions: plaid.investmentTransactions.length,
      });
    }
    case '/liabilities/get':
      return plaid.liabilities
        ? ok({ item, accounts: plaid.accounts, liabilities: plaid.liabilities })
        : failed('NO_LIABILITY_ACCOUNTS', 400);
    case '/webhook_verification_key/get':
      return ok({ key: { ...key, alg: 'ES256', use: 'sig', kid: KEY_ID, created_at: 0, expired_at: null } });
    default:
      return failed('NOT_FOUND', 404);
  }
}

function failed(code: string, status: number): { status: number; json: Json } {
  return {
    status,
    json: {
      error_type: 'ITEM_ERROR',
      error_code: code,
      error_message: `The test server says ${code}.`,
      display_message: null,
    },
  };
}

function pageAfter(plaid: TestPlaid, cursor: string | undefined): Json {
  const at = cursor ? Number(cursor.slice(1)) : 0;
  const { added = [], modified = [], removed = [] } = plaid.pages[at] ?? {};
  const next = Math.min(at + 1, plaid.pages.length);
  return {
    accounts: plaid.accounts,
    added: added.map(toPlaid),
    modified: modified.map(toPlaid),
    removed: removed.map((id) => ({ transaction_id: id, account_id: 'a-checking' })),
    next_cursor: `c${next}`,
    has_more: next < plaid.pages.length,
    transactions_update_status: 'HISTORICAL_UPDATE_COMPLETE',
  };
}

function toPlaid({
  id,
  account: accountId,
  date,
  amount,
  name,
  pending = false,
  pendingId,
  category,
}: PlaidTransaction): Json {
  return {
    transaction_id: id,
    account_id: accountId,
    date,
    amount,
    name,
    merchant_name: null,
    pending,
    pending_transaction_id: pendingId ?? null,
    iso_currency_code: 'USD',
    unofficial_currency_code: null,
    check_number: null,
    personal_finance_category: category ? { primary: category.split('_')[0], detailed: category } : null,
    payment_channel: 'other',
    authorized_date: null,
    authorized_datetime: null,
    datetime: null,
    account_owner: null,
    transaction_code: null,
    location: {},
    payment_meta: {},
  };
}
