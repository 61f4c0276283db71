/** Which addresses were left out of an invitation, and why. */
export type Skipped = readonly { email: string; reason: 'member' | 'invited' }[];

/** `ada@x.example is a member already. bo@x.example has an open invitation.` */
export function skippedText(skipped: Skipped): string {
  const of = (reason: Skipped[number]['reason']) =>
    skipped.filter((one) => one.reason === reason).map(({ email }) => email);
  const [members, invited] = [of('member'), of('invited')];
  return [
    members.length > 0 && `${members.join(', ')} ${members.length === 1 ? 'is a member' : 'are members'} already.`,
    invited.length > 0 &&
      `${invited.join(', ')} ${invited.length === 1 ? 'has an open invitation' : 'have open invitations'}. Resend from the list.`,
  ]
    .filter(Boolean)
    .join(' ');
}
