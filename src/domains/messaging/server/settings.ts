/** How the workspace sends. */
import { AppError, invalid, notFound } from '../../../kernel/errors.ts';
import { UUID } from '../../../kernel/ids.ts';
import { audit } from '../../../server/audit/audit.ts';
import { appLink } from '../../../server/app-url.ts';
import {
  currentWorkspaceId,
  insertIfNew,
  NEXT_VERSION,
  NOW,
  selectRow,
  transaction,
  updateRows,
} from '../../../server/db/index.ts';
import { emit } from '../../../server/events/emit.ts';
import { hmac, safeEqual } from '../../../server/secrets/secrets.ts';
import { MessageSettings, type VersionedSettings } from '../contract.ts';
import { MESSAGING } from '../paths.ts';

/** The law of the strictest market where it costs nothing: no advertising texts without consent, none at night. */
export const DEFAULT_SETTINGS: MessageSettings = {
  quiet: { email: { on: false, from: '21:00', to: '08:00' }, sms: { on: true, from: '21:00', to: '08:00' } },
  rules: {
    email: { service: 'opt_out', marketing: 'opt_out', newsletter: 'opt_in' },
    sms: { service: 'opt_in', marketing: 'opt_in', newsletter: 'opt_in' },
  },
  caps: { day: 0, week: 0 },
  throttle: { minute: 300, destination: 120 },
  sender: { name: '', address: '', replyTo: '' },
  postalAddress: '',
};

export async function readSettings(): Promise<VersionedSettings> {
  const row = await selectRow('message_settings', ['version', 'settings'], { workspaceId: currentWorkspaceId() });
  const parsed = MessageSettings.safeParse(row?.settings);
  return { ...(parsed.success ? parsed.data : DEFAULT_SETTINGS), version: row?.version ?? 0 };
}

const KEY_LENGTH = 32;
const inboundKey = (workspaceId: string) =>
  `${workspaceId}.${hmac('message-inbound', workspaceId).slice(0, KEY_LENGTH)}`;

/** @throws AppError `not_found` for a key that was made up */
export function workspaceOfInboundKey(key: string): string {
  const [workspaceId = ''] = key.split('.');
  if (!UUID.test(workspaceId) || !safeEqual(key, inboundKey(workspaceId))) throw notFound('The address');
  return workspaceId;
}

export const withInbound = (settings: VersionedSettings) => ({
  ...settings,
  inboundUrl: appLink(`/api/public/messaging/inbound/${inboundKey(currentWorkspaceId())}`),
});

/** @throws AppError `validation` for a sender of an unverified domain, `stale` */
export function saveSettings({ version, ...settings }: VersionedSettings): Promise<VersionedSettings> {
  const workspaceId = currentWorkspaceId();
  return transaction(async () => {
    await checkSender(settings.sender.address);
    const row = { settings, updatedAt: NOW };
    const isWritten =
      version === 0
        ? await insertIfNew('message_settings', { workspaceId, ...row })
        : (await updateRows('message_settings', { ...row, version: NEXT_VERSION }, { workspaceId, version })) > 0;
    if (!isWritten)
      throw new AppError('stale', 'Someone else changed these settings in the meantime. Your changes were not saved.', {
        details: { current: await readSettings(), changed: [] },
      });
    const subject = { type: 'workspace', id: workspaceId };
    await audit({ action: 'message_settings.changed', subject, details: { settings } });
    await emit({ type: 'message_settings.updated', subject, paths: [MESSAGING.settings] });
    return readSettings();
  });
}

async function checkSender(address: string): Promise<void> {
  if (!address) return;
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const row = await selectRow('sending_domains', ['verifiedAt'], { workspaceId: currentWorkspaceId(), domain });
  if (!row?.verifiedAt) throw invalid('sender.address', `Add and verify the domain ${domain} first.`);
}
