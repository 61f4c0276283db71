/** Reads the DNS, for domains that people say are theirs. Tests bring a resolver of their own. */
import { Resolver } from 'node:dns/promises';
import { AppError } from '../../kernel/errors.ts';

export interface DnsResolver {
  /** Each record as one text, its parts joined. */
  txt(name: string): Promise<string[]>;
  cname(name: string): Promise<string[]>;
  /** IPv4 and IPv6 addresses. */
  addresses(name: string): Promise<string[]>;
  /** Mail servers, the preferred first; `.` or blank where a domain says that it takes no mail (RFC 7505). */
  mx(name: string): Promise<string[]>;
  /** Where a service of a domain is (RFC 2782), such as `_imaps._tcp.example.com`; `.` where there is none. */
  srv(name: string): Promise<SrvRecord[]>;
}

export interface SrvRecord {
  name: string;
  port: number;
  priority: number;
  weight: number;
}

const TIMEOUT_MS = 4_000;
const TRIES = 2;
/** The name, or records of this type, do not exist: an answer, not a failure. */
const ABSENT = new Set(['ENODATA', 'ENOTFOUND']);

async function orNone<T>(answer: Promise<T[]>): Promise<T[]> {
  return answer.catch((error: unknown) => {
    const { code } = error as { code?: string };
    if (code !== undefined && ABSENT.has(code)) return [];
    throw new AppError('unavailable', 'The DNS did not answer. Try again in a minute.', { cause: error });
  });
}

function systemResolver(): DnsResolver {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return {
    txt: async (name) => (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    cname: (name) => orNone(resolver.resolveCname(name)),
    addresses: async (name) =>
      (await Promise.all([orNone(resolver.resolve4(name)), orNone(resolver.resolve6(name))])).flat(),
    mx: async (name) =>
      (await orNone(resolver.resolveMx(name)))
        .toSorted((a, b) => a.priority - b.priority)
        .map(({ exchange }) => exchange),
    srv: (name) => orNone(resolver.resolveSrv(name)),
  };
}

let current: DnsResolver | undefined;

/** @throws AppError `unavailable` from its calls when the DNS does not answer; a name without records has none */
export function dns(): DnsResolver {
  current ??= systemResolver();
  return current;
}

/** Sets the resolver; undefined: the system's. */
export function useDns(resolver: DnsResolver | undefined): void {
  current = resolver;
}
