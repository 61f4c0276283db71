import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messageFor } from '../../../../web/api/error.ts';
import { call } from '../../../../web/api/request.ts';
import { userQuery } from '../../../../web/api/session.ts';
import { useGo } from '../../../../web/router/link.tsx';
import { toast } from '../../../../web/shell/toast.ts';
import { SlotParts } from '../../../../web/slot-parts.tsx';
import { Button } from '../../../../web/ui/button.tsx';
import { onboarding } from '../../contract/onboarding.ts';
import { type StepProps, useComplete } from './use-complete.ts';
import { FIRST_IMPORT } from '../slots.ts';
import { StepButtons, StepHeading } from './wizard-frame.tsx';

/** The first contacts; the file that is chosen here goes on to the import page. Ends the registration either way. */
export default function ImportStep({ state, onStep }: StepProps) {
  const client = useQueryClient();
  const go = useGo();
  const { put } = useComplete();
  const [finishing, setFinishing] = useState(false);
  const finish = async () => {
    if (!state.done.includes('import'))
      put(await call(onboarding.completeStep, { params: { step: 'import' }, body: { version: state.version } }));
    put(await call(onboarding.finish));
    await client.invalidateQueries({ queryKey: userQuery.queryKey });
    toast({
      type: 'success',
      title: `${state.business.name} is set up`,
      description: 'You can change everything later.',
    });
  };
  const leave = async () => {
    setFinishing(true);
    try {
      await finish();
      await go('/', { replace: true });
    } catch (error) {
      toast({ type: 'error', title: 'Couldn’t finish the registration', description: messageFor(error, 'Try again.') });
      setFinishing(false);
    }
  };
  return (
    <>
      <StepHeading title="Your first contacts">
        Import them from a spreadsheet or another CRM, or start with an empty list.
      </StepHeading>
      <SlotParts of={FIRST_IMPORT} props={{ beforeMapping: finish }} />
      <StepButtons onBack={() => onStep('team')}>
        <Button variant="primary" size="lg" loading={finishing} onClick={() => void leave()}>
          Finish without importing
        </Button>
      </StepButtons>
    </>
  );
}
