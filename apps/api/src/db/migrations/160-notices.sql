-- Notices to users, which notices they want by mail, and their questions to the business.

create table notices (
  like numbered_row,
  user_id bigint not null,
  kind text not null check (kind in ('account', 'team', 'patient', 'conversation', 'document', 'purchase')),
  -- The user that the notice names. The name is read when the notice is shown: it changes and goes with the user.
  about_id bigint,
  -- `{{a patient}}` in title or text is replaced by that name, or by the words in the braces.
  title text not null check (length(title) between 1 and 120),
  text text not null check (length(text) between 1 and 500),
  -- The path of a screen of the portal, never a URL of another site.
  path text check (path ~ '^/[a-z]' and length(path) <= 200),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade,
  foreign key (domain_id, about_id) references users (domain_id, id) on delete set null (about_id)
);
create index notices_by_user on notices (domain_id, user_id, id desc);
create index notices_unread on notices (domain_id, user_id) where read_at is null;
create index notices_read on notices (domain_id, read_at) where read_at is not null;
create index notices_about on notices (domain_id, about_id) where about_id is not null;
select tenant_table('notices', 'select, insert, update (read_at)', 'numbered');

-- The choices of a user. Without a row the default of the kind applies (notices.queries).
create table notice_choices (
  domain_id bigint not null references domains,
  user_id bigint not null,
  kind text not null check (kind in ('team', 'patient', 'conversation', 'document', 'purchase')),
  by_mail boolean not null,
  primary key (domain_id, user_id, kind),
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade
);
select tenant_table('notice_choices', 'select, insert, update (by_mail)');

-- Questions to the business. They are kept until some time after they were mailed, so that the queue holds
-- only their ids.
create table questions (
  like numbered_row,
  user_id bigint not null,
  name text not null,
  email text not null,
  phone_number text not null,
  message text not null,
  asked_at timestamptz not null default now(),
  -- The e-mail addresses that already got the question. A retry does not mail them again.
  sent_to text[] not null default '{}',
  sent_at timestamptz,
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade
);
create index questions_by_user on questions (domain_id, user_id, asked_at);
create index questions_sent on questions (domain_id, sent_at) where sent_at is not null;
select tenant_table('questions', 'select, insert, update (sent_to, sent_at)', 'numbered');

-- Live streams, in any process, read again when the notices or sessions of their user change. The payload is
-- only `domain:user`.
create function notify_changed_notices() returns trigger
language plpgsql as $$
begin
  perform pg_notify('notices', c.domain_id || ':' || c.user_id)
  from (select distinct domain_id, user_id from fresh) c;
  return null;
end $$;
select after_statements('notices', 'notify', 'notify_changed_notices');

create function notify_ended_session() returns trigger
language plpgsql as $$
begin
  perform pg_notify('notices', new.domain_id || ':' || new.user_id);
  return null;
end $$;
create trigger notify_ended after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null)
  execute function notify_ended_session();
