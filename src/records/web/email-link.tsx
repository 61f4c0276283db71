/** An address that writes a mail. Where it does not fit into its line it is parted after the @ first. */
export function EmailLink({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1;
  return (
    <a href={`mailto:${email}`} className="min-w-0 text-accent-ink underline-offset-2 wrap-anywhere hover:underline">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </a>
  );
}
