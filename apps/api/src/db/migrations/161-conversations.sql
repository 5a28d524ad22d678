-- Messages between a patient and a center. Their text is health data: no log, queue, mail or audit entry has it.

create table conversations (
  like numbered_row,
  patient_id bigint not null,
  center_id bigint not null,
  -- The newest message, with its side and time.
  newest bigint not null default 0,
  newest_side text not null check (newest_side in ('patient', 'center')),
  newest_at timestamptz not null default now(),
  -- Messages of the other side after the newest one that this side has read.
  patient_unread integer not null default 0 check (patient_unread >= 0),
  center_unread integer not null default 0 check (center_unread >= 0),
  -- The newest message that this side has read.
  patient_read bigint not null default 0,
  center_read bigint not null default 0,
  -- The order of a center's list, descending: patients that wait for an answer come first, then the newest message.
  place bigint generated always as (newest + case newest_side when 'patient' then 1125899906842624 else 0 end) stored,
  -- Without "on delete cascade": the messages keep their users, as documents do.
  constraint conversations_parties_key unique (domain_id, patient_id, center_id)
);
create index conversations_by_center on conversations (domain_id, center_id, place desc);
create index conversations_unread_by_center on conversations (domain_id, center_id) where center_unread > 0;
select tenant_table('conversations', 'select, insert,
  update (newest, newest_side, newest_at, patient_unread, center_unread, patient_read, center_read)', 'numbered');
select refers_to('conversations', 'users', 'patient_id', 'center_id');

create table conversation_messages (
  like numbered_row,
  conversation_id bigint not null,
  side text not null check (side in ('patient', 'center')),
  -- The user who wrote it. For a center it may be a staff user.
  author_id bigint not null,
  -- Made by the page: the same request of a user sends nothing twice.
  request_id uuid not null,
  text text not null check (length(text) between 1 and 4000),
  sent_at timestamptz not null default now(),
  unique (domain_id, author_id, request_id),
  foreign key (domain_id, conversation_id) references conversations (domain_id, id),
  foreign key (domain_id, author_id) references users (domain_id, id)
);
create index conversation_messages_in_order on conversation_messages (domain_id, conversation_id, id desc);
create index conversation_messages_by_author on conversation_messages (domain_id, author_id, sent_at);
select tenant_table('conversation_messages', 'select, insert', 'numbered');

-- The live stream of notices also has the number of unread messages (160-notices.sql).
create function notify_changed_conversation() returns trigger
language plpgsql as $$
begin
  perform pg_notify('notices', new.domain_id || ':' || new.patient_id);
  perform pg_notify('notices', new.domain_id || ':' || new.center_id);
  return null;
end $$;
create trigger notify_changed after update of patient_unread, center_unread on conversations for each row
  when (
    old.patient_unread <> new.patient_unread
    or old.center_unread <> new.center_unread)
  execute function notify_changed_conversation();
