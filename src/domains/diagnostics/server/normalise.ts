/**
 * Turns what a browser sends into what is kept: what happened and where, without anything that names a record or a
 * person.
 */
import { createHash } from 'node:crypto';
import type { NewReport, ReportKind } from '../contract.ts';

export interface KeptReport {
  kind: ReportKind;
  detail: string;
  page: string;
  build: string;
}

/** A part of a path that is no word of ours: an id, a number, a code. */
const NAMES_A_RECORD = /^(?=.*\d)[\w~.-]{1,}$|^[\w~.-]{25,}$|[@%]/;

/** `/contacts/0190…/notes?q=ada` → `/contacts/…/notes` */
export function pagePattern(address: string): string {
  const path = (URL.canParse(address) ? new URL(address).pathname : address).split(/[?#]/, 1)[0]!;
  return (
    path
      .split('/')
      .map((part) => (NAMES_A_RECORD.test(part) ? '…' : part))
      .join('/')
      .slice(0, 200) || '/'
  );
}

/** A foreign address is kept by its host, our own files by their path, keywords (`inline`, `eval`) as they are. */
function blockedBy(uri: string, ownHost: string): string {
  if (!URL.canParse(uri)) return uri.slice(0, 40).replace(/[^\w:-]/g, '');
  const { host, pathname, protocol } = new URL(uri);
  if (!host) return protocol;
  return host === ownHost ? pagePattern(pathname) : host;
}

/** @param ownHost host and port under which the browser reached the server */
export function normalise(report: NewReport, ownHost: string): KeptReport {
  if ('kind' in report)
    return {
      kind: report.kind,
      detail: report.detail.replace(/[\p{Cc}]/gu, ' '),
      page: pagePattern(report.page),
      build: report.build.replace(/[^\w-]/g, ''),
    };
  const policy = report['csp-report'];
  const directive = (policy['effective-directive'] ?? policy['violated-directive'] ?? 'unknown')
    .split(' ', 1)[0]!
    .slice(0, 40);
  const file = URL.parse(policy['source-file'] ?? '');
  const source = file?.host === ownHost ? ` in ${file.pathname.slice(0, 120)}:${policy['line-number'] ?? 0}` : '';
  return {
    kind: 'policy',
    detail: `${directive} refused ${blockedBy(policy['blocked-uri'] ?? 'unknown', ownHost)}${source}`,
    page: pagePattern(policy['document-uri'] ?? '/'),
    build: '',
  };
}

/** The same for the same report. */
export function fingerprint({ kind, detail, page, build }: KeptReport, browser: string): string {
  return createHash('sha256').update([kind, detail, page, build, browser].join('\0')).digest('hex');
}
