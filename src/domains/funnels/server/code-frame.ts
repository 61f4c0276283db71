/**
 * Custom code of published pages. It is a document of its own under a policy that gives it an origin of its own: it
 * runs, but reaches neither the page around it nor the product, not even when its address is opened by itself.
 */
import { asSystem, query } from '../../../server/db/index.ts';
import { UUID } from '../../../server/paging.ts';
import { definePublicFile } from '../../../server/public/define.ts';
import { CODE_SANDBOX } from '../engine/render/context.ts';
import { readMark, stepOfHalf } from '../engine/split.ts';
import { readDocument } from './document.ts';

const POLICY = `sandbox ${CODE_SANDBOX}; default-src https: data: blob: 'unsafe-inline' 'unsafe-eval'; base-uri 'none'; frame-ancestors 'self'`;

const START = `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><style>body{margin:0;font:1rem/1.5 system-ui,sans-serif}</style>`;

/** @param of.mark the step, with its half during a split test */
export const codePath = ({ versionId, mark, block }: { versionId: string; mark: string; block: string }) =>
  `/p/f-code/${versionId}/${mark}/${block}`;

definePublicFile({
  path: '/p/f-code/:version/:mark/:block',
  async load({ params: { version = '', mark = '', block: id = '' }, domainOf }) {
    if (!UUID.test(version)) return undefined;
    const [row] = await asSystem(() =>
      query<{ workspaceId: string; document: unknown }>(
        `select v.workspace_id as "workspaceId", v.document from funnel_versions v
          join funnels f on f.id = v.funnel_id and f.published_id = v.id join workspaces w on w.id = v.workspace_id
          where v.id = $1 and w.archived_at is null and app_is_on(v.workspace_id, 'leads')`,
        [version],
      ),
    );
    if (!row || (domainOf !== undefined && domainOf !== row.workspaceId)) return undefined;
    const document = readDocument(row.document);
    const at = readMark(document, mark);
    const block = at && stepOfHalf(at.step, at.half).blocks.find((one) => one.id === id);
    if (block?.type !== 'code') return undefined;
    const scheme = block.look === 'dark' ? 'dark' : document.theme.mode;
    const page = `${START}<style>:root{color-scheme:${scheme}}</style></head><body>${block.html}</body></html>`;
    return { type: 'text/html; charset=utf-8', content: Buffer.from(page), policy: POLICY };
  },
});
