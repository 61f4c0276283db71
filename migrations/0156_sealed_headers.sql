-- Secrets in the headers of workflows' calls are sealed from this version on, by the server: the key is not in here. What
-- stands in clear from before is sealed by the server once it runs (`automation.seal_kept`). No column changes; that this
-- file was applied keeps a version from starting that would not understand a sealed header.
comment on column workflows.draft is 'As people draft it; secrets in headers as {"sealed": "v1.…"}';
--> statement-breakpoint
comment on column workflow_versions.definition is 'What runs; secrets in headers as {"sealed": "v1.…"}';
--> statement-breakpoint
comment on column workflow_steps.input is 'What the step was given; secrets in headers as {"sealed": "v1.…"}';
--> statement-breakpoint
comment on column approvals.content is 'Exactly what will be done; secrets in headers of calls as {"sealed": "v1.…"}';
--> statement-breakpoint
comment on column approvals.original is 'As it was asked for, as in content; null while nobody changed it';
