import type { ReactNode } from 'react';
import { Card, CardBody, CardHeader } from '../../../../web/ui/card.tsx';

/** One part of the settings: what it is about, and the controls. */
export function Panel({
  title,
  description,
  actions,
  children,
}: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card className="mb-4">
      <CardHeader title={title} description={description} actions={actions} />
      <CardBody className="pt-1">{children}</CardBody>
    </Card>
  );
}
