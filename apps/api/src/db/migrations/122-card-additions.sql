-- Every card that a user asks to save. Written before the provider is asked, so that declined cards are counted.
-- Only the state of a row changes, once.
create table card_additions (
  like numbered_row,
  user_id bigint not null,
  status text not null default 'sending'
    check (status in ('sending', 'saved', 'declined', 'refused')),
  created_at timestamptz not null default now(),
  foreign key (domain_id, user_id) references users (domain_id, id) on delete cascade
);
create index card_additions_by_user on card_additions (domain_id, user_id, created_at);
select tenant_table('card_additions', 'select, insert (domain_id, user_id), update (status)', 'numbered');
