-- The audit log: who did or saw what, from which IP, and who impersonated that user. Rows are numbered
-- without gaps per domain, and each has the hash of the row before, so a changed, missing or inserted row is
-- detected. Users are named without foreign keys: the log outlives its users, and an audited read locks no
-- user's row.

create table audit_log (
  domain_id bigint not null references domains,
  id bigint not null,
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
  hash bytea not null,
  primary key (domain_id, id)
);
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
select tenant_table('audit_log', 'select');
select append_only('audit_log');

-- The last row of each domain's chain.
create table audit_heads (
  domain_id bigint primary key references domains,
  last_id bigint not null,
  last_hash bytea not null
);
select tenant_table('audit_heads', '');

-- The last row of the current domain's chain, in hexadecimal. For the verification.
create function audit_head() returns table (last_id bigint, last_hash text)
language sql stable security definer set search_path = public, pg_temp as $$
  select h.last_id, encode(h.last_hash, 'hex')
  from audit_heads h
  where h.domain_id = current_domain()
$$;
revoke all on function audit_head from public;
grant execute on function audit_head to vialdesk_app;

create function audit_hash(previous bytea, r audit_log) returns bytea
language sql stable as $$
  select sha256(previous || convert_to(
    jsonb_build_array(
      r.domain_id, r.id, extract(epoch from r.at)::text, r.type, r.actor_id, r.impersonator_id,
      r.subject_id, r.patient_id, r.before, r.after, r.ip, r.request_id
    )::text,
    'UTF8'
  ))
$$;

-- Appends rows ([{type, actor_id, ...}]) to the chain of the current domain. Call it last in a transaction:
-- the head stays locked until the commit. In the transaction of a session the rows name the user of the session.
-- Without one (a log-in, a job, reads of several users in one batch) the rows name the actor themselves.
create function append_audit(entries jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_heads;
  entry jsonb;
  line audit_log;
begin
  insert into audit_heads values (current_domain(), 0, '') on conflict do nothing;
  select * into head from audit_heads where domain_id = current_domain() for update;
  for entry in select * from jsonb_array_elements(entries) loop
    line := jsonb_populate_record(null::audit_log, entry);
    if current_actor() is not null then
      line.actor_id := current_actor();
      line.impersonator_id := current_impersonator();
    end if;
    line.domain_id := head.domain_id;
    line.id := head.last_id + 1;
    line.at := clock_timestamp();
    line.hash := audit_hash(head.last_hash, line);
    insert into audit_log values (line.*);
    head.last_id := line.id;
    head.last_hash := line.hash;
  end loop;
  update audit_heads
  set last_id = head.last_id, last_hash = head.last_hash
  where domain_id = head.domain_id;
end $$;
revoke all on function append_audit from public;
grant execute on function append_audit to vialdesk_app;
