-- One way for the application to put a job on the queue: in its own transaction, stamped with its domain.
-- The queue's own tables are made by its library before migrations run.

create function enqueue(task text, payload jsonb, job_key text default null, run_at timestamptz default null, max_attempts integer default 12)
returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(task,
    jsonb_build_object('domain_id', public.current_domain(), 'data', payload)::json,
    run_at => enqueue.run_at, max_attempts => enqueue.max_attempts, job_key => enqueue.job_key)
$$;
revoke all on function enqueue from public;
grant execute on function enqueue to vialdesk_app;
