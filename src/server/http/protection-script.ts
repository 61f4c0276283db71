/** The integrity and protection script of the page, chosen by device (specification, section 8). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IncomingHttpHeaders } from 'node:http';

export type Device = 'desktop' | 'mobile';

const MOBILE = /Mobi|Android|iPhone|iPod|iPad|Silk|Kindle/i;

/** Headers the answer depends on. */
export const DEVICE_HEADERS = 'Sec-CH-UA-Mobile, User-Agent';

/** The browser's own hint is trusted; otherwise the user agent decides. */
export function deviceOf(headers: IncomingHttpHeaders): Device {
  const hint = headers['sec-ch-ua-mobile'];
  if (hint === '?1') return 'mobile';
  if (hint === '?0' && !/Android|iPad/i.test(headers['user-agent'] ?? '')) return 'desktop';
  return MOBILE.test(headers['user-agent'] ?? '') ? 'mobile' : 'desktop';
}

/** The tags, with `nonceMark` in place of the answer's nonce; empty where the application was not built. */
export function protectionTags(webFolder: string, nonceMark: string): Record<Device, string> {
  const file = join(webFolder, '.vite/protect.json');
  if (!existsSync(file)) return { desktop: '', mobile: '' };
  const scripts = JSON.parse(readFileSync(file, 'utf8')) as Record<Device, { src: string; integrity: string }>;
  const tag = ({ src, integrity }: { src: string; integrity: string }) =>
    `<script defer nonce="${nonceMark}" src="${src}" integrity="${integrity}" crossorigin="anonymous"></script>`;
  return { desktop: tag(scripts.desktop), mobile: tag(scripts.mobile) };
}
