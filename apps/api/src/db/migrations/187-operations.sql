-- Admins of the installation, who see and retry the background jobs of all domains. The application cannot
-- appoint them: only the console writes this table.

create table installation_admins (
  domain_id bigint not null references domains,
  user_id bigint not null,
  added_at timestamptz not null default now(),
  primary key (domain_id, user_id),
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade
);
select tenant_table('installation_admins', 'select');

-- Whether the user who acts in the running transaction is an admin of the installation.
create function runs_installation() returns boolean
language sql stable as $$
  select current_impersonator() is null and exists (
    select
    from installation_admins i
    join users u on u.domain_id = i.domain_id and u.id = i.user_id
    where i.domain_id = current_domain()
      and i.user_id = current_actor()
      and u.subscription = membership_id('admin')
      and u.active
  )
$$;

-- The kind of a job's error. The text after it may name a person. See platform/jobs/error-kind.ts.
create function job_error_kind(error text) returns text
language sql immutable as $$
  select coalesce(substring(error from '^\[([A-Za-z0-9_]{1,60})\] '), case when error <> '' then 'Error' else '' end)
$$;

-- The jobs of all domains without their data: {count, waiting, running, dead, results}. Dead ones first, then
-- by their time. Not a view: the queue library could not change its tables under a view.
create function find_jobs(asked_state text, asked_task text, most integer, skip integer) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not runs_installation() then
    raise exception 'only for admins of the installation' using errcode = 'insufficient_privilege';
  end if;
  return (
    with jobs as materialized (
      select
        j.id, j.task_id, j.attempts, j.max_attempts, j.created_at, j.run_at, j.locked_at, j.updated_at,
        case
          when j.locked_at is not null then 'running'
          when j.attempts >= j.max_attempts then 'dead'
          else 'waiting'
        end as state
      from graphile_worker._private_jobs j
    ),
    matches as materialized (
      select jobs.*, t.identifier as task
      from jobs
      join graphile_worker._private_tasks t on t.id = jobs.task_id
      where (asked_state is null or jobs.state = asked_state)
        and (asked_task is null or strpos(lower(t.identifier), lower(asked_task)) > 0)
    ),
    page as (
      select
        m.id, m.task, m.state, m.attempts, m.max_attempts, m.created_at,
        case when m.state = 'waiting' then m.run_at else coalesce(m.locked_at, m.updated_at) end as run_at,
        case when d.id is not null then jsonb_build_object('id', d.id, 'name', d.name) end as domain,
        job_error_kind(coalesce(j.last_error, '')) as error,
        row_number() over (order by m.state <> 'dead', m.state <> 'running', m.run_at, m.id) as place
      from (
        select *
        from matches
        order by state <> 'dead', state <> 'running', run_at, id
        limit most offset skip
      ) m
      join graphile_worker._private_jobs j on j.id = m.id
      left join domains d on d.id::text = j.payload ->> 'domain_id'
    )
    select jsonb_build_object(
      'count', (select count(*) from matches),
      'waiting', (select count(*) from jobs where state = 'waiting'),
      'running', (select count(*) from jobs where state = 'running'),
      'dead', (select count(*) from jobs where state = 'dead'),
      'results', (select coalesce(jsonb_agg(to_jsonb(p) - 'place' order by p.place), '[]') from page p)
    )
  );
end $$;
grant execute on function find_jobs to vialdesk_app;

-- Makes a job due now, a dead one with all its attempts. Answers its task and domain; no row for a job that is
-- running or gone.
create function retry_job(job bigint) returns table (task text, domain bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  dead boolean;
begin
  if not runs_installation() then
    raise exception 'only for admins of the installation' using errcode = 'insufficient_privilege';
  end if;
  select j.attempts >= j.max_attempts, t.identifier, (j.payload ->> 'domain_id')::bigint
  into dead, task, domain
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  where j.id = job and j.locked_at is null
  for update of j;
  if not found then return; end if;
  perform graphile_worker.reschedule_jobs(array[job], now(), attempts => case when dead then 0 end);
  return next;
end $$;
grant execute on function retry_job to vialdesk_app;
