import { Link, type LinkProps } from '../../../../web/router/link.tsx';

/** Opens a passage of the knowledge base in its document. @param path with its query */
export function SourceLink({ path, ...rest }: Omit<LinkProps, 'to' | 'search'> & { path: string }) {
  const [to = '', query = ''] = path.split('?');
  return <Link to={to} search={Object.fromEntries(new URLSearchParams(query))} {...rest} />;
}
