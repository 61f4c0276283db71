-- Which claim a run is worked on under: a worker that was too slow and lost its run to another leaves it alone.
alter table workflow_runs add column claim uuid;
