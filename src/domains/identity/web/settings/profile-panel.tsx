import { useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import { call, read, readKey } from '../../../../web/api/request.ts';
import { userQuery } from '../../../../web/api/session.ts';
import { Form } from '../../../../web/form/form.tsx';
import { FormField } from '../../../../web/form/form-field.tsx';
import { useContractForm } from '../../../../web/form/use-contract-form.ts';
import { toast } from '../../../../web/shell/toast.ts';
import { Button } from '../../../../web/ui/button.tsx';
import { Skeleton } from '../../../../web/ui/skeleton.tsx';
import { type Profile, ProfileUpdate, settings } from '../../contract/settings.ts';
import { EmailSection } from './email-section.tsx';
import { Loaded } from './load-state.tsx';
import { Panel } from './panel.tsx';

type ProfileData = z.infer<typeof Profile>;

/** Name, username, and the address that one signs in with. */
export function ProfilePanel() {
  const query = useQuery(read(settings.profile));
  return (
    <Panel title="Profile" description="How you appear to your teammates.">
      <Loaded query={query} what="Your profile" skeleton={<ProfileSkeleton />}>
        {(profile) => (
          <div className="grid max-w-md gap-6">
            <ProfileForm profile={profile} />
            <EmailSection profile={profile} />
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function ProfileForm({ profile }: { profile: ProfileData }) {
  const client = useQueryClient();
  const form = useContractForm(ProfileUpdate, {
    defaultValues: { name: profile.name, username: profile.username },
    failure: 'Your profile could not be saved.',
    draft: 'settings:profile',
    onSubmit: async (body) => {
      const saved = await call(settings.updateProfile, { body });
      client.setQueryData(readKey(settings.profile), saved);
      form.methods.reset({ name: saved.name, username: saved.username });
      // Header and menus show the name too.
      void client.invalidateQueries({ queryKey: userQuery.queryKey });
      toast({ type: 'success', title: 'Profile updated' });
    },
  });
  return (
    <Form form={form}>
      <div className="grid gap-4">
        <FormField name="name" label="Name" required autoComplete="name" />
        <FormField
          name="username"
          label="Username"
          required
          autoComplete="nickname"
          hint="2 to 40 letters, digits, dots, dashes, or underscores. It must be unique."
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" loading={form.saving}>
            Save profile
          </Button>
          {form.dirty && !form.saving && (
            <>
              <Button variant="ghost" onClick={form.discard}>
                Discard changes
              </Button>
              <span className="text-xs text-muted" role="status">
                Not saved yet
              </span>
            </>
          )}
        </div>
      </div>
    </Form>
  );
}

function ProfileSkeleton() {
  return (
    <div className="grid max-w-md gap-4">
      {['name', 'username', 'email'].map((field) => (
        <div key={field} className="grid gap-1">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-control w-full" />
          {field !== 'name' && <Skeleton className="h-4 w-64" />}
        </div>
      ))}
      <Skeleton className="h-control w-28" />
    </div>
  );
}
