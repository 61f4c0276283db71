import { lazy, Suspense, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { messageFor } from '../../../web/api/error.ts';
import { call } from '../../../web/api/request.ts';
import { toast } from '../../../web/shell/toast.ts';
import { Banner } from '../../../web/ui/banner.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../web/ui/card.tsx';
import { confirm } from '../../../web/ui/confirm.ts';
import { Link } from '../../../web/router/link.tsx';
import { RelativeTime } from '../../../web/ui/time.tsx';
import { CopyBox } from '../../identity/web/index.ts';
import { type PixelSite, pixelSites } from '../contract/sites.ts';
import { PIXEL } from '../paths.ts';
import { CONSENT_HINTS, CONSENT_LABELS } from './labels.ts';
import type { SiteTabProps } from './search.ts';

const SiteDialog = lazy(() => import('./site-dialog.tsx'));

/** How the website is connected, and whether it is. */
export default function SetupTab({ site, onSearch }: SiteTabProps) {
  const client = useQueryClient();
  const [editing, setEditing] = useState(false);
  const remove = async () => {
    const yes = await confirm({
      title: `Delete “${site.name}”?`,
      description: 'Counting stops at once. All visits, goals, and totals of the website are deleted for good.',
      action: 'Delete website',
      typed: site.name,
    });
    if (!yes) return;
    try {
      await call(pixelSites.remove, { params: { id: site.id } });
      toast({ type: 'success', title: `“${site.name}” deleted` });
      onSearch({ site: '', tab: 'overview' });
    } catch (error) {
      toast({ type: 'error', title: 'Website not deleted', description: messageFor(error, 'Try again.') });
    }
    await client.invalidateQueries({ queryKey: [PIXEL.sites] });
  };
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <Card>
        <CardHeader
          title="Install the snippet"
          description="Paste it into the head of every page, or into the code field of your website builder."
        />
        <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <CopyBox what="Snippet" text={site.code} />
          <InstallCheck site={site} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader
          title={site.name}
          description={site.domains.join(', ')}
          actions={
            <>
              <Button size="sm" icon={<Pencil />} onClick={() => setEditing(true)}>
                Edit website
              </Button>
              <Button size="sm" icon={<Trash2 />} onClick={() => void remove()}>
                Delete website
              </Button>
            </>
          }
        />
        <CardBody className="grid gap-1 text-sm">
          <p className="font-medium">{CONSENT_LABELS[site.consentMode]}</p>
          <p className="text-muted">{CONSENT_HINTS[site.consentMode]}</p>
          <p className="text-muted">
            Visitors whose browsers send Global Privacy Control or Do Not Track are not counted
            {site.consentMode === 'cookieless' ? '.' : ' unless they agree.'}
          </p>
          <p className="text-muted">
            Visits are kept for {site.retentionDays.toLocaleString()} days. Days begin at midnight in {site.timeZone}.
          </p>
        </CardBody>
      </Card>
      <Code site={site} />
      {editing && (
        <Suspense>
          <SiteDialog site={site} onClose={() => setEditing(false)} onSaved={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  );
}

function InstallCheck({ site }: { site: PixelSite }) {
  if (site.lastEventAt)
    return (
      <Banner tone="success">
        The snippet works. Last event <RelativeTime value={site.lastEventAt} />.
      </Banner>
    );
  return (
    <Banner tone="info">
      Waiting for the first event. Open a page of {site.domains[0]} in another tab. This page updates by itself.
    </Banner>
  );
}

/** Further lines of code, for those who want more than page views. */
function Code({ site }: { site: PixelSite }) {
  const server = [
    'curl -H "Authorization: Bearer $GAUNTLET_API_KEY"',
    '-H "Content-Type: application/json"',
    `-d '${JSON.stringify({
      siteId: site.id,
      events: [
        { name: 'Purchase', url: `https://${site.domains[0]}/thanks`, visitor: 'customer-42', revenue: '49.90' },
      ],
    })}'`,
    `${location.origin}${PIXEL.events}`,
  ].join(' \\\n  ');
  return (
    <Card>
      <CardHeader
        title="Send more than page views"
        description="Forms, outbound links, and downloads are counted by themselves."
      />
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4 text-sm">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <h3 className="font-medium">An event of your own</h3>
          <CopyBox what="Event" text={`gauntlet('Signup', { plan: 'Pro', value: 49.90 })`} />
        </div>
        {site.consentMode !== 'cookieless' && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <h3 className="font-medium">The answer to your consent banner</h3>
            <CopyBox what="Consent" text="gauntlet.consent(true) // or false" />
          </div>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <h3 className="font-medium">Who a visitor is</h3>
          <p className="text-muted">
            {site.consentMode === 'cookieless'
              ? 'A form with this attribute links the visits of the day to the contact with the email address that is entered.'
              : 'The email field of a form links the visits of someone who agreed to the contact with that address. After a sign-in, your website says who it is:'}
          </p>
          <CopyBox
            what="Identify"
            text={site.consentMode === 'cookieless' ? '<form data-identify>' : `gauntlet.identify('ann@example.com')`}
          />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <h3 className="font-medium">An event from your server</h3>
          <p className="text-muted">
            Create an API key with “Send website events” in{' '}
            <Link to="/settings" search={{ tab: 'api-keys' }} className="underline underline-offset-2">
              Settings
            </Link>
            .
          </p>
          <CopyBox what="Server event" text={server} />
        </div>
      </CardBody>
    </Card>
  );
}
