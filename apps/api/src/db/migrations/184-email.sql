-- Mail of a domain: its signing keys, its DNS records as of the last look-up, and the log of its mails.

-- Keys that sign mails (DKIM). A domain has at most two: the one that signs, and a newer one whose DNS record was not found yet.
create table mail_keys (
  like numbered_row,
  selector text not null check (selector ~ '^[a-z0-9]{1,63}$'),
  -- Base64 of the DER, as in the DNS record.
  public_key text not null,
  -- PEM, encrypted with a key that is derived from SECRET_KEY.
  private_key bytea not null,
  -- The mail domain in whose DNS the record was found. Null before that.
  found_in text,
  created_at timestamptz not null default now(),
  unique (domain_id, selector)
);
select tenant_table('mail_keys', 'select, insert, delete, update (private_key, found_in)', 'numbered');

-- Whether another domain of the installation has proved, by the record of its key, that the mail domain or a
-- domain above it is its own. All domains share one mail server, so nobody else may send in that name. The role
-- vialdesk_search reads past the policy (010-base.sql). The answer names nobody.
grant select (domain_id, found_in) on mail_keys to vialdesk_search;
create policy found_keys on mail_keys for select to vialdesk_search using (found_in is not null);
create function is_mail_domain_taken(mail_domain text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select
    not exists (
      select from mail_keys k where k.domain_id = current_domain() and k.found_in = mail_domain
    )
    and exists (
      select
      from mail_keys k
      where k.domain_id <> current_domain()
        and right('.' || mail_domain, length(k.found_in) + 1) = '.' || k.found_in
    )
$$;
select search_function('is_mail_domain_taken');

-- The results of the last look-up. A result counts only for the name and value that it was made for.
create table mail_records (
  domain_id bigint not null references domains,
  purpose text not null check (purpose in ('mx', 'spf', 'dkim', 'dmarc', 'return_path')),
  name text not null,
  value text not null,
  -- Null: the name server gave no answer.
  valid boolean,
  problem text not null,
  checked_at timestamptz not null,
  primary key (domain_id, purpose, name)
);
select tenant_table('mail_records', 'select, insert, delete');

-- The log of mails, without their text. A row is made when the job that sends the mail is queued.
create table mails (
  like numbered_row,
  -- The job that sends the mail, and its data. Null for a mail that a request has sent itself.
  task text,
  payload jsonb,
  job_number bigint,
  -- The message id without its domain. Null until the job has written the mail.
  message_id text,
  -- The recipient, if it is a user.
  user_id bigint,
  -- Blank until the job has written the mail.
  recipient text not null default '',
  recipient_key text not null generated always as (lower(recipient)) stored,
  subject text not null default '',
  status text not null default 'queued' check (status in ('queued', 'sent', 'refused')),
  reason text not null default '',
  queued_at timestamptz not null default now(),
  done_at timestamptz,
  -- The first mail, for a mail that an admin has sent again.
  resent_of bigint,
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade,
  constraint mails_done_at_check check ((status = 'queued') = (done_at is null))
);
create unique index mails_by_job on mails (domain_id, job_number, recipient) where job_number is not null;
create index mails_by_user on mails (domain_id, user_id, id desc) where user_id is not null;
create index mails_by_recipient on mails (domain_id, recipient_key, id desc);
create index mails_by_status on mails (domain_id, status, id desc);
create index mails_by_first_mail on mails (domain_id, resent_of) where resent_of is not null;
create index mails_by_time on mails (domain_id, queued_at);
select tenant_table('mails', 'select, insert, delete,
  update (message_id, user_id, recipient, subject, status, reason, done_at)', 'numbered');

-- The jobs that send mails. Another job that sends one is logged when it sends it.
create function sends_mail(task text) returns boolean
language sql immutable parallel safe as $$
  select task = any(array[
    'accounts.mail_email_changed',
    'accounts.mail_password_changed',
    'checkout.send_receipt',
    'documents.mail_copy',
    'documents.mail_requester',
    'documents.mail_signer',
    'notices.mail',
    'notices.send_question',
    'onboarding.send_welcome',
    'sessions.mail_two_step_change',
    'sessions.send_password_link',
    'sessions.send_verification',
    'shipping.mail_cancelled',
    'shipping.mail_label',
    'transactions.mail_refund'
  ])
$$;

-- The tasks that the application queues: those of jobs.ts, without the tasks that have a function of their own and
-- the night work.
create function may_enqueue(task text) returns boolean
language sql immutable as $$
  select public.sends_mail(task) or task = any(array[
    'checkout.look_up_payment',
    'documents.create_for_patient',
    'documents.revoke',
    'documents.send',
    'mail.erase_secret',
    'payments.apply_notice',
    'shipping.cancel_label',
    'shipping.look_up_label',
    'shipping.track',
    'signing.refresh_document',
    'signing.seal',
    'templates.prepare',
    'transactions.look_up_refund'
  ])
$$;

-- The only way for the application to queue a job: in its own transaction, with its domain in the payload and in the
-- key, because keys have ids and two domains have the same ids. Logs the mail that the job will send.
create function enqueue(
  task text,
  payload jsonb,
  job_key text default null,
  run_at timestamptz default null,
  max_attempts integer default 12
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  domain bigint := public.current_domain();
  logged boolean := public.sends_mail(task);
  job bigint;
begin
  if domain is null or not public.may_enqueue(task) then
    raise exception 'The application may not queue the task %', task using errcode = 'insufficient_privilege';
  end if;
  select added.id
  into job
  from graphile_worker.add_job(
    task,
    jsonb_build_object(
      'domain_id', domain, 'data', payload, 'logged', logged,
      -- The request that queues the job, for the log and the traces.
      'request_id', nullif(current_setting('app.request_id', true), ''),
      'traceparent', nullif(current_setting('app.traceparent', true), ''))::json,
    run_at => enqueue.run_at,
    max_attempts => enqueue.max_attempts,
    job_key => domain || ':' || enqueue.job_key
  ) added;
  if logged then
    insert into public.mails (domain_id, task, payload, job_number, user_id)
    select domain, enqueue.task, enqueue.payload, job, u.id
    from (values (1)) one
    left join public.notices n on n.domain_id = domain and n.id = (enqueue.payload ->> 'notice_id')::bigint
    left join public.users u
      on u.domain_id = domain
      and u.id = coalesce((enqueue.payload ->> 'user_id')::bigint, n.user_id)
    on conflict (domain_id, job_number, recipient) where job_number is not null do nothing;
  end if;
end $$;
grant execute on function enqueue to vialdesk_app;

-- Runs the job of a mail again, for the recipient of that mail. The job gets the first mail, whose own job knows
-- the other recipients.
create function resend_mail(resent bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  mail public.mails;
  first_mail bigint;
  job bigint;
begin
  select m.*
  into strict mail
  from public.mails m
  where m.domain_id = public.current_domain()
    and m.id = resent;
  -- The application can write any task into a row of the log.
  if not (public.sends_mail(mail.task) and public.may_enqueue(mail.task)) is true then
    raise exception 'The application may not queue the task %', mail.task using errcode = 'insufficient_privilege';
  end if;
  first_mail := coalesce(mail.resent_of, mail.id);
  select added.id
  into job
  from graphile_worker.add_job(
    mail.task,
    jsonb_build_object('domain_id', mail.domain_id, 'data', mail.payload, 'logged', true, 'resent', first_mail)::json,
    max_attempts => 12
  ) added;
  insert into public.mails (domain_id, task, payload, job_number, user_id, recipient, subject, resent_of)
  values (
    mail.domain_id, mail.task, mail.payload, job, mail.user_id, mail.recipient, mail.subject, first_mail
  );
end $$;
grant execute on function resend_mail to vialdesk_app;
