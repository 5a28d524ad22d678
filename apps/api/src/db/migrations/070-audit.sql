-- The audit log: who did or saw what, from which IP, and who impersonated that user. The rows of a domain are in
-- up to 64 chains, so that many writers need not wait for each other. The rows of a chain are numbered without gaps,
-- and each has the hash of the row before, so a changed, missing or inserted row is detected. Ids count through all
-- chains and may have gaps. Users are named without foreign keys: the log outlives its users, and an audited read
-- locks no user's row.

create table audit_log (
  like numbered_row,
  at timestamptz not null,
  type text not null,
  actor_id bigint,
  impersonator_id bigint,
  subject_id bigint,
  patient_id bigint,
  before jsonb,
  after jsonb,
  ip text,
  request_id text,
  chain smallint not null check (chain between 0 and 63),
  -- The place in the chain, from 1.
  number bigint not null,
  hash bytea not null
);
create unique index audit_log_by_chain on audit_log (domain_id, chain, number);
create index audit_log_by_patient on audit_log (domain_id, patient_id, id desc) where patient_id is not null;
-- The timeline of a patient has few rows. Reads of the patient are many more.
create index audit_log_by_timeline on audit_log (domain_id, patient_id, id desc)
  where patient_id is not null and type not in ('patient.seen', 'patients.listed');
create index audit_log_by_type on audit_log (domain_id, type, id desc);
create index audit_log_by_actor on audit_log (domain_id, actor_id, id desc) where actor_id is not null;
create index audit_log_by_impersonator on audit_log (domain_id, impersonator_id, id desc)
  where impersonator_id is not null;
-- Reads of a patient name the patient twice. They are found by the patient, so this index is small.
create index audit_log_by_subject on audit_log (domain_id, subject_id, id desc)
  where subject_id is not null and subject_id is distinct from patient_id;
-- Finds the numbers of the rows of a day.
create index audit_log_by_time on audit_log (domain_id, at);
select tenant_table('audit_log', 'select', 'numbered', 'append_only');

-- The last row of each chain. Their rows change often, so pages have room for new versions.
create table audit_heads (
  domain_id bigint not null references domains,
  chain smallint not null check (chain between 0 and 63),
  last_number bigint not null,
  last_id bigint not null,
  last_hash bytea not null,
  primary key (domain_id, chain)
) with (fillfactor = 20);
select tenant_table('audit_heads', '');

-- The last rows of the current domain's chains, with hashes in hexadecimal.
create function audit_chains() returns table (chain smallint, last_number bigint, last_id bigint, last_hash text)
language sql stable security definer set search_path = public, pg_temp as $$
  select h.chain, h.last_number, h.last_id, encode(h.last_hash, 'hex')
  from audit_heads h
  where h.domain_id = current_domain()
  order by h.chain
$$;
grant execute on function audit_chains to vialdesk_app;

create function audit_hash(previous bytea, r audit_log) returns bytea
language sql stable as $$
  select sha256(previous || convert_to(
    jsonb_build_array(
      r.domain_id, r.id, extract(epoch from r.at)::text, r.type, r.actor_id, r.impersonator_id,
      r.subject_id, r.patient_id, r.before, r.after, r.ip, r.request_id, r.chain, r.number
    )::text,
    'UTF8'
  ))
$$;

-- Locks the head of the first chain of the current domain that nobody else has locked. A domain gets another chain
-- only when all have writers, so a small one has few.
create function lock_audit_head() returns audit_heads
language plpgsql set search_path = public, pg_temp as $$
declare
  most constant integer := 64;
  head audit_heads;
  chains integer;
begin
  loop
    select * into head
    from audit_heads
    where domain_id = current_domain()
    order by chain
    limit 1
    for update skip locked;
    exit when found;
    select count(*) into chains from audit_heads where domain_id = current_domain();
    if chains = most then
      select * into head
      from audit_heads
      where domain_id = current_domain()
        and chain = pg_backend_pid() % most
      for update;
      exit;
    end if;
    insert into audit_heads values (current_domain(), chains, 0, 0, '') on conflict do nothing;
  end loop;
  return head;
end $$;

-- Appends rows ([{type, actor_id, ...}]) to a chain of the current domain. Call it once and last in a transaction:
-- the head stays locked until the commit. In the transaction of a session the rows name the user of the session.
-- Without one (a log-in, a job, reads of several users in one batch) the rows name the actor themselves.
create function append_audit(entries jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_heads := lock_audit_head();
  ids regclass := format('ids.%I', 'audit_log_' || head.domain_id);
  entry jsonb;
  line audit_log;
begin
  for entry in select * from jsonb_array_elements(entries) loop
    line := jsonb_populate_record(null::audit_log, entry);
    if current_actor() is not null then
      line.actor_id := current_actor();
      line.impersonator_id := current_impersonator();
    end if;
    line.domain_id := head.domain_id;
    line.id := nextval(ids);
    line.at := clock_timestamp();
    line.chain := head.chain;
    line.number := head.last_number + 1;
    line.hash := audit_hash(head.last_hash, line);
    insert into audit_log values (line.*);
    head.last_number := line.number;
    head.last_id := line.id;
    head.last_hash := line.hash;
  end loop;
  update audit_heads
  set last_number = head.last_number, last_id = head.last_id, last_hash = head.last_hash
  where domain_id = head.domain_id
    and chain = head.chain;
end $$;
grant execute on function append_audit to vialdesk_app;
