/** How broadcasts speak with messaging. */
import { currentWorkspaceId } from '../../../server/db/index.ts';
import { publishPaths } from '../../../server/events/emit.ts';
import { withStopNotice } from '../../messaging/contract.ts';
import type { AudienceFilter } from '../../messaging/index.ts';
import type { BroadcastAudience } from '../contract/broadcasts.ts';
import { sizeOf } from '../engine/segments.ts';
import { fillText } from '../engine/template-text.ts';
import { TEXTING } from '../paths.ts';

/** Messages of a broadcast name it so. */
export const broadcastOrigin = (id: string) => ({ type: 'text_broadcast', id });
export const PAUSED = 'The broadcast is paused.';
export const STOPPED = 'The broadcast was stopped.';

export const audienceFilter = (audience: BroadcastAudience): AudienceFilter => ({
  tag: audience.kind === 'tag' ? audience.tag : undefined,
  contactIds: audience.kind === 'contacts' ? audience.contactIds : undefined,
});

/** Segments of a broadcast's text as one person gets it. */
export const segmentsFor = (text: string, name: string): number =>
  sizeOf(withStopNotice(fillText(text, name))).segments;

export const publishBroadcasts = (): Promise<void> => publishPaths(currentWorkspaceId(), [TEXTING.broadcasts]);
