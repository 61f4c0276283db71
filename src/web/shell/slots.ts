/** Slots of the shell. Their parts load after it and do not count as its weight. */
import { createElement } from 'react';
import type { SessionUser } from '../api/session.ts';
import { defineSlot } from '../slots.ts';

/** Tools at the right of the header. */
export const HEADER_TOOLS = defineSlot<{ user: SessionUser }>('shell.tools');
/** Banners between header and page. */
export const BANNERS = defineSlot<{ user: SessionUser }>('shell.banners');

/** Keeps the place of a tool that is still loading. */
export const PLACE_OF_TOOL = createElement('span', { className: 'size-control' });
