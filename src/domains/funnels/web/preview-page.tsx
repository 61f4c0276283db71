import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { messageFor } from '../../../web/api/error.ts';
import { call, read } from '../../../web/api/request.ts';
import { Link } from '../../../web/router/link.tsx';
import type { RawSearch } from '../../../web/router/page.ts';
import { usePageSearch, usePathParam } from '../../../web/router/use-page.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Button, buttonClass } from '../../../web/ui/button.tsx';
import { Failure } from '../../../web/ui/failure.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Input } from '../../../web/ui/input.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { useWide } from '../../../web/ui/use-wide.ts';
import { funnels, type FunnelDocument, type FunnelSite, type Step } from '../contract.ts';
import type { RenderContext } from '../engine/render/context.ts';
import { renderStep } from '../engine/render/page.ts';
import { type Half, stepOfHalf } from '../engine/split.ts';
import { conditionStyle, funnelStyle } from '../engine/style.ts';
import { type Device, DEVICE_WIDTHS } from './canvas.tsx';
import { stepAfter } from '../engine/edit.ts';
import { Drawn, makeSheet } from './draw.tsx';
import { Devices } from './devices.tsx';

interface PreviewSearch {
  token: string;
  step: string;
}
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const parse = (raw: RawSearch): PreviewSearch => ({ token: text(raw['token']), step: text(raw['step']) });

/** `/funnel-preview/{funnelId}`: the draft, as visitors of a campaign would see it. */
export default function PreviewPage() {
  const id = usePathParam('funnelId');
  const [search, setSearch] = usePageSearch(parse);
  const { data, error, refetch } = useQuery(
    read(funnels.preview, { params: { id }, query: { token: search.token || undefined } }),
  );
  const [device, setDevice] = useState<Device>(useWide() ? 'desktop' : 'phone');
  const [half, setHalf] = useState<Half>('a');
  const [visitor, setVisitor] = useState({ campaign: '', source: '', firstName: '' });
  if (error && !data)
    return (
      <div className="page-frame">
        <h1 className="page-title">Funnel preview</h1>
        <Failure error={error} what="The preview" onRetry={() => void refetch()} />
      </div>
    );
  if (!data) return <Skeleton className="m-4 h-96" />;
  const { document, name, site, isMember } = data;
  const whole = document.steps.find(({ id: one }) => one === search.step) ?? document.steps[0]!;
  const step = stepOfHalf(whole, half);
  return (
    <div className="flex h-[calc(100dvh-var(--shell-edges,0px))] flex-col">
      <header className="flex flex-wrap items-end gap-3 border-b border-line px-4 py-3">
        <h1 tabIndex={-1} className="mr-auto text-base font-semibold">
          Preview: {name}
        </h1>
        <Select
          aria-label="Step"
          className="w-44"
          value={step.id}
          options={document.steps.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(event) => setSearch({ step: event.target.value })}
        />
        {whole.split && (
          <Select
            aria-label="Variant"
            className="w-32"
            value={half}
            options={[
              { value: 'a', label: 'Variant A' },
              { value: 'b', label: 'Variant B' },
            ]}
            onChange={(event) => setHalf(event.target.value === 'b' ? 'b' : 'a')}
          />
        )}
        <Devices device={device} onDevice={setDevice} />
        {isMember && (
          <>
            <ShareButton id={id} />
            <Link to="/funnel-builder" search={{ funnel: id, step: step.id }} className={buttonClass({})}>
              Edit funnel
            </Link>
          </>
        )}
      </header>
      <div className="flex flex-wrap gap-3 border-b border-line px-4 py-2" role="group" aria-label="Visitor">
        {(
          [
            ['campaign', 'Campaign'],
            ['source', 'Campaign source'],
            ['firstName', 'First name'],
          ] as const
        ).map(([key, label]) => (
          <Field key={key} label={label} className="w-40">
            {(control) => (
              <Input
                {...control}
                value={visitor[key]}
                onChange={(event) => setVisitor({ ...visitor, [key]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <div className="min-h-0 flex-1 overflow-auto bg-sunken sm:p-4">
        <div
          style={{ width: DEVICE_WIDTHS[device], maxWidth: device === 'tablet' ? undefined : '100%' }}
          className="mx-auto overflow-hidden rounded-lg border border-line shadow-sm"
        >
          <Page
            document={document}
            step={step}
            site={site}
            visitor={visitor}
            onStep={(to) => setSearch({ step: to })}
          />
        </div>
      </div>
    </div>
  );
}

interface PageProps {
  document: FunnelDocument;
  step: Step;
  site: FunnelSite;
  visitor: { campaign: string; source: string; firstName: string };
  onStep: (id: string) => void;
}

function Page({ document, step, site, visitor, onStep }: PageProps) {
  const { steps, theme } = document;
  const sheets = useMemo(
    () => [makeSheet(`${funnelStyle(theme, site.color)}\n${conditionStyle(step.blocks)}`)],
    [theme, site.color, step.blocks],
  );
  const node = useMemo(() => {
    const context: RenderContext = {
      mode: 'preview',
      hrefOf: (target) => {
        if (target === 'next') return `#step:${stepAfter(steps, step)?.id ?? step.id}`;
        return target.startsWith('step:')
          ? `#${target}`
          : target === 'form' || target.startsWith('booking:')
            ? '#'
            : target;
      },
      frameOf: () => '',
      hidden: [],
      work: '0',
      attempt: undefined,
      known: { firstName: visitor.firstName },
      language: site.language,
    };
    return renderStep(context, step, site, {
      'contact.first_name': visitor.firstName,
      'utm.campaign': visitor.campaign,
      'utm.source': visitor.source,
    });
  }, [steps, step, site, visitor]);
  return (
    // Links lead through the preview; what they are is decided by their address.
    <div
      role="presentation"
      onClickCapture={(event) => {
        const link = event.nativeEvent
          .composedPath()
          .find((one): one is HTMLAnchorElement => one instanceof HTMLAnchorElement);
        const button = event.nativeEvent
          .composedPath()
          .find((one): one is HTMLButtonElement => one instanceof HTMLButtonElement);
        const next = stepAfter(steps, step);
        if (button && next) onStep(next.id);
        if (!link) return;
        event.preventDefault();
        const to = /#step:([a-z0-9]+)$/.exec(link.href)?.[1];
        if (to !== undefined) onStep(to);
      }}
    >
      <Drawn key={step.id} node={node} sheets={sheets} />
    </div>
  );
}

function ShareButton({ id }: { id: string }) {
  const share = async () => {
    try {
      const { url } = await call(funnels.sharePreview, { params: { id } });
      await navigator.clipboard.writeText(url);
      toast({
        type: 'success',
        title: 'Link copied',
        description: 'Anyone with the link can see the draft for 7 days.',
      });
    } catch (error) {
      toast({ type: 'error', title: 'Link not copied', description: messageFor(error, 'Try again.') });
    }
  };
  return <Button onClick={() => void share()}>Copy preview link</Button>;
}
