-- Which job works a large batch off: a batch whose job was cancelled or failed is over, and what it did can be undone.
alter table record_batches add column job_id uuid;
