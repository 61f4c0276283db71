import { Dialog as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { useReturnFocus } from './return-focus.ts';

interface OverlayContentProps extends ComponentProps<typeof Radix.Content> {
  described: boolean;
  startsAt?: 'control' | 'content';
}

/** The panel of a dialog or sheet, with shared focus handling for opening and closing. */
export function OverlayContent({ described, startsAt, ...rest }: OverlayContentProps) {
  const focus = useReturnFocus(startsAt);
  return <Radix.Content {...focus} {...(described ? {} : { 'aria-describedby': undefined })} {...rest} />;
}
